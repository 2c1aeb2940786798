"""Rewriting of the file names in a `resource_registry` for another folder."""

from collections.abc import Iterator
from posixpath import isabs, relpath
from typing import Any

from hotcore.catalogue import HOOKS, REMOTE, RESTRICTED_ACTIONS, TEMPLATE_ENDINGS, path_beside
from hotcore.edits.draft import Draft
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.write import replaced
from hotcore.environment import BASE_URL, OTHER_ENDINGS
from hotcore.syntax import Path

_FILES = (*TEMPLATE_ENDINGS, *OTHER_ENDINGS)
_REGISTRY = "resource_registry"


def rebase(draft: Draft, old: str, new: str) -> None:
    """Rewrites the file names in the registry of an environment that moves from one folder to another, both relative to
    the template; `base_url` is resolved and removed."""
    data = draft.plain()
    registry = data.get(_REGISTRY) if isinstance(data, dict) else None
    if isinstance(registry, dict):
        changes = list(_moved(registry, (_REGISTRY,), old, new))
        _set_all(draft, [(path, value) for path, value in changes if value is not None])
        for path in (path for path, value in changes if value is None):
            draft.remove(path)


def _set_all(draft: Draft, changes: list[tuple[Path, str]]) -> None:
    """Sets the values of entries, in one step if none of them is shared."""

    def expected(data: Any) -> Any:
        for path, value in changes:
            branch = data
            for key in path[:-1]:
                branch = branch[key]
            branch[path[-1]] = value
        return data

    try:
        edits = [edit for path, value in changes for edit in replaced(draft.tree, path, value)]
        draft.replace_texts(edits, expected)
    except CannotEdit:
        for path, value in changes:
            draft.set(path, value)


def _moved(branch: dict[Any, Any], path: Path, old: str, new: str) -> Iterator[tuple[Path, str | None]]:
    """The entries that change with their new values, None for removal; none below a remote `base_url`."""
    base = branch.get(BASE_URL)
    if isinstance(base, str):
        if base.startswith(REMOTE):
            return
        old = path_beside(old, base)
        yield (*path, BASE_URL), None
    for key, value in branch.items():
        if isinstance(value, dict):
            yield from _moved(value, (*path, key), old, new)
        elif isinstance(value, str) and key not in (BASE_URL, HOOKS, RESTRICTED_ACTIONS) and value.endswith(_FILES):
            target = path_beside(old, value)
            if target != path_beside(new, value):
                yield (*path, key), _relative_to(new, target)


def _relative_to(folder: str, name: str) -> str:
    """A file's path, which is relative to the template, relative to a folder."""
    return name if "://" in name or isabs(name) else relpath(name, folder or ".")
