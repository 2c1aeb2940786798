"""Renaming of a file of a bundle: the file names in templates and environments that change with it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hotcore.bundle_files import BundleFiles
from hotcore.edits.draft import Draft
from hotcore.edits.text.remove import name_text
from hotcore.edits.text.text_edits import TextEdit
from hotcore.edits.text.tree import TextTree
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Path, Scalar, Sequence
from hotcore.template import Bundle, occurrences

_SCHEME = "file://"


def file_renamed(text: str, files: Mapping[str, str], old: str, new: str, at: str | None = None) -> str:
    """A text after `old` is renamed to `new` in a bundle.

    `at` is the path of the text; if it is the renamed file itself, the relative names in it change too.  Names that
    still lead to the same file stay as they are written.  Raises `CannotEdit` if the text cannot be edited.
    """
    draft = Draft(text)
    before, moved = Bundle(files), new if at == old else at
    renamed = {new if path == old else path: content for path, content in files.items()}
    after = Bundle(BundleFiles(renamed, before.files.folder))
    changed: list[tuple[Path, Scalar, str]] = []
    for path, node in _names(draft.tree.root):
        key = before.key(node.value, at)
        target = new if key == old else key
        if target is None or after.key(node.value, moved) == target:
            continue
        scheme = _SCHEME if node.value.startswith(_SCHEME) else ""
        changed.append((path, node, scheme + after.files.name_for(target, moved)))
    if changed:
        edits = {node.start: _edit(draft.tree, path, node, name) for path, node, name in changed}
        draft.replace_texts(list(edits.values()), _with_names({path: name for path, _, name in changed}))
    return draft.text


def _names(root: Node) -> Iterator[tuple[Path, Scalar]]:
    """Every scalar that may name a file: arguments of `get_file`, types, and what a registry maps types to."""
    if not isinstance(root, MappingNode):
        return
    for use in occurrences(root):
        if use.kind == "files":
            yield use.path, use.node
    for section in ("resources", "resource_registry"):
        if section in root.members:
            yield from _below(root.members[section], (section,), types=section == "resources")


def _below(node: Node, path: Path, *, types: bool) -> Iterator[tuple[Path, Scalar]]:
    pending: list[tuple[Node, Path]] = [(node, path)]
    while pending:
        item, where = pending.pop()
        if isinstance(item, Scalar):
            if isinstance(item.value, str) and (not types or where[-1] == "type"):
                yield where, item
        elif isinstance(item, MappingNode):
            pending.extend((child, (*where, key)) for key, child in item.members.items())
        elif isinstance(item, Sequence):
            pending.extend((child, (*where, index)) for index, child in enumerate(item.items))


def _edit(tree: TextTree, path: Path, node: Scalar, name: str) -> TextEdit:
    container = tree.node(path[:-1])
    flow = isinstance(container, MappingNode | Sequence) and container.flow
    return TextEdit(node.start, node.end, name_text(tree, node, name, flow=flow))


def _with_names(names: Mapping[Path, str]) -> Callable[[Any], Any]:
    """A function that replaces the names at some paths of data."""

    def expected(data: Any, path: Path = ()) -> Any:
        if path in names:
            return names[path]
        if isinstance(data, dict):
            return {key: expected(value, (*path, key)) for key, value in data.items()}
        if isinstance(data, list):
            return [expected(value, (*path, index)) for index, value in enumerate(data)]
        return data

    return expected
