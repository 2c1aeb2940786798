"""Expansion of shared values (anchors, aliases, merge keys), so that one place can be changed alone."""

from collections.abc import Iterator
from typing import Any

from hotcore.edits.text.serialize import item_lines, value_lines
from hotcore.edits.text.slots import CannotEdit, Slot, anchor_end, indentation
from hotcore.edits.text.text_edits import TextEdit
from hotcore.edits.text.tree import Shared, TextTree
from hotcore.edits.text.write import all_inserted, value_replaced
from hotcore.syntax import Mapping, Node, Path, Scalar, Sequence, to_plain


def separated(tree: TextTree, shared: Shared) -> list[TextEdit]:
    """The edits that separate a place from the others that share its value, without changing any data.

    An alias is expanded.  An anchor moves to the first of its aliases.
    """
    container, key = shared.container, shared.key
    if isinstance(container, Mapping) and tree.is_merged(container, key):
        return all_inserted(tree, _path_of(tree, container), [(key, to_plain(container.members[key]))])
    slot = tree.slot(container, key)
    if slot.is_alias:
        return [value_replaced(tree, container, slot, to_plain(slot.node))]
    return _handed_over(tree, slot, shared.anchor)


def nothing_lost(tree: TextTree, edits: list[TextEdit]) -> list[TextEdit]:
    """The edits; raises `Shared` if they remove an anchor that the remaining text uses."""
    if tree.everywhere or not any("&" in tree.text[edit.start : edit.end] for edit in edits):
        return edits
    kept = {id(slot.node) for _, slot in _slots(tree) if slot.is_alias and not _within(slot, edits)}
    for holder, slot in _slots(tree):
        if id(slot.node) in kept and not slot.is_alias and _within(slot, edits):
            key = slot.key.value if isinstance(slot.key, Scalar) else tree.slots(holder).index(slot)
            raise Shared(tree.shared_anchor(slot.node) or "", holder, key)
    return edits


def _within(slot: Slot, edits: list[TextEdit]) -> bool:
    return any(edit.start <= slot.start and slot.end <= edit.end for edit in edits)


def _handed_over(tree: TextTree, slot: Slot, anchor: str) -> list[TextEdit]:
    """The edits that move an anchor from a value to a copy of it at the first of its aliases."""
    behind = anchor_end(slot.node)
    assert behind is not None
    start = tree.text.index(f"&{anchor}", slot.node.start, behind)
    end = start + len(anchor) + 1
    if tree.text[end] in "\r\n":
        start -= len(tree.text[:start]) - len(tree.text[:start].rstrip(" "))
    else:
        end += 1
    return [TextEdit(start, end, ""), _first_alias_anchored(tree, slot.node, anchor)]


def _first_alias_anchored(tree: TextTree, node: Node, anchor: str) -> TextEdit:
    found = [(slot.value, holder, slot) for holder, slot in _slots(tree) if slot.is_alias and slot.node is node]
    if not found:
        raise CannotEdit("This cannot be changed here alone; edit the text.")
    _, holder, slot = min(found, key=lambda one: one[0])
    if isinstance(holder, Sequence) and not holder.flow:
        return _anchored_item(tree, slot, to_plain(node), anchor)
    edit = value_replaced(tree, holder, slot, to_plain(node))
    blank, text = ("", f" {edit.text}") if holder.flow else (" ", edit.text)
    return TextEdit(edit.start, edit.end, f"{blank}&{anchor}{text}")


def _anchored_item(tree: TextTree, slot: Slot, data: Any, anchor: str) -> TextEdit:
    """An item of a block list with an anchor, whose map or list begins on the next line."""
    first, rest = value_lines(data, tree.style)
    if isinstance(data, list):
        rest = [line and "  " + line for item in data for line in item_lines(item, tree.style)]
    indent = tree.style.newline + " " * indentation(tree.text, slot.start)
    below = "".join(indent + line if line else tree.style.newline for line in rest)
    return TextEdit(slot.mark, slot.end, f" &{anchor}{first and ' '}{first}{below}")


def _slots(tree: TextTree) -> Iterator[tuple[Mapping | Sequence, Slot]]:
    """Every entry and item of a text with the map or list that contains it, once."""
    seen: set[int] = set()
    pending: list[Node] = [tree.root]
    while pending:
        node = pending.pop()
        if isinstance(node, Mapping | Sequence) and id(node) not in seen:
            seen.add(id(node))
            for slot in tree.slots(node):
                yield node, slot
                pending.append(slot.node)


def _path_of(tree: TextTree, wanted: Node) -> Path:
    """The path of a map or list that is written in the text."""
    seen: set[int] = set()
    pending: list[tuple[Node, Path]] = [(tree.root, ())]
    while pending:
        node, path = pending.pop()
        if node is wanted:
            return path
        if id(node) in seen:
            continue
        seen.add(id(node))
        children: list[tuple[Any, Node]] = []
        if isinstance(node, Mapping):
            children = list(node.members.items())
        elif isinstance(node, Sequence):
            children = list(enumerate(node.items))
        pending.extend((child, (*path, key)) for key, child in children)
    raise CannotEdit("This cannot be changed here alone; edit the text.")
