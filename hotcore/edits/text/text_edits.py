"""Text edits: replacements of the text between two offsets."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import groupby

from hotcore.runtime import dataclass
from hotcore.source import Source

_MOST_LINES = 2000
"""The maximum number of lines between the first and last change that are aligned; more are compared by position."""


@dataclass(frozen=True, slots=True)
class TextEdit:
    """The replacement of a part of a text.

    As in spans, a byte order mark at the start of the text is not counted.
    """

    start: int
    """The offset of the part, in code points."""
    end: int
    """The offset of its end, exclusive, in code points."""
    text: str
    """What takes its place."""


def apply_edits(text: str, edits: Iterable[TextEdit]) -> str:
    """The text with all edits applied; their offsets refer to the original text.

    Raises ValueError if two of them overlap.
    """
    lead = len(text) - len(Source(text).text)
    pieces: list[str] = []
    end = len(text)
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        if edit.end + lead > end or edit.start > edit.end:
            raise ValueError("Overlapping edits cannot be applied together.")
        pieces += [text[edit.end + lead : end], edit.text]
        end = edit.start + lead
    pieces.append(text[:end])
    return "".join(reversed(pieces))


def replacements(before: str, after: str) -> tuple[TextEdit, ...]:
    """Edits, line by line, from one text to the other, so that an editor can keep its cursor and marks.

    Both texts are without a byte order mark.
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    shorter = min(len(old), len(new))
    head = next((index for index in range(shorter) if old[index] != new[index]), shorter)
    room = shorter - head
    tail = next((index for index in range(room) if old[-1 - index] != new[-1 - index]), room)
    old_middle, new_middle = old[head : len(old) - tail], new[head : len(new) - tail]
    base = sum(map(len, old[:head]))
    if len(old_middle) + len(new_middle) > _MOST_LINES:
        return tuple(_by_place(base, old_middle, new_middle))
    offsets = [base]
    for line in old_middle:
        offsets.append(offsets[-1] + len(line))
    found = SequenceMatcher(None, old_middle, new_middle, autojunk=False).get_opcodes()
    return tuple(
        TextEdit(offsets[low], offsets[high], "".join(new_middle[first:last]))
        for tag, low, high, first, last in found
        if tag != "equal"
    )


def _by_place(base: int, old: list[str], new: list[str]) -> Iterator[TextEdit]:
    """Edits from comparing lines by position in one pass; a single edit if the numbers of lines differ."""
    if len(old) != len(new):
        old, new = ["".join(old)], ["".join(new)]
    for is_same, pairs in groupby(zip(old, new, strict=True), lambda pair: pair[0] == pair[1]):
        before, after = ("".join(lines) for lines in zip(*pairs, strict=True))
        if not is_same:
            yield TextEdit(base, base + len(before), after)
        base += len(before)
