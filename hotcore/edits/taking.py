"""Parts of a text to be put elsewhere as they stand, comments and quotes included."""

from typing import Any

from hotcore.edits.places import Slot, anchor_end, indentation, line_start, lines_of, next_line, stands_alone
from hotcore.edits.tree import Path, TextTree
from hotcore.edits.writing import Verbatim
from hotcore.nodes import Mapping, Sequence, to_plain, walk


def taken(tree: TextTree, path: Path) -> Any:
    """The value at a path as it is written; as plain data when it has an anchor, which cannot be there twice."""
    slot = tree.slot(tree.parent(path), path[-1])
    value = to_plain(slot.node)
    if slot.is_alias or slot.is_empty:
        return Verbatim((tree.text[slot.value : slot.end] or "null",), False, value)
    node = slot.node
    if any(anchor_end(part) is not None for part in walk(node)):
        return value
    if not isinstance(node, Mapping | Sequence) or node.flow:
        return Verbatim(_lines(tree.text, slot, slot.value, indentation(tree.text, slot.start)), False, value)
    first = line_start(tree.text, node.start)
    if first <= slot.mark:  # behind a dash, in the same line
        return Verbatim(_lines(tree.text, slot, node.start, indentation(tree.text, node.start)), True, value)
    start = next_line(tree.text, slot.mark)
    if not stands_alone(tree.text, node.start):
        start = first
    return Verbatim(_lines(tree.text, slot, start, indentation(tree.text, node.start)), True, value)


def _lines(text: str, slot: Slot, start: int, indent: int) -> tuple[str, ...]:
    """The lines from an offset to the end of an entry, each with at most so many blanks of indentation taken off."""
    end = slot.end
    if "\n" in text[start:end]:  # comments on its last line and below it come with it
        end = max(end, len(text[: lines_of(text, slot, floor=start)[1]].rstrip()))
    first, *rest = text[start:end].splitlines() or [""]
    return first.lstrip(" ") if line_start(text, start) == start else first, *(_dedented(line, indent) for line in rest)


def _dedented(line: str, indent: int) -> str:
    blanks = len(line) - len(line.lstrip(" "))
    return line[min(blanks, indent) :] if line.strip() else ""
