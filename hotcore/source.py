"""Source texts, their lines, and spans in them."""

from bisect import bisect_right
from itertools import accumulate, count
from operator import add

from hotcore.runtime import cached_property, dataclass, regex

_MAX_BYTE_ORDER_MARKS = 2
_LINE_BREAK = regex(r"\r\n|\r|\n")


class Span:
    """A range of a text.

    `start` and `end` are offsets in code points from 0, the end exclusive. Lines and columns, from 1 in code points,
    are computed on demand: most spans are never shown.
    """

    __slots__ = ("_source", "end", "start")

    def __init__(self, source: "Source", start: int, end: int) -> None:
        self._source = source
        self.start = start
        self.end = end

    @property
    def text(self) -> str:
        """The text in it."""
        return self._source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """The line of its start."""
        return self._source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of its start."""
        return self._source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line of its end."""
        return self._source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column of its end, exclusive."""
        return self._source.position(self.end)[1]

    def __repr__(self) -> str:
        return f"Span({self.line}:{self.column}-{self.end_line}:{self.end_column})"

    def __eq__(self, other: object) -> bool:
        """Whether it is the same range of the same text, as far as lines and columns show."""
        if not isinstance(other, Span) or (self.start, self.end) != (other.start, other.end):
            return False
        return self._source is other._source or _place(self) == _place(other)

    def __hash__(self) -> int:
        return hash((self.start, self.end))


def _place(span: Span) -> tuple[int, ...]:
    return span.line, span.column, span.end_line, span.end_column


@dataclass(frozen=True, slots=True)
class Location:
    """The location of a named value in a file."""

    file: str
    """The name of the file."""
    span: Span
    """The text of the value."""
    key_span: Span
    """The text of its name."""


class Source:
    """A text under a name: the template itself, an environment file, a file of the bundle.

    A leading byte order mark is removed, and a second one that some editor added: they are invisible, and the YAML
    parser does not count them.  JSON does not allow them; `has_byte_order_mark` says that there was one.
    """

    def __init__(self, text: str, name: str = "template") -> None:
        bare = text.lstrip("\ufeff")
        self.has_byte_order_mark = len(bare) < len(text)
        self.text = bare if len(text) - len(bare) <= _MAX_BYTE_ORDER_MARKS else text
        self.name = name

    @cached_property
    def _line_starts(self) -> list[int]:
        if "\r" in self.text:
            return [0, *(match.end() for match in _LINE_BREAK.finditer(self.text))]
        before = accumulate(map(len, self.text.split("\n")), initial=0)
        starts = list(map(add, before, count()))  # with the line breaks before each line
        starts.pop()
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column, both from 1, of an offset in code points."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets in code points, the second one exclusive."""
        return Span(self, start, end if end > start else start)

    def start_of(self, number: int) -> int:
        """The offset of the start of a line, counted from 1."""
        return self._line_starts[number - 1]

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line break; empty when there is no such line."""
        if not 1 <= number <= len(self._line_starts):
            return ""
        end = self._line_starts[number] if number < len(self._line_starts) else len(self.text)
        return self.text[self._line_starts[number - 1] : end].rstrip("\r\n")


def first_undecodable(content: bytes) -> int:
    """The position of the first byte that is not UTF-8, or the length of the content."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return len(content)


def decode(content: bytes) -> str:
    """The text of a file.  Raises ValueError with line and column when it is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        line, column = Source(before).position(len(before))
        raise ValueError(
            f"The file is not UTF-8: byte 0x{content[error.start]:02x} at line {line}, column {column}."
        ) from None
