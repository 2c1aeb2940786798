"""Gestures on parameter groups; each returns its title."""

from hotcore.edits import groups
from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import gesture


@gesture("add-group")
def add_group(draft: Draft, *, label: str, description: str = "", index: int | None = None) -> str:
    """Adds a parameter group."""
    groups.add_group(draft, label, str(description), index)
    return f"Add group {label}"


@gesture("remove-group")
def remove_group(draft: Draft, *, index: int) -> str:
    """Removes a parameter group and keeps its parameters."""
    title = f"Remove {_named(draft, index)}"
    groups.remove_group(draft, index)
    return title


@gesture("move-group")
def move_group(draft: Draft, *, group: int, index: int) -> str:
    """Moves a parameter group to another position."""
    draft.move((groups.GROUPS, group), index)
    return f"Move {_named(draft, index)}"


@gesture("describe-group")
def describe_group(draft: Draft, *, index: int, field: str, text: str) -> str:
    """Sets a group's `label` or `description`; an empty text removes it."""
    before = _named(draft, index)
    groups.describe_group(draft, index, field, text)
    return f"Rename {before}" if field == "label" else f"Change description of {before}"


def _named(draft: Draft, index: int) -> str:
    """A group as a title names it."""
    label = draft.plain((groups.GROUPS, index, "label")) if draft.tree.has((groups.GROUPS, index, "label")) else ""
    return f"group {label}" if label else "group"


@gesture("place-parameter")
def place_parameter(draft: Draft, *, name: str, group: int | None, index: int | None = None) -> str:
    """Moves a parameter to a position in a group, or out of all groups."""
    groups.place_parameter(draft, name, group, index)
    return f"Move parameter {name}"
