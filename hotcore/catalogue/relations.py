"""The relations between the properties of a resource type, and which of them hold.

Whether they hold depends on nothing but which of their paths are given, and on whether the API versions fit.  Most
resources of a type give the same properties, so the answers are remembered.
"""

from collections.abc import Iterator, Sequence
from dataclasses import field

from hotcore.catalogue.property_groups import Group, Path, Relation, VersionRule, Versions, outcomes
from hotcore.runtime import dataclass
from hotcore.values import Unknown, Value

_MOST = 1000
"""Combinations of given paths whose answers a type remembers; resources of real templates give some dozens."""

_YES, _NO = frozenset({True}), frozenset({False})


@dataclass(frozen=True, slots=True)
class StatedGroup:
    """A relation between properties, with its source."""

    group: Group
    """The relation."""
    stated: str | None = None
    """The plug-in method of Heat that enforces it; None where that is not recorded."""


@dataclass(slots=True)
class _Level:
    """A name in paths: the bit of the path that ends at it, the levels below, and the bits of all paths there."""

    bit: int = 0
    bits: int = 0
    below: "dict[str, _Level]" = field(default_factory=dict)

    def given(self, value: Value) -> int:
        """The bits of the paths below a value that are given; of an unknown value, of all that may be in it."""
        found = 0
        if isinstance(value, dict):
            for name, level in self.below.items():
                inner = value.get(name)
                if inner is not None:
                    found |= level.bit
                    if level.bits:
                        found |= level.given(inner)
        elif isinstance(value, list):
            for item in value:
                found |= self.given(item)
        elif isinstance(value, Unknown):
            found = self.bits
        return found


class Relations:
    """The relations of a resource type."""

    def __init__(self, stated: Sequence[StatedGroup]) -> None:
        self._stated = stated
        self._bits: dict[Path, int] = {}
        self._root = _Level()
        for path in dict.fromkeys(path for each in stated for path in each.group.paths()):
            self._bits[path] = bit = 1 << len(self._bits)
            level = self._root
            for name in path.names:
                level.bits |= bit
                level = level.below.setdefault(name, _Level())
            level.bit = bit
        self._rules = [rule for each in stated for rule in _version_rules(each.group)]
        self._broken: dict[tuple[object, ...], tuple[StatedGroup, ...]] = {}

    def broken(self, properties: Value, versions: Versions) -> tuple[StatedGroup, ...]:
        """The relations that do not hold, in the order of the declaration, where unknown values count as given."""
        given = self._root.given(properties)
        key = given, *(rule.allows(versions) for rule in self._rules)
        found = self._broken.get(key)
        if found is None:
            found = tuple(each for each in self._stated if not self._holds(each.group, given, versions))
            if len(self._broken) >= _MOST:
                self._broken.clear()
            self._broken[key] = found
        return found

    def _holds(self, group: Group, given: int, versions: Versions) -> bool:
        return True in outcomes(group, lambda path: _YES if self._bits[path] & given else _NO, versions)


def _version_rules(group: Path | Group) -> Iterator[VersionRule]:
    if isinstance(group, VersionRule):
        yield group
    elif isinstance(group, Relation):
        for member in group.members:
            yield from _version_rules(member)
