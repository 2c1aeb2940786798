"""The members of OS::Heat::ResourceGroup, AutoScalingGroup and ResourceChain."""

from collections.abc import Callable, Mapping
from dataclasses import field
from itertools import count, islice
from typing import Any

from hotcore.runtime import dataclass
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Sequence
from hotcore.values import Unknown, Value

SHOWN_MEMBERS = 10
"""Members of a group that are evaluated when they differ."""

MOST_NAMED = 100_000
"""Members whose names are listed; of larger groups only the number is shown."""

INDEX = "%index%"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a group as the group defines it."""

    name: str
    """Its name."""
    type: Value
    """The resource type."""
    properties: Value
    """The properties by name."""
    metadata: Value = field(default_factory=dict)
    """The metadata."""
    deletion_policy: Value = "Delete"
    """What becomes of it when it is removed."""
    needs: tuple[str, ...] = ()
    """The names of the members that it depends on."""
    node: MappingNode | None = None
    """The definition in the template if it is a literal."""
    type_node: Node | None = None
    """The node of the type if it is written in the template."""
    properties_node: Node | None = None
    """The node of the properties if they are written in the template."""


@dataclass(frozen=True, slots=True)
class Members:
    """The members of a group."""

    size: int | Unknown
    """Their number; `Unknown` when that is not known."""
    names: tuple[str, ...]
    """The names of the first ones."""
    alike: bool
    """Whether they differ only in their names."""
    make: Callable[[str], Member]
    """Returns a member by its name."""

    @property
    def shown(self) -> tuple[str, ...]:
        """The names of the evaluated members."""
        return self.names[: 1 if self.alike else SHOWN_MEMBERS]


def resource_group(properties: Mapping[str, Value], node: Node | None) -> Members | None:
    """The members of an OS::Heat::ResourceGroup; None when its properties are invalid."""
    definition = properties.get("resource_def")
    size = _size(properties.get("count"), 1)
    if not isinstance(definition, dict) or size is None:
        return None
    variable = properties.get("index_var")
    variable = variable if isinstance(variable, str) and variable else INDEX
    given = definition.get("properties")
    given = {key: value for key, value in given.items() if value is not None} if isinstance(given, dict) else given
    where = below(node, "resource_def")

    def make(name: str) -> Member:
        return Member(
            name,
            definition.get("type"),
            _numbered(given or {}, variable, name),
            definition.get("metadata") or {},
            node=where if isinstance(where, MappingNode) else None,
            type_node=below(where, "type"),
            properties_node=below(where, "properties"),
        )

    names = _names(size, _skipped(properties.get("removal_policies")))
    return Members(size, names, not _mentions(given, variable), make)


def scaling_group(properties: Mapping[str, Value], node: Node | None) -> Members | None:
    """The initial members of an OS::Heat::AutoScalingGroup, named by their numbers."""
    definition = properties.get("resource")
    desired, least = properties.get("desired_capacity"), properties.get("min_size")
    size = _size(desired if isinstance(desired, Unknown) or desired else least, 0)
    if not isinstance(definition, dict) or size is None:
        return None
    where = below(node, "resource")

    def make(name: str) -> Member:
        policy = definition.get("deletion_policy")
        return Member(
            name,
            definition.get("type"),
            definition.get("properties") or {},
            definition.get("metadata") or {},
            policy.capitalize() if isinstance(policy, str) else policy or "Delete",
            node=where if isinstance(where, MappingNode) else None,
            type_node=below(where, "type"),
            properties_node=below(where, "properties"),
        )

    return Members(size, _names(size, frozenset()), True, make)


def resource_chain(properties: Mapping[str, Value], node: Node | None) -> Members | None:
    """The members of an OS::Heat::ResourceChain: one for each type, each depending on the one before."""
    types = properties.get("resources")
    if not isinstance(types, list):
        return None
    where = below(node, "resources")
    nodes = where.items if isinstance(where, Sequence) else []
    together = properties.get("concurrent") in (True, "true", "True")
    written_out = len(nodes) == len(types)

    def make(name: str) -> Member:
        at = int(name)
        before = () if together or at == 0 else (str(at - 1),)
        given = properties.get("resource_properties") or {}
        return Member(
            name,
            types[at],
            given,
            needs=before,
            type_node=nodes[at] if written_out else None,
            properties_node=below(node, "resource_properties"),
        )

    return Members(len(types), _names(len(types), frozenset()), False, make)


RESOURCE_GROUP = "OS::Heat::ResourceGroup"
SCALING = "OS::Heat::AutoScalingGroup"

GROUPS: dict[str, Callable[[Mapping[str, Value], Node | None], Members | None]] = {
    RESOURCE_GROUP: resource_group,
    SCALING: scaling_group,
    "OS::Heat::ResourceChain": resource_chain,
}
"""By type, the function from the properties of a group, and their node, to its members."""


def below(node: Node | None, *keys: str) -> Node | None:
    """The node under a path of keys; None where it is not a literal."""
    for key in keys:
        node = node.get(key) if isinstance(node, MappingNode) else None
    return node


def _size(value: Value, default: int) -> int | Unknown | None:
    """The size of a group; None for an invalid one."""
    if isinstance(value, Unknown):
        return value
    try:
        size = default if value is None else int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return size if size >= 0 else None


def _names(size: int | Unknown, skipped: frozenset[str]) -> tuple[str, ...]:
    wanted = 1 if isinstance(size, Unknown) else min(size, MOST_NAMED)
    return tuple(islice((name for name in map(str, count()) if name not in skipped), wanted))


def _skipped(policies: Value) -> frozenset[str]:
    """The names in the removal policies, which a new group skips as well."""
    found: set[str] = set()
    for policy in policies if isinstance(policies, list) else []:
        names = policy.get("resource_list") if isinstance(policy, dict) else None
        found.update(str(name) for name in names if isinstance(name, str | int)) if isinstance(names, list) else None
    return frozenset(found)


def _mentions(value: Any, variable: str) -> bool:
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            if variable in item:
                return True
        elif isinstance(item, dict):
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
    return False


def _numbered(value: Value, variable: str, name: str) -> Value:
    """The value with the name of the member in place of the variable."""
    if isinstance(value, str):
        return value.replace(variable, name)
    if isinstance(value, dict):
        return {key: _numbered(item, variable, name) for key, item in value.items()}
    if isinstance(value, list):
        return [_numbered(item, variable, name) for item in value]
    return value
