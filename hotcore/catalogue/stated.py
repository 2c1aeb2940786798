"""Relations between the properties of resource types that Heat states in code, not in schemas, and where it does.

Each was read off a plug-in's refusals.  A broken one is refused by Heat whatever else the properties are; relations
that depend on values, or that hold for each item of a list by itself, cannot be said as properties groups and are left
out.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from hotcore.catalogue.property_groups import BadGroup, read_groups

_FILE = "properties-groups.json"


@cache
def stated_groups() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """By resource type: each `group`, and the module, class and method in which it is `stated`."""
    text = resources.files("hotcore.catalogue").joinpath(_FILE).read_text(encoding="utf-8")
    stated: Mapping[str, Sequence[Mapping[str, Any]]] = json.loads(text)
    return stated


def with_groups(types: Mapping[str, Any]) -> dict[str, Any]:
    """Types of a catalogue as data, with the stated groups added where there are none and all properties are known."""
    return {name: _with_groups(name, data) for name, data in types.items()}


def _with_groups(name: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    stated = stated_groups().get(name)
    if stated is None or data.get("properties_groups"):
        return data
    known = [entry["group"] for entry in stated if _is_known(entry["group"], data["properties"])]
    return {**data, "properties_groups": known} if known else data


def _is_known(group: Any, properties: Mapping[str, Any]) -> bool:
    try:
        read_groups([group], properties)
    except BadGroup:
        return False
    return True
