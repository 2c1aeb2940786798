"""Texts for relations between properties: "either `a` or `b`, not both"."""

from collections.abc import Callable

from hotcore.catalogue.property_groups import Group, Path, Relation, VersionRule
from hotcore.runtime import dataclass
from hotcore.spelling import listed

Member = Path | Group


@dataclass(frozen=True, slots=True)
class Outline:
    """A relation as a tree, for a diagram of it."""

    kind: str
    """"property", or the requirement for the members: "all", "any", "one", "not-all", "none", "needs" (the first only
    with the second), or "versions"."""
    text: str = ""
    """The path of a property, or the client with its API versions."""
    members: tuple["Outline", ...] = ()
    """The parts of the relation."""


def words(group: Group) -> str:
    """The requirement of a group, as a phrase that follows "Give"."""
    if isinstance(group, VersionRule):
        return _version_words(group)
    if group.denied is not None:
        return _denied_words(group.denied)
    return _only_with(group) or _WORDS[group.operator](group)


def demand(group: Group) -> str:
    """The requirement as a sentence without its period: "Give either `a` or `b`, not both"."""
    text = words(group)
    return f"Do not give {text.removeprefix('not ')}" if text.startswith("not ") else f"Give {text}"


def without(group: Group, left_out: Callable[[Path], bool]) -> Group | None:
    """The group without some paths; None when too little is left for a relation."""
    if isinstance(group, VersionRule):
        members = tuple(path for path in group.members if not left_out(path))
        return VersionRule(group.client_plugin, group.versions, members) if members else None
    if not group.members:
        return group
    kept = tuple(
        part
        for member in group.members
        if (part := (None if left_out(member) else member) if isinstance(member, Path) else without(member, left_out))
    )
    least = 1 if len(group.members) == 1 else 2
    return Relation(group.operator, kept) if len(kept) >= least else None


def _version_words(rule: VersionRule) -> str:
    properties = listed([str(path) for path in rule.members])
    versions = listed([str(version) for version in rule.versions], "or")
    return f"{properties} only with version {versions} of {rule.client_plugin}"


def _denied_words(member: Member) -> str:
    if isinstance(member, Relation) and member.denied is None:
        inner = [_inner(part) for part in member.members]
        if member.operator == "AND" and len(inner) > 1:
            return f"not both {inner[0]} and {inner[1]}" if len(inner) == 2 else f"not all of {listed(inner)}"
        if member.operator == "OR" and inner:
            return f"none of {listed(inner)}"
    return f"no {_inner(member)}"


def _needs(group: Relation) -> tuple[Path, list[Member]] | None:
    """`a` and the members of which it needs one, for a group "`b`, or no `a`"."""
    if group.operator != "OR":
        return None
    denied = [part.denied for part in group.members if isinstance(part, Relation) and part.denied is not None]
    others = [part for part in group.members if not isinstance(part, Relation) or part.denied is None]
    if len(denied) != 1 or not others or not isinstance(denied[0], Path):
        return None
    return denied[0], others


def _only_with(group: Relation) -> str | None:
    needs = _needs(group)
    return needs and f"{needs[0]} only with {listed([_inner(part) for part in needs[1]], 'or')}"


def outline(member: Member) -> Outline:
    """A relation as a tree."""
    if isinstance(member, Path):
        return Outline("property", ".".join(member.names))
    members = tuple(outline(part) for part in member.members)
    if isinstance(member, VersionRule):
        versions = listed([str(version) for version in member.versions], "or")
        return Outline("versions", f"{member.client_plugin} {versions}", members)
    if member.denied is not None:
        return _denied_outline(member.denied)
    if needs := _needs(member):
        others = tuple(outline(part) for part in needs[1])
        return Outline("needs", "", (outline(needs[0]), others[0] if len(others) == 1 else Outline("any", "", others)))
    return Outline({"AND": "all", "OR": "any", "XOR": "one"}[member.operator], "", members)


def _denied_outline(member: Member) -> Outline:
    inner = outline(member)
    if inner.kind == "all" and len(inner.members) > 1:
        return Outline("not-all", "", inner.members)
    return Outline("none", "", inner.members if inner.kind == "any" else (inner,))


def _all(group: Relation) -> str:
    inner = [_inner(member) for member in group.members]
    return f"both {inner[0]} and {inner[1]}" if len(inner) == 2 else _one_or("all of", inner)


def _any(group: Relation) -> str:
    inner = [_inner(member) for member in group.members]
    if all(isinstance(member, Path) for member in group.members):
        return _one_or("at least one of", inner)
    return ", or ".join(inner)


def _one(group: Relation) -> str:
    inner = [_inner(member) for member in group.members]
    if len(inner) == 2:
        comma = "" if all(isinstance(member, Path) for member in group.members) else ","
        return f"either {inner[0]}{comma} or {inner[1]}, not both"
    return _one_or("exactly one of", inner)


def _one_or(what: str, inner: list[str]) -> str:
    return inner[0] if len(inner) == 1 else f"{what} {listed(inner)}"


_WORDS: dict[str, Callable[[Relation], str]] = {"AND": _all, "OR": _any, "XOR": _one}


def _inner(member: Member) -> str:
    """The text of a member inside a relation."""
    if isinstance(member, Path):
        return str(member)
    if isinstance(member, Relation) and member.denied is None and member.operator != "XOR":
        simple = all(isinstance(part, Path) for part in member.members)
        if simple and member.members:
            return listed([_inner(part) for part in member.members], "and" if member.operator == "AND" else "or")
    return words(member)
