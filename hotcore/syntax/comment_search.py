"""A search for the comments of a text that ignores `#` inside values and keys."""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator

from hotcore.runtime import regex
from hotcore.syntax.nodes import Mapping, Node, Scalar, Sequence

_COMMENT = regex(r"(?:^|(?<=\s))#[^\r\n]*", re.MULTILINE)
_BLOCK_HEADER = regex(r"[^\r\n]*")


def comments(text: str, root: Node) -> Iterator[re.Match[str]]:
    """The comments of a text with the tree `root`, each from its `#` to the end of the line."""
    return outside_values(_COMMENT.finditer(text), text, root)


def outside_values(found: Iterable[re.Match[str]], text: str, root: Node) -> Iterator[re.Match[str]]:
    """The matches that are neither in a value nor in a key."""
    texts = sorted({_text_of(node) for node in _scalars(root) if node.style})
    for match in found:
        before = bisect(texts, (match.start(), len(text))) - 1
        if before < 0 or texts[before][1] <= match.start():
            yield match


def _scalars(root: Node) -> Iterator[Scalar]:
    pending, seen = [root], set[int]()
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Scalar):
            yield node
        elif isinstance(node, Sequence):
            pending += node.items
        elif isinstance(node, Mapping):
            pending += node.written


def _text_of(node: Scalar) -> tuple[int, int]:
    """The start and end of a value's text; the header of a block scalar may have a comment."""
    header = _BLOCK_HEADER.match(node.source.text, node.start) if node.style in ("|", ">") else None
    return (header.end() if header else node.start), node.end
