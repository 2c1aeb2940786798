"""Plain YAML scalars to values, the way Heat's loader takes them: YAML 1.1, with dates left as text.

`1e3` is a text, `010` is 8, `22:30` is 1350, `yes` is true, `2013-05-23` stays as written.  Which scalar is of
which kind, and what a number comes to, is PyYAML's word; what may not be read at all is decided here.
"""

import base64
import binascii
import re
from collections.abc import Callable
from typing import Any

import yaml

from hotcore.syntax import foreign_idioms

TAG = "tag:yaml.org,2002:"

_NUMBER_LENGTH = 1000
"""The longest plain number that is read; a longer one would cost more than any template is worth."""

_STR = TAG + "str"
_RESOLVERS: dict[str, list[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers
_CONSTRUCTOR = yaml.constructor.SafeConstructor()
_ARTICLES = {"int": "a whole number", "float": "a number"}
_QUOTES = "Put it in quotes if it is a text."
_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


NO_TAG = "this has a tag that means nothing to Heat"


def tag_hint(tag: str) -> str:
    """What to write in place of a tag."""
    if tag in foreign_idioms.SHORT_FORMS:
        return f"CloudFormation's short forms do not load; write {foreign_idioms.SHORT_FORMS[tag]}."
    return "A text that starts with `!` needs quotes."


class Unreadable(Exception):
    """A scalar that Heat's loader refuses; the text says why, without the scalar, which may be a secret."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class Mark:
    """A plain scalar that only means something as a key."""

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
    """The value of a plain scalar without a tag; nearly all are texts, and that is seen at once.

    Raises `Unreadable` when it looks like a number and is none.
    """
    value = _PLAIN.get(text, text)
    if value is text and text[0] in _NUMBERS_START_WITH:
        if text.isdecimal() and text.isascii() and text[0] != "0" and len(text) < _NUMBER_LENGTH:
            return int(text)
        return construct(implicit_tag(text), text)
    return value


def construct(tag: str, text: str) -> Any:
    """The value of a scalar with a tag.

    Raises `Unreadable` when the tag has no meaning for Heat or the text does not fit it.
    """
    constructor = _CONSTRUCTORS.get(tag)
    if constructor is None:
        raise Unreadable(NO_TAG, tag_hint(tag))
    return constructor(text)


def _number(kind: str) -> Callable[[str], Any]:
    convert: Callable[[yaml.ScalarNode], Any] = getattr(_CONSTRUCTOR, f"construct_yaml_{kind}")

    def construct_number(text: str) -> Any:
        if len(text) > _NUMBER_LENGTH:
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
        raise Unreadable("this is no boolean") from None


def _binary(text: str) -> list[int]:
    try:
        return list(base64.decodebytes(text.encode("ascii")))
    except (UnicodeError, binascii.Error):
        raise Unreadable("the text behind `!!binary` is no Base64") from None


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


_NUMBERS_START_WITH = frozenset("+-.0123456789")
_PLAIN: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **{form: value for word, value in _WORDS.items() for form in (word, word.capitalize(), word.upper())},
    MERGE.text: MERGE,
    EQUALS.text: EQUALS,
}
"""Every plain scalar that is neither a text nor a number."""
