"""Splitting of a text into its elements: top-level keys, and declarations in their sections."""

from collections.abc import Iterator

from hotcore.edits.text.slots import CannotEdit, Slot, anchor_end, line_start, next_line, stands_alone
from hotcore.edits.text.tree import TextTree
from hotcore.edits.text.write import entry_range
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping, Scalar

Element = tuple[str, ...]
"""The identity of a piece of text: `(section,)`, `(section, name)` for a declaration, or `REST` for the end."""

REST: Element = ("",)
_DECLARING = ("parameters", "conditions", "resources", "outputs", "parameter_defaults", "resource_registry")


@dataclass(frozen=True, slots=True)
class Piece:
    """An element as it is written: whole lines including its comments.

    `gap` is the text between it and the previous one: blank lines, and comments that belong to neither.
    """

    element: Element
    gap: str
    body: str


def pieces(text: str) -> list[Piece]:
    """The consecutive pieces of a text, which add up to the text with a line break at its end.

    Raises `CannotEdit` for a text without elements.
    """
    tree = TextTree(text)
    root = tree.root
    if not isinstance(root, Mapping) or root.flow or not tree.slots(root):
        raise CannotEdit("This text has no elements.")
    if not text.endswith(("\n", "\r")):
        tree = TextTree(text + tree.style.newline)
    found = list(_cut(tree))
    names = [piece.element for piece in found]
    if len(set(names)) < len(names) or "".join(piece.gap + piece.body for piece in found) != tree.text:
        raise CannotEdit("The elements of this text cannot be distinguished.")
    return found


def _cut(tree: TextTree) -> Iterator[Piece]:
    behind = 0
    for slot, start, end in _entries(tree, tree.slots(tree.root), 0):
        name = _name(slot)
        inner = tree.slots(slot.node) if _declares(tree, slot, name) else []
        if not inner:
            yield Piece((name,), tree.text[behind:start], tree.text[start:end])
            behind = end
            continue
        head = next_line(tree.text, slot.mark)
        yield Piece((name,), tree.text[behind:start], tree.text[start:head])
        behind = head
        for below, first, last in _entries(tree, inner, head):
            yield Piece((name, _name(below)), tree.text[behind:first], tree.text[first:last])
            behind = last
    yield Piece(REST, tree.text[behind:], "")


def _entries(tree: TextTree, found: list[Slot], floor: int) -> Iterator[tuple[Slot, int, int]]:
    for index, slot in enumerate(found):
        start, end = entry_range(tree, found, index)
        start = max(start, floor)
        yield slot, start, max(end, start)
        floor = end


def _name(slot: Slot) -> str:
    value = slot.key.value if isinstance(slot.key, Scalar) else None
    if not isinstance(value, str):
        raise CannotEdit("The elements of this text have no names.")
    return value


def _declares(tree: TextTree, slot: Slot, name: str) -> bool:
    """Whether a top-level entry is a section whose declarations are on lines of their own."""
    node = slot.node
    if name not in _DECLARING or slot.is_alias or not isinstance(node, Mapping) or node.flow or not node.entries:
        return False
    first = node.entries[0][0].start
    return (
        anchor_end(node) is None
        and line_start(tree.text, first) > slot.mark
        and stands_alone(tree.text, first)
        and next_line(tree.text, slot.mark) <= first
    )
