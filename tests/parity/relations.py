"""Heat's answers to properties that satisfy and violate the relations in the catalogue.

    python -m tests.parity.relations

asks a real Heat and writes `relations.json`: for each type, properties and the exception with which Heat refuses them,
or null.  Heat's words are not recorded.
"""

import itertools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hotcore.catalogue import PropertySchema, ResourceType, shipped_catalogue

RECORDED = Path(__file__).parents[1] / "recorded" / "relations.json"

Names = tuple[str, ...]
Properties = dict[str, Any]

_TOGETHER = ((6, 6), (13, 3))
"""So many paths are tried in all combinations, so many in threes; of more, one is given."""

_FITTING = {"net_cidr": "10.0.0.0/24", "ip_addr": "10.0.0.4", "cron_expression": "* * * * *"}
_BY_NAME = {"device_name": "vda"}
_PLAIN = {"string": "abc", "integer": 5, "number": 5, "boolean": True, "any": "x"}
_CHOSEN: dict[str, Properties] = {
    "OS::Barbican::Order": {"type": "certificate"},
    "OS::Barbican::Secret": {"payload_content_type": "application/octet-stream", "payload": "YWJj"},
}
"""Values without which Heat has something else to complain of first."""


def related_types() -> list[ResourceType]:
    """The types with relations between their properties."""
    found = (shipped_catalogue().find(name) for name in shipped_catalogue().type_names)
    return [each for each in found if each is not None and each.properties_groups]


def questions(asked: ResourceType) -> Iterator[Properties]:
    """Properties of a type that are right by themselves, with different members of its relations among them."""
    paths = list(dict.fromkeys(path.names for each in asked.properties_groups for path in each.group.paths()))
    most = next((together for limit, together in _TOGETHER if len(paths) <= limit), 1)
    for count in range(most + 1):
        for given in itertools.combinations(paths, count):
            yield _properties(asked, given)


def _properties(asked: ResourceType, given: Sequence[Names]) -> Properties:
    replaced = {new for (name, *_) in given for new in asked.properties[name].replaced_by} - {path[0] for path in given}
    required = [name for name, schema in asked.properties.items() if schema.required and name not in replaced]
    return {
        name: _CHOSEN.get(asked.name, {}).get(name)
        or _value(asked.properties[name], [path[1:] for path in given if path[0] == name and path[1:]])
        for name in dict.fromkeys([*required, *(path[0] for path in given)])
    }


def _value(schema: PropertySchema, below: Sequence[Names]) -> Any:
    """A value that fits, with what is to be given below it."""
    for constraint in schema.constraints:
        if constraint.kind == "allowed_values":
            return constraint.options["values"][0]
        if constraint.kind == "custom_constraint" and constraint.options["name"] in _FITTING:
            return _FITTING[constraint.options["name"]]
    if schema.type == "list":
        return [_value(schema.items, below) if schema.items else "abc"]
    if schema.type == "map":
        return {
            name: _BY_NAME.get(name) or _value(key, [path[1:] for path in below if path[0] == name and path[1:]])
            for name, key in (schema.keys or {}).items()
            if key.required or any(path[0] == name for path in below)
        }
    return _PLAIN[schema.type]


def recorded() -> dict[str, list[list[Any]]]:
    """By type: each question and its answer, as they were recorded."""
    answers: dict[str, list[list[Any]]] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return answers


def answers() -> dict[str, list[list[Any]]]:
    """By type: each question and the answer of a real Heat."""
    from tests.parity.heat_plugin import cloud, refusal

    with cloud():
        return {
            each.name: [[given, refusal(each.name, given)] for given in questions(each)] for each in related_types()
        }


def _kind(refusal: str | None) -> str | None:
    return refusal and refusal.partition(":")[0]


def _write(found: dict[str, list[list[Any]]]) -> None:
    types = (
        f"{json.dumps(name)}: [\n" + ",\n".join(f"  {json.dumps([given, _kind(why)])}" for given, why in pairs) + "\n]"
        for name, pairs in found.items()
    )
    RECORDED.write_text("{\n" + ",\n".join(types) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    _write(answers())
