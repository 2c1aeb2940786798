"""Names that are nearly those that are there, put right all together, for somebody who takes suggestions.

Each is the same change of the text as one makes by hand, and the text is read again after it.
"""

from collections.abc import Callable, Mapping

from hotcore.analysis import Document, load
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.lint.fix import Mended
from hotcore.lint.registry import RULES
from hotcore.source import Source

Wanted = Callable[[Diagnostic], bool]

_WHY = "Something else is wrong there as well; look at it by itself."


def correct(text: str, files: Mapping[str, str] | None = None, *, wanted: Wanted = lambda _found: True) -> Mended:
    """Puts the nearest name in place of each that is not there: of errors, and of the warnings that are wanted.

    One that would leave as much wrong as before stays as it is.
    """
    document = load(text, files)
    together = misspelt(document, wanted)
    after = _written(text, together)
    if together and _is_better(document, load(after, files), len(together)):
        return Mended(after, tuple(together))
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
    return Mended(text, tuple(done), tuple(left.values()))


def misspelt(document: Document, wanted: Wanted = lambda _found: True) -> list[Diagnostic]:
    """Names in the text itself with the nearest one beside them, one for each place: errors, and wanted warnings."""
    found = {
        each.span: each
        for each in document.diagnostics
        if each.suggestion and each.file is None and each.severity is not Severity.HINT and each.code not in RULES
    }
    return [each for each in found.values() if each.severity is Severity.ERROR or wanted(each)]


def _written(text: str, found: list[Diagnostic]) -> str:
    """The text with each name as it was probably meant, in the quotes that are there."""
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
    """Whether so many findings are gone and no other error is there instead."""
    old, new = _wrong(before), _wrong(after)
    return len(new) + count <= len(old)


def _wrong(document: Document) -> list[Diagnostic]:
    return [each for each in document.diagnostics if each.severity is not Severity.HINT]
