"""Formatting style of a text, so that additions to it look like the rest."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from hotcore.runtime import dataclass
from hotcore.source import Source
from hotcore.syntax import Mapping, Node, Scalar, Sequence, walk

_MOST_LOOKED_AT = 20_000
"""The maximum number of nodes that are examined; the style of a text is clear long before."""


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a text.

    `step` is the indentation of a nested map, `dash` that of the `-` of a list below its key; `quote` is the quote
    for strings that need one, `padding` the space inside braces; `flow_calls` tells whether short function calls are
    written in braces; `newline` is the line break.  With `is_json`, the text is JSON and must stay so.
    """

    step: int = 2
    dash: int = 2
    quote: str = "'"
    padding: str = ""
    flow_calls: bool = True
    newline: str = "\n"
    is_json: bool = False

    @classmethod
    def of(cls, source: Source, root: Node) -> "Style":
        """The style of a parsed text."""
        text = source.text
        votes: dict[str, Counter[object]] = {key: Counter() for key in ("step", "dash", "quote", "padding", "calls")}
        for node, _ in zip(walk(root), range(_MOST_LOOKED_AT), strict=False):
            for key, vote in _votes(node, text):
                votes[key][vote] += 1
        found = {key: votes[key].most_common(1)[0][0] for key in votes if votes[key]}
        return cls(
            step=int(str(found.get("step", 2))),
            dash=int(str(found.get("dash", 2))),
            quote=str(found.get("quote", "'")),
            padding=str(found.get("padding", "")),
            flow_calls=bool(found.get("calls", True)),
            newline=_newline(text),
            is_json=_is_json(source),
        )

    def in_blocks(self) -> "Style":
        """The same style for a text that is not JSON."""
        return replace(self, is_json=False)


def column(text: str, offset: int) -> int:
    """The number of characters before an offset in its line."""
    return offset - max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) - 1


def _votes(node: Node, text: str) -> Iterator[tuple[str, object]]:
    if isinstance(node, Scalar):
        if node.style in ("'", '"') and "\n" not in text[node.start : node.end]:
            yield "quote", node.style
        return
    assert isinstance(node, Mapping | Sequence)
    if node.flow and node.end - node.start > 2 and text[node.start] == "{":
        yield "padding", " " if text[node.start + 1] == " " else ""
    if not isinstance(node, Mapping):
        return
    if node.sole_key is not None and (node.sole_key.startswith("get_") or node.sole_key in ("if", "list_join")):
        yield "calls", node.flow
    if node.flow:
        return
    for key, value in node.entries:
        if isinstance(value, Mapping | Sequence) and not value.flow and value.start > key.end:
            kind = "step" if isinstance(value, Mapping) else "dash"
            first = value.entries[0][0].start if isinstance(value, Mapping) else value.start
            if text[first] == "&":
                continue
            offset = column(text, first) - column(text, key.start)
            if offset > 0 or kind == "dash":
                yield kind, max(offset, 0)


def _newline(text: str) -> str:
    end = text.find("\n")
    return "\r\n" if end > 0 and text[end - 1] == "\r" else "\n"


def _is_json(source: Source) -> bool:
    if source.has_byte_order_mark or not source.text.lstrip().startswith("{"):
        return False
    try:
        json.loads(source.text)
    except (ValueError, RecursionError):
        return False
    return True
