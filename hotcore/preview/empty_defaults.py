"""Outputs that cannot be computed only because the default of a parameter is empty.

Heat creates the stack all the same, and reports the error with the output: somebody who deploys the template gives the
parameter a value.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from hotcore.diagnostics import Diagnostic, Phase, Related, Severity
from hotcore.preview.states import Preview
from hotcore.spelling import listed
from hotcore.template import Template
from hotcore.values import Unknown

Resolve = Callable[[Mapping[str, Any]], Preview]
"""The preview with these values beside the others."""

_EMPTY: tuple[Any, ...] = ("", [], {})
_MOST_TRIED = 8
"""Parameters whose share in an error is looked at one by one."""


def with_empty_defaults(result: Preview, template: Template, resolve: Resolve) -> Preview:
    """The preview in which errors of outputs are warnings where they are gone once empty defaults have values."""
    failed = [each for each in result.diagnostics if _is_of_output(each)]
    empty = [name for name, state in result.parameters.items() if state.source == "default" and state.value in _EMPTY]
    if not failed or not empty:
        return result
    gone = _gone(failed, empty, resolve)
    because = {name: _gone(gone, [name], resolve) for name in empty[:_MOST_TRIED]} if len(empty) > 1 and gone else {}
    changed = {
        id(each): _warning(each, template, [name for name in empty if each in because.get(name, ())] or empty)
        for each in gone
    }
    return replace(result, diagnostics=tuple(changed.get(id(each), each) for each in result.diagnostics))


def _is_of_output(found: Diagnostic) -> bool:
    return found.severity is Severity.ERROR and found.phase is Phase.OUTPUT_VALUES and found.file is None


def _gone(failed: Iterable[Diagnostic], names: Iterable[str], resolve: Resolve) -> list[Diagnostic]:
    """The errors that do not occur where the values of some parameters are unknown."""
    left = resolve({name: Unknown(f"get_param {name}") for name in names}).diagnostics
    still = {(each.code, each.span) for each in left if _is_of_output(each)}
    return [each for each in failed if (each.code, each.span) not in still]


def _warning(found: Diagnostic, template: Template, names: list[str]) -> Diagnostic:
    shown = listed((f"`{name}`" for name in names), "or")
    return replace(
        found,
        code="empty-default",
        message=f"With the defaults, this output cannot be worked out: {found.message}",
        severity=Severity.WARNING,
        hint=f"Heat creates the stack, and reports the output as an error unless {shown} gets a value.",
        related=tuple(Related(f"`{name}` is empty by default", template.parameters[name].span) for name in names),
        fix=None,
    )
