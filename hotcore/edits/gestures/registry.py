"""Registry of the gestures: performs them by name, one alone or several as one change.

A gesture is a function of a draft and keyword arguments that JSON can hold; it returns its title for undo and redo.
Paths are lists.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hotcore.edits.draft import MOST_READ, Change, Draft
from hotcore.edits.text.slots import CannotEdit
from hotcore.function_registry import CONDITIONS, function_names
from hotcore.runtime import dataclass
from hotcore.syntax import LIMITS

Gesture = Callable[..., str]

GESTURES: dict[str, Gesture] = {}
"""All gestures by name."""

_NEVER_NULL: dict[str, frozenset[str]] = {}
"""The required arguments of each gesture that are paths or positions."""

SECTION_WORDS = {"parameters": "parameter", "conditions": "condition", "resources": "resource", "outputs": "output"}


@dataclass(frozen=True, slots=True)
class Step:
    """One gesture of several."""

    name: str
    """The name of the gesture."""
    arguments: Mapping[str, Any]
    """Its arguments by name."""


MOST_STEPS = 2_000
"""The maximum number of gestures in one change."""


def perform(
    text: str, name: str, arguments: Mapping[str, Any], *, everywhere: bool = False, here: bool = False
) -> Change:
    """Performs one gesture on a text.  Raises `CannotEdit`, with a message for the author, if that is impossible.

    A value that is shared by an alias or merge key is changed `everywhere`, or only `here`; otherwise `Shared` is
    raised.
    """
    draft = Draft(text, everywhere=everywhere, here=here)
    return draft.change(make(draft, Step(name, arguments)))


def perform_all(
    text: str, steps: Sequence[Step], title: str = "", *, everywhere: bool = False, here: bool = False
) -> Change:
    """Performs several gestures in order as one change: all of them, or none.

    Without a title the change has that of its first gesture.
    """
    if not steps:
        raise CannotEdit("There is nothing to do.")
    too_many = CannotEdit(f"{len(steps)} edits are too many for one step.")
    if len(steps) > MOST_STEPS or len(steps) * len(text) > MOST_READ:
        raise too_many
    draft = Draft(text, everywhere=everywhere, here=here)
    titles, read = list[str](), 0
    for step in steps:
        titles.append(make(draft, step))
        read += len(draft.text)  # which the steps may have made much longer
        if read > MOST_READ:
            raise too_many
    return draft.change(title or titles[0])


def make(draft: Draft, step: Step) -> str:
    """Performs a gesture on a draft and returns its title."""
    name, arguments = step.name, step.arguments
    gesture = GESTURES.get(name)
    if gesture is None:
        raise CannotEdit(f"There is no gesture `{name}`.")
    signature = inspect.signature(gesture)
    try:
        signature.bind(draft, **arguments)
    except TypeError:
        raise CannotEdit(f"Wrong arguments for the gesture `{name}`.") from None
    check_depth(arguments)
    missing = [key for key, value in arguments.items() if value is None and key in _NEVER_NULL[name]]
    if missing:
        raise CannotEdit(f"The gesture `{name}` needs `{missing[0]}`.")
    return gesture(draft, **{key: _argument(key, value) for key, value in arguments.items()})


def check_depth(value: Any) -> None:
    """Raises `CannotEdit` for data that is nested more deeply than a text may be."""
    level = [value]
    for _ in range(LIMITS.depth):
        inner = [each.values() if isinstance(each, Mapping) else each for each in level if _has_items(each)]
        level = [item for each in inner for item in each]
        if not level:
            return
    raise CannotEdit(f"This is nested more than {LIMITS.depth} levels deep.")


def _has_items(value: Any) -> bool:
    return isinstance(value, Mapping | list | tuple)


_STRINGS = (
    "section", "name", "new", "source", "target", "label", "version", "text", "piece", "resource", "file", "kind",
    "key", "code", "condition", "into",
)  # fmt: skip


def _argument(key: str, value: Any) -> Any:
    """An argument from JSON, checked; paths become tuples."""
    if key in ("path", "inner"):
        return None if value is None else as_path(value)
    if key == "attribute":
        return value if isinstance(value, str) else as_keys(value)
    if key in ("declaration", "options", "members", "bodies") and not isinstance(value, Mapping):
        raise CannotEdit(f"`{key}` must be a map.")
    if key in _STRINGS and not isinstance(value, str):
        raise CannotEdit(f"`{key}` must be a string.")
    if key == "home" and not (value is None or isinstance(value, str)):
        raise CannotEdit("`home` must be a string.")
    if key == "field" and value not in ("label", "description"):
        raise CannotEdit("`field` must be `label` or `description`.")
    if key == "names" and not (isinstance(value, list) and all(isinstance(name, str) for name in value)):
        raise CannotEdit("`names` must be a list of strings.")
    if key == "section" and value not in SECTION_WORDS:
        raise CannotEdit(f"`section` must be one of {', '.join(SECTION_WORDS)}.")
    if (
        key in ("index", "group", "line")
        and value is not None
        and (isinstance(value, bool) or not isinstance(value, int))
    ):
        raise CannotEdit(f"`{key}` must be an integer.")
    if key in ("index", "group", "line") and value is not None and not 0 <= value <= LIMITS.nodes:
        raise CannotEdit(f"`{key}` is out of range.")
    return value


def as_keys(value: Any) -> tuple[Any, ...]:
    """An attribute with keys into its value, each of which may be a call."""
    if not isinstance(value, list | tuple) or not value or not isinstance(value[0], str):
        raise CannotEdit("`attribute` must be a string, or a list of keys that begins with one.")
    return tuple(value)


def as_path(value: Any) -> tuple[Any, ...]:
    """A path from JSON, whose steps are names and positions."""
    if not isinstance(value, list | tuple) or any(map(_has_items, value)):
        raise CannotEdit("A path must be a list of keys and positions.")
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


def need(path: tuple[Any, ...], length: int) -> None:
    """Raises `CannotEdit` for a path that is too short for a gesture."""
    if len(path) < length:
        raise CannotEdit("This path is too short.")


def shown(path: tuple[Any, ...]) -> str:
    """A path in a title: its last name that is not a function's, and the declaration that it belongs to."""
    functions = {*function_names(), *function_names(context=CONDITIONS)}
    value = 4 if path[2:3] == ("properties",) else 2
    keys = [*path[:value], *(key for key in path[value:] if key not in functions)]
    names = [str(key) for key in keys if not isinstance(key, int)] or [str(path[-1])]
    own = names[1] if len(names) > 1 else names[0]
    return f"{names[-1]} of {own}" if len(names) > 2 else own
