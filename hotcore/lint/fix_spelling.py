"""Correction of misspelled names, all at once, for users who accept suggestions.

Each correction replaces the name in the text as one would by hand, and the result is checked.
"""

from collections.abc import Callable, Mapping

from hotcore.analysis import Document, load
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.lint.fix import FixResult
from hotcore.lint.registry import RULES
from hotcore.source import Source

Wanted = Callable[[Diagnostic], bool]

_WHY = "The correction alone does not solve the problem; fix it by hand."


def correct(text: str, files: Mapping[str, str] | None = None, *, wanted: Wanted = lambda _found: True) -> FixResult:
    """Replaces each unknown name by the nearest known one: for errors, and for the warnings that are wanted.

    A name whose correction would not reduce the number of problems is left as it is.
    """
    document = load(text, files)
    together = misspelt(document, wanted)
    after = _written(text, together)
    if together and _is_better(document, load(after, files), len(together)):
        return FixResult(after, tuple(together))
    done: list[Diagnostic] = []
    left: dict[str, tuple[Diagnostic, str]] = {}
    while found := [each for each in misspelt(document, wanted) if each.message not in left]:
        after = _written(text, found[:1])
        better = load(after, files)
        if _is_better(document, better, 1):
            text, document = after, better
            done.append(found[0])
        else:
            left[found[0].message] = found[0], _WHY
    return FixResult(text, tuple(done), tuple(left.values()))


def misspelt(document: Document, wanted: Wanted = lambda _found: True) -> list[Diagnostic]:
    """The diagnostics in the text itself that suggest a name, one per place: errors, and wanted warnings."""
    found = {
        each.span: each
        for each in document.diagnostics
        if each.suggestion and each.file is None and each.severity is not Severity.HINT and each.code not in RULES
    }
    return [each for each in found.values() if each.severity is Severity.ERROR or wanted(each)]


def _written(text: str, found: list[Diagnostic]) -> str:
    """The text with each name replaced by the suggested one, in the same quotes."""
    source = Source(text).text
    head, after = text[: len(text) - len(source)], source
    for each in sorted(found, key=lambda each: -each.span.start if each.span else 0):
        assert each.span is not None
        start, end = each.span.start, each.span.end
        old = source[start:end]
        quote = old[0] if len(old) > 1 and old[0] in "'\"" and old[-1] == old[0] else ""
        after = f"{after[:start]}{quote}{each.suggestion}{quote}{after[end:]}"
    return head + after


def _is_better(before: Document, after: Document, count: int) -> bool:
    """Whether at least so many problems are gone without new ones in their place."""
    old, new = _wrong(before), _wrong(after)
    return len(new) + count <= len(old)


def _wrong(document: Document) -> list[Diagnostic]:
    return [each for each in document.diagnostics if each.severity is not Severity.HINT]
