"""Gestures that change the expression of a value; each returns its title."""

from typing import Any

from hotcore.edits import values, wrapping
from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import gesture, need, shown


@gesture("set-expression")
def set_expression(draft: Draft, *, path: tuple[Any, ...], expression: Any, start: Any = wrapping.NOTHING) -> str:
    """Changes the expression of a value: a literal, a list, a map, or a function call."""
    need(path, 2)
    wrapping.set_expression(draft, path, str(expression), start)
    return f"Use {expression or 'a literal'} for {shown(path)}"


@gesture("rename-key")
def rename_key(draft: Draft, *, path: tuple[Any, ...], new: str) -> str:
    """Renames a key of a map."""
    need(path, 3)
    draft.rename(path, new)
    return f"Rename {shown(path)} to {new}"


@gesture("duplicate-item")
def duplicate_item(draft: Draft, *, path: tuple[Any, ...]) -> str:
    """Copies an item of a list; the copy follows it."""
    need(path, 2)
    values.duplicate_item(draft, path)
    return f"Duplicate {shown(path)}"


@gesture("move-into-file")
def move_into_file(draft: Draft, *, path: tuple[Any, ...], file: str) -> str:
    """Makes a text a new file, and reads the file in its place."""
    need(path, 2)
    values.move_into_file(draft, path, file)
    return f"Move {shown(path)} into {file}"
