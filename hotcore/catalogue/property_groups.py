"""Relations between the properties of a resource type (Heat specification "Properties Group").

A resource type declares a list of groups.  A group is a map with one key: `AND`, `OR` or `XOR` with a list of
property paths and further groups, or `API_VERSIONS` with the version of a client plug-in.  A path is a list of
names: `["fixed_ips", "subnet"]`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hotcore.runtime import dataclass
from hotcore.values import Unknown, Value, kind_of

API_VERSIONS = "API_VERSIONS"
_API_KEYS = ("client_plugin", "versions", "properties")

DEEPEST = 100
"""Nesting levels of groups; nobody can read a deeper relation."""

Versions = Mapping[str, Any]
"""The configured API version by client plug-in; the version of a missing plug-in is unknown."""


class BadGroup(Exception):
    """An invalid declaration; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Path:
    """The path of a property."""

    names: tuple[str, ...]
    """The name of a property of the resource, and the names of the keys below it."""

    def given(self, properties: Value, _versions: Versions) -> bool:
        """Whether the property is set to something other than null; an unknown value counts as given."""
        return _is_given(properties, self.names)

    def __str__(self) -> str:
        return f"`{'.'.join(self.names)}`"

    def paths(self) -> Iterator["Path"]:
        """The paths in it: just this one."""
        yield self


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation: all, at least one or exactly one of the members must be given."""

    operator: str
    members: tuple["Path | Relation | VersionRule", ...]

    def given(self, properties: Value, versions: Versions) -> bool:
        """Whether the relation holds, and so counts as given inside another one."""
        given = 0
        for member in self.members:
            if member.given(properties, versions):
                given += 1
        return self.holds(given)

    def holds(self, given: int) -> bool:
        """Whether the relation holds when that many of its members are given."""
        return _HOLDS[self.operator](given, len(self.members))

    @property
    def denied(self) -> "Path | Relation | VersionRule | None":
        """The member that must not be given, when the relation is a negation.

        `{XOR: [x, {AND: []}]}` is one: the empty `AND` always holds, so `x` cannot be given.
        """
        if self.operator != "XOR" or len(self.members) != 2 or _ALWAYS not in self.members:
            return None
        return next((member for member in self.members if member != _ALWAYS), None)

    def paths(self) -> Iterator[Path]:
        """All paths in it, in the order of the declaration."""
        for member in self.members:
            yield from member.paths()


@dataclass(frozen=True, slots=True)
class VersionRule:
    """Properties that may only be given with certain API versions of a client plug-in."""

    client_plugin: str
    """The name of the client plug-in of Heat."""
    versions: tuple[str | int | float, ...]
    """The API versions with which the properties may be given."""
    members: tuple[Path, ...]
    """The paths of the properties."""

    def given(self, properties: Value, versions: Versions) -> bool:
        """Whether the rule holds: the version fits or is unknown, or none of the properties is given."""
        return self.allows(versions) or not any(member.given(properties, versions) for member in self.members)

    def allows(self, versions: Versions) -> bool:
        """Whether the properties may be given: the version fits or is unknown."""
        version = versions.get(self.client_plugin)
        return version is None or any(known == version or str(known) == str(version) for known in self.versions)

    def paths(self) -> Iterator[Path]:
        """All paths in it."""
        return iter(self.members)


_ALWAYS = Relation("AND", ())

Group = Relation | VersionRule


_HOLDS: Mapping[str, Callable[[int, int], bool]] = {
    "AND": lambda given, count: given == count,
    "OR": lambda given, _count: given > 0,
    "XOR": lambda given, _count: given == 1,
}
"""The predicates of operators, over the number of given members and the number of all members."""

OPERATORS = tuple(_HOLDS)


def read_groups(declared: Any, schemas: Mapping[str, Any] | None = None) -> tuple[Group, ...]:
    """The groups of a resource type; `schemas` are its property schemas as the catalogue has them.

    Raises `BadGroup` for an invalid declaration, and for a path that is not in the schemas.
    """
    if declared is None:
        return ()
    if not isinstance(declared, list):
        raise BadGroup(f"Properties groups must be a list, not {kind_of(declared)}.")
    return tuple(_read_group(group, schemas, DEEPEST) for group in declared)


def _read_group(declared: Any, schemas: Mapping[str, Any] | None, deeper: int) -> Group:
    if not deeper:
        raise BadGroup(f"Properties groups are nested more than {DEEPEST} levels deep.")
    if not isinstance(declared, dict):
        raise BadGroup(f"A properties group must be a map, not {kind_of(declared)}.")
    if len(declared) != 1:
        raise BadGroup(f"A properties group must have one key, an operator, but has {len(declared)}.")
    ((operator, members),) = declared.items()
    if operator == API_VERSIONS:
        return _read_version_rule(members, schemas)
    if operator not in OPERATORS:
        known = ", ".join([*OPERATORS, API_VERSIONS])
        raise BadGroup(f"There is no operator `{operator}`; the operators are {known}.")
    if not isinstance(members, list):
        raise BadGroup(f"`{operator}` takes a list, not {kind_of(members)}.")
    return Relation(operator, tuple(_read_member(member, schemas, deeper - 1) for member in members))


def _read_member(declared: Any, schemas: Mapping[str, Any] | None, deeper: int) -> "Path | Group":
    if isinstance(declared, dict):
        return _read_group(declared, schemas, deeper)
    return _read_path(declared, schemas)


def _read_path(declared: Any, schemas: Mapping[str, Any] | None) -> Path:
    if not isinstance(declared, list) or not declared or not all(isinstance(name, str) for name in declared):
        raise BadGroup("A member of a properties group must be a path (a list of names) or a properties group.")
    path = Path(tuple(declared))
    if schemas is not None and not _is_known(schemas, path.names):
        raise BadGroup(f"The resource type has no property {path}.")
    return path


def _read_version_rule(declared: Any, schemas: Mapping[str, Any] | None) -> VersionRule:
    if not isinstance(declared, dict) or set(declared) != set(_API_KEYS):
        raise BadGroup(f"`{API_VERSIONS}` takes a map with `client_plugin`, `versions` and `properties`.")
    client_plugin, versions, members = (declared[key] for key in _API_KEYS)
    if not isinstance(client_plugin, str):
        raise BadGroup(f"`client_plugin` must be the name of a client plug-in, not {kind_of(client_plugin)}.")
    for key, value in (("versions", versions), ("properties", members)):
        if not isinstance(value, list):
            raise BadGroup(f"`{key}` of `{API_VERSIONS}` must be a list, not {kind_of(value)}.")
    for version in versions:
        if isinstance(version, bool) or not isinstance(version, str | int | float):
            raise BadGroup(f"A version must be a string or a number, not {kind_of(version)}.")
    paths = tuple(_read_path(member, schemas) for member in members)
    return VersionRule(client_plugin, tuple(versions), paths)


def _is_known(schemas: Mapping[str, Any], names: tuple[str, ...]) -> bool:
    """Whether property schemas have the path, which skips the levels of list items."""
    schema: Any = {"type": "map", "keys": schemas}
    for name in names:
        if not isinstance(schema, Mapping):
            return True
        while schema.get("type") == "list" and "items" in schema:
            schema = schema["items"]
        if "keys" in schema:
            if name not in schema["keys"]:
                return False
            schema = schema["keys"][name]
        else:
            return schema.get("type") in ("map", "list", "any")
    return True


def _is_given(value: Value, names: tuple[str, ...]) -> bool:
    for position, name in enumerate(names):
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list):
            below = names[position:]
            return any(_is_given(item, below) for item in value)
        else:
            return isinstance(value, Unknown)
    return value is not None


def outcomes(member: "Path | Group", given: Callable[[Path], frozenset[bool]], versions: Versions) -> frozenset[bool]:
    """The possible outcomes of whether a member counts as given, when that is uncertain for some paths; `given` has the
    possible outcomes for each path."""
    if isinstance(member, Path):
        return given(member)
    inner = [outcomes(part, given, versions) for part in member.members]
    least = sum(False not in outcome for outcome in inner)
    most = sum(True in outcome for outcome in inner)
    if isinstance(member, Relation):
        return frozenset(member.holds(count) for count in range(least, most + 1))
    if member.allows(versions):
        return frozenset({True})
    return frozenset(count == 0 for count in range(least, most + 1))


def lacking(member: "Path | Group", given: Callable[[Path], frozenset[bool]], versions: Versions) -> Iterator[Path]:
    """The missing paths, of which a member that does not hold needs one or all."""
    if True in outcomes(member, given, versions):
        return
    if isinstance(member, Path):
        yield member
    elif isinstance(member, Relation) and member.denied is None:
        too_many = member.operator == "XOR" and any(True in outcomes(part, given, versions) for part in member.members)
        for part in () if too_many else member.members:
            yield from lacking(part, given, versions)
