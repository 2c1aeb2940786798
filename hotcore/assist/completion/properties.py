"""Completion in the properties of a resource, at any depth."""

from collections.abc import Iterator, Mapping

from hotcore.assist.completion.cursor import Cursor
from hotcore.assist.completion.incomplete_declarations import Known
from hotcore.assist.completion.item import Option, values
from hotcore.assist.completion.snippets import key_skeleton
from hotcore.catalogue import Catalogue, PropertySchema, SupportStatus
from hotcore.constraints import TYPES
from hotcore.evaluation import GAP
from hotcore.functions import PARAMETER_TYPES

TYPE_HOLDERS = ("resource_def", "resource")
"""Properties that hold a resource, with `type` and `properties` of its own."""


def schemas_of(kind: str, known: Known, catalogue: Catalogue) -> Mapping[str, PropertySchema]:
    """The properties of a resource type; for a template among the files, its parameters."""
    nested = known.nested(kind)
    if nested is not None:
        return {
            name: PropertySchema(_property_type(type_), required=name not in nested.defaulted)
            for name, type_ in nested.parameters.items()
        }
    found = catalogue.find(kind)
    return found.properties if found else {}


def _property_type(parameter_type: str) -> str:
    known = TYPES.get(parameter_type)
    return known.property_type if known is not None else "string"


def property_keys(level: Mapping[str, PropertySchema], cursor: Cursor, known: Known) -> Iterator[Option]:
    """The keys of a map: required ones first, then optional ones, deprecated ones last; hidden and unimplemented ones
    only once they are typed."""
    unlisted = [name for name, schema in level.items() if not schema.implemented or _is_hidden(schema.support)]
    for name in sorted(level, key=lambda one: (_is_old(level[one].support), not level[one].required, one)):
        schema = level[name]
        if name in unlisted and not (cursor.prefix and name.startswith(cursor.prefix)):
            continue
        words = f"{schema.type}, required" if schema.required else schema.type
        text = key_skeleton(name, shape_of(schema), cursor, known)
        old = _is_old(schema.support)
        yield Option(name, f"{words}, deprecated" if old else words, text, about(schema), "key", old, goes_on=True)


def shape_of(schema: PropertySchema) -> str:
    """The layout of a property's value below its key."""
    if schema.type == "map":
        return "map" if schema.keys else ""
    return "list" if schema.type == "list" and schema.items is not None else ""


def about(schema: PropertySchema) -> str:
    """The help text of a property: description, default, constraints, and the effect of an update."""
    lines = [schema.description] if schema.description else []
    if schema.has_default:
        lines.append(f"default: {written(schema.default)}")
    lines += [constraint.rule for constraint in schema.constraints]
    lines.append("updated in place" if schema.update_allowed else "a change replaces the resource")
    if schema.replaced_by:
        lines.append(f"use instead: {', '.join(schema.replaced_by)}")
    return "\n".join(lines)


def written(value: object) -> str:
    """A default as it is written in YAML."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return '""' if value == "" else str(value)


def value_options(schema: PropertySchema, cursor: Cursor, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    """The options for a property: its allowed values, resources that it may refer to, parameters."""
    for constraint in schema.constraints:
        if constraint.kind == "allowed_values":
            yield from values(dict.fromkeys(map(written, constraint.options["values"]), "allowed value"))
    if schema.type == "boolean":
        yield from values(("true", "false"))
    elif schema.has_default and isinstance(schema.default, str | int | float) and schema.default != "":
        yield Option(str(schema.default), "default", sort="value")
    wanted = catalogue.makers(schema)
    for name, kind in known.resources.items():
        if kind in wanted:
            yield Option(name, kind, _call("get_resource", name, cursor), sort="resource")
    yield from _parameters(schema, cursor, known)


def _parameters(schema: PropertySchema, cursor: Cursor, known: Known) -> Iterator[Option]:
    """The parameters: first one with the name of the property, then those of a matching type."""
    fitting = PARAMETER_TYPES.get(schema.type, ())
    called = cursor.names[-1] if cursor.names else ""
    ordered = sorted(known.parameters.items(), key=lambda pair: (pair[0] != called, pair[1] not in fitting))
    for name, kind in ordered:
        yield Option(name, f"parameter, {kind}", _call("get_param", name, cursor), sort="parameter")


def _call(function: str, name: str, cursor: Cursor) -> str:
    """The call of a function, without braces if the cursor is already inside some."""
    return f"{function}: {name}" if cursor.in_brackets and cursor.is_key else f"{{{function}: {name}}}"


def _is_old(support: SupportStatus) -> bool:
    return support.status in ("DEPRECATED", "HIDDEN")


def _is_hidden(support: SupportStatus) -> bool:
    return support.status == "HIDDEN"


def type_options(cursor: Cursor, known: Known, catalogue: Catalogue) -> Iterator[Option]:
    """The templates among the files, the types used in the text, and all others; deprecated ones last."""
    for name in known.files:
        if known.nested(name) is not None:
            yield Option(name, "template of this bundle", sort="file")
    used = dict.fromkeys(known.resources.values())
    every = [name for name in (*used, *catalogue.type_names) if catalogue.find(name) is not None]
    later = [kind for name in dict.fromkeys(every) if (kind := catalogue.find(name)) and _is_old(kind.support)]
    for name in dict.fromkeys(every):
        kind = catalogue.find(name)
        if kind is not None and kind not in later:
            yield Option(name, "used here" if name in used else "", info=kind.description, sort="type")
    for kind in later:
        if kind.support.status != "HIDDEN" or cursor.prefix:
            yield Option(kind.name, "deprecated", info=kind.description, sort="type", is_old=True)


def properties_skeleton(kind: str, cursor: Cursor, known: Known, catalogue: Catalogue) -> str:
    """The key `properties` with the required properties below it."""
    needed = sorted(name for name, schema in schemas_of(kind, known, catalogue).items() if schema.required)
    if cursor.has_colon or cursor.in_brackets or not needed:
        return key_skeleton("properties", "map", cursor, known)
    lead = "\n" + " " * (cursor.behind + known.step)
    return "properties:" + "".join(f"{lead}{name}: {GAP}" for name in needed)
