"""Candidates for a connection to a resource: types of new resources and existing ones, each with the property."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from hotcore.assist.addresses import Keys, address_of
from hotcore.assist.links import (
    address_properties,
    fitting_types,
    owners_of,
    taking_properties,
    taking_properties_of,
    text_at,
)
from hotcore.catalogue import Catalogue, Owner, ResourceType, role_of
from hotcore.edits import ITEM, dotted
from hotcore.function_registry import function_names
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node
from hotcore.syntax import Sequence as SequenceNode
from hotcore.template import Resource, Template, occurrences

Side = Literal["uses", "used", "holds"]
"""The sides of a resource: what it uses, what uses it, and what belongs to it as a row of its card on the map."""

_MOST_CATALOGUES = 4


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A resource that can be joined to another one."""

    type: str
    """Its type."""
    path: tuple[str, ...]
    """The property that will refer, where `-` is a new item of a list."""
    is_writer: bool
    """Whether that is a property of the neighbour, and not of the resource that it is joined to."""
    required: bool
    """Whether the property has to be given."""
    attribute: str | Keys = ""
    """The attribute that it takes, with keys into its value if it needs any; empty for the resource itself."""
    name: str = ""
    """The name of an existing resource; empty for a new one."""

    @property
    def where(self) -> str:
        """The property in dotted notation: `networks.network`."""
        return dotted(self.path)


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
    present = {one.name: one for one in _by_address(template, resource, side, catalogue)}
    present.update((one.name, one) for one in _present(template, resource, found, catalogue))
    return (*first.values(), *(present[each] for each in template.resources if each in present))


def _uses(resource: Resource, _name: str, catalogue: Catalogue) -> Iterator[Neighbour]:
    """What the properties of a resource, or of a group's members, can refer to, where nothing is set yet."""
    for one in taking_properties_of(resource, catalogue):
        if _is_free(resource, one.path, one.owner, one.prefix):
            for type_, attribute in fitting_types(one, catalogue):
                yield Neighbour(type_, one.path, False, one.schema.required, attribute)


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


def _is_free(resource: Resource, path: tuple[str, ...], owner: ResourceType, prefix: tuple[str, ...]) -> bool:
    """Whether nothing is set at a path, and no property that excludes it is; they belong to a type below the prefix."""
    first = path[len(prefix)]
    others = (other for pair in owner.exclusive if first in pair for other in pair if other != first)
    if text_at(resource, path) or any(text_at(resource, (*prefix, one)) for one in others):
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
        known = catalogue.find(name)
        for one in taking_properties(known, catalogue) if known is not None else ():
            for type_, attribute in one.types.items():
                found.setdefault(type_, []).append(Neighbour(name, one.path, True, one.schema.required, attribute))
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
    pairs = _pairs(template)
    for name, other in template.resources.items():
        fitting = (
            replace(one, name=name, path=(*prefix, *one.path))
            for prefix, owner in owners_of(other, catalogue)
            for one in by_type.get(owner.name, ())
            if (_is_free(other, (*prefix, *one.path), owner, prefix) if one.is_writer else not prefix)
        )
        joined = {True: (name, resource.name) in pairs, False: (resource.name, name) in pairs}
        free = next((one for one in fitting if not joined[one.is_writer]), None)
        if free is not None and name != resource.name:
            yield free


def _by_address(template: Template, resource: Resource, side: Side, catalogue: Catalogue) -> Iterator[Neighbour]:
    """The resources of the template whose address one needs, or that need its address, and are not joined yet."""
    if side == "holds":
        return
    pairs, is_writer = _pairs(template), side == "used"
    for name, other in template.resources.items():
        source, target = (other, resource) if is_writer else (resource, other)
        if source is target or (source.name, target.name) in pairs:
            continue
        for one in address_properties(source, address_of(template, target), catalogue):
            if one.required and not one.now:
                yield Neighbour(other.type, one.path, is_writer, True, one.attribute, name)


def _pairs(template: Template) -> set[tuple[str, str]]:
    """The resources that refer to another, each with that one."""
    return {
        (str(use.path[1]), use.name)
        for use in occurrences(template.root)
        if use.kind == "resources" and use.path[0] == "resources"
    }
