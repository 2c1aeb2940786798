"""New calls of intrinsic functions around values that are kept, and the other ways to say a value."""

from typing import Any

from hotcore.evaluation import BLANKS, Form, Function

LITERAL, LIST, MAP, OTHER = "", "list", "map", "yaml"
"""The ways to say a value that are no functions: written out, item by item, key by key, or as text."""

PARAMETER_TYPES: dict[str, tuple[str, ...]] = {
    "string": ("string",),
    "integer": ("number",),
    "number": ("number",),
    "boolean": ("boolean",),
    "condition": ("boolean",),
    "list": ("comma_delimited_list", "json"),
    "map": ("json",),
}
"""The types of parameters that have a value of a kind, the likeliest first."""


def new_call(function: Function, kept: Any) -> Any:
    """What stands behind a function's name in a new call with a value that is kept."""
    signature = function.signature
    if signature.keeper is None:
        return kept if isinstance(kept, str) else ""
    path, many = signature.keeper
    value = [kept] if many and not isinstance(kept, list) else kept
    if not path:
        return value
    at = path[0]
    if signature.form is Form.MAPPING:
        names = [one.name for one in signature.arguments if one.required or one.name == at]
        return {name: value if name == at else _begun(function, name) for name in names}
    count = max(signature.least, int(at) + 1)
    return [value if position == at else _begun(function, position) for position in range(count)]


def _begun(function: Function, position: str | int) -> Any:
    """What any other argument begins with."""
    wants = function.signature.wanted(position)
    if wants.begins is not None:
        return wants.begins
    return wants.choices[0] if wants.choices else BLANKS[wants.kind]
