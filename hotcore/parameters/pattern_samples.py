"""Sample texts for a pattern.  They are only likely matches, which the caller has to verify with the pattern."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from re import _constants as constants  # type: ignore[attr-defined]
from typing import Any

from hotcore.parameters.bounds import parsed_pattern

_MAX_LENGTH = 1000
_LETTERS = "a1x-_.:/ @"
"""Characters to try where nearly any character matches."""

_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    constants.CATEGORY_DIGIT: str.isdigit,
    constants.CATEGORY_NOT_DIGIT: lambda letter: not letter.isdigit(),
    constants.CATEGORY_SPACE: str.isspace,
    constants.CATEGORY_NOT_SPACE: lambda letter: not letter.isspace(),
    constants.CATEGORY_WORD: lambda letter: letter.isalnum() or letter == "_",
    constants.CATEGORY_NOT_WORD: lambda letter: not (letter.isalnum() or letter == "_"),
}


@lru_cache(maxsize=256)
def matching(pattern: str) -> tuple[str, ...]:
    """A few texts that probably match a pattern: a short one, one with optional parts, the same with the last of all
    alternatives, a longer one, and one with other letters."""
    parsed = parsed_pattern(pattern)
    if parsed is None:
        return ()
    writers = (_Writer(*ways) for ways in ((0, 0, 0), (1, 0, 0), (1, -1, 0), (2, 0, 0), (1, 0, 1)))
    return tuple(dict.fromkeys("".join(writer.letters(parsed.data)) for writer in writers))


class _Writer:
    """Generates a text from the parts of a pattern."""

    def __init__(self, fewest: int, choice: int, turn: int) -> None:
        self.fewest = fewest
        self.choice = choice
        self.turn = turn
        self.left = _MAX_LENGTH

    def letters(self, parts: Any) -> Iterator[str]:
        """The letters of some parts, up to the maximum length."""
        for operation, argument in parts:
            for letter in self._part(operation, argument):
                if self.left <= 0:
                    return
                self.left -= 1
                yield letter

    def _part(self, operation: Any, argument: Any) -> Iterator[str]:
        if operation in (constants.MAX_REPEAT, constants.MIN_REPEAT, constants.POSSESSIVE_REPEAT):
            low, high, part = argument
            for _ in range(min(max(low, min(high, self.fewest)), _MAX_LENGTH)):
                yield from self.letters(part)
        elif operation is constants.SUBPATTERN:
            yield from self.letters(argument[-1])
        elif operation is constants.ATOMIC_GROUP:
            yield from self.letters(argument)
        elif operation is constants.BRANCH:
            yield from self.letters(argument[1][self.choice])
        elif operation is constants.LITERAL:
            yield chr(argument)
        elif operation is constants.IN:
            yield from _one_of(argument, self.turn)
        elif operation in (constants.ANY, constants.NOT_LITERAL):
            yield next(letter for letter in _LETTERS if operation is constants.ANY or ord(letter) != argument)


def _one_of(members: Any, turn: int) -> Iterator[str]:
    """A letter of a character set, if one is found; a different one for each turn."""
    negated = members[0][0] is constants.NEGATE
    named = [chr(end) for operation, argument in members if operation in (constants.RANGE, constants.LITERAL)
             for end in (argument if operation is constants.RANGE else [argument])]  # fmt: skip
    tried = _LETTERS if negated else [*named, *_LETTERS]
    found = [letter for letter in tried if any(_is(letter, each) for each in members) is not negated]
    yield from found[turn % len(found) :][:1] if found else ()


def _is(letter: str, member: tuple[Any, Any]) -> bool:
    operation, argument = member
    if operation is constants.RANGE:
        return bool(argument[0] <= ord(letter) <= argument[1])
    if operation is constants.CATEGORY:
        return argument in _CATEGORIES and _CATEGORIES[argument](letter)
    return bool(operation is constants.LITERAL and ord(letter) == argument)
