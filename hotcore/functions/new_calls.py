"""New calls of intrinsic functions around existing values, and the other ways to write a value."""

from typing import Any

from hotcore.evaluation import EMPTY_VALUES, Form, Function
from hotcore.runtime import dataclass

LITERAL, LIST, MAP, OTHER = "", "list", "map", "yaml"
"""The ways to write a value without a function: as a literal, item by item, key by key, or as YAML."""

PARAMETER_TYPES: dict[str, tuple[str, ...]] = {
    "string": ("string",),
    "integer": ("number",),
    "number": ("number",),
    "boolean": ("boolean",),
    "condition": ("boolean",),
    "list": ("comma_delimited_list", "json"),
    "map": ("json",),
}
"""The parameter types that can hold a kind of value, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A value that a new call is put around."""

    data: Any
    """The value as plain data."""
    kind: str = "string"
    """Its kind; any if that is not known."""
    is_call: bool = False
    """Whether it is a call itself."""


def new_call(function: Function, kept: Kept) -> Any:
    """The argument of a new call of a function around an existing value."""
    signature = function.signature
    if signature.keeper is None:
        return kept.data if isinstance(kept.data, str) else ""
    path, many = signature.keeper
    value = [kept.data] if many and kept.kind != "list" else kept.data
    if not path:
        return value
    given = {path[0]: value}
    if signature.worded is not None and _goes_under_word(function, kept):
        (place, *_), spec = signature.worded
        given = {path[0]: spec.word, place: {spec.word: kept.data}}
    if signature.form is Form.MAPPING:
        names = [one.name for one in signature.arguments if one.required or one.name in given]
        return {name: given[name] if name in given else _begun(function, name) for name in names}
    count = max(signature.least, *(int(place) + 1 for place in given))
    return [given[place] if place in given else _begun(function, place) for place in range(count)]


def _goes_under_word(function: Function, kept: Kept) -> bool:
    """Whether a value belongs in the map of a function and not in the text beside it: another call, or anything but
    text.  A map of lists takes only what may be a list."""
    signature = function.signature
    if signature.worded is None or signature.keeper is None or kept.data in ([], {}):
        return False
    items, text = signature.worded[1].items, signature.spec(signature.keeper[0][0])
    if items not in ("any", kept.kind) and not (kept.is_call and kept.kind == "any"):
        return False
    return kept.is_call or kept.kind == items or text.kind not in ("any", kept.kind)


def _begun(function: Function, position: str | int) -> Any:
    """The initial value of any other argument."""
    spec = function.signature.spec(position)
    if spec.begins is not None:
        return spec.begins
    return spec.choices[0] if spec.choices else EMPTY_VALUES[spec.kind]
