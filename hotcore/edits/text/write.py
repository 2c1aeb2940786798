"""Writing of data into a text: insertion, and replacement of values."""

from typing import Any

from hotcore.edits.text.serialize import entry_lines, flow_text, item_lines, json_lines, scalar_text, value_lines
from hotcore.edits.text.slots import (
    CannotEdit,
    Slot,
    anchor_end,
    indentation,
    line_end,
    line_start,
    lines_of,
    stands_alone,
)
from hotcore.edits.text.text_edits import TextEdit
from hotcore.edits.text.tree import Shared, TextTree
from hotcore.runtime import regex
from hotcore.syntax import Mapping, Node, Path, Scalar, Sequence

_MOST_LOOKED_AT = 50
"""Gaps between entries that show how entries are separated."""

_BLOCK_HEADER = regex(r"(?:[&!]\S+\s+)*[|>][-+\d]*([ \t]+#(?:.*\S)?)\s*$")
"""The first line of a block scalar with a comment, which is not part of its text."""

Entries = list[tuple[Any, Any]]
"""Keys with their values; items of a list have None as their key."""


def replaced(tree: TextTree, path: Path, data: Any) -> list[TextEdit]:
    """The edits that replace the value at a path."""
    container = tree.parent(path)
    slot = tree.slot(container, path[-1])
    if not slot.is_alias and not tree.everywhere and (name := tree.shared_anchor(slot.node)):
        raise Shared(name, container, path[-1])
    return [value_replaced(tree, container, slot, data)]


def value_replaced(tree: TextTree, container: Mapping | Sequence, slot: Slot, data: Any) -> TextEdit:
    """The edit that replaces the value after the colon or dash of an entry."""
    if container.flow:
        return _flow_replaced(tree, container, slot, data)
    return _block_replaced(tree, container, slot, data)


def _flow_replaced(tree: TextTree, container: Mapping | Sequence, slot: Slot, data: Any) -> TextEdit:
    text = _scalar_like(tree, slot, data)
    if text is None:
        text = _flow_lines(tree, container, data)
    if slot.is_empty and slot.key is not None:
        text = (" " if tree.text[slot.mark - 1 : slot.mark] == ":" else ": ") + text
    return TextEdit(slot.value, slot.end, text)


def _flow_lines(tree: TextTree, container: Mapping | Sequence, data: Any) -> str:
    """Data for a flow collection: on one line, or as JSON on several."""
    several = "\n" in tree.text[container.start : container.end]
    if not (tree.style.is_json and several):
        return flow_text(data, tree.style)
    first = tree.slots(container)[0] if tree.slots(container) else None
    indent = indentation(tree.text, first.start) if first else tree.style.step
    return (tree.style.newline + " " * indent).join(json_lines(data, tree.style))


def _block_replaced(tree: TextTree, container: Mapping | Sequence, slot: Slot, data: Any) -> TextEdit:
    first = _scalar_like(tree, slot, data)
    rest: list[str] = []
    if first is None:
        first, rest = _block_value(tree, container, data)
    indent = tree.style.newline + " " * indentation(tree.text, slot.start)
    below = "".join(indent + line if line else tree.style.newline for line in rest)
    same_line = not slot.is_empty and line_start(tree.text, slot.value) <= slot.mark
    blanks = tree.text[slot.mark : slot.value] if same_line and first else ""
    head = (blanks or " ") + first if first else ""
    end, comment = slot.end, ""
    if not same_line:
        comment = tree.text[slot.mark : line_end(tree.text, slot.mark)].rstrip()
        end = max(slot.end, slot.mark + len(comment))
    elif found := _BLOCK_HEADER.match(tree.text, slot.value, line_end(tree.text, slot.value)):
        comment = found[1] if isinstance(slot.node, Scalar) and slot.node.style in ("|", ">") else ""
    elif rest:
        behind = tree.text[slot.end : line_end(tree.text, slot.end)]
        if behind.strip().startswith("#"):
            comment, end = behind.rstrip(), slot.end + len(behind.rstrip())
    return TextEdit(slot.mark, end, head + comment + below)


def _block_value(tree: TextTree, container: Mapping | Sequence, data: Any) -> tuple[str, list[str]]:
    if isinstance(container, Mapping):
        return value_lines(data, tree.style)
    lines = item_lines(data, tree.style)
    return lines[0][1:].lstrip(" "), lines[1:]


def _scalar_like(tree: TextTree, slot: Slot, data: Any) -> str | None:
    """A string in the quotes of the string that it replaces; None if the old value has none."""
    old = slot.node
    if slot.is_alias or not isinstance(old, Scalar) or not isinstance(data, str):
        return None
    if old.style not in ("'", '"') or not data.isprintable() or tree.style.is_json:
        return None
    anchor = anchor_end(old)
    if anchor is not None:
        return None
    if old.style == "'":
        return "'" + data.replace("'", "''") + "'"
    return '"' + data.replace("\\", "\\\\").replace('"', '\\"') + '"'


