"""The gestures on parameter groups; each returns its title."""

from hotcore.edits import groups
from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import gesture


@gesture("add-group")
def add_group(draft: Draft, *, label: str, description: str = "", index: int | None = None) -> str:
    """A new parameter group."""
    groups.add_group(draft, label, str(description), index)
    return f"Add group {label}"


@gesture("remove-group")
def remove_group(draft: Draft, *, index: int) -> str:
    """A parameter group gone; its parameters stay."""
    title = f"Remove {_named(draft, index)}"
    groups.remove_group(draft, index)
    return title


@gesture("move-group")
def move_group(draft: Draft, *, group: int, index: int) -> str:
    """A parameter group at another place among the groups."""
    draft.move((groups.GROUPS, group), index)
    return f"Move {_named(draft, index)}"


@gesture("describe-group")
def describe_group(draft: Draft, *, index: int, field: str, text: str) -> str:
    """A group's `label` or `description`; an empty text takes it away."""
    before = _named(draft, index)
    groups.describe_group(draft, index, field, text)
    return f"Rename {before}" if field == "label" else f"Describe {before}"


def _named(draft: Draft, index: int) -> str:
    """A group as people say it."""
    label = draft.plain((groups.GROUPS, index, "label")) if draft.tree.has((groups.GROUPS, index, "label")) else ""
    return f"group {label}" if label else "group"


@gesture("place-parameter")
def place_parameter(draft: Draft, *, name: str, group: int | None, index: int | None = None) -> str:
    """A parameter at a place of a group."""
    groups.place_parameter(draft, name, group, index)
    return f"Move parameter {name}"
