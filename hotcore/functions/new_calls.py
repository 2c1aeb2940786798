"""New calls of intrinsic functions around existing values, and the other ways to write a value."""

from typing import Any

from hotcore.evaluation import EMPTY_VALUES, Form, Function

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


def new_call(function: Function, kept: Any) -> Any:
    """The argument of a new call of a function around an existing value."""
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
    """The initial value of any other argument."""
    spec = function.signature.spec(position)
    if spec.begins is not None:
        return spec.begins
    return spec.choices[0] if spec.choices else EMPTY_VALUES[spec.kind]
