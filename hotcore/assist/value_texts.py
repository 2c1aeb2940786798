"""Values as text: as they are written, and as they are typed."""

from typing import Any

from hotcore.edits import content_end, indentation
from hotcore.syntax import Node


def value_text(node: Node) -> str:
    """The text of a value as it is written, dedented."""
    text = node.source.text
    first, *rest = text[node.start : content_end(node)].splitlines() or [""]
    indent = indentation(text, node.start)
    return "\n".join([first, *(line[min(indent, len(line) - len(line.lstrip(" "))) :] for line in rest)])


def scalar_text(value: Any) -> str:
    """A single value as it is typed."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
