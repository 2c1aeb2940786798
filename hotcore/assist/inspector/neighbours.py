"""Candidates for a connection to a resource: types of new resources and existing ones, each with the property."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from hotcore.assist.inspector.links import taking_properties, text_at
from hotcore.catalogue import Catalogue, Owner, role_of
from hotcore.edits import ITEM
from hotcore.function_registry import function_names
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node
from hotcore.syntax import Sequence as SequenceNode
from hotcore.template import Resource, Template, occurrences

Side = Literal["uses", "used", "holds"]
"""The sides of a resource: what it uses, what uses it, and what belongs to it as a row of its card on the map."""

_MOST_CATALOGUES = 4


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A resource that can be joined to another one: a new one of a type, or the one with this `name`.

    `path` is the property that will refer, where `-` is a new item of a list; `is_writer` says that it is a property of
    the neighbour, and not of the resource that it is joined to. `attribute` is what the property takes, empty for the
    resource itself.
    """

    type: str
    path: tuple[str, ...]
    is_writer: bool
    required: bool
    attribute: str = ""
    name: str = ""

    @property
    def where(self) -> str:
        """The property in dotted notation: `networks.network`."""
        return ".".join(part for part in self.path if part != ITEM)


def neighbours(template: Template, name: str, side: Side, catalogue: Catalogue) -> tuple[Neighbour, ...]:
    """What can be joined to a resource on one side; nothing for a resource or type that is not known.

    New ones come first, those with a required property before the others; then the resources of the template.
    """
    resource = template.resources.get(name)
    known = catalogue.find(resource.type) if resource else None
    if resource is None or known is None:
        return ()
    found = sorted(_SIDES[side](resource, known.name, catalogue), key=lambda one: not one.required)
    first: dict[str, Neighbour] = {}
    for one in found:
        if _is_offered(one.type, catalogue):
            first.setdefault(one.type, one)
    return (*first.values(), *_present(template, resource, found, catalogue))


def _uses(resource: Resource, name: str, catalogue: Catalogue) -> Iterator[Neighbour]:
    """What the properties of a resource can refer to, where nothing is set yet."""
    for path, schema, types in taking_properties(name, catalogue):
        if _is_free(resource, path, catalogue):
            for type_, attribute in types.items():
                yield Neighbour(type_, path, False, schema.required, attribute)


def _used(_resource: Resource, name: str, catalogue: Catalogue) -> Iterator[Neighbour]:
    """What can refer to a resource and is not a part of it."""
    referring = _referring(catalogue).get(name, ())
    parts = {one.type for one in referring if _is_part(one, catalogue)}
    return (one for one in referring if one.type not in parts)


def _holds(resource: Resource, name: str, catalogue: Catalogue) -> Iterator[Neighbour]:
    """What a map draws inside a resource: it names the resource, or is named by it."""
    yield from (one for one in _referring(catalogue).get(name, ()) if _is_part(one, catalogue))
    for one in _uses(resource, name, catalogue):
        if any(owner.used_by == name and _names(owner, one) for owner in role_of(one.type, catalogue).owners):
            yield one


_SIDES = {"uses": _uses, "used": _used, "holds": _holds}


def _is_part(one: Neighbour, catalogue: Catalogue) -> bool:
    return any(owner.used_by is None and _names(owner, one) for owner in role_of(one.type, catalogue).owners)


def _names(owner: Owner, one: Neighbour) -> bool:
    """Whether a row finds its card by the property of a neighbour."""
    wanted = tuple(owner.property.replace("*", ITEM).split("."))
    return one.path in (wanted, (*wanted, ITEM))


def _is_free(resource: Resource, path: tuple[str, ...], catalogue: Catalogue) -> bool:
    """Whether nothing is set at a path, and no property that excludes it is."""
    known = catalogue.find(resource.type)
    others = (other for pair in (known.exclusive if known else ()) if path[0] in pair for other in pair)
    if text_at(resource, path) or any(text_at(resource, (one,)) for one in others if one != path[0]):
        return False
    node: Node | None = resource.field("properties")
    for key in path:
        if isinstance(node, MappingNode) and node.sole_key in function_names():
            return False  # the result of a function cannot take entries
        if key == ITEM:
            return node is None or isinstance(node, SequenceNode)
        if node is not None and not isinstance(node, MappingNode):
            return False
        node = node.members.get(key) if node is not None else None
    return True


@lru_cache(maxsize=_MOST_CATALOGUES)
def _referring(catalogue: Catalogue) -> Mapping[str, list[Neighbour]]:
    """What can refer to each type."""
    found: dict[str, list[Neighbour]] = {}
    for name in catalogue.type_names:
        for path, schema, types in taking_properties(name, catalogue):
            for type_, attribute in types.items():
                found.setdefault(type_, []).append(Neighbour(name, path, True, schema.required, attribute))
    return found


def _is_offered(name: str, catalogue: Catalogue) -> bool:
    known = catalogue.find(name)
    return known is not None and known.support.status == "SUPPORTED" and name.startswith("OS::")


def _present(
    template: Template, resource: Resource, candidates: Sequence[Neighbour], catalogue: Catalogue
) -> Iterator[Neighbour]:
    """The resources of the template that fit and are not joined yet."""
    by_type: dict[str, list[Neighbour]] = {}
    for one in candidates:
        by_type.setdefault(one.type, []).append(one)
    pairs = {
        (str(use.path[1]), use.name)
        for use in occurrences(template.root)
        if use.kind == "resources" and use.path[0] == "resources"
    }
    for name, other in template.resources.items():
        known = catalogue.find(other.type)
        fitting = by_type.get(known.name, ()) if known else ()
        free = [
            one
            for one in fitting
            if ((name, resource.name) if one.is_writer else (resource.name, name)) not in pairs
            and (not one.is_writer or _is_free(other, one.path, catalogue))
        ]
        if free and name != resource.name:
            yield replace(free[0], name=name)
