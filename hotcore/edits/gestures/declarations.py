"""The gestures on declarations and values; each returns its title."""

from collections.abc import Callable, Mapping
from typing import Any

from hotcore.edits import declarations, values
from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import SECTION_WORDS, as_path, gesture, need, shown
from hotcore.edits.text.copy import as_written
from hotcore.edits.text.slots import CannotEdit


@gesture("add")
def add(draft: Draft, *, section: str, name: str, body: Any, index: int | None = None) -> str:
    """A new parameter, condition, resource or output."""
    declarations.add(draft, section, name, body, index)
    return f"Add {SECTION_WORDS[section]} {name}"


@gesture("remove")
def remove(draft: Draft, *, section: Any, name: str, with_uses: bool = False) -> str:
    """A declaration gone, perhaps with all that names it."""
    declarations.remove(draft, section, name, with_uses=bool(with_uses))
    return f"Remove {SECTION_WORDS[section]} {name}"


@gesture("remove-all")
def remove_all(draft: Draft, *, section: Any, names: list[str], with_uses: bool = False) -> str:
    """Several declarations of a section gone, perhaps with all that names them."""
    declarations.remove_all(draft, section, names, with_uses=bool(with_uses))
    if len(names) == 1:
        return f"Remove {SECTION_WORDS[section]} {names[0]}"
    return f"Remove {', '.join(names)}" if len(names) < 4 else f"Remove {len(names)} {section}"


@gesture("rename")
def rename(draft: Draft, *, section: Any, name: str, new: str) -> str:
    """A declaration and all that names it under another name."""
    declarations.rename(draft, section, name, new)
    return f"Rename {name} to {new}"


@gesture("duplicate")
def duplicate(draft: Draft, *, section: str, name: str) -> str:
    """A declaration written again, under a free name."""
    copy = declarations.duplicate(draft, section, name)
    return f"Duplicate {name} as {copy}"


@gesture("move")
def move(draft: Draft, *, path: tuple[Any, ...], index: int) -> str:
    """Something at another place among its neighbours."""
    need(path, 2)
    draft.move(path, index)
    return f"Move {shown(path)}"


@gesture("set")
def set_value(draft: Draft, *, path: tuple[Any, ...], value: Any, text: str = "") -> str:
    """A value at a path; maps on the way are made. The `text` that says it is taken over with its comments."""
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
    """A key, such as the name of a function, in place of the one that a path ends with."""
    need(path, 2)
    draft.rename(path, key)
    return f"Write {key} in place of {path[-1]}"


@gesture("insert")
def insert(draft: Draft, *, path: tuple[Any, ...], value: Any, index: int | None = None) -> str:
    """A new item of a list."""
    need(path, 1)
    if draft.tree.has(path):
        draft.insert(path, None, value, index)
    else:
        values.put(draft, path, [value])
    return f"Add to {shown(path)}"


@gesture("unset")
def unset(draft: Draft, *, path: tuple[Any, ...], alone: bool = False) -> str:
    """A value gone, and what that leaves empty."""
    need(path, 2)
    values.unset(draft, path, alone=alone is True)
    return f"Remove {shown(path)}"


@gesture("connect")
def connect(draft: Draft, *, source: str, target: str, path: tuple[Any, ...] | None = None) -> str:
    """A resource that needs another, by a property or by `depends_on`."""
    values.connect(draft, source, target, path)
    return f"Connect {source} to {target}"


@gesture("disconnect")
def disconnect(draft: Draft, *, source: str, target: str, path: tuple[Any, ...] | None = None) -> str:
    """A resource that no longer needs another, or no longer by what stands at a path below it."""
    values.disconnect(draft, source, target, path)
    return f"Disconnect {source} from {target}"


@gesture("unwrap")
def unwrap(draft: Draft, *, path: tuple[Any, ...], inner: tuple[Any, ...]) -> str:
    """A part of a value in place of the whole."""
    need(path, 2)
    values.unwrap(draft, path, inner)
    return f"Unwrap {shown(path)}"


HOLE = {"$": "value"}
"""Stands in the data of `wrap` for the value that is there."""


def part(*inner: Any) -> dict[str, Any]:
    """What stands in the data of `wrap` for a part of the value, at a path within it."""
    return {"$": list(inner)}


@gesture("wrap")
def wrap(draft: Draft, *, path: tuple[Any, ...], around: Any) -> str:
    """A function call around a value; `HOLE` stands where the value goes, or a `part` of it."""
    need(path, 2)
    values.wrap(draft, path, lambda inner: _filled(around, inner))
    name = next(iter(around)) if isinstance(around, dict) and around else "something"
    return f"Put {name} around {shown(path)}"


def _filled(around: Any, value: Callable[[tuple[Any, ...]], Any]) -> Any:
    """The data with the values of its holes, which stand at paths."""
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
    """A literal made a parameter."""
    need(path, 2)
    values.make_parameter(draft, path, name, declaration)
    return f"Make {shown(path)} the parameter {name}"


@gesture("make-output")
def make_output(draft: Draft, *, path: tuple[Any, ...], name: str, description: str = "") -> str:
    """A value made an output."""
    need(path, 2)
    values.make_output(draft, path, name, str(description))
    return f"Show {shown(path)} as the output {name}"


@gesture("set-version")
def set_version(draft: Draft, *, version: str) -> str:
    """Another template version."""
    values.set_version(draft, version)
    return f"Set the version to {version}"
