"""The difference of two texts as a few lines: those that go, those that come, and one of context."""

from collections.abc import Iterator, Sequence

from hotcore.diff.alignment import Alignment, same_start

MOST_LINES = 24
"""The maximum number of lines of a difference."""

WIDEST = 160
"""The maximum number of characters of a line; of a longer one, those around the change."""

_BEFORE = 60
GAP = "…"


def line_difference(was: str, now: str, alignment: Alignment) -> tuple[str, ...]:
    """The lines that differ, each with `-`, `+` or a space before it, and `…` where lines are left out."""
    old, new = was.splitlines(), now.splitlines()
    lines = list(_changed(old, new, alignment))
    if len(lines) <= MOST_LINES:
        return tuple(lines)
    return (*lines[: MOST_LINES - 1], f"{GAP} {len(lines) - MOST_LINES + 1} more lines")


def _changed(old: Sequence[str], new: Sequence[str], alignment: Alignment) -> Iterator[str]:
    shown = 0  # the lines of the new text that were shown or passed over
    for gone, come in alignment.stretches(old, new):
        if come.start - shown > 1:
            yield GAP
        if come.start > shown:
            yield f"  {_clipped(new[come.start - 1], 0)}"
        yield from _pairs(old[gone.start : gone.stop], new[come.start : come.stop])
        shown = come.stop
        if shown < len(new):
            yield f"  {_clipped(new[shown], 0)}"
            shown += 1
    if shown < len(new):
        yield GAP


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """The lines that go, then those that come; of long ones, what is around the first difference."""
    alike = len(old) == len(new)
    starts = [same_start(one, other) if alike else 0 for one, other in zip(old, new, strict=False)]
    for sign, lines in (("-", old), ("+", new)):
        for at, line in enumerate(lines):
            yield f"{sign} {_clipped(line, starts[at] if at < len(starts) else 0)}"


def _clipped(line: str, differs_at: int) -> str:
    if len(line) <= WIDEST:
        return line
    start = max(differs_at - _BEFORE, 0)
    end = start + WIDEST
    return f"{GAP if start else ''}{line[start:end]}{GAP if end < len(line) else ''}"