def all_inserted(
    tree: TextTree, path: Path, new: Entries, index: int | None = None, *, apart: bool = False
) -> list[TextEdit]:
    """The edits that insert consecutive entries (or, with None as keys, items) into the map or list at a path.

    They go to a position or else to the end; `apart` puts blank lines between them even if the others have none.
    """
    container = tree.node(path)
    if path:
        _check_own(tree, path)
    in_map = new[0][0] is not None
    if isinstance(container, Scalar) and container.value is None:
        return replaced(tree, path, _whole(new))
    found = tree.slots(container)
    assert isinstance(container, Mapping | Sequence)
    if isinstance(container, Mapping) != in_map:
        raise CannotEdit("A list takes items without keys; a map takes entries with keys.")
    index = len(found) if index is None else min(index, len(found))
    if not found:
        return _into_empty(tree, path, container, new)
    if container.flow:
        return [_flow_inserted(tree, container, found, index, new)]
    apart = apart or _separated(tree, found) or (not path and len(found) == 1)  # sections are separated by blank lines
    entries = [item_lines(data, tree.style) if key is None else entry_lines(key, data, tree.style) for key, data in new]
    lines = entries[0]
    for entry in entries[1:]:
        lines = [*lines, *([""] if apart else []), *entry]
    return [_block_inserted(tree, found, index, lines, apart=apart)]


def _check_own(tree: TextTree, path: Path) -> None:
    """Raises `Shared` if the map or list at a path is used elsewhere too."""
    if tree.everywhere:
        return
    holder = tree.parent(path)
    if isinstance(holder, Mapping) and tree.is_merged(holder, path[-1]):
        raise Shared(tree.merged_from(holder, path[-1]), holder, path[-1])
    tree.check_own(holder, path[-1], tree.slot(holder, path[-1]))


def _whole(new: Entries) -> Any:
    return [data for _, data in new] if new[0][0] is None else dict(new)


def _into_empty(tree: TextTree, path: Path, container: Mapping | Sequence, new: Entries) -> list[TextEdit]:
    if path:
        return replaced(tree, path, _whole(new))
    return [TextEdit(container.start, container.end, flow_text(_whole(new), tree.style))]


def _flow_inserted(
    tree: TextTree, container: Mapping | Sequence, found: list[Slot], index: int, new: Entries
) -> TextEdit:
    at = found[min(index, len(found) - 1)].start
    gap = tree.style.newline + " " * indentation(tree.text, at) if stands_alone(tree.text, at) else " "
    text = f",{gap}".join(_flow_entry(tree, container, key, data) for key, data in new)
    if index < len(found):
        return TextEdit(at, at, f"{text},{gap}")
    last = found[-1]
    comma = _comma_behind(tree, last, container)
    end = last.end if comma is None else comma + 1
    return TextEdit(end, end, f"{gap}{text}" if comma is not None else f",{gap}{text}")


def _flow_entry(tree: TextTree, container: Mapping | Sequence, key: Any, data: Any) -> str:
    text = _flow_lines(tree, container, data)
    if key is None:
        return text
    return f"{scalar_text(str(key) if tree.style.is_json else key, tree.style, flow=True)}: {text}"


def _comma_behind(tree: TextTree, slot: Slot, container: Node) -> int | None:
    """The position of a trailing comma, which YAML allows."""
    offset = slot.end
    while offset < container.end and tree.text[offset] in " \t\r\n":
        offset += 1
    return offset if tree.text[offset : offset + 1] == "," and offset < container.end else None


def _block_inserted(tree: TextTree, found: list[Slot], index: int, lines: list[str], *, apart: bool) -> TextEdit:
    newline = tree.style.newline
    indent = " " * indentation(tree.text, found[0].start)
    new = newline.join(indent + line if line else "" for line in lines)
    blank = newline if apart else ""
    if index < len(found):
        at = entry_range(tree, found, index)[0]
        if not stands_alone(tree.text, found[index].start):
            return TextEdit(at, at, new.lstrip(" ") + newline + blank + indent)
        return TextEdit(at, at, new + newline + blank)
    at = entry_range(tree, found, len(found) - 1)[1]
    if at and tree.text[at - 1] not in "\r\n":
        return TextEdit(at, at, newline + blank + new)
    return TextEdit(at, at, blank + new + newline)


def entry_range(tree: TextTree, found: list[Slot], index: int) -> tuple[int, int]:
    """The whole lines of an entry, including its comments."""
    floor = found[index - 1].end if index else 0
    return lines_of(tree.text, found[index], floor=floor)


def _separated(tree: TextTree, found: list[Slot]) -> bool:
    """Whether most of the first entries have a blank line between them."""
    gaps = [
        tree.text[entry_range(tree, found, index)[1] : entry_range(tree, found, index + 1)[0]]
        for index in range(min(len(found) - 1, _MOST_LOOKED_AT))
    ]
    blank = sum(1 for gap in gaps if "\n" in gap and any(not line.strip() for line in gap.splitlines()))
    return bool(gaps) and 2 * blank > len(gaps)
