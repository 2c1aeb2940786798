"""Gestures of the builders of conditions and outputs; each returns its title."""

from typing import Any

from hotcore.edits.condition_rows import draw_condition, parameter_types, rows_from, write_condition
from hotcore.edits.declarations import add
from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import gesture
from hotcore.edits.output_value import draw_output, output_from, write_output
from hotcore.edits.values import put, rewrite
from hotcore.edits.wrapping import known_functions


@gesture("set-condition")
def set_condition(draft: Draft, *, name: str, rows: Any, is_new: bool = False) -> str:
    """Writes a condition as its rows say, and adds it if there is none of that name, or if it `is_new`."""
    path = ("conditions", name)
    types = parameter_types(draft.plain())
    is_new = is_new or not draft.tree.has(path)
    before = None if is_new else draw_condition(draft.plain(path), types)
    data = write_condition(rows_from(rows), types, before, has_contains="contains" in known_functions(draft, path))
    if is_new:
        add(draft, "conditions", name, data)
        return f"Add condition {name}"
    rewrite(draft, path, data)
    return f"Set condition {name}"


@gesture("set-output")
def set_output(draft: Draft, *, name: str, output: Any, condition: str = "", is_new: bool = False) -> str:
    """Writes the value of an output as its form says, and adds the output if there is none of that name, or if it
    `is_new`."""
    path = ("outputs", name)
    asked = output_from(output)
    value = write_output(asked)
    if is_new or not draft.tree.has(path):
        add(draft, "outputs", name, {"value": value} | ({"condition": condition} if condition else {}))
        return f"Add output {name}"
    if not draft.tree.has((*path, "value")):
        put(draft, (*path, "value"), value)
    elif draw_output(draft.plain((*path, "value"))) != asked:
        rewrite(draft, (*path, "value"), value)
    return f"Set output {name}"
