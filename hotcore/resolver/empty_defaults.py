"""Outputs that cannot be computed only because the default of a parameter is empty.

Heat creates the stack all the same, and reports the error with the output: somebody who deploys the template gives the
parameter a value.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from hotcore.diagnostics import Diagnostic, Phase, Related, Severity
from hotcore.resolver.states import Preview
from hotcore.spelling import listed
from hotcore.template import Template, parameters_read
from hotcore.values import Unknown

Resolve = Callable[[Mapping[str, Any]], Preview]
"""The preview with these values beside the others."""

_EMPTY: tuple[Any, ...] = ("", [], {})
_MOST_TRIED = 3
"""Parameters whose share in errors is looked at one by one, each with a whole preview."""


def with_empty_defaults(result: Preview, template: Template, resolve: Resolve) -> Preview:
    """The preview in which errors of outputs are warnings where they are gone once empty defaults have values."""
    failed = [each for each in result.diagnostics if _is_of_output(each)]
    empty = [name for name, state in result.parameters.items() if state.source == "default" and state.value in _EMPTY]
    if not failed or not empty:
        return result
    gone = _gone(failed, empty, resolve)
    read_by = _read_by(template, gone)
    read = {id(each): [name for name in empty if name in read_by[id(each)]] or empty for each in gone}
    doubtful = dict.fromkeys(name for names in read.values() if len(names) > 1 for name in names)
    because = {name: _gone(gone, [name], resolve) for name in list(doubtful)[:_MOST_TRIED]}
    changed = {}
    for each in gone:
        names = read[id(each)]
        alone = [name for name in names if each in because.get(name, ())]
        changed[id(each)] = _warning(each, template, alone or names)
    return replace(result, diagnostics=tuple(changed.get(id(each), each) for each in result.diagnostics))


def _read_by(template: Template, found: Iterable[Diagnostic]) -> dict[int, frozenset[str]]:
    """The parameters that the outputs with errors read directly, by the identity of the error."""
    outputs = sorted((output.node for output in template.outputs.values()), key=lambda node: node.start)
    starts = [node.start for node in outputs]
    read: dict[int, frozenset[str]] = {}
    by_error: dict[int, frozenset[str]] = {}
    for each in found:
        at = bisect_right(starts, each.span.start) - 1 if each.span else -1
        if at >= 0 and at not in read:
            read[at] = parameters_read(outputs[at], template)
        by_error[id(each)] = read.get(at, frozenset())
    return by_error


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
