"""Edits of the parameter groups: what is asked together, and in which order."""

from typing import Any

from hotcore.edits.declarations import ensure_section
from hotcore.edits.draft import Draft
from hotcore.edits.places import CannotEdit

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
    """Takes a group away; its parameters stay, in no group."""
    if len(draft.tree.slots(draft.tree.node((GROUPS,)))) == 1:
        draft.remove((GROUPS,))
    else:
        draft.remove((GROUPS, index))


def place_parameter(draft: Draft, name: str, group: int | None, index: int | None = None) -> None:
    """Puts a parameter at a position of a group, or with None in no group."""
    old = _place(draft, name)
    if old is not None and group == old[0]:
        last = len(draft.plain((GROUPS, group, "parameters"))) - 1
        draft.move((GROUPS, group, "parameters", old[1]), last if index is None else index)
        return
    if old is not None:
        draft.remove((GROUPS, old[0], "parameters", old[1]))
    if group is None:
        return
    path = (GROUPS, group, "parameters")
    if not draft.tree.has(path):
        draft.insert((GROUPS, group), "parameters", [name])
    else:
        draft.insert(path, None, name, index)


def _place(draft: Draft, name: str) -> tuple[int, int] | None:
    """The group that has a parameter, and its position there."""
    groups: Any = draft.plain((GROUPS,)) if draft.tree.has((GROUPS,)) else []
    if groups is not None and not isinstance(groups, list):
        raise CannotEdit("`parameter_groups` is not a list; edit the text.")
    for number, group in enumerate(groups or ()):
        names = group.get("parameters") if isinstance(group, dict) else None
        if isinstance(names, list) and name in names:
            return number, names.index(name)
    return None
