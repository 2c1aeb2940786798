"""Serialization of plain data in the style of the text that it goes into."""

import json
from collections.abc import Mapping
from typing import Any

import yaml

from hotcore.edits.text.style import Style
from hotcore.runtime import dataclass, regex
from hotcore.syntax import TAG, implicit_tag

_WIDTH = 1_000_000
_LONGEST_CALL = 90
"""The maximum length of a function call that is written in braces."""

_PLAIN = regex(r"(?![\s\-?:,\[\]{}#&*!|>'\"%@`])[\x21-\x7e\xa1-\ud7ff\ue000-\ufefe\uff00-\ufffd ]+(?<! )\Z")
_DASHED = regex(r"-[^\s\-,\[\]{}]")
_BREAKS_PLAIN = regex(r": | #|:\Z|[\u2028\u2029\x85]")
_BREAKS_FLOW = regex(r"[,\[\]{}]")
_READ_OTHERWISE = regex(r"(?:y|n|Y|N|\d{4}-\d\d?-\d\d?.*|0o?[0-7]+|\.{3}|---.*)\Z")
"""Strings that Heat reads as strings, but people or other YAML parsers as something else."""

_LITERAL = regex(r"[\n\t\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]*\Z")


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text that is inserted verbatim.

    `lines` are those of a value, the first without indentation, the others indented relative to its key; with
    `is_block`, those of a map or list in block style, indented relative to the first.  `value` is their data; `above`
    are comments above the key.
    """

    lines: tuple[str, ...]
    is_block: bool
    value: Any
    above: tuple[str, ...] = ()


def plain(data: Any) -> Any:
    """Plain data, with verbatim texts replaced by their values."""
    if isinstance(data, Verbatim):
        return data.value
    if isinstance(data, Mapping):
        return {key: plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [plain(value) for value in data]
    return data


def scalar_text(value: Any, style: Style, *, flow: bool) -> str:
    """A single value on one line."""
    if style.is_json:
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, str):
        return _text(value, style, flow=flow)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(yaml.safe_dump(value, width=_WIDTH)).split("\n", 1)[0]


def _text(value: str, style: Style, *, flow: bool) -> str:
    if _may_be_plain(value, flow=flow):
        return value
    if style.quote == "'" and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    if value.isprintable() and "\\" not in value and '"' not in value:
        return f'"{value}"'
    return str(yaml.dump(value, Dumper=yaml.SafeDumper, default_style='"', width=_WIDTH, allow_unicode=True)).rstrip(
        "\n"
    )


def _may_be_plain(value: str, *, flow: bool) -> bool:
    if not (_PLAIN.match(value) or (_DASHED.match(value) and _PLAIN.match(value[1:]))):
        return False
    if _BREAKS_PLAIN.search(value) or _READ_OTHERWISE.match(value) or (flow and _BREAKS_FLOW.search(value)):
        return False
    return implicit_tag(value) == TAG + "str"


def flow_text(data: Any, style: Style) -> str:
    """Data on one line."""
    if isinstance(data, Verbatim):
        return data.lines[0] if len(data.lines) == 1 and not data.is_block else flow_text(data.value, style)
    if isinstance(data, Mapping):
        pad = style.padding if data else ""
        members = (
            f"{scalar_text(_key(key, style), style, flow=True)}: {flow_text(v, style)}" for key, v in data.items()
        )
        return f"{{{pad}{', '.join(members)}{pad}}}"
    if isinstance(data, list | tuple):
        return f"[{', '.join(flow_text(item, style) for item in data)}]"
    return scalar_text(data, style, flow=True)


def _key(key: Any, style: Style) -> Any:
    return str(key) if style.is_json else key


def entry_lines(key: Any, data: Any, style: Style) -> list[str]:
    """A key and its value in block style, the first line without indentation, the others relative to it."""
    first, rest = value_lines(data, style)
    name = scalar_text(key, style, flow=False)
    above = data.above if isinstance(data, Verbatim) else ()
    return [*above, f"{name}:{first and ' '}{first}", *rest]


def item_lines(data: Any, style: Style) -> list[str]:
    """An item of a list in block style with its dash."""
    if isinstance(data, Verbatim) and data.is_block:
        inner = list(data.lines)
    elif isinstance(data, Mapping) and data and not _is_short_call(data, style):
        inner = [line for key, value in data.items() for line in entry_lines(key, value, style)]
    elif isinstance(data, list | tuple) and data and not style.is_json:
        inner = [line for item in data for line in item_lines(item, style)]
    else:
        first, rest = value_lines(data, style)
        return [f"-{first and ' '}{first}", *rest]
    return [f"- {inner[0]}", *(line and f"  {line}" for line in inner[1:])]


def value_lines(data: Any, style: Style) -> tuple[str, list[str]]:
    """The text on the line of a key, and the lines below it, indented relative to the key."""
    pad = " " * style.step
    if isinstance(data, Verbatim):
        if data.is_block:
            by = " " * (style.dash if data.lines[0].startswith("-") else style.step)
            return "", [line and by + line for line in data.lines]
        return data.lines[0], list(data.lines[1:])
    if isinstance(data, Mapping) and data and not _is_short_call(data, style):
        return "", [line and pad + line for key, value in data.items() for line in entry_lines(key, value, style)]
    if isinstance(data, list | tuple) and data and not style.is_json:
        by = " " * style.dash
        return "", [line and by + line for item in data for line in item_lines(item, style)]
    if isinstance(data, str) and "\n" in data.rstrip("\n") and not style.is_json:
        literal = _literal_lines(data, pad)
        if literal:
            return literal[0], literal[1:]
    return flow_text(data, style), []


def _literal_lines(value: str, pad: str) -> list[str] | None:
    """A string of several lines as a literal block, or None if it cannot be one."""
    if not _LITERAL.match(value) or value[:1] in (" ", "\n", "\t"):
        return None
    body = value.rstrip("\n")
    kept = len(value) - len(body)
    if kept > 1 or any(line and not line.strip() for line in body.split("\n")):
        return None
    return ["|" if kept else "|-", *(line and pad + line for line in body.split("\n"))]


def _is_short_call(data: Mapping[Any, Any], style: Style) -> bool:
    """Whether a map looks like a function call that is usually written in braces."""
    if style.is_json:
        return True
    if not style.flow_calls or len(data) != 1 or not str(next(iter(data))).startswith(("get_", "if", "equals", "not")):
        return False
    return not _has_block(data) and len(flow_text(data, style)) <= _LONGEST_CALL


def _has_block(data: Any) -> bool:
    if isinstance(data, Verbatim):
        return data.is_block or len(data.lines) > 1 or bool(data.above) or " #" in data.lines[0]
    if isinstance(data, Mapping):
        return any(map(_has_block, data.values()))
    if isinstance(data, list | tuple):
        return any(map(_has_block, data))
    return isinstance(data, str) and "\n" in data


def json_lines(data: Any, style: Style) -> list[str]:
    """Data as JSON on several lines, indented relative to the first."""
    return json.dumps(plain(data), indent=style.step, ensure_ascii=False).split("\n")
