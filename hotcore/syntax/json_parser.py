"""JSON text to nodes.  Heat tries every text as JSON first, where `"yes"` and `1e3` follow JSON."""

import json
import re
from collections.abc import Callable, Hashable
from typing import Any

from hotcore.source import Source
from hotcore.syntax.nodes import Mapping, Node, Scalar, Sequence

_BLANKS = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_WORD = re.compile(r"[^\s,\]}:]+")


def looks_like_json(text: str) -> bool:
    """Whether it is worth trying to read the text as JSON: anything but a map is no template either way."""
    return text.lstrip(" \t\n\r").startswith("{")


Twice = Callable[[Node, Node], None]
"""Told of a key that is given again, and where it stood before."""


def read_json(source: Source, depth: int, twice: Twice) -> Node | None:
    """The tree of a JSON text, or None when it is not JSON or nested too deeply to say so safely."""
    if not _shallow(source.text, depth):
        return None
    try:
        json.loads(source.text)
    except (ValueError, RecursionError):
        return None
    return _Scanner(source, twice).value(_skip(source.text, 0))[0]


def _shallow(text: str, depth: int) -> bool:
    level = 0
    for bracket in re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        if bracket in "[{":
            level += 1
            if level > depth:
                return False
        elif bracket in "]}":
            level -= 1
    return True


def _skip(text: str, offset: int) -> int:
    match = _BLANKS.match(text, offset)
    return match.end() if match else offset


class _Scanner:
    """Finds the places in a text that is known to be JSON."""

    def __init__(self, source: Source, twice: Twice) -> None:
        self.source = source
        self.twice = twice
        self.text = source.text

    def value(self, start: int) -> tuple[Node, int]:
        """The value that starts at an offset, and the offset behind it."""
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
                self.twice(key, keys[key.value])
            members[key.value] = value
            keys[key.value] = key
            offset = self.behind_comma(offset)
        return Mapping(self.source, start, offset + 1, True, written, members, keys), offset + 1

    def sequence(self, start: int) -> tuple[Node, int]:
        items: list[Node] = []
        offset = _skip(self.text, start + 1)
        while self.text[offset] != "]":
            item, offset = self.value(offset)
            items.append(item)
            offset = self.behind_comma(offset)
        return Sequence(self.source, start, offset + 1, True, items), offset + 1

    def behind_comma(self, offset: int) -> int:
        offset = _skip(self.text, offset)
        return _skip(self.text, offset + 1) if self.text[offset] == "," else offset
