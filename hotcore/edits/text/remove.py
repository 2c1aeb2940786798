"""What is written taken away, put elsewhere, or given another name."""

from collections.abc import Iterable
from typing import Any

from hotcore.edits.text.edit import TextEdit
from hotcore.edits.text.insert import entry_range, replaced
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
from hotcore.edits.text.tree import TextTree
from hotcore.syntax import Mapping, Path, Scalar, Sequence


def all_removed(tree: TextTree, path: Path, keys: Iterable[Any]) -> list[TextEdit]:
    """Without several entries or items of the map or list at a path, the comments that belong to them included."""
    keys = list(keys)
    container = tree.parent((*path, keys[0]))
    gone = _positions(tree, container, keys)
    found = tree.slots(container)
    if len(gone) == len(found):
        return _emptied(tree, path, container)
    if container.flow:
        return _flow_removed(found, gone)
    return _apart([_block_removed(tree, found, index) for index in sorted(gone)])


def _apart(edits: list[TextEdit]) -> list[TextEdit]:
    """Removals of which none begins before another ends."""
    apart: list[TextEdit] = []
    for edit in sorted(edits):
        if apart and edit.start < apart[-1].end:
            last = apart.pop()
            edit = TextEdit(last.start, max(last.end, edit.end), "")
        apart.append(edit)
    return apart


def _positions(tree: TextTree, container: Mapping | Sequence, keys: Iterable[Any]) -> set[int]:
    """All positions of keys, which may be given twice."""
    wanted = {(type(key), key): tree.slot(container, key) for key in keys}
    if isinstance(container, Sequence):
        return {key for _, key in wanted}
    named = ((at, slot.key.value) for at, slot in enumerate(tree.slots(container)) if isinstance(slot.key, Scalar))
    return {at for at, name in named if not isinstance(name, list) and (type(name), name) in wanted}  # !!binary


def _emptied(tree: TextTree, path: Path, container: Mapping | Sequence) -> list[TextEdit]:
    empty = "{}" if isinstance(container, Mapping) else "[]"
    if container.flow:
        # A map in a flow list need not have braces; the line breaks behind it are not its own.
        return [TextEdit(container.start, content_end(container), empty)]
    if not path:
        raise CannotEdit("A template cannot be without anything.")
    return replaced(tree, path, {} if isinstance(container, Mapping) else [])


def _flow_removed(found: list[Slot], gone: set[int]) -> list[TextEdit]:
    first = next(index for index in range(len(found)) if index not in gone)
    lead = [TextEdit(found[0].start, found[first].start, "")] if first else []
    return lead + [TextEdit(found[index - 1].end, found[index].end, "") for index in sorted(gone) if index > first]


def _block_removed(tree: TextTree, found: list[Slot], index: int) -> TextEdit:
    start, end = entry_range(tree, found, index)
    if not stands_alone(tree.text, found[index].start):  # what follows moves up behind the `-`
        while end < len(tree.text) and tree.text[end] in " \t\r\n":
            end += 1
        return TextEdit(found[index].start, end, "")
    if _blank_above(tree, start) or index == 0:
        end = _behind_blanks(tree, end)
    if end == len(tree.text) and start and not tree.text.endswith(("\n", "\r")):
        start = line_end(tree.text, line_start(tree.text, start - 1))
    return TextEdit(start, end, "")


def _blank_above(tree: TextTree, start: int) -> bool:
    return start > 1 and not tree.text[line_start(tree.text, start - 1) : start].strip()


def _behind_blanks(tree: TextTree, end: int) -> int:
    """Where the blank lines at an offset end."""
    while end < len(tree.text) and not tree.text[end : line_end(tree.text, end)].strip():
        behind = next_line(tree.text, end)
        if behind == end:
            break
        end = behind
    return end


def renamed(tree: TextTree, path: Path, key: str) -> list[TextEdit]:
    """Another key for an entry, in the quotes of the old one."""
    container = tree.parent(path)
    slot = tree.slot(container, path[-1])
    node = slot.key
    if not isinstance(node, Scalar) or anchor_end(node) is not None:
        raise CannotEdit("An item of a list has no name.")
    if isinstance(container, Mapping) and key in container.members:
        raise CannotEdit(f"There is a `{key}` already.")
    return [TextEdit(node.start, node.end, name_text(tree, node, key, flow=container.flow))]


def name_text(tree: TextTree, node: Scalar, name: str, *, flow: bool) -> str:
    """A name as it is written in place of another."""
    if node.style == '"' and name.isprintable() and not set('"\\') & set(name):
        return f'"{name}"'
    if node.style == "'" and name.isprintable():
        return "'" + name.replace("'", "''") + "'"
    return scalar_text(name, tree.style, flow=flow)


def moved(tree: TextTree, path: Path, index: int) -> list[TextEdit]:
    """An entry or item at another position among its neighbours; what stands between them stays in place."""
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
    """The text of an entry that moves as a whole: from its first comment to its last line, without blanks."""
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
