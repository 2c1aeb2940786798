"""The parts of a template that have errors, in which lint rules report nothing."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate

from hotcore.diagnostics import Diagnostic
from hotcore.runtime import cached_property
from hotcore.source import Span
from hotcore.syntax import Mapping, Node, Scalar, Sequence
from hotcore.template import Template

_DECLARED_IN = ("parameters", "conditions", "resources", "outputs")


class ErrorRegions:
    """The parts of a template with errors; errors without a place, and those in other files, do not count."""

    def __init__(self, template: Template, errors: Iterable[Diagnostic]) -> None:
        self._root = template.root
        spans = sorted((each.span.start, each.span.end) for each in errors if each.file is None and each.span)
        self._starts = [start for start, _ in spans]
        self._ends = list(accumulate((max(end, start + 1) for start, end in spans), max))
        self._known: dict[int, bool] = {}

    def is_at(self, span: Span) -> bool:
        """Whether there is an error at a place, around it, or in the value of the key at it."""
        value = self._values.get(span.start)
        return self._overlaps(span.start, span.end) or (value is not None and self._is_below(value))

    def is_in_declaration_at(self, span: Span) -> bool:
        """Whether the parameter, condition, resource or output that a place is in has an error."""
        at = bisect_left(self._declarations, span.start + 1, key=lambda one: one[0]) - 1
        if at >= 0:
            start, end, body = self._declarations[at]
            if span.start < end and (self._overlaps(start, end) or self._is_below(body)):
                return True
        return self.is_at(span)

    def _overlaps(self, start: int, end: int) -> bool:
        before = bisect_left(self._starts, end)
        return before > 0 and self._ends[before - 1] > start

    def _is_below(self, node: Node) -> bool:
        """Whether a node has an error in it, including the values that its aliases refer to."""
        if self._overlaps(node.start, node.end):
            return True
        if "&" not in node.source.text:
            return False  # without aliases, everything below it is written in it
        if id(node) not in self._known:
            self._known[id(node)] = any(self._overlaps(item.start, item.end) for item in _all(node))
        return self._known[id(node)]

    @cached_property
    def _values(self) -> dict[int, Node]:
        """The values by the start of their keys."""
        maps = (node for node in _all(self._root, Scalar) if isinstance(node, Mapping))
        return {key.start: value for node in maps for key, value in node.entries}

    @cached_property
    def _declarations(self) -> list[tuple[int, int, Node]]:
        """The declarations in the order of the text: the start of the name, the end, and the body."""
        sections = (self._root.get(name) for name in _DECLARED_IN)
        entries = (pair for section in sections if isinstance(section, Mapping) for pair in section.entries)
        found = [(key.start, max(key.end, body.end), body) for key, body in entries]
        return sorted(found, key=lambda one: one[0])


def _all(node: Node, left_out: type[Node] | None = None) -> Iterator[Node]:
    """A node and all nodes below it, each once even if several aliases refer to it, without those of a class."""
    pending, seen = [node], {id(node)}
    while pending:
        item = pending.pop()
        yield item
        below: Iterable[Node] = ()
        if isinstance(item, Sequence):
            below = item.items
        elif isinstance(item, Mapping):
            below = item.members.values()
        for one in below:
            if type(one) is not left_out and id(one) not in seen:
                seen.add(id(one))
                pending.append(one)
