"""Findings inside of a nested template, as its parent has them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from hotcore.diagnostics import MAIN, Diagnostic, Phase, Related, Severity
from hotcore.source import Span

_LATER = frozenset({Phase.VALUES, Phase.RESOURCE_VALUES, Phase.OUTPUT_VALUES})
"""Heat gets there only when it creates the nested stack: before, it asks nested templates for no values."""

_LATER_HINT = "Heat notices it only when it creates the nested stack."


def where_used(type_name: str, span: Span, file: str | None) -> Related:
    """The place of the resource that uses a nested template."""
    return Related(f"Used here as `{type_name}`.", span, file or MAIN)


def inherited(
    found: Iterable[Diagnostic], file: str, used: Related, early: Callable[[Diagnostic], bool] = lambda _found: False
) -> Iterator[Diagnostic]:
    """The findings of a nested template under its file's name; what only the parent can tell better is left out.

    `early` tells of a finding about values whether Heat comes to it before it creates anything.
    """
    for diagnostic in found:
        if diagnostic.phase is Phase.NESTED_STACKS:
            yield diagnostic
        elif not _is_the_parents(diagnostic) and diagnostic.file in (None, file):
            yield _moved(diagnostic if early(diagnostic) else _weakened(diagnostic), file, used)


def as_found_in_nested(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Findings in a stack of which Heat looks at no values before it creates it."""
    for diagnostic in found:
        yield replace(_weakened(diagnostic), phase=Phase.NESTED_STACKS)


def _weakened(diagnostic: Diagnostic) -> Diagnostic:
    """The finding as a warning, if Heat comes to it only later."""
    if diagnostic.severity is not Severity.ERROR or diagnostic.phase not in _LATER:
        return diagnostic
    hint = f"{diagnostic.hint} {_LATER_HINT}" if diagnostic.hint else _LATER_HINT
    return replace(diagnostic, severity=Severity.WARNING, hint=hint)


def _is_the_parents(diagnostic: Diagnostic) -> bool:
    """Whether it is about a value that a parameter got, or did not get: the properties of the parent's resource.

    What stands in a file is a default of an environment, of which the parent knows nothing.
    """
    return diagnostic.phase is Phase.VALUES and diagnostic.code != "bad-default" and diagnostic.file is None


def _moved(diagnostic: Diagnostic, file: str, used: Related) -> Diagnostic:
    return replace(
        diagnostic,
        file=diagnostic.file or file,
        related=(*(replace(other, file=other.file or file) for other in diagnostic.related), used),
        parameter=None,
        phase=Phase.NESTED_STACKS,
    )
