"""The syntax tree: scalars, sequences and mappings, each with its location in the text.

Whether a mapping with one key is a call of an intrinsic function depends on the template's version and on its context,
so the tree only says that it could be one (`Mapping.sole_key`).  Nodes are immutable once the reader has made them; a
node may occur in several places when the text has aliases.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from hotcore.source import Source, Span

Path = tuple[Any, ...]
"""Keys of maps and indexes of lists, from the root of the text."""


class Node:
    """A node of the tree."""

    __slots__ = ("end", "source", "start")

    source: Source
    """The text that it is read from."""
    start: int
    """The offset of its first character, in code points."""
    end: int
    """The offset after its last character, in code points."""

    @property
    def span(self) -> Span:
        """The location of the node."""
        return self.source.span(self.start, self.end)


class Scalar(Node):
    """A single value: a string, number, boolean or null as Heat's YAML loader reads it."""

    __slots__ = ("style", "value")

    def __init__(self, source: Source, start: int, end: int, value: Any, style: str = "") -> None:
        self.source = source
        self.start = start
        self.end = end
        self.value = value
        self.style = style


class Sequence(Node):
    """A list of nodes."""

    __slots__ = ("flow", "items")

    def __init__(self, source: Source, start: int, end: int, flow: bool, items: list[Node]) -> None:
        self.source = source
        self.start = start
        self.end = end
        self.flow = flow
        self.items = items


class Mapping(Node):
    """Keys and their nodes.

    `members` are the members as Heat sees them: with merge keys applied, and the last one of duplicate keys. `written`
    has the keys and values alternately, as in the text. The nodes of keys are computed on demand, unless the two differ
    and `key_nodes` are given.
    """

    __slots__ = ("_key_nodes", "flow", "members", "sole_key", "written")

    def __init__(
        self,
        source: Source,
        start: int,
        end: int,
        flow: bool,
        written: list[Node],
        members: dict[Hashable, Node],
        key_nodes: dict[Hashable, Node] | None = None,
    ) -> None:
        self.source = source
        self.start = start
        self.end = end
        self.flow = flow
        self.written = written
        self.members = members
        self.sole_key: str | None = None
        if len(members) == 1:
            (key,) = members
            if type(key) is str:
                self.sole_key = key
        self._key_nodes = key_nodes

    @property
    def key_nodes(self) -> dict[Hashable, Node]:
        """The nodes of the keys of `members`."""
        if self._key_nodes is None:
            self._key_nodes = dict(zip(self.members, self.written[::2], strict=True))
        return self._key_nodes

    @property
    def entries(self) -> list[tuple[Node, Node]]:
        """Every pair as written."""
        return list(zip(self.written[::2], self.written[1::2], strict=True))

    def get(self, key: str) -> Node | None:
        """The node under a key, or None."""
        return self.members.get(key)

    def key_span(self, key: Hashable) -> Span:
        """The location of a key, or of the whole mapping when it has no such key."""
        node = self.key_nodes.get(key)
        return node.span if node else self.span

    def value_span(self, key: Hashable) -> Span:
        """The location of the value at a key, or of the key when the value is empty."""
        node = self.members.get(key)
        return node.span if node and node.end > node.start else self.key_span(key)


def to_plain(node: Node) -> Any:
    """The node as plain Python data, without evaluating functions."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [to_plain(item) for item in node.items]
    assert isinstance(node, Mapping)
    return {
        key: item.value if type(item) is Scalar else to_plain(item)  # most members are scalars
        for key, item in node.members.items()
    }


def shared_plain(node: Node) -> Any:
    """The same, where what several aliases refer to is one object, which nobody may change."""
    made: dict[int, Any] = {}

    def plain(node: Node) -> Any:
        if isinstance(node, Scalar):
            return node.value
        if id(node) not in made:
            if isinstance(node, Sequence):
                made[id(node)] = [plain(item) for item in node.items]
            else:
                assert isinstance(node, Mapping)
                made[id(node)] = {key: plain(item) for key, item in node.members.items()}
        return made[id(node)]

    return plain(node)


def child(node: Node | None, step: Any) -> Node | None:
    """The child of a node at a key or an index, or None."""
    if isinstance(node, Mapping):
        return node.members.get(step)
    if isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
        return node.items[step]
    return None


def at_path(node: Node | None, path: Iterable[Any]) -> Node | None:
    """The descendant of a node at a path of keys and indexes, or None."""
    for step in path:
        node = child(node, step)
    return node


def depth(node: Node) -> int:
    """The number of nesting levels, including the node itself."""
    levels, level = 0, [node]
    while level:
        levels += 1
        below: list[Node] = []
        for item in level:
            if isinstance(item, Sequence):
                below.extend(item.items)
            elif isinstance(item, Mapping):
                below.extend(item.members.values())
        level = below
    return levels


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, in the order of the text."""
    pending = [node]
    while pending:
        item = pending.pop()
        yield item
        if isinstance(item, Sequence):
            pending.extend(reversed(item.items))
        elif isinstance(item, Mapping):
            pending.extend(reversed(item.members.values()))


def maps(node: Node) -> Iterator[Mapping]:
    """The maps among a node and everything below it, in the order of the text."""
    pending = [node]
    while pending:
        item = pending.pop()
        below: Iterable[Node] = ()
        if isinstance(item, Mapping):
            yield item
            below = reversed(item.members.values())
        elif isinstance(item, Sequence):
            below = reversed(item.items)
        pending += [child for child in below if type(child) is not Scalar]
