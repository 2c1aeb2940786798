"""Values that may be partly unknown, as text: a call that is still pending is written as in a template."""

import json
import re
from collections.abc import Iterator
from typing import Any

from hotcore.diff.partial_evaluation import PendingCall
from hotcore.evaluation import variants
from hotcore.runtime import regex
from hotcore.values import MASK, Unknown, Value, to_json

MOST_LINES = 200
"""The maximum number of lines of a value in block style."""

_DEEPEST = 40
_SHORT = 60
_PLAIN = regex(r"[A-Za-z0-9_/.$%+@][\w/.$%+@:-]*(?<!:)\Z", re.ASCII)
_OTHER_THAN_A_STRING = regex(r"(?:[-+.\d].*|true|false|yes|no|on|off|null|~)\Z", re.IGNORECASE)


def flow_text(value: Value, most: int) -> str | None:
    """The value on one line of at most `most` characters; None if it is longer or may not be shown."""
    if isinstance(value, str):
        return None if MASK in value or len(value) > most or "`" in value or "\n" in value else value
    text, pending = "", [(value, 0)]
    while pending:
        part, depth = pending.pop()
        pieces = _pieces(part, depth, most)
        if pieces is None:
            return None
        text += pieces[0]
        if len(text) > most:
            return None
        pending += reversed(pieces[1])
    return None if MASK in text or "`" in text or "\n" in text else text


_Pending = list[tuple[Value, int]]


def _pieces(value: Value, depth: int, most: int) -> tuple[str, _Pending] | None:
    """How the text of a value begins, and the rest, with the depth of each part: a text has none.  None if the value is
    too deep, or has so many members that they take more than `most` characters."""
    if depth < 0:
        return value, []
    value = _as_written(value)
    if not isinstance(value, dict | list):
        return _scalar(value), []
    if depth >= _DEEPEST or len(value) > most:
        return None
    rest: _Pending = []
    if isinstance(value, dict):
        for at, (key, item) in enumerate(value.items()):
            rest += [(f"{', ' if at else ''}{_scalar(key)}: ", -1), (item, depth + 1)]
        return "{", [*rest, ("}", -1)]
    for at, item in enumerate(value):
        rest += [(", ", -1)] * bool(at) + [(item, depth + 1)]
    return "[", [*rest, ("]", -1)]


def _as_written(value: Value) -> Value:
    """A pending call and an unknown parameter as a template has them; what has no such form breaks a line."""
    if isinstance(value, PendingCall):
        return {value.function: value.argument} if value.function else "\n"
    if isinstance(value, Unknown):
        function, _, argument = value.sources[0].partition(" ") if len(value.sources) == 1 else ("", "", "")
        return {function: argument} if argument else "\n"
    return value


def _scalar(value: Value) -> str:
    if not isinstance(value, str):
        return json.dumps(to_json(value), ensure_ascii=False)
    if value == "\n" or (_PLAIN.match(value) and not _OTHER_THAN_A_STRING.match(value)):
        return value
    return json.dumps(value, ensure_ascii=False)


def block_text(value: Value) -> str | None:
    """The value in block style, on as many lines as it needs; None if these are too many."""
    lines: list[str] = []
    for line in _block(value, 0):
        lines.append(line)
        if len(lines) > MOST_LINES:
            return None
    return "\n".join(lines)


def _block(value: Value, depth: int) -> Iterator[str]:
    written = _as_written(value)
    if isinstance(written, str):
        yield from (["…"] if written == "\n" else ["|", *written.splitlines()] if "\n" in written else [written])
        return
    short = flow_text(written, _SHORT)
    if short is not None or depth > _DEEPEST or not isinstance(written, dict | list) or not written:
        yield "…" if short is None and depth > _DEEPEST else short or _scalar(written)
        return
    members: Any = written.items() if isinstance(written, dict) else (("-", item) for item in written)
    for key, item in members:
        lead = "-" if isinstance(written, list) else f"{_scalar(key)}:"
        lines = _block(item, depth + 1)
        first = next(lines)
        second = next(lines, None)
        if second is None or isinstance(written, list) or first == "|":
            yield f"{lead} {first}"
        else:
            yield lead
            yield f"  {first}"
        if second is not None:
            yield f"  {second}"
            yield from (f"  {line}" for line in lines)


def as_text(value: Value) -> str | None:
    """The text that a value certainly is or becomes, with pending parts as a template has them; None for others."""
    if isinstance(value, str):
        return value
    if not isinstance(value, PendingCall):
        return None
    argument = value.argument
    if value.function == "list_join" and isinstance(argument, list) and len(argument) == 2:
        delimiter, items = argument
        if isinstance(delimiter, str) and isinstance(items, list):
            return delimiter.join(_part(item) for item in items)
    if value.function in variants("str_replace") and isinstance(argument, dict):
        template = argument.get("template")
        return template if isinstance(template, str) else as_text(template)
    return None


def _part(value: Value) -> str:
    text = as_text(value)
    return text if text is not None else flow_text(value, _SHORT) or "…"
