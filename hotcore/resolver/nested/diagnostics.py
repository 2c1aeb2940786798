"""Diagnostics inside of a nested template, as its parent reports them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from hotcore.diagnostics import MAIN, Diagnostic, Phase, Related, Severity
from hotcore.source import Span

_LATER = frozenset({Phase.VALUES, Phase.RESOURCE_VALUES, Phase.OUTPUT_VALUES})
"""Phases that Heat reaches only when it creates the nested stack: before, it resolves no values in it."""

_LATER_HINT = "Heat notices this only when it creates the nested stack."


def where_used(type_name: str, span: Span, file: str | None) -> Related:
    """The place of the resource that uses a nested template."""
    return Related(f"Used here as `{type_name}`.", span, file or MAIN)


def inherited(
    found: Iterable[Diagnostic], file: str, used: Related, early: Callable[[Diagnostic], bool] = lambda _found: False
) -> Iterator[Diagnostic]:
    """The diagnostics of a nested template with its file's name, without those that the parent reports better.

    `early` returns whether Heat finds a diagnostic about values before it creates anything.
    """
    for diagnostic in found:
        if diagnostic.phase is Phase.NESTED_STACKS:
            yield diagnostic
        elif not _is_the_parents(diagnostic) and diagnostic.file in (None, file):
            yield _moved(diagnostic if early(diagnostic) else _weakened(diagnostic), file, used)


def as_found_in_nested(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Diagnostics in a stack whose values Heat does not resolve before it creates it."""
    for diagnostic in found:
        yield replace(_weakened(diagnostic), phase=Phase.NESTED_STACKS)


def _weakened(diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic as a warning, if Heat finds it only later."""
    if diagnostic.severity is not Severity.ERROR or diagnostic.phase not in _LATER:
        return diagnostic
    hint = f"{diagnostic.hint} {_LATER_HINT}" if diagnostic.hint else _LATER_HINT
    return replace(diagnostic, severity=Severity.WARNING, hint=hint)


def _is_the_parents(diagnostic: Diagnostic) -> bool:
    """Whether it is about a missing or wrong value of a parameter, that is, a property of the parent's resource.

    A value in a file is a default of an environment, which the parent does not know.
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
