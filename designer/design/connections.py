"""Candidates for connections in a text that is being edited, and the properties that make them."""

from collections.abc import Sequence
from typing import Any, cast, get_args

from django.utils.translation import ngettext

from designer.content import analysis
from designer.content.content import Content
from designer.design.palette import use_rank
from designer.site.icons import type_icon
from hotcore import assist, edits
from hotcore.catalogue import catalogue_in_use


def links(content: Content, source: str, target: str) -> list[dict[str, Any]]:
    """Return the properties of one resource that can reference another, as JSON-ready data."""
    template = analysis.document(content).template
    found = assist.reference_properties(template, source, target, catalogue_in_use()) if template else ()
    return [
        {
            "path": one.path,
            "where": one.where,
            "about": one.description,
            "now": one.now,
            "attribute": one.attribute,
        }
        for one in found
    ]


def neighbours(content: Content, name: str, side: str) -> dict[str, Any] | None:
    """Return what can be connected on one side of a resource; None if there is no such side.

    What the resource needs comes first, then the most used types.
    """
    if side not in get_args(assist.Side):
        return None
    template = analysis.document(content).template
    found = assist.neighbours(template, name, cast(assist.Side, side), catalogue_in_use()) if template else ()
    resource = template.resources.get(name) if template else None
    joined = [
        {
            "type": one.type,
            "name": one.name,
            "icon": type_icon(one.type),
            "path": one.path,
            "where": one.where,
            "attribute": one.attribute,
            "isWriter": one.is_writer,
        }
        for one in sorted(found, key=_order)
    ]
    return {"neighbours": joined, "patterns": _patterns_of(resource.type) if resource else []}


def _order(one: assist.Neighbour) -> tuple[bool, bool, int]:
    is_needed = one.required and not one.is_writer
    return bool(one.name), not is_needed, use_rank(one.type)


def _patterns_of(resource_type: str) -> list[dict[str, Any]]:
    """Return the patterns that use a resource of a type."""
    return [
        {
            "pattern": one.name,
            "type": one.title,
            "icon": type_icon(one.main_type),
            "where": ngettext("%(count)d resource", "%(count)d resources", one.resource_count)
            % {"count": one.resource_count},
        }
        for one in edits.patterns().values()
        if one.takes(resource_type)
    ]


def homes(content: Content, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the places where all of the resources can live, with the edits that move them there."""
    template = analysis.document(content).template
    found = [edits.homes(template, name, catalogue_in_use()) for name in names] if template else []
    if not found or not all(found):
        return []
    together = [[home for own in found for home in own if home.name == one.name] for one in found[0]]
    return [
        {
            "name": each[0].name,
            "kind": each[0].kind,
            "isHere": all(home.is_here for home in each),
            "edits": [
                {"resource": one.resource, "where": one.where, "removes": one.value is None}
                for home in each
                for one in home.edits
            ],
        }
        for each in together
        if len(each) == len(names)
    ]


def between(content: Content, source: str, target: str) -> list[dict[str, Any]]:
    """Return the types that can be inserted into a reference, the most used ones first."""
    template = analysis.document(content).template
    found = assist.between(template, source, target, catalogue_in_use()) if template else ()
    return [
        {
            "type": one.type,
            "name": "",
            "icon": type_icon(one.type),
            "path": one.path,
            "where": edits.dotted(one.path),
            "attribute": one.attribute,
            "inner": {"path": one.inner_path, "attribute": one.inner_attribute},
            "replaced": one.replaced,
        }
        for one in sorted(found, key=lambda one: use_rank(one.type))
    ]
