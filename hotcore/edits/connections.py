"""Edits that make one resource depend on another, and that remove what makes it."""

from typing import Any

from hotcore.edits.declarations import remove_use, remove_uses
from hotcore.edits.draft import Draft
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.values import put
from hotcore.syntax import Path
from hotcore.template import Occurrence, occurrences

ITEM = "-"
"""A new item of a list, in a path."""


def dotted(path: Path) -> str:
    """A path below the properties of a resource as people read it: `networks.network`, `resource_def.networks.network`.

    The items of lists are left out, and the key `properties` between a group and what its members have.
    """
    return ".".join(key for key in path if isinstance(key, str) and key not in (ITEM, "properties"))


def connect(
    draft: Draft, source: str, target: str, path: Path | None = None, attribute: str | tuple[Any, ...] = ""
) -> None:
    """Makes a resource depend on another: by a call at a path below its properties, or by `depends_on`.

    The call is `get_attr` of an attribute, with keys into its value if there are any, or else `get_resource`. A `-` in
    the path is a new item of a list.
    """
    for name in (source, target):
        if not draft.tree.has(("resources", name)):
            raise CannotEdit(f"There is no resource `{name}`.")
    if path is None:
        _depend(draft, source, target)
        return
    keys = (attribute,) if isinstance(attribute, str) else attribute
    data: Any = {"get_attr": [target, *keys]} if attribute else {"get_resource": target}
    write(draft, ("resources", source, "properties", *path), data)


def write(draft: Draft, path: Path, data: Any) -> None:
    """Sets the value at a path, in which a `-` is a new item of a list."""
    if ITEM not in path:
        put(draft, path, data)
        return
    at = path.index(ITEM)
    for key in reversed(path[at + 1 :]):
        data = [data] if key == ITEM else {key: data}
    if draft.tree.has(path[:at]):
        draft.insert(path[:at], None, data)
    else:
        put(draft, path[:at], [data])


def _depend(draft: Draft, source: str, target: str) -> None:
    path = ("resources", source, "depends_on")
    old = draft.plain(path) if draft.tree.has(path) else None
    if target in (old if isinstance(old, list) else [old]):
        raise CannotEdit(f"`{source}` already depends on `{target}`.")
    if old is None:
        put(draft, path, target)
    elif isinstance(old, list):
        draft.insert(path, None, target)
    else:
        draft.set(path, [old, target])


def disconnect(draft: Draft, source: str, target: str, path: Path | None = None) -> None:
    """Removes all references from a resource to another, or only those at one path below it."""
    own = ("resources", source, *(path or ()))

    def is_selected(use: Occurrence) -> bool:
        return use.kind == "resources" and use.name == target and use.path[: len(own)] == own

    if path is None:
        remove_uses(draft, is_selected)
    elif found := [use for use in occurrences(draft.tree.root) if is_selected(use)]:
        remove_use(draft, found[-1])  # what follows it in a list moves up
