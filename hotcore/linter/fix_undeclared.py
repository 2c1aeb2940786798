"""The quick fix that declares a parameter that is read and not declared."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hotcore.catalogue import Catalogue, catalogue_in_use
from hotcore.diagnostics import Diagnostic, Fix
from hotcore.linter.registry import fix
from hotcore.runtime import LazyModule
from hotcore.template import Template, occurrences

if TYPE_CHECKING:
    from hotcore import edits
else:
    edits = LazyModule("hotcore.edits")

_CODE = "unknown-parameter"


def with_declarations(
    template: Template | None, found: Iterable[Diagnostic], catalogue: Catalogue | None = None
) -> tuple[Diagnostic, ...]:
    """The diagnostics, those of unknown parameters with a fix that declares them as their uses require."""
    diagnostics = tuple(found)
    unknown = {each.span for each in diagnostics if each.code == _CODE and each.file is None and each.span}
    if template is None or not unknown:
        return diagnostics
    names = {
        use.node.span: use.name
        for use in occurrences(template.root)
        if use.kind == "parameters" and use.node.span in unknown and _can_be_declared(template, use.name)
    }
    bodies = edits.undeclared_parameters(template, set(names.values()), catalogue or catalogue_in_use())
    return tuple(
        replace(each, fix=_declaring(names[each.span], bodies[names[each.span]]))
        if each.code == _CODE and each.file is None and each.span in names
        else each
        for each in diagnostics
    )


def _can_be_declared(template: Template, name: str) -> bool:
    """Whether the name is one for a parameter, and not that of a resource, or the path to a member of a value."""
    return (
        bool(name)
        and name.isprintable()
        and name == name.strip()
        and name not in template.resources
        and name.partition(".")[0] not in template.parameters
    )


def _declaring(name: str, body: dict[str, Any]) -> Fix:
    return fix(f"Declare the parameter `{name}`", "add", section="parameters", name=name, body=body)
