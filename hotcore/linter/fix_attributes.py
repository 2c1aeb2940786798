"""The quick fix that reads the successor of a deprecated attribute."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hotcore.catalogue import Catalogue, ResourceType, catalogue_in_use
from hotcore.diagnostics import Applicability, Diagnostic, Fix
from hotcore.source import Span
from hotcore.syntax import Scalar, Sequence, at_path
from hotcore.template import Occurrence, Template, occurrences

_CODE = "deprecated-attribute"
_READER, _REFERENCE = "get_attr", "get_resource"


def with_successors(
    template: Template | None, found: Iterable[Diagnostic], catalogue: Catalogue | None = None
) -> tuple[Diagnostic, ...]:
    """The diagnostics, those of deprecated attributes with a fix where the catalogue names a single successor."""
    diagnostics = tuple(found)
    wanted = {each.span for each in diagnostics if each.code == _CODE and each.file is None and each.span}
    if template is None or not wanted:
        return diagnostics
    fixes = dict(_fixes(template, wanted, catalogue or catalogue_in_use()))
    return tuple(
        replace(each, fix=fixes[each.span]) if each.code == _CODE and each.file is None and each.span in fixes else each
        for each in diagnostics
    )


def _fixes(template: Template, wanted: set[Span], catalogue: Catalogue) -> Iterator[tuple[Span, Fix]]:
    """The fixes by the places of the attributes."""
    for use in occurrences(template.root):
        argument = at_path(template.root, (*use.call, use.by)) if use.call and use.by == _READER else None
        resource = template.resources.get(use.name)
        if resource is None or not isinstance(argument, Sequence) or len(argument.items) < 2:
            continue
        attribute, kind = argument.items[1], catalogue.find(resource.type)
        if kind is not None and isinstance(attribute, Scalar) and attribute.span in wanted:
            fix = _fix(use, str(attribute.value), len(argument.items), kind)
            if fix is not None:
                yield attribute.span, fix


def _fix(use: Occurrence, name: str, arguments: int, kind: ResourceType) -> Fix | None:
    """The fix of one use, whose call has so many arguments; None if the successor has another kind of value.

    An attribute with another type is only suggested.
    """
    assert use.call is not None
    schema = kind.attributes.get(name)
    if schema is None or len(schema.replaced_by) != 1:
        return None
    (new,) = schema.replaced_by
    if new == _REFERENCE and arguments == 2:
        reference = {"path": list(use.call), "value": {_REFERENCE: use.name}}
        return Fix(f"Write `{_REFERENCE}: {use.name}`", "set", reference, Applicability.SAFE)
    other = kind.attributes.get(new)
    if other is None or schema.type is None or other.type is None:
        return None
    applicability = Applicability.SAFE if schema.type == other.type else Applicability.SUGGESTED
    return Fix(f"Write `{new}`", "set", {"path": [*use.call, _READER, 1], "value": new}, applicability)
