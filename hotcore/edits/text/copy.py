"""Parts of a text copied verbatim, including comments and quotes."""

from dataclasses import replace
from textwrap import dedent
from typing import Any

from hotcore.diagnostics import Report
from hotcore.edits.text.serialize import Verbatim
from hotcore.edits.text.slots import (
    Slot,
    anchor_end,
    indentation,
    line_end,
    line_start,
    lines_of,
    next_line,
    stands_alone,
)
from hotcore.edits.text.tree import TextTree
from hotcore.edits.text.write import entry_range
from hotcore.source import Source
from hotcore.syntax import Mapping, Path, Sequence, read, to_plain, walk


def taken(tree: TextTree, path: Path) -> Any:
    """The value at a path as it is written; as plain data if it has an anchor, which must not be duplicated."""
    slot = tree.slot(tree.node(path[:-1]), path[-1])
    value = to_plain(slot.node)
    if slot.is_alias or slot.is_empty:
        return Verbatim((tree.text[slot.value : slot.end] or "null",), False, value)
    node = slot.node
    if any(anchor_end(part) is not None for part in walk(node)):
        return value
    if not isinstance(node, Mapping | Sequence) or node.flow:
        return Verbatim(_lines(tree.text, slot, slot.value, indentation(tree.text, slot.start)), False, value)
    first = line_start(tree.text, node.start)
    if first <= slot.mark:  # on the line of the dash
        return Verbatim(_lines(tree.text, slot, node.start, indentation(tree.text, node.start)), True, value)
    start = next_line(tree.text, slot.mark)
    if not stands_alone(tree.text, node.start):
        start = first
    return Verbatim(_lines(tree.text, slot, start, indentation(tree.text, node.start)), True, value)


def carried(tree: TextTree, section: str, name: str) -> Any:
    """A declaration in a form that can be inserted into another text: with the comments above it, and without aliases
    and merge keys."""
    container = tree.node((section,))
    slot = tree.slot(container, name)
    if slot.is_alias or _uses_anchors(tree, slot):
        return to_plain(slot.node)
    found = taken(tree, (section, name))
    if not isinstance(found, Verbatim) or not stands_alone(tree.text, slot.start):
        return found
    start = entry_range(tree, tree.slots(container), tree.position(container, name) or 0)[0]
    above = tree.text[start : line_start(tree.text, slot.start)].splitlines()
    behind = tree.text[slot.end : line_end(tree.text, slot.end)].rstrip()
    lines = found.lines
    if len(lines) == 1 and not found.is_block and behind.lstrip().startswith("#"):
        lines = (lines[0] + behind,)
    return replace(found, lines=lines, above=tuple(line.strip() for line in above))


def _uses_anchors(tree: TextTree, slot: Slot) -> bool:
    """Whether a value has an anchor, an alias or a merge key."""
    pending = [slot]
    while pending:
        one = pending.pop()
        if one.is_alias or anchor_end(one.node) is not None:
            return True
        if isinstance(one.node, Mapping | Sequence):
            pending.extend(tree.slots(one.node))
    return False


def _lines(text: str, slot: Slot, start: int, indent: int) -> tuple[str, ...]:
    """The lines from an offset to the end of an entry, each dedented by at most `indent` spaces."""
    end = slot.end
    if "\n" in text[start:end]:  # comments on its last line and below belong to it
        end = max(end, len(text[: lines_of(text, slot, floor=start)[1]].rstrip()))
    first, *rest = text[start:end].splitlines() or [""]
    return first.lstrip(" ") if line_start(text, start) == start else first, *(_dedented(line, indent) for line in rest)


def _dedented(line: str, indent: int) -> str:
    blanks = len(line) - len(line.lstrip(" "))
    return line[min(blanks, indent) :] if line.strip() else ""


def as_written(text: str, value: Any) -> Verbatim | None:
    """A typed value in YAML block style, to be inserted with its comments and quotes.

    None for any other value, which takes the style of its surroundings, and for one with anchors, whose names may be
    in use.
    """
    bare = dedent(text.replace("\r\n", "\n").strip("\n")).rstrip()
    node = read(Source(bare), Report())
    lines = tuple(bare.split("\n"))
    if not isinstance(node, Mapping | Sequence) or node.flow or "\t" in bare:
        return None
    parts = list(walk(node))
    if len({id(part) for part in parts}) < len(parts) or any(anchor_end(part) is not None for part in parts):
        return None
    return Verbatim(lines, True, value)
