"""Edits of values: properties, function calls, and promotion to parameters and outputs."""

from collections.abc import Callable, Mapping
from typing import Any

from hotcore.edits.declarations import add, remove_value
from hotcore.edits.draft import Draft
from hotcore.edits.text.copy import taken
from hotcore.edits.text.serialize import plain
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.text_edits import TextEdit
from hotcore.runtime import regex
from hotcore.syntax import Path, Scalar, Sequence

_FILE_NAME = regex(r"(?!\.)[\w. ()+-]{1,180}")


def put(draft: Draft, path: Path, data: Any) -> None:
    """Sets the value at a path; missing maps on the way are created, and a list may grow by one item.

    Properties are inserted before the fields that usually follow them.
    """
    missing = next((length for length in range(1, len(path)) if not draft.tree.leads(path[:length])), None)
    if missing is None:
        if _is_next_item(draft, path):
            draft.insert(path[:-1], None, data)
        else:
            draft.set(path, data)
        return
    for key in reversed(path[missing:]):
        data = [data] if key == 0 else {key: data}
    if _is_next_item(draft, path[:missing]):
        draft.insert(path[: missing - 1], None, data)
        return
    index = _field_position(draft, path[: missing - 1], path[missing - 1]) if missing == 3 else None
    draft.insert(path[: missing - 1], path[missing - 1], data, index)


def rewrite(draft: Draft, path: Path, data: Any) -> None:
    """Makes the value at a path what is given, and leaves alone every part of it that is that already."""
    before = draft.plain(path)
    if before == data and type(before) is type(data):
        return
    if isinstance(before, dict) and isinstance(data, dict) and list(before) == list(data):
        for key, value in data.items():
            rewrite(draft, (*path, key), value)
        return
    if not (isinstance(before, list) and isinstance(data, list) and before and data):
        draft.set(path, data)
        return
    same = next((at for at, pair in enumerate(zip(before, data, strict=False)) if pair[0] != pair[1]), len(data))
    if len(data) < len(before) and data[same:] == before[same + len(before) - len(data) :]:
        draft.remove_all(path, list(range(same, same + len(before) - len(data))))
        return
    for at, value in enumerate(data[: len(before)]):
        rewrite(draft, (*path, at), value)
    for value in data[len(before) :]:
        draft.insert(path, None, value)
    if len(before) > len(data):
        draft.remove_all(path, list(range(len(data), len(before))))


def _is_next_item(draft: Draft, path: Path) -> bool:
    """Whether a path leads to the position after the last item of a list."""
    parent = draft.tree.node(path[:-1]) if type(path[-1]) is int else None
    return isinstance(parent, Sequence) and path[-1] == len(parent.items)


_FIELDS = ("type", "description", "condition", "external_id", "properties", "metadata", "depends_on", "update_policy",
           "deletion_policy")  # fmt: skip


def _field_position(draft: Draft, path: Path, key: Any) -> int | None:
    """The position for a new field of a resource among the existing ones."""
    if path[:1] != ("resources",) or key not in _FIELDS:
        return None
    keys = [getattr(slot.key, "value", None) for slot in draft.tree.slots(draft.tree.node(path))]
    before = _FIELDS[: _FIELDS.index(key)]
    return max((index + 1 for index, other in enumerate(keys) if other in before), default=0)


def duplicate_item(draft: Draft, path: Path) -> None:
    """Inserts a copy of an item of a list after it, as it is written."""
    index = path[-1]
    if type(index) is not int or not draft.tree.has(path):
        raise CannotEdit("Only an item of a list can be duplicated here.")
    draft.insert(path[:-1], None, taken(draft.tree, path), index + 1)


def unset(draft: Draft, path: Path, *, alone: bool = False) -> None:
    """Removes a value, and the maps and lists above it that this leaves empty, up to a resource's own fields; with
    `alone`, these stay."""
    if alone:
        draft.remove(path)
    else:
        remove_value(draft, path)


def wrap(draft: Draft, path: Path, around: Callable[[Callable[[Path], Any]], Any]) -> None:
    """Wraps a value, or parts of it by their paths, in something such as a function call; they stay as they are
    written."""
    draft.set(path, around(lambda inner: taken(draft.tree, (*path, *inner))))


def unwrap(draft: Draft, path: Path, inner: Path) -> None:
    """Replaces a value with a part of it, at a path within it."""
    draft.set(path, taken(draft.tree, (*path, *inner)))


def make_parameter(draft: Draft, path: Path, name: str, declaration: Mapping[str, Any]) -> None:
    """Adds a parameter with a literal value as its default, and replaces the value with a call that reads it."""
    value = taken(draft.tree, path)
    if isinstance(plain(value), dict) and declaration.get("type") != "json":
        raise CannotEdit("A parameter for a map must be of type `json`.")
    add(draft, "parameters", name, {**declaration, "default": value})
    draft.set(path, {"get_param": name})


def move_into_file(draft: Draft, path: Path, file: str) -> None:
    """Makes a text a new file next to the template, and replaces it with a call that reads the file."""
    text = draft.plain(path)
    if not isinstance(text, str):
        raise CannotEdit("Only a text can be moved into a file.")
    if not _FILE_NAME.fullmatch(file):
        raise CannotEdit(f"`{file}` is not a name for a file: letters, digits, spaces and `._-+()` make one.")
    draft.files[file] = text
    draft.set(path, {"get_file": file})


def make_output(draft: Draft, path: Path, name: str, description: str = "") -> None:
    """Adds an output with a copy of a value."""
    about = {"description": description} if description else {}
    add(draft, "outputs", name, {**about, "value": taken(draft.tree, path)})


def set_version(draft: Draft, version: str) -> None:
    """Sets the template version, quoted like the old one."""
    node = draft.tree.node(("heat_template_version",))
    if not isinstance(node, Scalar):
        raise CannotEdit("`heat_template_version` is not a string; edit the text.")
    text = f"{node.style}{version}{node.style}" if node.style in ("'", '"') else version
    edits = [TextEdit(node.start, node.end, text)]
    draft.replace_texts(edits, lambda data: {**data, "heat_template_version": version})
