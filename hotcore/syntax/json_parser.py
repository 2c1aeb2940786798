"""The reader of JSON texts.  Heat tries every text as JSON first, and reads scalars by JSON's rules then."""

import json
import re
from collections.abc import Callable, Hashable
from typing import Any

from hotcore.runtime import regex
from hotcore.source import Source
from hotcore.syntax.nodes import Mapping, Node, Scalar, Sequence

_WHITESPACE = regex(r"[ \t\n\r]*")
_STRING = regex(r'"(?:[^"\\]|\\.)*"')
_WORD = regex(r"[^\s,\]}:]+")

_BRACKET_OR_STRING = regex(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
"""A bracket, or a string, which may be open to the end, so that no quote in it is taken for the start of another."""


def looks_like_json(text: str) -> bool:
    """Whether it is worth trying to read the text as JSON: only a map can be a template."""
    return text.lstrip(" \t\n\r").startswith("{")


OnDuplicate = Callable[[Node, Node], None]
"""A callback for a duplicate key, with its nodes there and before."""


def read_json(source: Source, depth: int, on_duplicate: OnDuplicate) -> Node | None:
    """The tree of a JSON text, or None when it is not JSON or nested too deeply to be parsed safely."""
    if not _is_shallow(source.text, depth):
        return None
    try:
        json.loads(source.text)
    except (ValueError, RecursionError):
        return None
    return _Scanner(source, on_duplicate).value(_skip(source.text, 0))[0]


def _is_shallow(text: str, depth: int) -> bool:
    level = 0
    for bracket in _BRACKET_OR_STRING.findall(text):
        if bracket in "[{":
            level += 1
            if level > depth:
                return False
        elif bracket in "]}":
            level -= 1
    return True


def _skip(text: str, offset: int) -> int:
    match = _WHITESPACE.match(text, offset)
    return match.end() if match else offset


class _Scanner:
    """Reads a text that is known to be JSON, with locations."""

    def __init__(self, source: Source, on_duplicate: OnDuplicate) -> None:
        self.source = source
        self.on_duplicate = on_duplicate
        self.text = source.text

    def value(self, start: int) -> tuple[Node, int]:
        """The value that starts at an offset, and the offset after it."""
        if self.text[start] == "{":
            return self.mapping(start)
        if self.text[start] == "[":
            return self.sequence(start)
        pattern = _STRING if self.text[start] == '"' else _WORD
        match = pattern.match(self.text, start)
        assert match
        loaded: Any = json.loads(match.group())
        return Scalar(self.source, start, match.end(), loaded, '"' if self.text[start] == '"' else ""), match.end()

    def mapping(self, start: int) -> tuple[Node, int]:
        written: list[Node] = []
        members: dict[Hashable, Node] = {}
        keys: dict[Hashable, Node] = {}
        offset = _skip(self.text, start + 1)
        while self.text[offset] != "}":
            key, offset = self.value(offset)
            value, offset = self.value(_skip(self.text, _skip(self.text, offset) + 1))
            assert isinstance(key, Scalar)
            written += key, value
            if key.value in keys:
                self.on_duplicate(key, keys[key.value])
            members[key.value] = value
            keys[key.value] = key
            offset = self.after_comma(offset)
        return Mapping(self.source, start, offset + 1, True, written, members, keys), offset + 1

    def sequence(self, start: int) -> tuple[Node, int]:
        items: list[Node] = []
        offset = _skip(self.text, start + 1)
        while self.text[offset] != "]":
            item, offset = self.value(offset)
            items.append(item)
            offset = self.after_comma(offset)
        return Sequence(self.source, start, offset + 1, True, items), offset + 1

    def after_comma(self, offset: int) -> int:
        offset = _skip(self.text, offset)
        return _skip(self.text, offset + 1) if self.text[offset] == "," else offset
