"""Where in a template a cursor stands, read off the lines: it works while a text is not YAML yet."""

import re
from dataclasses import dataclass
from typing import Any

_MARK = "-"
_LINE = re.compile(r"( *)((?:- +|-$)*)(.*)")
_KEY = re.compile(r"""(?:"([^"]*)"|'([^']*)'|([^\s#"'{\[,&*!|>%@][^#{\[,]*?))\s*:(?=\s|$)""")
_TOKEN = re.compile(r"""[^\s,\[\]{}:"']*(?:::?[^\s,\[\]{}"':]+)*:*$""")
_WORD = re.compile(r"""[^\s,\[\]{}"':]+(?:::?[^\s,\[\]{}"':]+)*""")
_COLON = re.compile(r"\s*:(?:\s|$)")
_BLOCK_SCALAR = re.compile(r":\s+(?:&\S+\s+)?[|>][-+\d]*\s*(?:#.*)?$")
_MOST_LINES = 5000
"""Lines above the cursor that are looked at."""
LONGEST_START = 400
"""Characters at the start of a line in which a key is looked for; it takes the square of them."""
_LONGEST_LINE = 5000
"""Characters before the cursor of a line in which something is offered."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a cursor stands.

    `path` are the keys that lead there, `-` for an item of a list and a number for an argument in brackets; `prefix`
    what is typed of the word at the cursor, which begins at the offset `start`.  `is_key` tells that a key is
    expected, else a value; `in_text` that the cursor stands in a text of several lines or a comment.  `before` are the
    words before it in the innermost brackets, if it stands `in_brackets`.
    """

    path: tuple[Any, ...]
    prefix: str
    start: int
    is_key: bool
    in_text: bool = False
    before: tuple[str, ...] = ()
    in_brackets: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The keys on the path."""
        return tuple(part for part in self.path if isinstance(part, str) and part != _MARK)


def place_at(text: str, offset: int) -> Place:
    """The place of an offset in code points."""
    begin = text.rfind("\n", 0, offset) + 1
    if offset - begin > _LONGEST_LINE:
        return Place((), "", offset, False, in_text=True)
    before = text[begin:offset]
    word = _TOKEN.search(before)
    prefix = word.group() if word else ""
    indent, dashes, rest = _parts(before)
    column = len(indent) + len(dashes)
    above, in_text = _above(text[: max(begin - 1, 0)], column, dashes, len(indent))
    path = [*above, *[_MARK] * dashes.count(_MARK)]
    quoted = _is_open(rest)
    if in_text or (not quoted and re.search(r"(?:^|\s)#", rest)):
        return Place(tuple(path), prefix, offset - len(prefix), False, in_text=True)
    key = _KEY.match(rest)
    value = rest
    if key:
        path.append(next(group for group in key.groups() if group is not None))
        value = rest[key.end() :]
    stack = _open_in(value)
    inner = [opened[1] for opened in stack if opened[1] is not None]
    if not stack:
        return Place(tuple(path), prefix, offset - len(prefix), is_key=not key)
    *_, is_key, words = stack[-1]
    return Place((*path, *inner), prefix, offset - len(prefix), is_key, before=tuple(words), in_brackets=True)


def _parts(line: str) -> tuple[str, str, str]:
    match = _LINE.match(line)
    assert match
    return match.group(1), match.group(2), match.group(3)


def _is_open(text: str) -> bool:
    """Whether the cursor stands within quotes."""
    return text.count('"') % 2 == 1 or text.count("'") % 2 == 1


def _above(text: str, column: int, dashes: str, indent: int) -> tuple[list[str], bool]:
    """The keys of the lines above that enclose a column, and whether one of them opens a text of several lines."""
    path: list[str] = []
    limit = indent if dashes else column
    beside_dash = bool(dashes)
    for line in reversed(text.split("\n")[-_MOST_LINES:]):
        if not line.strip() or line.lstrip().startswith("#") or limit < 0:
            continue
        blanks, marks, rest = _parts(line[:LONGEST_START])
        key = _KEY.match(rest)
        at = len(blanks) + len(marks)
        if key and (at < limit or (beside_dash and at == limit and not marks)):
            path.append(next(group for group in key.groups() if group is not None))
            if _BLOCK_SCALAR.search(line[:LONGEST_START]):
                return path[::-1], True
            limit, beside_dash = at, False
        for position in reversed([index for index, mark in enumerate(marks) if mark == _MARK]):
            if len(blanks) + position < limit:
                path.append(_MARK)
                limit, beside_dash = len(blanks) + position, True
        if limit == 0 and not beside_dash:
            break
    return path[::-1], False


def _open_in(value: str) -> list[list[Any]]:
    """The braces and brackets that are open at the end of a value: each with its key or position, whether a key is
    expected there, and its words."""
    stack: list[list[Any]] = []
    index = 0
    while index < len(value):
        character = value[index]
        if character in "\"'":
            end = value.find(character, index + 1)
            word, index = (value[index + 1 : end], end + 1) if end >= 0 else (value[index + 1 :], len(value))
            _word(stack, word, value, index)
            continue
        if character == "{":
            stack.append(["{", None, True, []])
        elif character == "[":
            stack.append(["[", 0, False, []])
        elif character in "]}" and stack:
            stack.pop()
        elif character == "," and stack:
            top = stack[-1]
            top[1], top[2] = (top[1] + 1, False) if top[0] == "[" else (None, True)
        elif not character.isspace():
            match = _WORD.match(value, index)
            if match:
                _word(stack, match.group(), value, match.end())
                index = match.end()
                continue
        index += 1
    return stack


def _word(stack: list[list[Any]], word: str, value: str, end: int) -> None:
    """Takes a word, which ends at an offset of the value, as the key of the innermost open map, if a colon stands
    behind it."""
    if stack:
        stack[-1][3].append(word)
    if stack and stack[-1][0] == "{" and stack[-1][2] and _COLON.match(value, end):
        stack[-1][1], stack[-1][2] = word, False
