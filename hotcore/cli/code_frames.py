"""Code frames: diagnostics for a terminal, with the place, the message, the marked line of the text, and the hint."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hotcore.diagnostics import Diagnostic, Severity
from hotcore.linter import is_misspelt
from hotcore.runtime import LazyModule, dataclass
from hotcore.source import Source, Span

if TYPE_CHECKING:
    import unicodedata
else:
    unicodedata = LazyModule("unicodedata")

_WIDEST = 110
"""The maximum number of cells of a line that are shown; of a longer line, the part around the mark."""
_BEFORE = 40
_TAB = "    "

_SEVERITIES = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.HINT: "1;36"}
_BOLD, _GUTTER, _RELATED = "1", "1;34", "1;34"


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours text if `colour` is set."""

    colour: bool

    def __call__(self, text: str, colour: str) -> str:
        """The text in a colour, given by its ANSI code."""
        return f"\033[{colour}m{text}\033[0m" if self.colour and text else text


@dataclass(frozen=True, slots=True)
class Mark:
    """A place to be shown: its file, the text of the file (`source`), and the label next to the mark."""

    file: str
    source: Source | None
    span: Span
    label: str = ""


def snippet(diagnostic: Diagnostic, place: Mark | None, file: str, related: Iterable[Mark], paint: Paint) -> str:
    """The code frame of a diagnostic; `place` is None if the diagnostic has no place in a text."""
    marks = [mark for mark in (place, *related) if mark]
    gutter = max((len(str(mark.span.line)) for mark in marks), default=1)
    return "\n".join(
        [
            _headline(diagnostic, place, file, paint),
            *_marks(marks, place, gutter, _SEVERITIES[diagnostic.severity], paint),
            *_help(diagnostic, gutter, paint),
        ]
    )


def _headline(diagnostic: Diagnostic, place: Mark | None, file: str, paint: Paint) -> str:
    where = f"{file}:{place.span.line}:{place.span.column}" if place else file
    label = paint(f"{diagnostic.severity}[{diagnostic.code}]", _SEVERITIES[diagnostic.severity])
    return f"{paint(printable(where), _BOLD)}: {label}: {paint(printable(diagnostic.message), _BOLD)}"


def _marks(marks: list[Mark], place: Mark | None, gutter: int, colour: str, paint: Paint) -> Iterator[str]:
    file = place.file if place else None
    for mark in marks:
        if mark is not place:
            if mark.file != file or mark.source is None:
                where = printable(f"{mark.file}:{mark.span.line}:{mark.span.column}")
                yield f"{' ' * gutter} {paint('-->', _GUTTER)} {where}{'' if mark.source else f': {mark.label}'}"
            file = mark.file
        if mark.source is not None:
            yield f"{' ' * gutter} {paint('|', _GUTTER)}"
            yield from _line(mark, gutter, "^" if mark is place else "-", colour if mark is place else _RELATED, paint)


def _line(mark: Mark, gutter: int, sign: str, colour: str, paint: Paint) -> Iterator[str]:
    assert mark.source is not None
    line = mark.source.line(mark.span.line)
    end = mark.span.end_column - 1 if mark.span.end_line == mark.span.line else len(line.rstrip())
    shown, indent, width = _window(line, mark.span.column - 1, end)
    label = f" {printable(mark.label)}" if mark.label else ""
    yield f"{paint(f'{mark.span.line:>{gutter}} |', _GUTTER)} {shown}".rstrip()
    yield f"{' ' * gutter} {paint('|', _GUTTER)} {' ' * indent}{paint(sign * width + label, colour)}"


def _help(diagnostic: Diagnostic, gutter: int, paint: Paint) -> Iterator[str]:
    names = is_misspelt(diagnostic)
    if diagnostic.hint:
        option = f" ({_option(safe=diagnostic.has_certain_suggestion)})" if names else ""
        hint = printable(f"{diagnostic.hint}{option}")
        yield f"{' ' * gutter} {paint('=', _GUTTER)} {paint('help', _BOLD)}: {hint}"
    if diagnostic.fix and not names:
        title = printable(f"{diagnostic.fix.title} ({_option(safe=diagnostic.fix.is_safe)})")
        yield f"{' ' * gutter} {paint('=', _GUTTER)} {paint('fix', _BOLD)}: {title}"


def _option(*, safe: bool) -> str:
    """The option that applies a fix."""
    return "`--fix`" if safe else "`--fix --suggested`"


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a line that is shown, and the cell and the width of the mark below it."""
    first, last = 0, len(line)
    if cells(line) > _WIDEST:
        first = max(0, start - _BEFORE)
        while last > first + 1 and cells(line[first:last]) > _WIDEST:
            last = max(first + 1, first + (last - first) * _WIDEST // cells(line[first:last]))
    before, after = "…" if first else "", "…" if last < len(line) else ""
    indent = cells(before) + cells(line[first:start])
    width = cells(line[start : max(start, min(end, last))])
    return before + printable(line[first:last]) + after, indent, max(1, width)


def cells(text: str) -> int:
    """The width of a text in terminal cells: two for wide characters, none for combining ones."""
    if text.isascii():
        return len(text) + text.count("\t") * (len(_TAB) - 1)
    return sum(map(_cells, text))


def _cells(character: str) -> int:
    if character == "\t":
        return len(_TAB)
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def printable(text: str) -> str:
    """The text with spaces in place of control characters, which could move the cursor or change colours."""
    text = text.replace("\t", _TAB)
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else " " for character in text)
