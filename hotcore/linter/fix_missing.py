"""The quick fix that reads missing properties from parameters, which it declares."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hotcore.catalogue import Catalogue, catalogue_in_use
from hotcore.diagnostics import Diagnostic, Fix
from hotcore.linter.registry import fix
from hotcore.linter.secret_names import is_secret
from hotcore.runtime import LazyModule
from hotcore.spelling import listed
from hotcore.template import PSEUDO_PARAMETERS, Template

if TYPE_CHECKING:
    from hotcore import edits
else:
    edits = LazyModule("hotcore.edits")

_CODE = "missing-property"


def with_missing_properties(
    template: Template | None, found: Iterable[Diagnostic], catalogue: Catalogue | None = None
) -> tuple[Diagnostic, ...]:
    """The diagnostics, those of missing properties with a fix that makes parameters of them."""
    diagnostics = tuple(found)
    if template is None:
        return diagnostics
    known = catalogue or catalogue_in_use()
    return tuple(
        replace(each, fix=_reading(template, each.missing, known))
        if each.code == _CODE and each.missing and each.file is None
        else each
        for each in diagnostics
    )


def _reading(template: Template, missing: tuple[tuple[Any, ...], ...], catalogue: Catalogue) -> Fix:
    members, bodies = dict[str, str](), dict[str, Any]()
    for path in missing:
        key, body = path[-1], edits.parameter_at(template, path, catalogue)
        name = next(each for each in _names(path) if _can_be(template, each, body["type"]))
        members[key] = name
        bodies[name] = body | ({"hidden": True} if is_secret(key) else {})
    title = f"Read {listed(f'`{key}`' for key in members)} from {'parameters' if len(members) > 1 else 'a parameter'}"
    return fix(title, "read-parameters", path=list(missing[0][:-1]), members=members, bodies=bodies)


def _names(path: tuple[Any, ...]) -> Iterable[str]:
    """Names for the parameter of a property: its own, then those of everything around it, then numbered ones."""
    yield path[-1]
    yield "_".join(str(step) for step in (path[1], *path[3:]))
    number = 2
    while True:
        yield f"{path[1]}_{path[-1]}_{number}"
        number += 1


def _can_be(template: Template, name: str, kind: str) -> bool:
    """Whether a parameter of this type may have a name: nothing else has it, or it is a parameter of this type."""
    declared = template.parameters.get(name)
    if declared is not None:
        return declared.type == kind
    return name not in template.resources and name not in PSEUDO_PARAMETERS
