"""Repairs of JSON: quotes, commas and words of JSON in place of those of Python or YAML."""

import json
import re
from collections.abc import Iterator

from hotcore.budget import Budget
from hotcore.constraints import Refused, to_data
from hotcore.diagnostics import Report
from hotcore.runtime import regex
from hotcore.source import Source
from hotcore.syntax import read, to_plain
from hotcore.template import Parameter
from hotcore.values import Value

_MAX_LENGTH = 4000
_INVALID = regex(
    r"""(?<!\\)"(?:[^"\\]|\\.)*"|(?<!\\)'(?P<quoted>(?:[^'\\]|\\.)*)'|\b(?P<word>None|True|False)\b"""
    r"""|(?P<comma>,)(?=\s*[}\]])|(?P<curly>[“”])""",
    re.DOTALL,
)
_WORDS = {"None": "null", "True": "true", "False": "false"}


def data_near(_parameter: Parameter, value: Value, _budget: Budget) -> Iterator[list[Value]]:
    """The data that a text probably means."""
    yield from ([data] for data in _readings(value))


def _readings(value: Value) -> Iterator[Value]:
    if not isinstance(value, str) or len(value) > _MAX_LENGTH:
        return
    for text in (_repaired(value), *_closed(_repaired(value))):
        try:
            data = to_data(text)
        except Refused:
            continue
        if isinstance(data, dict | list):
            yield data
    data = _as_yaml(value)
    if isinstance(data, dict | list):
        yield data


def json_near(text: str) -> Iterator[str]:
    """The same as JSON strings."""
    for data in _readings(text):
        yield json.dumps(data, ensure_ascii=False)


def _repaired(text: str) -> str:
    """A text with JSON's words and quotes in place of Python's, and without trailing commas."""
    return _INVALID.sub(_replaced, text)


def _replaced(match: re.Match[str]) -> str:
    if match["quoted"] is not None:
        return json.dumps(match["quoted"].replace("\\'", "'"), ensure_ascii=False)
    if match["word"]:
        return _WORDS[match["word"]]
    if match["curly"]:
        return '"'
    return "" if match["comma"] else match[0]


def _closed(text: str) -> Iterator[str]:
    """A text with its unclosed brackets closed at the end."""
    open_brackets = []
    for bracket in re.sub(r'(?<!\\)"(?:[^"\\]|\\.)*"', "", text):
        if bracket in "{[":
            open_brackets.append("}" if bracket == "{" else "]")
        elif bracket in "}]" and (not open_brackets or open_brackets.pop() != bracket):
            return
    if 0 < len(open_brackets) <= 3:
        yield text.rstrip().rstrip(",") + "".join(reversed(open_brackets))


def _as_yaml(text: str) -> Value:
    """A text read as YAML; None when it is invalid or cannot be expressed in JSON."""
    report = Report()
    node = read(Source(text), report)
    if node is None or len(report):
        return None
    try:
        return to_data(to_plain(node))
    except Refused:
        return None
