"""Gestures on declarations and values; each returns its title."""

from collections.abc import Callable, Mapping
from typing import Any

from hotcore.edits import declarations, values
from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import SECTION_WORDS, as_path, gesture, need, shown
from hotcore.edits.text.copy import as_written
from hotcore.edits.text.slots import CannotEdit


@gesture("add")
def add(draft: Draft, *, section: str, name: str, body: Any, index: int | None = None) -> str:
    """Adds a parameter, condition, resource or output."""
    declarations.add(draft, section, name, body, index)
    return f"Add {SECTION_WORDS[section]} {name}"


@gesture("remove")
def remove(draft: Draft, *, section: Any, name: str, with_uses: bool = False) -> str:
    """Removes a declaration, optionally with everything that refers to it."""
    declarations.remove(draft, section, name, with_uses=bool(with_uses))
    return f"Remove {SECTION_WORDS[section]} {name}"


@gesture("remove-all")
def remove_all(draft: Draft, *, section: Any, names: list[str], with_uses: bool = False) -> str:
    """Removes several declarations of a section, optionally with everything that refers to them."""
    declarations.remove_all(draft, section, names, with_uses=bool(with_uses))
    if len(names) == 1:
        return f"Remove {SECTION_WORDS[section]} {names[0]}"
    return f"Remove {', '.join(names)}" if len(names) < 4 else f"Remove {len(names)} {section}"


@gesture("rename")
def rename(draft: Draft, *, section: Any, name: str, new: str) -> str:
    """Renames a declaration and everything that refers to it."""
    declarations.rename(draft, section, name, new)
    return f"Rename {name} to {new}"


@gesture("duplicate")
def duplicate(draft: Draft, *, section: str, name: str) -> str:
    """Copies a declaration under a free name."""
    copy = declarations.duplicate(draft, section, name)
    return f"Duplicate {name} as {copy}"


@gesture("move")
def move(draft: Draft, *, path: tuple[Any, ...], index: int) -> str:
    """Moves an entry or item to another position among its siblings."""
    need(path, 2)
    draft.move(path, index)
    return f"Move {shown(path)}"


@gesture("set")
def set_value(draft: Draft, *, path: tuple[Any, ...], value: Any, text: str = "") -> str:
    """Sets the value at a path and creates missing maps; `text` is the value as typed, whose comments are kept."""
    need(path, 1)
    written = as_written(text, value) if text else None
    try:
        values.put(draft, path, value if written is None else written)
    except CannotEdit:
        if written is None:
            raise
        values.put(draft, path, value)
    return f"Set {shown(path)}"


@gesture("respell")
def respell(draft: Draft, *, path: tuple[Any, ...], key: str) -> str:
    """Replaces the key at the end of a path, such as the name of a function."""
    need(path, 2)
    draft.rename(path, key)
    return f"Replace {path[-1]} with {key}"


@gesture("insert")
def insert(draft: Draft, *, path: tuple[Any, ...], value: Any, index: int | None = None) -> str:
    """Adds an item to a list."""
    need(path, 1)
    if draft.tree.has(path):
        draft.insert(path, None, value, index)
    else:
        values.put(draft, path, [value])
    return f"Add item to {shown(path)}"


@gesture("unset")
def unset(draft: Draft, *, path: tuple[Any, ...], alone: bool = False) -> str:
    """Removes a value, and the maps and lists that this leaves empty."""
    need(path, 2)
    values.unset(draft, path, alone=alone is True)
    return f"Remove {shown(path)}"


@gesture("unwrap")
def unwrap(draft: Draft, *, path: tuple[Any, ...], inner: tuple[Any, ...]) -> str:
    """Replaces a value with a part of it."""
    need(path, 2)
    values.unwrap(draft, path, inner)
    return f"Unwrap {shown(path)}"


HOLE = {"$": "value"}
"""Placeholder in the data of `wrap` for the existing value."""


def part(*inner: Any) -> dict[str, Any]:
    """A placeholder in the data of `wrap` for a part of the existing value, at a path within it."""
    return {"$": list(inner)}


@gesture("wrap")
def wrap(draft: Draft, *, path: tuple[Any, ...], around: Any) -> str:
    """Wraps a value in a function call; `HOLE` or a `part` marks where the value goes."""
    need(path, 2)
    values.wrap(draft, path, lambda inner: _filled(around, inner))
    name = next(iter(around)) if isinstance(around, dict) and around else "a list"
    return f"Wrap {shown(path)} in {name}"


def _filled(around: Any, value: Callable[[tuple[Any, ...]], Any]) -> Any:
    """The data with its placeholders replaced by values, which are given by their paths."""
    if around == HOLE:
        return value(())
    if isinstance(around, dict):
        if list(around) == ["$"] and isinstance(around["$"], list):
            return value(as_path(around["$"]))
        return {key: _filled(item, value) for key, item in around.items()}
    if isinstance(around, list):
        return [_filled(item, value) for item in around]
    return around


@gesture("make-parameter")
def make_parameter(draft: Draft, *, path: tuple[Any, ...], name: str, declaration: Mapping[str, Any]) -> str:
    """Extracts a literal as a parameter."""
    need(path, 2)
    values.make_parameter(draft, path, name, declaration)
    return f"Extract {shown(path)} as parameter {name}"


@gesture("read-parameters")
def read_parameters(
    draft: Draft, *, path: tuple[Any, ...], members: Mapping[str, str], bodies: Mapping[str, Any]
) -> str:
    """Adds members to a map that read parameters, which are named by key, and declares the missing parameters."""
    need(path, 2)
    for key, name in members.items():
        if not isinstance(name, str):
            raise CannotEdit("A parameter must be a name.")
        values.put(draft, (*path, key), {"get_param": name})
        if not draft.tree.has(("parameters", name)):
            declarations.add(draft, "parameters", name, bodies.get(name, {"type": "string"}))
    return f"Add {', '.join(members)} to {shown(path)}"


@gesture("make-output")
def make_output(draft: Draft, *, path: tuple[Any, ...], name: str, description: str = "") -> str:
    """Adds an output with a copy of a value."""
    need(path, 2)
    values.make_output(draft, path, name, str(description))
    return f"Add output {name} for {shown(path)}"


@gesture("set-version")
def set_version(draft: Draft, *, version: str) -> str:
    """Sets the template version."""
    values.set_version(draft, version)
    return f"Set template version to {version}"
