"""Edits of the parameter groups: which parameters belong together, and in which order."""

from typing import Any

from hotcore.edits.declarations import ensure_section
from hotcore.edits.draft import Draft
from hotcore.edits.text.slots import CannotEdit

GROUPS = "parameter_groups"


def add_group(draft: Draft, label: str, description: str = "", index: int | None = None) -> None:
    """Adds a group without parameters."""
    about = {"description": description} if description else {}
    group = {"label": label, **about, "parameters": []}
    if draft.tree.has((GROUPS,)):
        draft.insert((GROUPS,), None, group, index)
    else:
        ensure_section(draft, GROUPS, [group])


def remove_group(draft: Draft, index: int) -> None:
    """Removes a group; its parameters stay, without a group."""
    if len(draft.tree.slots(draft.tree.node((GROUPS,)))) == 1:
        draft.remove((GROUPS,))
    else:
        draft.remove((GROUPS, index))


_FIELDS = ("label", "description", "parameters")


def describe_group(draft: Draft, index: int, field: str, text: str) -> None:
    """Sets the `label` or `description` of a group; an empty text removes it."""
    path = (GROUPS, index, field)
    if not isinstance(draft.plain(path[:2]), dict):
        raise CannotEdit("This group is not a map; edit the text.")
    if text and not draft.tree.has(path):
        keys = list(draft.plain(path[:2]))
        draft.insert(path[:2], field, text, sum(key in _FIELDS[: _FIELDS.index(field)] for key in keys))
    elif text:
        draft.set(path, text)
    elif draft.tree.has(path):
        draft.remove(path)


def place_parameter(draft: Draft, name: str, group: int | None, index: int | None = None) -> None:
    """Moves a parameter to a position in a group; with None, out of all groups and to a position among the parameters
    without a group."""
    old = _place(draft, name)
    if old is not None and group == old[0]:
        last = len(draft.plain((GROUPS, group, "parameters"))) - 1
        draft.move((GROUPS, group, "parameters", old[1]), last if index is None else index)
        return
    if old is not None:
        draft.remove((GROUPS, old[0], "parameters", old[1]))
    if group is None:
        if index is not None:
            _place_in_none(draft, name, index)
        return
    path = (GROUPS, group, "parameters")
    if not draft.tree.has(path):
        draft.insert((GROUPS, group), "parameters", [name])
    else:
        draft.insert(path, None, name, index)


def _place_in_none(draft: Draft, name: str, index: int) -> None:
    """Moves a parameter in its section to a position among those without a group."""
    names = draft.plain(("parameters",))
    if not isinstance(names, dict):
        raise CannotEdit("`parameters` is not a map; edit the text.")
    grouped = _grouped(draft)
    others = [other for other in names if other not in grouped and other != name]
    rest = [other for other in names if other != name]
    if not others:
        return
    at = rest.index(others[index]) if index < len(others) else rest.index(others[-1]) + 1
    draft.move(("parameters", name), at)


def _grouped(draft: Draft) -> set[Any]:
    """The names in all groups."""
    lists = [group.get("parameters") for group in _groups(draft) if isinstance(group, dict)]
    return {name for names in lists if isinstance(names, list) for name in names if isinstance(name, str)}


def _groups(draft: Draft) -> list[Any]:
    groups: Any = draft.plain((GROUPS,)) if draft.tree.has((GROUPS,)) else []
    if groups is not None and not isinstance(groups, list):
        raise CannotEdit("`parameter_groups` is not a list; edit the text.")
    return groups or []


def _place(draft: Draft, name: str) -> tuple[int, int] | None:
    """The group of a parameter, and its position there."""
    for number, group in enumerate(_groups(draft)):
        names = group.get("parameters") if isinstance(group, dict) else None
        if isinstance(names, list) and name in names:
            return number, names.index(name)
    return None
