"""Random templates, and edits of them whose effect on a stack is to be compared with Heat's update preview.

Half of the templates are stacks that Heat creates without a cloud, with nested templates and groups.  The others have
resources of cloud services behind one that fails, so that Heat knows them and never creates them.
"""

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from hotcore.catalogue import PropertySchema, Schemas, shipped_catalogue

HEAD = {"heat_template_version": "2021-04-16"}
CATALOGUE = shipped_catalogue()
TRANSLATED = ("masters",)
"""A property of OS::Designate::Zone of which its plug-in makes another, although no schema says so."""

GATE = "gate"
"""The resource that fails."""

_SERVICES = ("OS::Neutron::", "OS::Nova::", "OS::Cinder::", "OS::Octavia::", "OS::Designate::", "OS::Barbican::")
_MADE_HERE = ("OS::Heat::Value", "OS::Heat::RandomString", "OS::Heat::SoftwareConfig", "OS::Heat::TestResource")
_FIELDS: Mapping[str, tuple[Any, ...]] = {
    "metadata": ({"a": 1}, {"a": 2}, {}),
    "deletion_policy": ("Retain", "Delete"),
    "depends_on": (["first"], []),
    "condition": ("yes", True),
}

Resources = dict[str, Any]
Case = dict[str, Any]


def value(schema: PropertySchema, chance: Random, depth: int = 0) -> Any:
    """Some value that a property takes, mostly."""
    listed = next((each.options["values"] for each in schema.constraints if each.kind == "allowed_values"), None)
    if listed:
        return [chance.choice(listed)] if schema.type == "list" else chance.choice(listed)
    low = max([each.options.get("min", 1) for each in schema.constraints if each.kind == "range"], default=1)
    if schema.type in ("integer", "number"):
        return chance.choice([low, low + 1, str(low)])
    if schema.type == "boolean":
        return chance.choice([True, False, "true", "False"])
    if schema.type == "list":
        item = schema.items
        return (
            [value(item, chance, depth + 1) if item else "x" for _ in range(chance.randint(0, 2))] if depth < 4 else []
        )
    if schema.type == "map":
        if depth > 3:
            return {}
        given = schema.keys if schema.keys is not None else {}
        return properties(given, chance, depth + 1) if given else {"k": chance.choice(["1", "2"])}
    return chance.choice(["one", "two", "1"])


def properties(schemas: Mapping[str, PropertySchema], chance: Random, depth: int = 0) -> dict[str, Any]:
    """Properties, those that are needed and some others."""
    usable = {name: schema for name, schema in schemas.items() if schema.implemented and name not in TRANSLATED}
    return {
        name: value(schema, chance, depth)
        for name, schema in usable.items()
        if schema.required or chance.random() < min(0.5, 4 / len(usable))
    }


def altered(given: Mapping[str, Any], schemas: Mapping[str, PropertySchema], chance: Random) -> dict[str, Any]:
    """The properties with one of them changed, left out, added, nulled, or its default written out."""
    after = dict(given)
    name = chance.choice([name for name, schema in schemas.items() if schema.implemented and name not in TRANSLATED])
    schema = schemas[name]
    way = chance.choice(["new", "new", "new", "drop", "null", "default"])
    if way == "drop" and not schema.required:
        after.pop(name, None)
    elif way == "null":
        after[name] = None
    elif way == "default" and schema.has_default:
        after[name] = schema.default
    else:
        after[name] = value(schema, chance)
    return after


