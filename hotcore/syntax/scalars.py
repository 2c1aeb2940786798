"""The values of YAML scalars as in Heat's loader: YAML 1.1, with dates left as strings.

`1e3` is a string, `010` is 8, `22:30` is 1350, `yes` is true, `2013-05-23` is unchanged.  PyYAML resolves the type of a
scalar and the value of a number; which scalars are rejected is decided here.
"""

import base64
import binascii
import re
from collections.abc import Callable
from typing import Any

import yaml

from hotcore.syntax import foreign_idioms

TAG = "tag:yaml.org,2002:"

_MAX_NUMBER_LENGTH = 1000
"""The longest plain number that is parsed; longer ones are too expensive."""

_STR = TAG + "str"
_RESOLVERS: dict[str, list[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers
_CONSTRUCTOR = yaml.constructor.SafeConstructor()
_ARTICLES = {"int": "an integer", "float": "a number"}
_QUOTES = "If it is meant to be a string, quote it."
_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


NO_TAG = "Heat does not support this tag"


def tag_hint(tag: str) -> str:
    """A hint for an unsupported tag."""
    if tag in foreign_idioms.SHORT_FORMS:
        return f"CloudFormation's short forms are not supported; write {foreign_idioms.SHORT_FORMS[tag]}."
    return "Quote a string that starts with `!`."


class Unreadable(Exception):
    """A scalar that Heat's loader rejects; the message does not contain the scalar, which may be a secret."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class Mark:
    """A plain scalar that is only valid as a key."""

    def __init__(self, text: str) -> None:
        self.text = text


MERGE, EQUALS = Mark("<<"), Mark("=")


def implicit_tag(text: str) -> str:
    """The tag of a plain scalar without an explicit one."""
    for tag, pattern in _RESOLVERS.get(text[:1], ()):
        if pattern.match(text):
            return tag
    return _STR


def plain(text: str) -> Any:
    """The value of a plain scalar without a tag, with a fast path for strings, the most frequent ones.

    Raises `Unreadable` when it looks like a number but is not a valid one.
    """
    value = NO_TEXTS.get(text, text)
    if value is text and text[0] in NUMBERS_START_WITH:
        if text.isdecimal() and text.isascii() and text[0] != "0" and len(text) < _MAX_NUMBER_LENGTH:
            return int(text)
        return construct(implicit_tag(text), text)
    return value


def construct(tag: str, text: str) -> Any:
    """The value of a scalar with a tag.

    Raises `Unreadable` when Heat does not support the tag or the text is not valid for it.
    """
    constructor = _CONSTRUCTORS.get(tag)
    if constructor is None:
        raise Unreadable(NO_TAG, tag_hint(tag))
    return constructor(text)


def _number(kind: str) -> Callable[[str], Any]:
    convert: Callable[[yaml.ScalarNode], Any] = getattr(_CONSTRUCTOR, f"construct_yaml_{kind}")

    def construct_number(text: str) -> Any:
        if len(text) > _MAX_NUMBER_LENGTH:
            raise Unreadable(f"a number of {len(text)} characters is too long", _QUOTES)
        try:
            return convert(yaml.ScalarNode(TAG + kind, text))
        except (ValueError, IndexError, OverflowError):
            raise Unreadable(f"this looks like {_ARTICLES[kind]}, but Heat cannot read it", _QUOTES) from None

    return construct_number


def _boolean(text: str) -> bool:
    try:
        return _WORDS[text.lower()]
    except KeyError:
        raise Unreadable("this is not a boolean") from None


def _binary(text: str) -> list[int]:
    try:
        return list(base64.decodebytes(text.encode("ascii")))
    except (UnicodeError, binascii.Error):
        raise Unreadable("the value of `!!binary` is not valid Base64") from None


_CONSTRUCTORS: dict[str, Callable[[str], Any]] = {
    TAG + "str": str,
    TAG + "timestamp": str,
    TAG + "null": lambda _text: None,
    TAG + "bool": _boolean,
    TAG + "int": _number("int"),
    TAG + "float": _number("float"),
    TAG + "binary": _binary,
    TAG + "merge": lambda _text: MERGE,
    TAG + "value": lambda _text: EQUALS,
}


NUMBERS_START_WITH = frozenset("+-.0123456789")
"""The first characters of plain scalars that may be numbers."""

NO_TEXTS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **{form: value for word, value in _WORDS.items() for form in (word, word.capitalize(), word.upper())},
    MERGE.text: MERGE,
    EQUALS.text: EQUALS,
}
"""All plain scalars that are neither strings nor numbers."""
