"""What a page about a resource type shows of the relations between its properties."""

from collections.abc import Mapping
from dataclasses import dataclass

from hotcore.catalogue.property_group_text import Outline, demand, outline, without
from hotcore.catalogue.property_groups import Path
from hotcore.catalogue.schema import PropertySchema, ResourceType


@dataclass(frozen=True, slots=True)
class ShownRelation:
    """A relation in words and as a tree, and where Heat states it.

    `is_old` tells that it says something only of names that are kept for old templates.
    """

    sentence: str
    outline: Outline
    stated: str | None
    is_old: bool


def property_at(schemas: Mapping[str, PropertySchema], path: Path) -> PropertySchema | None:
    """The schema of a property by its path; items of lists are passed through."""
    found, below = None, schemas
    for name in path.names:
        found = inner = below.get(name)
        while inner is not None and inner.items is not None:
            inner = inner.items
        below = inner.keys or {} if inner is not None else {}
    return found


def is_hidden(schemas: Mapping[str, PropertySchema], path: Path) -> bool:
    """Whether a property is there for old templates only."""
    found = property_at(schemas, path)
    return found is not None and found.support.status == "HIDDEN"


def shown_relations(kind: ResourceType) -> tuple[ShownRelation, ...]:
    """The relations of a type, without the names that nobody should use any more."""
    shown = []
    for each in kind.properties_groups:
        current = without(each.group, lambda path: is_hidden(kind.properties, path))
        group = current or each.group
        shown.append(ShownRelation(f"{demand(group)}.", outline(group), each.stated, current is None))
    return tuple(shown)
