"""Omission of values: the text of an environment file without those of some parameters."""

import json
import re
from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import Any

from hotcore.diagnostics import Report
from hotcore.edits.draft import Draft, same
from hotcore.edits.text.slots import CannotEdit, Slot, line_end, line_start, next_line
from hotcore.edits.text.text_edits import TextEdit
from hotcore.edits.text.tree import TextTree
from hotcore.environment import SECTIONS
from hotcore.environment_values import Withheld
from hotcore.source import Source
from hotcore.syntax import Mapping, Node, Path, Scalar, Sequence, comments, read, to_plain, walk, write_yaml

_VALUES = ("parameters", "parameter_defaults")
_SHORTEST = 4
"""The minimum length of a value that is searched in comments; shorter ones occur there by chance."""

_MOST_COMPARED = 2_000_000
"""Comments times strings searched in each, about half a second; above that, all comments are removed."""

_NOT_READ = "This is not an environment file, so its values cannot be removed."


def without_values(text: str, names: Collection[str], own: Collection[str] = ()) -> str:
    """The text of an environment file without the entries of these parameters in `parameters` and
    `parameter_defaults`; everything else stays as it is written, including the `parameters` entries of those in `own`.

    Whatever reveals their values is removed too: other entries that share them by an alias, comments next to them, and
    comments that repeat a value or contain a name as `name: ...`.  If an entry cannot be removed from the text (it
    comes from a merge key, or its section occurs twice), the file is written from its data, without comments.  Raises
    `CannotEdit` for a text that is not an environment file.
    """
    tree = TextTree(text)
    if not names or to_plain(tree.root) is None:
        return text
    root = _checked(tree.root)
    withheld = Withheld(frozenset(names), frozenset(own))
    removed = _removed_entries(root, withheld)
    wanted = _without(root, removed)
    try:
        found = _edited(Draft(text, here=True, tree=tree), removed, names)
    except CannotEdit:
        return _written(wanted, tree)
    kept = read(Source(found), Report())
    is_clean = kept is not None and same(to_plain(kept), wanted) and not any(_remaining(kept, withheld))
    return found if is_clean else _written(wanted, tree)


def _checked(root: Node) -> Mapping:
    if not isinstance(root, Mapping):
        raise CannotEdit(_NOT_READ)
    for section in _VALUES:
        node = root.get(section)
        if not isinstance(node, Mapping | None) and to_plain(node) is not None:
            raise CannotEdit(_NOT_READ)
    return root


def _removed_entries(root: Mapping, withheld: Withheld) -> dict[Path, Node]:
    """The removed entries by path: those of the names, and those that share a node with them."""
    entries = dict(_entries(root))
    owners: dict[int, list[Path]] = {}
    for path, node in entries.items():
        for part in walk(node):
            owners.setdefault(id(part), []).append(path)
    pending = [path for path in entries if path[0] in _VALUES and withheld.has(str(path[0]), str(path[-1]))]
    removed: set[Path] = set()
    while pending:
        path = pending.pop()
        if path not in removed:
            removed.add(path)
            pending += (other for part in walk(entries[path]) for other in owners.pop(id(part), ()))
    return {path: node for path, node in entries.items() if path in removed}


def _entries(root: Mapping) -> Iterator[tuple[Path, Node]]:
    """The entries of all sections; an unknown section is one entry."""
    for section, node in root.members.items():
        if section in SECTIONS and isinstance(node, Mapping):
            yield from (((section, key), item) for key, item in node.members.items())
        elif section in SECTIONS and isinstance(node, Sequence):
            yield from (((section, at), item) for at, item in enumerate(node.items))
        else:
            yield (section,), node


