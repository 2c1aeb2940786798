"""The text of a value as its author wrote it."""

from hotcore.edits import content_end, indentation
from hotcore.syntax import Node


def value_text(node: Node) -> str:
    """The text of a value as it is written, dedented."""
    text = node.source.text
    first, *rest = text[node.start : content_end(node)].splitlines() or [""]
    indent = indentation(text, node.start)
    return "\n".join([first, *(line[min(indent, len(line) - len(line.lstrip(" "))) :] for line in rest)])
