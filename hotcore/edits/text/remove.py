"""Removal, moving and renaming of entries and items."""

from collections.abc import Iterable
from typing import Any

from hotcore.edits.text.serialize import scalar_text
from hotcore.edits.text.slots import (
    CannotEdit,
    Slot,
    anchor_end,
    content_end,
    line_end,
    line_start,
    next_line,
    stands_alone,
)
from hotcore.edits.text.text_edits import TextEdit
from hotcore.edits.text.tree import TextTree
from hotcore.edits.text.write import entry_range, replaced
from hotcore.syntax import Mapping, Path, Scalar, Sequence


def all_removed(tree: TextTree, path: Path, keys: Iterable[Any]) -> list[TextEdit]:
    """The edits that remove entries or items of the map or list at a path, including their comments."""
    keys = list(keys)
    container = tree.parent((*path, keys[0]))
    removed = _positions(tree, container, keys)
    found = tree.slots(container)
    if len(removed) == len(found):
        return _emptied(tree, path, container)
    if container.flow:
        return _flow_removed(found, removed)
    return _merged([_block_removed(tree, found, index) for index in sorted(removed)])


def _merged(edits: list[TextEdit]) -> list[TextEdit]:
    """The removals, with overlapping ones merged."""
    merged: list[TextEdit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if merged and edit.start < merged[-1].end:
            last = merged.pop()
            edit = TextEdit(last.start, max(last.end, edit.end), "")
        merged.append(edit)
    return merged


def _positions(tree: TextTree, container: Mapping | Sequence, keys: Iterable[Any]) -> set[int]:
    """All positions of keys, which must be there."""
    for key in keys:
        tree.slot(container, key)
    if isinstance(container, Sequence):
        return set(keys)
    return {at for key in keys for at in tree.positions(container, key)}


def _emptied(tree: TextTree, path: Path, container: Mapping | Sequence) -> list[TextEdit]:
    empty = "{}" if isinstance(container, Mapping) else "[]"
    if container.flow:
        # A map in a flow list may lack braces; the line breaks after it do not belong to it.
        return [TextEdit(container.start, content_end(container), empty)]
    if not path:
        raise CannotEdit("A template cannot be empty.")
    return replaced(tree, path, {} if isinstance(container, Mapping) else [])


def _flow_removed(found: list[Slot], removed: set[int]) -> list[TextEdit]:
    first = next(index for index in range(len(found)) if index not in removed)
    lead = [TextEdit(found[0].start, found[first].start, "")] if first else []
    return lead + [TextEdit(found[index - 1].end, found[index].end, "") for index in sorted(removed) if index > first]


def _block_removed(tree: TextTree, found: list[Slot], index: int) -> TextEdit:
    start, end = entry_range(tree, found, index)
    if not stands_alone(tree.text, found[index].start):  # what follows moves up to the `-`
        while end < len(tree.text) and tree.text[end] in " \t\r\n":
            end += 1
        return TextEdit(found[index].start, end, "")
    if _blank_above(tree, start) or index == 0:
        end = _after_blank_lines(tree, end)
    if end == len(tree.text) and start and not tree.text.endswith(("\n", "\r")):
        start = line_end(tree.text, line_start(tree.text, start - 1))
    return TextEdit(start, end, "")


def _blank_above(tree: TextTree, start: int) -> bool:
    return start > 1 and not tree.text[line_start(tree.text, start - 1) : start].strip()


def _after_blank_lines(tree: TextTree, end: int) -> int:
    """The end of the blank lines at an offset."""
    while end < len(tree.text) and not tree.text[end : line_end(tree.text, end)].strip():
        behind = next_line(tree.text, end)
        if behind == end:
            break
        end = behind
    return end


def renamed(tree: TextTree, path: Path, key: str) -> list[TextEdit]:
    """The edits that rename the key of an entry, quoted like the old one."""
    container = tree.parent(path)
    slot = tree.slot(container, path[-1])
    node = slot.key
    if not isinstance(node, Scalar) or anchor_end(node) is not None:
        raise CannotEdit("An item of a list has no name.")
    if isinstance(container, Mapping) and key in container.members:
        raise CannotEdit(f"There is already a `{key}`.")
    return [TextEdit(node.start, node.end, name_text(tree, node, key, flow=container.flow))]


def name_text(tree: TextTree, node: Scalar, name: str, *, flow: bool) -> str:
    """A name as it is written in place of another, quoted like that one."""
    if node.style == '"' and name.isprintable() and not set('"\\') & set(name):
        return f'"{name}"'
    if node.style == "'" and name.isprintable():
        return "'" + name.replace("'", "''") + "'"
    return scalar_text(name, tree.style, flow=flow)


def moved(tree: TextTree, path: Path, index: int) -> list[TextEdit]:
    """The edits that move an entry or item to another position; the text between entries stays in place."""
    container = tree.parent(path)
    found = tree.slots(container)
    old = max(_positions(tree, container, [path[-1]]))
    index = max(0, min(index, len(found) - 1))
    if old == index:
        return []
    order = list(range(len(found)))
    order.insert(index, order.pop(old))
    chunks = [_chunk(tree, container, found, position) for position in range(len(found))]
    return [
        TextEdit(*chunks[place], tree.text[slice(*chunks[source])])
        for place, source in enumerate(order)
        if place != source
    ]


def _chunk(tree: TextTree, container: Mapping | Sequence, found: list[Slot], index: int) -> tuple[int, int]:
    """The range of an entry that moves as a whole: from its first comment to its last line, without indentation."""
    slot = found[index]
    if container.flow:
        return slot.start, slot.end
    start, end = entry_range(tree, found, index)
    if stands_alone(tree.text, slot.start):
        start += len(tree.text[start : slot.start]) - len(tree.text[start : slot.start].lstrip(" "))
        start = min(start, slot.start)
    last = end
    while last > slot.end and tree.text[last - 1] in "\r\n":
        last -= 1
    return start, last
