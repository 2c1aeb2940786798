"""A text, its lines, and a span in it."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

_MOST_MARKS = 2
_LINE_BREAK = re.compile(r"\r\n|\r|\n")


class Span:
    """A piece of a text.

    `start` and `end` are offsets in code points from 0, the end exclusive. Lines and columns, from 1 in code points,
    are worked out when somebody asks: of most spans nobody ever does.
    """

    __slots__ = ("_source", "end", "start")

    def __init__(self, source: "Source", start: int, end: int) -> None:
        self._source = source
        self.start = start
        self.end = end

    @property
    def line(self) -> int:
        """The line in which it starts."""
        return self._source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column at which it starts."""
        return self._source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line in which it ends."""
        return self._source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column before which it ends."""
        return self._source.position(self.end)[1]

    def __repr__(self) -> str:
        return f"Span({self.line}:{self.column}-{self.end_line}:{self.end_column})"

    def __eq__(self, other: object) -> bool:
        """Whether it is the same piece, of the same text as far as can be told from lines and columns."""
        if not isinstance(other, Span) or (self.start, self.end) != (other.start, other.end):
            return False
        return self._source is other._source or _place(self) == _place(other)

    def __hash__(self) -> int:
        return hash((self.start, self.end))


def _place(span: Span) -> tuple[int, ...]:
    return span.line, span.column, span.end_line, span.end_column


@dataclass(frozen=True, slots=True)
class Location:
    """Where something with a name stands, in which file: the value under the name, and the name itself."""

    file: str
    span: Span
    key_span: Span


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
        return Span(self, start, end if end > start else start)

    def start_of(self, number: int) -> int:
        """The offset at which a line, counted from 1, begins."""
        return self._line_starts[number - 1]

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line break; empty when there is no such line."""
        if not 1 <= number <= len(self._line_starts):
            return ""
        end = self._line_starts[number] if number < len(self._line_starts) else len(self.text)
        return self.text[self._line_starts[number - 1] : end].rstrip("\r\n")
