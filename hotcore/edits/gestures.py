"""Gestures by name, with arguments as a page or a program sends them.

A gesture is a function of a draft and keyword arguments that JSON can hold; it returns its title, as undo and redo
show it.  Lists stand for paths.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from hotcore.edits import declarations, groups, values
from hotcore.edits.draft import Change, Draft
from hotcore.edits.places import CannotEdit
from hotcore.reader import LIMITS

Gesture = Callable[..., str]

GESTURES: dict[str, Gesture] = {}
"""All gestures by name."""

_NEVER_NULL: dict[str, frozenset[str]] = {}
"""The arguments of each gesture that are paths or positions and have to be given."""

_WORDS = {"parameters": "parameter", "conditions": "condition", "resources": "resource", "outputs": "output"}


def perform(text: str, name: str, arguments: Mapping[str, Any], *, everywhere: bool = False) -> Change:
    """Makes one gesture on a text.  Raises `CannotEdit`, with words for the author, when it cannot be made."""
    gesture = GESTURES.get(name)
    if gesture is None:
        raise CannotEdit(f"There is no gesture `{name}`.")
    draft = Draft(text, everywhere=everywhere)
    signature = inspect.signature(gesture)
    try:
        signature.bind(draft, **arguments)
    except TypeError:
        raise CannotEdit(f"The gesture `{name}` takes other arguments.") from None
    check_depth(arguments)
    missing = [key for key, value in arguments.items() if value is None and key in _NEVER_NULL[name]]
    if missing:
        raise CannotEdit(f"The gesture `{name}` needs `{missing[0]}`.")
    title = gesture(draft, **{key: _argument(key, value) for key, value in arguments.items()})
    return draft.change(title)


def check_depth(value: Any) -> None:
    """Raises `CannotEdit` for data with more levels than a text may have."""
    level = [value]
    for _ in range(LIMITS.depth):
        inner = [each.values() if isinstance(each, Mapping) else each for each in level if _has_items(each)]
        level = [item for each in inner for item in each]
        if not level:
            return
    raise CannotEdit(f"This is nested more than {LIMITS.depth} levels deep.")


def _has_items(value: Any) -> bool:
    return isinstance(value, Mapping | list | tuple)


def _argument(key: str, value: Any) -> Any:
    """An argument from JSON: paths are tuples, names are texts."""
    if key in ("path", "inner"):
        return None if value is None else _path(value)
    if key == "declaration" and not isinstance(value, Mapping):
        raise CannotEdit("A declaration is a map.")
    if key in ("section", "name", "new", "source", "target", "label", "version") and not isinstance(value, str):
        raise CannotEdit(f"`{key}` is a text.")
    if key == "section" and value not in _WORDS:
        raise CannotEdit(f"A template has no section `{value}` with declarations.")
    if key in ("index", "group") and value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise CannotEdit(f"`{key}` is a position.")
    if key in ("index", "group") and value is not None and not 0 <= value <= LIMITS.nodes:
        raise CannotEdit("There is no such position.")
    return value


def _path(value: Any) -> tuple[Any, ...]:
    """A path from JSON, whose steps are names and positions."""
    if not isinstance(value, list | tuple) or any(map(_has_items, value)):
        raise CannotEdit("A path is a list of keys and positions.")
    return tuple(value)


def gesture(name: str) -> Callable[[Gesture], Gesture]:
    """Registers a gesture."""

    def register(function: Gesture) -> Gesture:
        GESTURES[name] = function
        parameters = inspect.signature(function).parameters.values()
        _NEVER_NULL[name] = frozenset(
            one.name for one in parameters if one.annotation in (int, tuple[Any, ...]) and one.default is one.empty
        )
        return function

    return register


def _need(path: tuple[Any, ...], length: int) -> None:
    if len(path) < length:
        raise CannotEdit("This path is too short.")


def _shown(path: tuple[Any, ...]) -> str:
    """A path as people say it: what it belongs to, and the last name on it."""
    names = [str(key) for key in path if not isinstance(key, int)]
    own = names[1] if len(names) > 1 else names[0]
    return f"{names[-1]} of {own}" if len(names) > 2 else own


@gesture("add")
def add(draft: Draft, *, section: str, name: str, body: Any, index: int | None = None) -> str:
    """A new parameter, condition, resource or output."""
    declarations.add(draft, section, name, body, index)
    return f"Add {_WORDS[section]} {name}"


@gesture("remove")
def remove(draft: Draft, *, section: Any, name: str, with_uses: bool = False) -> str:
    """A declaration gone, perhaps with all that names it."""
    declarations.remove(draft, section, name, with_uses=bool(with_uses))
    return f"Remove {_WORDS[section]} {name}"


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
    _need(path, 2)
    draft.move(path, index)
    return f"Move {_shown(path)}"


@gesture("set")
def set_value(draft: Draft, *, path: tuple[Any, ...], value: Any) -> str:
    """A value at a path; maps on the way are made."""
    _need(path, 1)
    values.put(draft, path, value)
    return f"Set {_shown(path)}"


@gesture("insert")
def insert(draft: Draft, *, path: tuple[Any, ...], value: Any, index: int | None = None) -> str:
    """A new item of a list."""
    _need(path, 1)
    if draft.tree.has(path):
        draft.insert(path, None, value, index)
    else:
        values.put(draft, path, [value])
    return f"Add to {_shown(path)}"


@gesture("unset")
def unset(draft: Draft, *, path: tuple[Any, ...]) -> str:
    """A value gone, and what that leaves empty."""
    _need(path, 2)
    values.unset(draft, path)
    return f"Remove {_shown(path)}"


@gesture("connect")
def connect(draft: Draft, *, source: str, target: str, path: tuple[Any, ...] | None = None) -> str:
    """A resource that needs another, by a property or by `depends_on`."""
    values.connect(draft, source, target, path)
    return f"Connect {source} to {target}"


@gesture("disconnect")
def disconnect(draft: Draft, *, source: str, target: str) -> str:
    """A resource that no longer needs another."""
    values.disconnect(draft, source, target)
    return f"Disconnect {source} from {target}"


@gesture("unwrap")
def unwrap(draft: Draft, *, path: tuple[Any, ...], inner: tuple[Any, ...]) -> str:
    """A part of a value in place of the whole."""
    _need(path, 2)
    values.unwrap(draft, path, inner)
    return f"Unwrap {_shown(path)}"


HOLE = {"$": "value"}
"""Stands in the data of `wrap` for the value that is there."""


@gesture("wrap")
def wrap(draft: Draft, *, path: tuple[Any, ...], around: Any) -> str:
    """A function call around a value; `HOLE` stands where the value goes."""
    _need(path, 2)
    values.wrap(draft, path, lambda value: _filled(around, value))
    name = next(iter(around)) if isinstance(around, dict) and around else "something"
    return f"Put {name} around {_shown(path)}"


def _filled(around: Any, value: Any) -> Any:
    if around == HOLE:
        return value
    if isinstance(around, dict):
        return {key: _filled(item, value) for key, item in around.items()}
    if isinstance(around, list):
        return [_filled(item, value) for item in around]
    return around


@gesture("make-parameter")
def make_parameter(draft: Draft, *, path: tuple[Any, ...], name: str, declaration: Mapping[str, Any]) -> str:
    """A literal made a parameter."""
    _need(path, 2)
    values.make_parameter(draft, path, name, declaration)
    return f"Make {_shown(path)} the parameter {name}"


@gesture("make-output")
def make_output(draft: Draft, *, path: tuple[Any, ...], name: str, description: str = "") -> str:
    """A value made an output."""
    _need(path, 2)
    values.make_output(draft, path, name, str(description))
    return f"Show {_shown(path)} as the output {name}"


@gesture("set-version")
def set_version(draft: Draft, *, version: str) -> str:
    """Another template version."""
    values.set_version(draft, version)
    return f"Set the version to {version}"


@gesture("add-group")
def add_group(draft: Draft, *, label: str, description: str = "", index: int | None = None) -> str:
    """A new parameter group."""
    groups.add_group(draft, label, str(description), index)
    return f"Add group {label}"


@gesture("remove-group")
def remove_group(draft: Draft, *, index: int) -> str:
    """A parameter group gone; its parameters stay."""
    groups.remove_group(draft, index)
    return "Remove group"


@gesture("place-parameter")
def place_parameter(draft: Draft, *, name: str, group: int | None, index: int | None = None) -> str:
    """A parameter at a place of a group."""
    groups.place_parameter(draft, name, group, index)
    return f"Move parameter {name}"
