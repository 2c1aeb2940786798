"""The five parameter types: a given value to a typed value, and why not (HOT specification, "Parameters section").

A value is refused with `Refused`; its text says what was expected and never repeats the value, which may be secret.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Number
from typing import Any

from hotcore.values import DEEPEST, Value, is_shallow, kind_of

TRUE_WORDS = frozenset({"1", "t", "true", "on", "y", "yes"})
FALSE_WORDS = frozenset({"0", "f", "false", "off", "n", "no"})


class Refused(Exception):
    """A value that does not fit; the text is a sentence about what was expected."""


TOO_DEEP = f"Lists and maps are nested more than {DEEPEST} levels deep."


@dataclass(frozen=True, slots=True)
class ParameterType:
    """A type: its name in templates, its name in Heat's answers, and how values are taken.

    `convert` gives the typed value, `constrained` the value that constraints look at, `convert_listed` a value
    of `allowed_values` for comparison.  All raise `Refused`.
    """

    name: str
    form_name: str
    convert: Callable[[Value], Value]
    constrained: Callable[[Value], Value]
    convert_listed: Callable[[Value], Value]


def to_number(value: Value) -> Any:
    """A number as Heat reads it: whatever `int` and then `float` accept; numbers and booleans stay as they are."""
    if isinstance(value, Number):
        return value
    if not isinstance(value, str):
        raise Refused(f"A number was expected, not {kind_of(value)}.")
    for convert in (int, float):
        try:
            return convert(value)
        except ValueError:
            continue
    raise Refused("A number was expected.")


def to_boolean(value: Value) -> bool:
    """True for t, true, on, y, yes, 1 and false for f, false, off, n, no, 0, in any case, with blanks around."""
    word = str(value).strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise Refused("A boolean was expected: true or false, yes or no, on or off, 1 or 0.")


def to_list(value: Value) -> list[str]:
    """The items of a comma-delimited list; blanks stay, the empty text is the empty list."""
    if isinstance(value, list):
        return [str(item) for item in value]
    if not isinstance(value, str):
        raise Refused(f"A list with commas between its items was expected, not {kind_of(value)}.")
    return value.split(",") if value else []


def to_data(value: Value) -> Value:
    """JSON text as data; data that is not text passes through JSON, so that its keys become texts."""
    try:
        text = value if isinstance(value, str) else json.dumps(value)
        data = json.loads(text) if text else value
    except json.JSONDecodeError as error:
        raise Refused(f"Not JSON: {_json_problem(error)} at line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise Refused(TOO_DEEP) from None
    except (ValueError, TypeError):
        raise Refused("This cannot be written as JSON.") from None
    if not is_shallow(data):
        raise Refused(TOO_DEEP)
    return data


def _json_problem(error: json.JSONDecodeError) -> str:
    problems = {
        "Expecting value": "a value was expected",
        "Expecting property name enclosed in double quotes": "a key in double quotes was expected",
        "Expecting ':' delimiter": "a colon was expected",
        "Expecting ',' delimiter": "a comma was expected",
        "Extra data": "the value has ended before",
        "Unterminated string starting at": "a text that starts here does not end,",
    }
    return problems.get(error.msg, error.msg[:1].lower() + error.msg[1:])


def _as_given(value: Value) -> Value:
    return value


def _checked(check: Callable[[Value], Value]) -> Callable[[Value], Value]:
    def constrained(value: Value) -> Value:
        check(value)
        return value

    return constrained


TYPES: dict[str, ParameterType] = {
    kind.name: kind
    for kind in (
        ParameterType("string", "String", str, _as_given, str),
        ParameterType("number", "Number", to_number, _checked(to_number), to_number),
        ParameterType("boolean", "Boolean", to_boolean, _checked(to_boolean), to_boolean),
        ParameterType("comma_delimited_list", "CommaDelimitedList", to_list, to_list, _as_given),
        ParameterType("json", "Json", to_data, to_data, _as_given),
    )
}
"""The types by the name they have in templates."""
