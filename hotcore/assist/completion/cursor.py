"""Syntactic context of a cursor, derived from the lines, so that it works while the text is not valid YAML."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

from hotcore.runtime import dataclass, regex

_MARK = "-"
_LINE = regex(r"( *)((?:- +|-$)*)(.*)")
_KEY = regex(r"""(?:"([^"]*)"|'([^']*)'|([^\s#"'{\[,&*!|>%@][^#{\[,]*?))\s*:(?=\s|$)""")
_TOKEN = regex(r"""(?<![^\s,\[\]{}:"'])[^\s,\[\]{}:"']*(?:::?[^\s,\[\]{}"':]+)*:*$""")
_WORD = regex(r"""[^\s,\[\]{}"':]+(?:::?[^\s,\[\]{}"':]+)*""")
_COLON = regex(r"\s*:(?:\s|$)")
_BLOCK_SCALAR = regex(r":\s+(?:&\S+\s+)?[|>][-+\d]*\s*(?:#.*)?$")
_COLON_BEHIND = regex(r"""[\w:.-]{0,200}["']?\s{0,20}:(?:\s|$)""")
_REST = regex(r"[\w.<>$-]{0,200}(?:::?[\w.<>$-]{1,200}){0,20}")
_NEAR = 5000
"""Characters around a cursor that are searched for brackets and sibling keys."""
_MOST_TRIES = 20
"""The maximum number of lines above a cursor that are searched for open brackets."""
_MOST_LINES = 5000
"""The maximum number of lines above the cursor that are examined."""
LONGEST_START = 400
"""Characters at the start of a line that are searched for a key, which takes quadratic time."""
_LONGEST_LINE = 5000
"""The maximum number of characters before the cursor in its line; beyond it there is no completion."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The context of a cursor.

    `path` are the enclosing keys, with `-` for an item of a list and a number for an argument in brackets; `prefix` is
    the typed part of the word at the cursor, which begins at the offset `start`.  `is_key` tells whether a key is
    expected or a value; `in_text` whether the cursor is in a block scalar or a comment.  `before` are the previous
    words in the innermost brackets, if the cursor is `in_brackets`.  `siblings` are the other keys of the same map,
    with the first word of their values if that is on their line.  `owner` is the type next to the innermost
    `properties`.  `behind` is the distance of the cursor's column from the indentation of its line, and `has_colon`
    tells whether the word already has a colon after it.
    """

    path: tuple[Any, ...]
    prefix: str
    start: int
    is_key: bool
    in_text: bool = False
    before: tuple[str, ...] = ()
    in_brackets: bool = False
    siblings: Mapping[str, str] = field(default_factory=dict)
    owner: str = ""
    behind: int = 0
    has_colon: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The keys on the path."""
        return tuple(part for part in self.path if isinstance(part, str) and part != _MARK)


def cursor_at(text: str, offset: int) -> Cursor:
    """The context of an offset in code points."""
    begin = text.rfind("\n", 0, offset) + 1
    if offset - begin > _LONGEST_LINE:
        return Cursor((), "", offset, False, in_text=True)
    before = text[begin:offset]
    word = _TOKEN.search(before)
    prefix = word.group() if word else ""
    start = offset - len(prefix)
    indent, dashes, rest = _parts(before)
    column = len(indent) + len(dashes)
    above = _above(text, begin, column, dashes, len(indent))
    opened = above.opened
    path = [*above.path, *([] if opened else [_MARK] * dashes.count(_MARK))]
    quoted = _is_open(rest)
    if above.in_text or (not quoted and re.search(r"(?:^|\s)#", rest)):
        return Cursor(tuple(path), prefix, start, False, in_text=True)
    key = None if opened else _KEY.match(rest)
    value = rest
    if key:
        path.append(_named(key))
        value = rest[key.end() :]
    stack = _open_in(opened + value)
    has_colon = bool(_COLON_BEHIND.match(text, offset))
    if not stack:
        dashed = bool(dashes)
        siblings = {} if key else _siblings(text, begin, column, dashed)
        earlier = _earlier_items(text, begin, column - 2) if dashed and not key else ()
        return Cursor(
            tuple(path), prefix, start, is_key=not key, before=earlier, siblings=siblings, owner=above.owner,
            behind=len(dashes), has_colon=has_colon,
        )  # fmt: skip
    frame = stack[-1]
    words = frame.words[:-1] if prefix else frame.words
    siblings = {**frame.keys, **(_keys_behind(text, start, offset) if frame.is_key else {})}
    return Cursor(
        (*path, *(frame.at for frame in stack if frame.at is not None)), prefix, start, frame.is_key,
        before=tuple(words), in_brackets=True, siblings=siblings, owner=_owner(stack) or above.owner,
        behind=len(dashes), has_colon=has_colon,
    )  # fmt: skip


def _owner(stack: list["_Frame"]) -> str:
    """The type next to the innermost `properties` in braces."""
    return next((frame.keys.get("type", "") for frame in reversed(stack) if frame.at == "properties"), "")


def _named(key: re.Match[str]) -> str:
    """The name of a key, without its quotes."""
    return next(group for group in key.groups() if group is not None)


def _siblings(text: str, begin: int, column: int, dashed: bool) -> dict[str, str]:
    """The keys of the block map at a column of the line that begins at an offset."""
    found: dict[str, str] = {}
    upwards = [] if dashed else text[max(0, begin - _NEAR) : max(begin - 1, 0)].split("\n")[::-1]
    end = text.find("\n", begin)
    downwards = text[end + 1 : end + 1 + _NEAR].split("\n") if end >= 0 else []
    for lines, goes_down in ((upwards, False), (downwards, True)):
        for line in lines:
            blanks, marks, rest = _parts(line[:LONGEST_START])
            if not marks and (not rest.strip() or rest.startswith("#")):
                continue
            at = len(blanks) + len(marks)
            if len(blanks) < column and (goes_down or at != column or not marks):
                break
            key = _KEY.match(rest) if at == column else None
            if key:
                found.setdefault(_named(key), _first_word(rest[key.end() :]))
            if marks and at == column:
                break
    return found


def _earlier_items(text: str, begin: int, column: int) -> tuple[str, ...]:
    """The first words of the items above a line in the block list whose dashes are at a column."""
    found: list[str] = []
    for line in text[max(0, begin - _NEAR) : max(begin - 1, 0)].split("\n")[::-1]:
        blanks, marks, rest = _parts(line[:LONGEST_START])
        if not marks and (not rest.strip() or rest.startswith("#") or len(blanks) > column):
            continue
        if len(blanks) != column or not marks:
            break
        found.append(_first_word(rest))
    return tuple(reversed(found))


def _first_word(text: str) -> str:
    match = _WORD.search(text[:LONGEST_START])
    return match.group() if match else ""


def _keys_behind(text: str, start: int, offset: int) -> dict[str, str]:
    """The keys after a word within braces, up to the closing brace."""
    rest = _REST.match(text, offset)
    here = text[start : rest.end() if rest else offset]
    end = text.find("\n", offset)
    value = "{" + text[start : min(end if end >= 0 else len(text), offset + _NEAR)]
    return {key: word for key, word in _first_frame(value).keys.items() if key != here}


def _parts(line: str) -> tuple[str, str, str]:
    match = _LINE.match(line)
    assert match
    return match.group(1), match.group(2), match.group(3)


def _is_open(text: str) -> bool:
    """Whether the cursor is within quotes."""
    return text.count('"') % 2 == 1 or text.count("'") % 2 == 1


@dataclass
class _Above:
    """The context from the lines above: the enclosing keys; the text since the first open bracket; the type next to
    the innermost `properties`; whether a block scalar is open."""

    path: list[str] = field(default_factory=list)
    opened: str = ""
    owner: str = ""
    in_text: bool = False


def _above(text: str, begin: int, column: int, dashes: str, indent: int) -> _Above:
    """The context that encloses a column of the line that begins at an offset."""
    found = _Above()
    limit = indent if dashes else column
    beside_dash = bool(dashes)
    end = max(begin - 1, 0)
    tries = _MOST_TRIES
    for line in reversed(text[:end].split("\n")[-_MOST_LINES:]):
        start, end = end - len(line), end - len(line) - 1
        if not line.strip() or line.lstrip().startswith("#") or limit < 0:
            continue
        blanks, marks, rest = _parts(line[:LONGEST_START])
        key = _KEY.match(rest)
        at = len(blanks) + len(marks)
        encloses = bool(key) and (at < limit or (beside_dash and at == limit))
        value = start + at + (key.end() if key else 0)
        if tries and begin - value < _NEAR and _opens(text, value):
            tries -= 1
            inside = text[value:begin]
            if stack := _still_open(inside):
                found = _Above(opened=inside, owner=_owner(stack))
                limit, beside_dash, encloses = at + (1 if key else 0), not key and not marks, bool(key)
        if key and encloses:
            found.path.append(_named(key))
            if _BLOCK_SCALAR.search(line[:LONGEST_START]):
                return _Above(found.path[::-1], in_text=True)
            if found.path[-1] == "properties" and not found.owner:
                found.owner = _siblings(text, start, at, bool(marks)).get("type", "")
            limit, beside_dash = at, False
        for position in reversed([index for index, mark in enumerate(marks) if mark == _MARK]):
            if len(blanks) + position < limit:
                found.path.append(_MARK)
                limit, beside_dash = len(blanks) + position, True
        if limit == 0 and not beside_dash:
            break
    found.path.reverse()
    return found


def _opens(text: str, at: int) -> bool:
    """Whether brackets or braces are opened at an offset, ignoring spaces."""
    return text[at : at + 20].lstrip(" ")[:1] in ("[", "{")


@dataclass
class _Frame:
    """Open brackets or braces: the current key or position in them, whether a key is expected, their words, and their
    keys."""

    bracket: str
    at: str | int | None
    is_key: bool
    words: list[str]
    keys: dict[str, str]


def _open_in(value: str) -> list[_Frame]:
    """The brackets and braces that are open at the end of a value."""
    stack: list[_Frame] = []
    for _frame in _read(value, stack):
        pass
    return stack


def _still_open(value: str) -> list[_Frame]:
    """The brackets that are open at the end of a value; empty if its first bracket is closed."""
    stack: list[_Frame] = []
    for _frame in _read(value, stack):
        if not stack:
            break
    return stack


def _first_frame(value: str) -> _Frame:
    """The outermost braces of a value that begins with a brace, up to the closing one."""
    stack: list[_Frame] = []
    first = None
    for frame in _read(value, stack):
        first = first or frame
        if not stack:
            break
    assert first
    return first


def _read(value: str, stack: list[_Frame]) -> Iterator[_Frame]:
    """Scans the brackets of a value and yields the innermost open ones after each step."""
    index = 0
    while index < len(value):
        character = value[index]
        if character in "\"'":
            end = value.find(character, index + 1)
            word, index = (value[index + 1 : end], end + 1) if end >= 0 else (value[index + 1 :], len(value))
            _word(stack, word, value, index)
            continue
        if character == "#" and (index == 0 or value[index - 1].isspace()):
            end = value.find("\n", index)
            index = len(value) if end < 0 else end
            continue
        if character == "{":
            stack.append(_Frame("{", None, True, [], {}))
        elif character == "[":
            stack.append(_Frame("[", 0, False, [], {}))
        elif character in "]}" and stack:
            yield stack.pop()
        elif character == "," and stack:
            _comma(stack[-1])
        elif not character.isspace():
            match = _WORD.match(value, index)
            if match:
                _word(stack, match.group(), value, match.end())
                index = match.end()
                continue
        index += 1
        if stack:
            yield stack[-1]


def _comma(frame: _Frame) -> None:
    if isinstance(frame.at, int):
        frame.at += 1
    elif frame.bracket == "{":
        frame.at, frame.is_key = None, True


def _word(stack: list[_Frame], word: str, value: str, end: int) -> None:
    """Adds a word that ends at an offset of the value; with a colon after it, as a key of the innermost open map."""
    if not stack:
        return
    frame = stack[-1]
    frame.words.append(word)
    if isinstance(frame.at, str):
        frame.keys[frame.at] = frame.keys.get(frame.at) or word
    if frame.bracket == "{" and frame.is_key and _COLON.match(value, end):
        frame.at, frame.is_key = word, False
        frame.keys.setdefault(word, "")