def _without(root: Mapping, removed: Collection[Path]) -> dict[Hashable, Any]:
    """The data of the text without the removed entries."""
    found: dict[Hashable, Any] = {}
    for section, node in root.members.items():
        if section in SECTIONS and isinstance(node, Mapping):
            found[section] = {k: to_plain(item) for k, item in node.members.items() if (section, k) not in removed}
        elif section in SECTIONS and isinstance(node, Sequence):
            found[section] = [to_plain(item) for at, item in enumerate(node.items) if (section, at) not in removed]
        elif (section,) not in removed:
            found[section] = to_plain(node)
    return found


def _edited(draft: Draft, removed: dict[Path, Node], names: Collection[str]) -> str:
    """The text without the removed entries."""
    draft.replace_texts(list(_comments_removed(draft.tree, removed, names)), lambda data: data)
    by_section: dict[Path, list[Any]] = {}
    for path in removed:
        by_section.setdefault(path[:-1], []).append(path[-1])
    for section, keys in by_section.items():
        draft.remove_all(section, keys)
    return draft.text


def _comments_removed(tree: TextTree, removed: dict[Path, Node], names: Collection[str]) -> Iterator[TextEdit]:
    """The edits that remove comments which may reveal a removed value."""
    adjacent = [_lines(tree, tree.node(path[:-1]), tree.slot(tree.node(path[:-1]), path[-1])) for path in removed]
    texts = set(_texts(removed.values()))
    assigned = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)[\"']?\s*[:=]")
    found = list(comments(tree.text, tree.root))
    are_too_many = len(found) * (len(adjacent) + len(texts) + len(names)) > _MOST_COMPARED
    for comment in found:
        is_adjacent = are_too_many or any(start <= comment.start() < end for start, end in adjacent)
        if is_adjacent or assigned.search(comment.group()) or any(text in comment.group() for text in texts):
            yield _comment_removed(tree.text, comment.start(), comment.end())


def _comment_removed(text: str, start: int, end: int) -> TextEdit:
    """The removal of a comment: with its line if that has nothing else, otherwise with the spaces before it."""
    if not text[line_start(text, start) : start].strip():
        return TextEdit(line_start(text, start), next_line(text, end), "")
    return TextEdit(len(text[:start].rstrip(" \t")), end, "")


def _lines(tree: TextTree, container: Node, slot: Slot) -> tuple[int, int]:
    """The start and end of the lines of an entry; in a flow collection, including comment lines directly above it."""
    start = line_start(tree.text, slot.start)
    while isinstance(container, Mapping | Sequence) and container.flow and start > container.start:
        before = line_start(tree.text, start - 2 if tree.text[start - 2 : start] == "\r\n" else start - 1)
        if not tree.text[before:start].lstrip().startswith("#"):
            break
        start = before
    return start, line_end(tree.text, slot.end)


def _texts(nodes: Iterable[Node]) -> Iterator[str]:
    """The strings and numbers below nodes that are long enough to reveal a value, line by line."""
    for node in nodes:
        for part in walk(node):
            value = part.value if isinstance(part, Scalar) else None
            lines = str(value).splitlines() if isinstance(value, str | int | float) else []
            yield from (line.strip() for line in lines if len(line.strip()) >= _SHORTEST)


def _remaining(root: Node, withheld: Withheld) -> Iterator[str]:
    """Withheld names that still have a value, including in duplicate sections."""
    for section, node in root.entries if isinstance(root, Mapping) else ():
        if isinstance(section, Scalar) and section.value in _VALUES and isinstance(node, Mapping):
            written = (key.value for key, _ in node.entries if isinstance(key, Scalar))
            yield from (str(key) for key in (*written, *node.members) if withheld.has(section.value, str(key)))


def _written(data: dict[Hashable, Any], tree: TextTree) -> str:
    """The data written as a new text."""
    text = f"{json.dumps(data, ensure_ascii=False, indent=2)}\n" if tree.style.is_json else write_yaml(data)
    root = read(Source(text), Report())
    if root is None or not same(to_plain(root), data):
        raise CannotEdit("The file cannot be rewritten without these values.")
    return text
