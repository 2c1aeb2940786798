"""Relations between properties that Heat's plug-ins check in code, not in schemas.

Each was derived from the errors of a plug-in.  Heat always rejects a resource that breaks one, whatever its other
properties; relations that depend on values, or that apply to each item of a list, cannot be expressed as properties
groups and are omitted.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hotcore.catalogue.packaged import packaged
from hotcore.catalogue.property_groups import BadGroup, read_groups

_FILE = "properties-groups.json"


@cache
def stated_groups() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """By resource type, each `group`, and the module, class and method in which it is `stated`."""
    stated: Mapping[str, Sequence[Mapping[str, Any]]] = packaged(_FILE)
    return stated


def with_groups(types: Mapping[str, Any]) -> dict[str, Any]:
    """Types of a catalogue as data; those without groups get the stated groups whose properties they all have."""
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