def template_of(seed: int) -> Case:
    """A template with its files; `is_created` says whether Heat can create it."""
    chance = Random(seed)
    resources: Resources = {"first": {"type": "OS::Heat::None"}}
    if seed % 2:
        kinds = [name for name in CATALOGUE.type_names if name.startswith(_SERVICES) and _schemas(name)]
        for at in range(chance.randint(3, 6)):
            kind = chance.choice(kinds)
            resources[f"r{at}"] = {"type": kind, "properties": properties(_schemas(kind), chance)}
        return _case(resources, {}, is_created=False)
    for at in range(chance.randint(2, 4)):
        resources[f"r{at}"] = _made_here(chance)
    resources["inner"] = {"type": "nested.yaml", "properties": {"size": 8}}
    if chance.random() < 0.7:
        member = chance.choice([_made_here(chance), {"type": "nested.yaml", "properties": {"size": 9}}])
        group = {"count": chance.randint(1, 3), "resource_def": member}
        resources["group"] = {"type": "OS::Heat::ResourceGroup", "properties": group}
    return _case(resources, _nested(chance), is_created=True)


def _made_here(chance: Random) -> Resources:
    kind = chance.choice(_MADE_HERE)
    if kind == "OS::Heat::TestResource":
        return {"type": kind, "properties": {"value": chance.choice(["a", "b"]), "update_replace_value": "x"}}
    if kind == "OS::Heat::SoftwareConfig":
        return {"type": kind, "properties": {"config": chance.choice(["a", "b"]), "group": "script"}}
    if kind == "OS::Heat::RandomString":
        return {"type": kind, "properties": {"length": chance.choice([8, 9]), "salt": "s"}}
    return {"type": kind, "properties": {"value": chance.choice(["a", {"k": ["b", 1]}, 7])}}


def _nested(chance: Random) -> Resources:
    resources = {f"n{at}": _made_here(chance) for at in range(chance.randint(1, 3))}
    resources["sized"] = {"type": "OS::Heat::RandomString", "properties": {"length": {"get_param": "size"}}}
    return {**HEAD, "parameters": {"size": {"type": "number"}}, "resources": resources}


def _case(resources: Resources, nested: Resources, *, is_created: bool) -> Case:
    body = {**HEAD, "conditions": {"yes": True}, "resources": resources}
    return {"template": body, "files": {"nested.yaml": nested} if nested else {}, "is_created": is_created}


def edits_of(case: Case, seed: int) -> Iterator[Case]:
    """Edited copies of a template, without end."""
    chance = Random(seed)
    while True:
        edited = json.loads(json.dumps(case))
        nested = edited["files"].get("nested.yaml")
        inside = nested is not None and chance.random() < 0.3
        _edit(nested["resources"] if inside else edited["template"]["resources"], chance, inside=inside)
        if edited != case:
            yield edited


def _edit(resources: Resources, chance: Random, *, inside: bool) -> None:
    names = [name for name in resources if name != "first"]
    name, way = chance.choice(names), chance.random()
    body = resources[name]
    if body["type"] == "OS::Heat::ResourceGroup" and way < 0.8:
        group = body["properties"]
        if way < 0.3:
            group["count"] = chance.randint(1, 4)
        else:
            _edit_properties(group["resource_def"], chance)
    elif way < 0.75:
        _edit_properties(body, chance)
    elif way < 0.85:
        key = chance.choice(["metadata", "deletion_policy"] if inside else list(_FIELDS))
        body[key] = chance.choice(_FIELDS[key])
    elif way < 0.9 and name.startswith(("r", "n")):
        resources[f"{name}b"] = resources.pop(name)
    elif way < 0.95:
        resources["more"] = _made_here(chance)
    elif name.startswith(("r", "n")):
        body.update(_made_here(chance))


def _edit_properties(body: Resources, chance: Random) -> None:
    given = body["properties"]
    schemas = _schemas(body["type"])
    renamed = {**schemas.renamed, **{newer: older for older, newer in schemas.renamed.items()}}
    swapped = [name for name in given if name in renamed and renamed[name] in schemas]
    if body["type"] == "nested.yaml":
        body["properties"] = {"size": chance.choice([8, 9, 10, "8"])}
    elif swapped and chance.random() < 0.2:
        given[renamed[swapped[0]]] = given.pop(swapped[0])
    elif schemas:
        body["properties"] = altered(given, schemas, chance)


def _schemas(kind: str) -> Schemas:
    found = CATALOGUE.find(kind)
    return Schemas.of(found.properties if found is not None else {})
