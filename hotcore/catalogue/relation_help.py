"""Presentation of the relations between the properties of a resource type."""

from collections.abc import Mapping

from hotcore.catalogue.property_group_text import Outline, demand, outline, without
from hotcore.catalogue.property_groups import Path
from hotcore.catalogue.schema import PropertySchema, ResourceType
from hotcore.runtime import dataclass


@dataclass(frozen=True, slots=True)
class ShownRelation:
    """A relation between properties for a reader."""

    sentence: str
    """The relation as a sentence."""
    outline: Outline
    """The relation as a tree."""
    stated: str | None
    """The code of Heat that checks it; None if that is not known."""
    is_old: bool
    """Whether it only concerns names that are kept for old templates."""


def property_at(schemas: Mapping[str, PropertySchema], path: Path) -> PropertySchema | None:
    """The schema of the property at a path, which skips the levels of list items."""
    found, below = None, schemas
    for name in path.names:
        found = inner = below.get(name)
        while inner is not None and inner.items is not None:
            inner = inner.items
        below = inner.keys or {} if inner is not None else {}
    return found


def is_hidden(schemas: Mapping[str, PropertySchema], path: Path) -> bool:
    """Whether a property exists for old templates only."""
    found = property_at(schemas, path)
    return found is not None and found.support.status == "HIDDEN"


def shown_relations(kind: ResourceType) -> tuple[ShownRelation, ...]:
    """The relations of a type, without hidden properties."""
    shown = []
    for each in kind.properties_groups:
        current = without(each.group, lambda path: is_hidden(kind.properties, path))
        group = current or each.group
        shown.append(ShownRelation(f"{demand(group)}.", outline(group), each.stated, current is None))
    return tuple(shown)
