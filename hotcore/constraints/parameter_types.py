"""The five parameter types: a given value to a typed value, and why not (HOT specification, "Parameters section").

A value is refused with `Refused`; its text says what was expected and never repeats the value, which may be secret.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Number
from typing import Any, Literal, TypeVar

from hotcore.values import DEEPEST, Value, is_shallow, kind_of

TRUE_WORDS = frozenset({"1", "t", "true", "on", "y", "yes"})
FALSE_WORDS = frozenset({"0", "f", "false", "off", "n", "no"})


class Refused(Exception):
    """A value that does not fit; the text is a sentence about what was expected."""


TOO_DEEP = f"Lists and maps are nested more than {DEEPEST} levels deep."

Entry = Literal["text", "typed", "items", "yaml"]
"""How a form takes a default that is typed: as a text, as what the text reads like, as a text with commas or a list in
YAML, or as YAML."""


@dataclass(frozen=True, slots=True)
class ParameterType:
    """A type: its name in templates, its name in Heat's answers, how values are taken, and all that is known of it.

    `convert` gives the typed value, of one of the `classes`; it raises `Refused`.  Constraints look at values as they
    are given, but at those of an `is_collection` as they are typed, whose size is told in `unit`.  `words` say what a
    value is.  `property_type` is the type of the properties that take one.  `empty` is what a new default begins with,
    and what null comes to in a nested template.
    """

    name: str
    form_name: str
    convert: Callable[[Value], Value]
    words: str
    property_type: str
    classes: tuple[type, ...]
    unit: str
    empty: Any = field(hash=False)
    entry: Entry
    is_collection: bool

    def constrained(self, value: Value) -> Value:
        """The value that constraints look at.  Raises `Refused`."""
        converted = self.convert(value)
        return converted if self.is_collection else value

    def convert_listed(self, value: Value) -> Value:
        """A value of `allowed_values` for comparison.  Raises `Refused`."""
        return value if self.is_collection else self.convert(value)


TYPES: dict[str, ParameterType] = {}
"""The types by the name they have in templates."""

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
    """Registers a function from a given value to a typed one as a type; `ParameterType` tells what the words are for.

    What is not said is as it is for texts.
    """

    def register(convert: Convert) -> Convert:
        TYPES[name] = ParameterType(
            name, form_name, convert, words, property_type, classes, unit, empty, entry, is_collection
        )
        return convert

    return register


@parameter_type("string", "String", words="a text")
def to_text(value: Value) -> str:
    """A value as Python writes it."""
    return str(value)


@parameter_type(
    "number", "Number", words="a number", property_type="number", classes=(int, float), empty=0, entry="typed"
)
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
    """True for t, true, on, y, yes, 1 and false for f, false, off, n, no, 0, in any case, with blanks around."""
    word = str(value).strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise Refused("A boolean was expected: true or false, yes or no, on or off, 1 or 0.")


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
    """The items of a comma-delimited list; blanks stay, the empty text is the empty list."""
    if isinstance(value, list):
        return [str(item) for item in value]
    if not isinstance(value, str):
        raise Refused(f"A list with commas between its items was expected, not {kind_of(value)}.")
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
