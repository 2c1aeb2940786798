"""The types of properties: conversion of values as Heat does it.

Heat is stricter here than with parameters: a list property accepts no string with commas, a string no number with a
decimal point, and a boolean only `true` and `false` in any case.
"""

import json
from collections.abc import Callable

from hotcore.catalogue import PropertySchema
from hotcore.constraints import Refused, to_list, to_number
from hotcore.values import Value

_WORDS = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "list": "a list",
    "map": "a map",
    "any": "anything",
}

_NOTHING: dict[str, Value] = {"string": "", "integer": 0, "number": 0, "boolean": False, "list": [], "map": {}}


def type_in_words(schema: PropertySchema) -> str:
    """The type of the property, with its article, for messages."""
    return _WORDS[schema.type]


def null_of(schema: PropertySchema) -> Value:
    """The value that Heat uses for null: the default, or the empty value of the type."""
    if schema.type == "map" and schema.has_default and schema.default is not None:
        return schema.default
    return schema.default or _NOTHING.get(schema.type)


def to_property(schema: PropertySchema, value: Value) -> Value:
    """The value as Heat converts it for the property; raises `Refused`.

    The members of a list or a map are not converted.
    """
    return value if schema.type == "any" else _CONVERSIONS[schema.type](schema, value)


def _refused(schema: PropertySchema) -> Refused:
    return Refused(f"The value must be {type_in_words(schema)}.")


def _string(schema: PropertySchema, value: Value) -> str:
    if isinstance(value, str | bool | int):
        return str(value)
    raise _refused(schema)


def _integer(schema: PropertySchema, value: Value) -> int:
    if isinstance(value, str | int | float):
        try:
            return int(value)
        except (ValueError, OverflowError):
            pass
    raise _refused(schema)


def _number(schema: PropertySchema, value: Value) -> Value:
    try:
        return to_number(value)
    except Refused:
        raise _refused(schema) from None


def _boolean(schema: PropertySchema, value: Value) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise _refused(schema)


def _list(schema: PropertySchema, value: Value) -> list[Value]:
    if isinstance(value, str) and schema.allow_conversion:
        return to_list(value)
    if not isinstance(value, list):
        raise _refused(schema)
    return value


def _map(schema: PropertySchema, value: Value) -> Value:
    if isinstance(value, dict) or (isinstance(value, str) and schema.allow_conversion):
        return value
    if isinstance(value, list) and schema.allow_conversion:
        return json.dumps(value, default=str)
    raise _refused(schema)


_CONVERSIONS: dict[str, Callable[[PropertySchema, Value], Value]] = {
    "string": _string,
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "list": _list,
    "map": _map,
}
