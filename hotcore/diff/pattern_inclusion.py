"""Inclusion of regular expressions: whether one accepts all that another accepts, decided without trying strings."""

import math
from collections.abc import Callable
from re import _constants as constants  # type: ignore[attr-defined]
from typing import Any

from hotcore.parameters import BEGINNINGS, ENDS, parsed_pattern
from hotcore.runtime import dataclass

_REPEATS = (constants.MAX_REPEAT, constants.POSSESSIVE_REPEAT)
_LETTERS = (constants.LITERAL, constants.IN, constants.ANY, constants.NOT_LITERAL)
_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    constants.CATEGORY_DIGIT: str.isdigit,
    constants.CATEGORY_SPACE: str.isspace,
    constants.CATEGORY_WORD: lambda letter: letter.isalnum() or letter == "_",
}
"""Character classes and the characters that they accept."""

_MOST = 200
_LAST_LETTER = 127
"""The last character code that is compared one by one."""


def covers(wider: str, narrower: str) -> bool:
    """Whether a pattern certainly accepts whatever another one accepts.

    Heat requires that the first match from the start reaches the end.  So a leading `^` has no effect, and a trailing
    `$` only makes the search continue where it would have ended too soon.
    """
    over, under = _bare(wider), _bare(narrower)
    if over is None or under is None or over.flags != under.flags:
        return False
    if repr(over.parts) == repr(under.parts) and (over.ends or not under.ends):
        return True
    one, other = _line(over.parts), _line(under.parts)
    return one is not None and other is not None and one.covers(other)


@dataclass(frozen=True, slots=True)
class _Bare:
    """A pattern without leading `^` and trailing `$`; `ends` tells whether it had the latter."""

    parts: list[Any]
    ends: bool
    flags: int


def _bare(pattern: str) -> _Bare | None:
    parsed = parsed_pattern(pattern)
    if parsed is None:
        return None
    parts = list(parsed.data)
    while parts and parts[0][0] is constants.AT and parts[0][1] in BEGINNINGS:
        del parts[0]
    ends = bool(parts) and parts[-1][0] is constants.AT and parts[-1][1] in ENDS
    return _Bare(parts[:-1] if ends else parts, ends, parsed.state.flags)


@dataclass(frozen=True, slots=True)
class _Line:
    """A sequence of characters of which only the last may repeat: the first match of such a pattern is the longest."""

    letters: list[Any]
    last: Any
    most: float

    def at(self, index: int) -> Any:
        """What is allowed at a position; None behind the end."""
        if index < len(self.letters):
            return self.letters[index]
        return self.last if index < self.most else None

    def covers(self, other: "_Line") -> bool:
        """Whether every string of the other one is accepted."""
        if len(self.letters) > len(other.letters) or self.most < other.most:
            return False
        places = max(len(self.letters), len(other.letters)) + 1
        needed = ((self.at(index), other.at(index)) for index in range(places))
        return all(under is None or _within(under, over) for over, under in needed)


def _line(parts: list[Any]) -> _Line | None:
    letters: list[Any] = []
    for at, (operation, argument) in enumerate(parts):
        low, high, letter = 1, 1, (operation, argument)
        if operation in _REPEATS and len(argument[2].data) == 1:
            low, high, letter = int(argument[0]), int(argument[1]), argument[2].data[0]
        if letter[0] not in _LETTERS or low + len(letters) > _MOST or (low != high and at < len(parts) - 1):
            return None
        letters += [letter] * low
        if low != high:
            return _Line(letters, letter, math.inf if high >= constants.MAXREPEAT else len(letters) + high - low)
    return _Line(letters, None, len(letters))


def _within(letter: Any, other: Any) -> bool:
    """Whether the other letter allows every character that this one allows."""
    if other is None or repr(letter) == repr(other):
        return other is not None
    codes = _listed_codes(letter)
    return codes is not None and all(_allows(other, code) for code in codes)


def _listed_codes(letter: tuple[Any, Any]) -> set[int] | None:
    """The characters that a letter lists; None if it allows others too."""
    operation, argument = letter
    found: set[int] = set()
    for kind, named in argument if operation is constants.IN else [letter]:
        low, high = named if kind is constants.RANGE else (named, named)
        if kind not in (constants.LITERAL, constants.RANGE) or high > _LAST_LETTER:
            return None
        found.update(range(low, high + 1))
    return found


def _allows(letter: tuple[Any, Any], code: int) -> bool:
    """Whether a letter allows a character; false where that is not simple to decide."""
    operation, argument = letter
    if operation is constants.ANY:
        return code != ord("\n")
    if operation is constants.IN:
        return any(_allows(each, code) for each in argument) and argument[0][0] is not constants.NEGATE
    if operation is constants.RANGE:
        return bool(argument[0] <= code <= argument[1])
    if operation is constants.CATEGORY:
        return argument in _CATEGORIES and _CATEGORIES[argument](chr(code))
    return bool(operation is constants.LITERAL and argument == code)
