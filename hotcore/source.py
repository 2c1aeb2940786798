"""A text, its lines, and a span in it."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

_MOST_MARKS = 2
_LINE_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A piece of a text.

    Lines and columns count from 1 in code points; the end is exclusive.  `start` and `end` are the
    same piece as offsets into the text, in code points from 0.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int


class Source:
    """A text under a name: the template itself, an environment file, a file of the bundle.

    A byte order mark before the text is left off, and a second one that some editor put there again: none shows them,
    and YAML's parser does not count them.  JSON does not know them; `marked` tells that there was one.
    """

    def __init__(self, text: str, name: str = "template") -> None:
        bare = text.lstrip("\ufeff")
        self.marked = len(bare) < len(text)
        self.text = bare if len(text) - len(bare) <= _MOST_MARKS else text
        self.name = name

    @cached_property
    def _line_starts(self) -> list[int]:
        if "\r" in self.text:
            return [0, *(match.end() for match in _LINE_BREAK.finditer(self.text))]
        starts = list(accumulate((len(line) + 1 for line in self.text.split("\n")), initial=0))
        starts.pop()
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of an offset in code points."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets in code points, the second exclusive."""
        end = max(start, end)
        line, column = self.position(start)
        end_line, end_column = self.position(end)
        return Span(line, column, end_line, end_column, start, end)

    def start_of(self, number: int) -> int:
        """The offset at which a line, counted from 1, begins."""
        return self._line_starts[number - 1]

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line break; empty when there is no such line."""
        if not 1 <= number <= len(self._line_starts):
            return ""
        end = self._line_starts[number] if number < len(self._line_starts) else len(self.text)
        return self.text[self._line_starts[number - 1] : end].rstrip("\r\n")
