"""The attributes that `get_attr` returns, as far as they are known before anything is created."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Protocol

from hotcore.runtime import cached_property, dataclass
from hotcore.values import MASK, Unknown, Value, as_stored

MOST_LISTED = 1000
"""Members of a group up to which a list of their attributes is computed."""

_INSIDE = "resource."


class NotKnown(LookupError):
    """The attribute does not exist, or is not known before the stack is created."""


class NestedValues(Protocol):
    """The known attributes of a resource: those of a stack, or those its properties determine."""

    def attribute(self, name: str, path: Sequence[Value]) -> Value:
        """An attribute, or its member at a path; raises `NotKnown`."""

    def everything(self) -> Value:
        """All attributes in one map; raises `NotKnown`."""


@dataclass(frozen=True, slots=True)
class ComputedValues:
    """The attributes that the properties of a resource determine."""

    values: Mapping[str, Value]
    """The values of the attributes by name."""
    complete: bool
    """Whether it has no other attributes but `show`."""

    def attribute(self, name: str, path: Sequence[Value]) -> Value:
        """An attribute, or its member at a path; raises `NotKnown`."""
        if name not in self.values:
            raise NotKnown
        return selected(self.values[name], path)

    def everything(self) -> Value:
        """All attributes but `show`; raises `NotKnown` when the properties do not determine all of them."""
        if not self.complete:
            raise NotKnown
        return {name: value for name, value in self.values.items() if name != "show"}


@dataclass(frozen=True, slots=True)
class NullValues:
    """The attributes of a resource that accepts any name, all of them null."""

    def attribute(self, _name: str, _path: Sequence[Value]) -> Value:
        """Always null."""
        return None

    def everything(self) -> Value:
        """Never known: Heat lists those that the rest of the stack happens to reference."""
        raise NotKnown


@dataclass(frozen=True)
class StackValues:
    """The values of a nested stack."""

    resolved: Mapping[str, Value] = field(default_factory=dict)
    """The values of the enabled outputs of its template, by name."""
    inside: Mapping[str, NestedValues] = field(default_factory=dict)
    """The values of its resources, by name."""

    @cached_property
    def outputs(self) -> Mapping[str, Value]:
        """The outputs as Heat stores them."""
        return {name: as_stored(value) for name, value in self.resolved.items()}

    def attribute(self, name: str, path: Sequence[Value]) -> Value:
        """An output, or an attribute of one of the stack's own resources (`resource.NAME.ATTRIBUTE`)."""
        if name in self.outputs:
            return selected(self.outputs[name], path)
        inner, attribute, rest = inner_path(name, path)
        if inner not in self.inside or attribute is None:
            raise NotKnown
        return self.inside[inner].attribute(attribute, rest)

    def everything(self) -> Value:
        """All outputs."""
        return dict(self.outputs)


@dataclass(frozen=True, slots=True)
class GroupValues:
    """The attributes of a group."""

    members: Mapping[str, NestedValues]
    """The members that were evaluated, by name."""
    names: Sequence[str] | None
    """All names of members in order; None when their number is unknown."""
    alike: bool
    """Whether every member equals the first one."""

    def member(self, name: str) -> NestedValues:
        """The attributes of a member."""
        found = self.members.get(name)
        if found is None and self.alike and self.members and self.names is not None and name in self.names:
            found = next(iter(self.members.values()))
        if found is None:
            raise NotKnown
        return found

    def each(self, path: Sequence[Value]) -> dict[str, Value]:
        """An attribute of every member by its name; those that are not known are `Unknown`."""
        if self.names is None or not path or len(self.names) > MOST_LISTED:
            raise NotKnown
        if not isinstance(path[0], str):
            raise NotKnown
        found: dict[str, Value] = {}
        if self.alike and self.names:
            return dict.fromkeys(self.names, self.member(self.names[0]).attribute(path[0], path[1:]))
        for name in self.names:
            try:
                found[name] = self.member(name).attribute(path[0], path[1:])
            except NotKnown:
                found[name] = Unknown()
        if self.names and all(isinstance(value, Unknown) for value in found.values()):
            raise NotKnown
        return found

    def everything(self) -> Value:
        """Never known: it has the ids of the members."""
        raise NotKnown

    def attribute(self, name: str, path: Sequence[Value]) -> Value:
        """An attribute of OS::Heat::ResourceGroup and ResourceChain: a list for any attribute of the members."""
        if name.startswith(_INSIDE):
            return self._of_one(name, path)
        if name in ("refs", "refs_map", "removed_rsrc_list", "show"):
            raise NotKnown
        if name == "attributes":
            return self.each(path)
        return list(self.each([name, *path]).values())

    def _of_one(self, name: str, path: Sequence[Value]) -> Value:
        inner, attribute, rest = inner_path(name, path)
        if attribute is None:
            raise NotKnown
        return self.member(inner).attribute(attribute, rest)


@dataclass(frozen=True, slots=True)
class ScalingValues(GroupValues):
    """The attributes of OS::Heat::AutoScalingGroup, whose members have unpredictable names."""

    def attribute(self, name: str, path: Sequence[Value]) -> Value:
        """The size, and attributes of the members."""
        if name == "current_size" and self.names is not None:
            return len(self.names)
        if name == "outputs_list" and path:
            return list(self.each(path).values())
        if name.startswith(_INSIDE):
            return self._of_one(name, path)
        raise NotKnown


def inner_path(name: str, path: Sequence[Value]) -> tuple[str, str | None, Sequence[Value]]:
    """The resource inside that `resource.NAME.ATTRIBUTE` means, the attribute, and the rest of the path."""
    if not name.startswith(_INSIDE):
        return "", None, path
    _, inner, *rest = name.split(".", 2)
    if rest:
        return inner, rest[0], path
    first = path[0] if path and isinstance(path[0], str) else None
    return inner, first, path[1:]


def selected(value: Value, path: Sequence[Value]) -> Value:
    """The member of a value at a path; null where there is none, as in Heat."""
    for key in path:
        if isinstance(value, Unknown) or value == MASK:
            return value
        try:
            if not isinstance(value, dict | list | str) or not isinstance(key, str | int):
                return None
            value = value[key]  # type: ignore[index]  # a key that does not fit raises TypeError
        except (KeyError, IndexError, TypeError):
            return None
    return value


def relabelled(value: Value, label: Callable[[], Unknown]) -> Value:
    """The value with every unknown part relabelled with the name that the caller uses."""
    if isinstance(value, Unknown):
        return label()
    if isinstance(value, list):
        return [relabelled(item, label) for item in value]
    if isinstance(value, dict):
        return {key: relabelled(item, label) for key, item in value.items()}
    return value
