"""The five parameter types, which convert given values (HOT specification, "Parameters section").

An invalid value raises `Refused`; the message says what was expected and never repeats the value, which may be secret.
"""

import json
from collections.abc import Callable
from numbers import Number
from typing import Any, Literal, TypeVar

from hotcore.runtime import dataclass
from hotcore.values import DEEPEST, Value, is_shallow, kind_of

TRUE_WORDS = frozenset({"1", "t", "true", "on", "y", "yes"})
FALSE_WORDS = frozenset({"0", "f", "false", "off", "n", "no"})


class Refused(Exception):
    """An invalid value; the message is a sentence that says what was expected."""


TOO_DEEP = f"Lists and maps are nested more than {DEEPEST} levels deep."

Entry = Literal["text", "typed", "items", "yaml"]
"""How a form reads a default: as a string, as a scalar of the type, as comma-separated items or a YAML list, or as
YAML."""


@dataclass(frozen=True, slots=True)
class ParameterType:
    """A type of parameters.

    Constraints check values as given, except for those of a collection, which are converted first.
    """

    name: str
    """Its name in templates."""
    form_name: str
    """Its name in Heat's answers."""
    convert: Callable[[Value], Value]
    """Returns the typed value, of one of the `classes`, for a given one; raises `Refused`."""
    words: str
    """A noun for its values."""
    property_type: str
    """The type of the properties that accept one."""
    classes: tuple[type, ...]
    """The Python classes of its typed values."""
    unit: str
    """What the size of a value is measured in, in the plural."""
    empty: Any
    """The initial value of a new default, and the value of null in a nested template."""
    entry: Entry
    """How a form reads a default."""
    is_collection: bool
    """Whether its values have items, which constraints look at."""

    def __hash__(self) -> int:
        return hash(self.name)

    def constrained(self, value: Value) -> Value:
        """The value that constraints check.  Raises `Refused`."""
        converted = self.convert(value)
        return converted if self.is_collection else value

    def convert_listed(self, value: Value) -> Value:
        """A value of `allowed_values`, converted for comparison.  Raises `Refused`."""
        return value if self.is_collection else self.convert(value)


TYPES: dict[str, ParameterType] = {}
"""The types by their name in templates."""

Convert = TypeVar("Convert", bound=Callable[[Value], Any])


def parameter_type(
    name: str,
    form_name: str,
    *,
    words: str,
    property_type: str = "string",
    classes: tuple[type, ...] = (str,),
    unit: str = "character",
    empty: Any = "",
    entry: Entry = "text",
    is_collection: bool = False,
) -> Callable[[Convert], Convert]:
    """Registers a function that converts a given value as a type; `ParameterType` documents the arguments.

    The defaults are those of strings.
    """

    def register(convert: Convert) -> Convert:
        TYPES[name] = ParameterType(
            name, form_name, convert, words, property_type, classes, unit, empty, entry, is_collection
        )
        return convert

    return register


@parameter_type("string", "String", words="a string")
def to_text(value: Value) -> str:
    """The value as a string, as Python's `str` writes it."""
    return str(value)


@parameter_type(
    "number", "Number", words="a number", property_type="number", classes=(int, float), empty=0, entry="typed"
)
def to_number(value: Value) -> Any:
    """The number as Heat reads it: whatever `int` or else `float` accepts; numbers and booleans are unchanged."""
    if isinstance(value, Number):
        return value
    if not isinstance(value, str):
        raise Refused(f"Expected a number, not {kind_of(value)}.")
    for convert in (int, float):
        try:
            return convert(value)
        except ValueError:
            continue
    raise Refused("Expected a number.")


@parameter_type(
    "boolean",
    "Boolean",
    words="true or false",
    property_type="boolean",
    classes=(bool, int, float),
    empty=False,
    entry="typed",
)
def to_boolean(value: Value) -> bool:
    """True for t, true, on, y, yes, 1 and false for f, false, off, n, no, 0, in any case, surrounded by spaces."""
    word = str(value).strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise Refused("Expected a boolean: true or false, yes or no, on or off, 1 or 0.")


@parameter_type(
    "comma_delimited_list",
    "CommaDelimitedList",
    words="a list",
    property_type="list",
    classes=(list,),
    unit="item",
    entry="items",
    is_collection=True,
)
def to_list(value: Value) -> list[str]:
    """The items of a comma-delimited list; spaces are kept, the empty string is the empty list."""
    if isinstance(value, list):
        return [str(item) for item in value]
    if not isinstance(value, str):
        raise Refused(f"Expected a comma-delimited list, not {kind_of(value)}.")
    return value.split(",") if value else []


@parameter_type(
    "json",
    "Json",
    words="JSON",
    property_type="map",
    classes=(object,),
    unit="key",
    empty={},
    entry="yaml",
    is_collection=True,
)
def to_data(value: Value) -> Value:
    """A JSON string as data; other data is round-tripped through JSON, so that its keys become strings."""
    if value == {}:  # the default of most
        return {}
    try:
        text = value if isinstance(value, str) else json.dumps(value)
        data = json.loads(text) if text else value
    except json.JSONDecodeError as error:
        raise Refused(f"Invalid JSON: {_json_problem(error)} at line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise Refused(TOO_DEEP) from None
    except (ValueError, TypeError):
        raise Refused("The value cannot be written as JSON.") from None
    if not is_shallow(data):
        raise Refused(TOO_DEEP)
    return data


def _json_problem(error: json.JSONDecodeError) -> str:
    problems = {
        "Expecting value": "expected a value",
        "Expecting property name enclosed in double quotes": "expected a key in double quotes",
        "Expecting ':' delimiter": "expected a colon",
        "Expecting ',' delimiter": "expected a comma",
        "Extra data": "unexpected text after the value",
        "Unterminated string starting at": "unterminated string",
    }
    return problems.get(error.msg, error.msg[:1].lower() + error.msg[1:])
