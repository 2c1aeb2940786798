"""Positions of the parts of a text: values, entries with their comments, lines."""

from hotcore.runtime import dataclass, regex
from hotcore.syntax import Mapping, Node, Scalar, Sequence

_GAP = regex(r"(?:[ \t\r\n]|(?<![^\s])#[^\r\n]*)*")
"""Whitespace, line breaks and comments between two parts of a text."""
_ALIAS = regex(r"\*[^\s,\[\]{}]+")
_ANCHOR = regex(r"(?:[&!]\S*\s+)*&\S+\s")
_CHOMPED = regex(r"[|>]\d?([+-]?)")


class CannotEdit(Exception):
    """An edit that is impossible without changing other parts of the text; the message tells the author why."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The position of an entry of a map or an item of a list in the text.

    `start` is the start of its key (in a list, of its `-` or of the item itself), `mark` the position after the colon
    or dash, where the value may begin; the value is the text from `value` to `end`.  `is_alias` tells whether the
    value is an alias of a node elsewhere.
    """

    key: Node | None
    node: Node
    start: int
    mark: int
    value: int
    end: int
    is_alias: bool

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written for the value."""
        return self.value == self.end


def line_start(text: str, offset: int) -> int:
    """The start of the line of an offset."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_end(text: str, offset: int) -> int:
    """The end of the line of an offset, without its line break."""
    ends = [end for end in (text.find("\n", offset), text.find("\r", offset)) if end >= 0]
    return min(ends, default=len(text))


def next_line(text: str, offset: int) -> int:
    """The start of the line after that of an offset, or the end of the text."""
    end = line_end(text, offset)
    return min(len(text), end + (2 if text[end : end + 2] == "\r\n" else 1))


def indentation(text: str, offset: int) -> int:
    """The number of characters before an offset in its line."""
    return offset - line_start(text, offset)


def stands_alone(text: str, offset: int) -> bool:
    """Whether only whitespace precedes an offset in its line."""
    return not text[line_start(text, offset) : offset].strip(" \t")


def slots(container: Mapping | Sequence) -> list[Slot]:
    """The entries of a map or the items of a list, in the order of the text."""
    text = container.source.text
    found: list[Slot] = []
    behind = container.start
    pairs = container.entries if isinstance(container, Mapping) else [(None, item) for item in container.items]
    for key, node in pairs:
        slot = _slot(text, container, key, node, behind)
        found.append(slot)
        behind = slot.end
    return found


def _slot(text: str, container: Mapping | Sequence, key: Node | None, node: Node, behind: int) -> Slot:
    if key is not None:
        start, mark = key.start, _behind_colon(text, key)
    elif container.flow:
        start = mark = _GAP.match(text, _behind_comma(text, container, behind)).end()  # type: ignore[union-attr]
    else:
        start = text.index("-", _GAP.match(text, behind).end())  # type: ignore[union-attr]
        mark = start + 1
    if node.start >= mark:
        if isinstance(node, Scalar) and node.start == node.end:
            return Slot(key, node, start, mark, mark, mark, False)
        return Slot(key, node, start, mark, node.start, content_end(node), False)
    first = _GAP.match(text, mark).end()  # type: ignore[union-attr]
    alias = _ALIAS.match(text, first)
    if alias:
        return Slot(key, node, start, mark, first, alias.end(), True)
    return Slot(key, node, start, mark, mark, mark, False)


def _behind_colon(text: str, key: Node) -> int:
    """The position after the colon of a key, or the end of the key if it has none."""
    if key.start and text[line_start(text, key.start) : key.start].rstrip().endswith("?"):
        raise CannotEdit("Keys written with `?` cannot be edited here; edit the text.")
    offset = _GAP.match(text, key.end).end()  # type: ignore[union-attr]
    return offset + 1 if text[offset : offset + 1] == ":" else key.end


def _behind_comma(text: str, container: Node, behind: int) -> int:
    """The position where the next item of a flow list may begin."""
    offset = _GAP.match(text, behind).end()  # type: ignore[union-attr]
    return offset + 1 if text[offset : offset + 1] in (",", "[") and offset < container.end else behind


def content_end(node: Node) -> int:
    """The end of a node's own text, without insignificant line breaks after it."""
    text = node.source.text
    last = _last(node)
    if isinstance(last, Scalar) and last.style in ("|", ">") and last.end >= node.end:
        header = _CHOMPED.search(text, last.start, last.end)
        if header and header.group(1) == "+":
            return node.end
    return node.start + len(text[node.start : node.end].rstrip()) if node.end > node.start else node.start


def _last(node: Node) -> Node:
    """The last node within a node in block style."""
    while isinstance(node, Mapping | Sequence) and not node.flow:
        children = [child for _, child in node.entries] if isinstance(node, Mapping) else node.items
        if not children or children[-1].start < node.start:
            break
        node = children[-1]
    return node


def anchor_end(node: Node) -> int | None:
    """The start of the text after a node's anchor (and tag), or None if it has no anchor."""
    found = _ANCHOR.match(node.source.text, node.start)
    return found.end() if found else None


def lines_of(text: str, slot: Slot, *, floor: int) -> tuple[int, int]:
    """The whole lines of an entry in block style, including comments directly above it and deeper-indented ones below.

    `floor` is the end of the previous entry.  The second offset is after the line break.  An entry on the line of a
    `-` begins at its own start.
    """
    own = stands_alone(text, slot.start)
    start = line_start(text, slot.start) if own else slot.start
    if own:
        start = _above(text, start, indentation(text, slot.start), floor)
    end = next_line(text, slot.end) if not _ends_line(text, slot.end) else slot.end
    return start, _below(text, end, indentation(text, slot.start))


def _ends_line(text: str, offset: int) -> bool:
    """Whether an offset is directly after a line break, where a block scalar that keeps its breaks ends."""
    return offset > 0 and text[offset - 1] in "\r\n"


def _above(text: str, start: int, indent: int, floor: int) -> int:
    """The start of the comment lines directly above a line that are indented like it."""
    while start > floor:
        before = line_start(text, start - 2 if text[start - 2 : start] == "\r\n" else start - 1)
        line = text[before:start]
        blanks = len(line) - len(line.lstrip(" "))
        if before < floor or blanks != indent or not line.lstrip().startswith("#"):
            break
        start = before
    return start


def _below(text: str, end: int, indent: int) -> int:
    """The end of the comment lines below that are indented deeper than a key."""
    last = end
    while end < len(text):
        stop = next_line(text, end)
        line = text[end:stop]
        if line.strip():
            blanks = len(line) - len(line.lstrip(" "))
            if not line.lstrip().startswith("#") or blanks <= indent:
                break
            last = stop
        end = stop
    return last
