"""Edits of values: properties, links between resources, functions around values, literals made into parameters."""

from collections.abc import Callable, Mapping
from typing import Any

from hotcore.edits.declarations import add, forget, forget_all, take_out
from hotcore.edits.draft import Draft
from hotcore.edits.text.copy import taken
from hotcore.edits.text.edit import TextEdit
from hotcore.edits.text.serialize import plain
from hotcore.edits.text.slots import CannotEdit
from hotcore.syntax import Path, Scalar, Sequence
from hotcore.template import Occurrence, occurrences


def put(draft: Draft, path: Path, data: Any) -> None:
    """Gives what is at a path another value; maps on the way that are not there are made, and a list may grow by one.

    Properties come before the other fields that people write below them.
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


def _is_next_item(draft: Draft, path: Path) -> bool:
    """Whether a path leads to the place behind the last item of a list."""
    parent = draft.tree.node(path[:-1]) if type(path[-1]) is int else None
    return isinstance(parent, Sequence) and path[-1] == len(parent.items)


_FIELDS = ("type", "description", "condition", "external_id", "properties", "metadata", "depends_on", "update_policy",
           "deletion_policy")  # fmt: skip


def _field_position(draft: Draft, path: Path, key: Any) -> int | None:
    """Where a field of a resource goes among those that are there."""
    if path[:1] != ("resources",) or key not in _FIELDS:
        return None
    keys = [getattr(slot.key, "value", None) for slot in draft.tree.slots(draft.tree.node(path))]
    before = _FIELDS[: _FIELDS.index(key)]
    return max((index + 1 for index, other in enumerate(keys) if other in before), default=0)


def unset(draft: Draft, path: Path, *, alone: bool = False) -> None:
    """Takes a value away, and the maps and lists above it that this leaves empty, up to a resource's own fields; these
    stay when it goes `alone`."""
    if alone:
        draft.remove(path)
    else:
        take_out(draft, path)


def connect(draft: Draft, source: str, target: str, path: Path | None = None) -> None:
    """Makes a resource need another: by `get_resource` at a path below its properties, or by `depends_on`.

    A `-` in the path stands for a new item of a list.
    """
    for name in (source, target):
        if not draft.tree.has(("resources", name)):
            raise CannotEdit(f"There is no resource `{name}`.")
    if path is None:
        _depend(draft, source, target)
        return
    data: Any = {"get_resource": target}
    whole = ("resources", source, "properties", *path)
    if ITEM not in path:
        put(draft, whole, data)
        return
    at = whole.index(ITEM)
    for key in reversed(whole[at + 1 :]):
        data = [data] if key == ITEM else {key: data}
    if draft.tree.has(whole[:at]):
        draft.insert(whole[:at], None, data)
    else:
        put(draft, whole[:at], [data])


ITEM = "-"
"""Stands in a path for a new item of a list."""


def _depend(draft: Draft, source: str, target: str) -> None:
    path = ("resources", source, "depends_on")
    old = draft.plain(path) if draft.tree.has(path) else None
    if target in (old if isinstance(old, list) else [old]):
        raise CannotEdit(f"`{source}` depends on `{target}` already.")
    if old is None:
        put(draft, path, target)
    elif isinstance(old, list):
        draft.insert(path, None, target)
    else:
        draft.set(path, [old, target])


def disconnect(draft: Draft, source: str, target: str, path: Path | None = None) -> None:
    """Takes away everything by which a resource needs another, or what stands at one path below it."""
    own = ("resources", source, *(path or ()))

    def goes(use: Occurrence) -> bool:
        return use.kind == "resources" and use.name == target and use.path[: len(own)] == own

    if path is None:
        forget_all(draft, goes)
    elif found := [use for use in occurrences(draft.tree.root) if goes(use)]:
        forget(draft, found[-1])  # what follows it in a list moves up


def wrap(draft: Draft, path: Path, around: Callable[[Callable[[Path], Any]], Any]) -> None:
    """Puts something, such as a function call, around a value or parts of it, by their paths within it; they are kept
    as they are written."""
    draft.set(path, around(lambda inner: taken(draft.tree, (*path, *inner))))


def unwrap(draft: Draft, path: Path, inner: Path) -> None:
    """Puts a part of a value, at a path within it, in place of the whole."""
    draft.set(path, taken(draft.tree, (*path, *inner)))


def make_parameter(draft: Draft, path: Path, name: str, declaration: Mapping[str, Any]) -> None:
    """Makes a literal value a parameter with that value as its default, and reads the parameter in its place."""
    value = taken(draft.tree, path)
    if isinstance(plain(value), dict) and declaration.get("type") != "json":
        raise CannotEdit("A map becomes a parameter of the type `json`.")
    add(draft, "parameters", name, {**declaration, "default": value})
    draft.set(path, {"get_param": name})


def make_output(draft: Draft, path: Path, name: str, description: str = "") -> None:
    """Makes a copy of a value an output."""
    about = {"description": description} if description else {}
    add(draft, "outputs", name, {**about, "value": taken(draft.tree, path)})


def set_version(draft: Draft, version: str) -> None:
    """Gives the template another version, in the quotes of the old one or without."""
    node = draft.tree.node(("heat_template_version",))
    if not isinstance(node, Scalar):
        raise CannotEdit("The version of this template is no text.")
    text = f"{node.style}{version}{node.style}" if node.style in ("'", '"') else version
    edits = [TextEdit(node.start, node.end, text)]
    draft.replace_texts(edits, lambda data: {**data, "heat_template_version": version})
