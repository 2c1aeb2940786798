"""The way from a value back to the template: the node that a member of a resolved field comes from.

Checks run on the resolved values; only for a diagnostic is the place of one looked up, along its trail: the keys and
positions that lead to it from the field.
"""

from collections.abc import Hashable, Iterable

from hotcore.diagnostics import Phase, Unreported
from hotcore.evaluation.evaluator import Evaluator
from hotcore.source import Span
from hotcore.syntax import Mapping, Node, Scalar, Sequence, at_path
from hotcore.template import Resource

Trail = tuple[Hashable, ...]


class Provenance:
    """The places of the members of one field.

    A member that a function returned has the place of the call; `if` is followed into the branch that was taken.
    """

    def __init__(self, root: Node, evaluator: Evaluator) -> None:
        self.root = root
        self.evaluator = evaluator
        self._kept: dict[int, list[Node]] = {}

    def node(self, trail: Trail) -> Node:
        """The node of a member, or of the call that returned it."""
        return self._found(trail)[0]

    def is_written(self, trail: Trail) -> bool:
        """Whether the member is written in the template, so that a message may repeat it."""
        node, exact = self._found(trail)
        return exact and not self.evaluator.is_call(node)

    def span(self, trail: Trail) -> Span:
        """The span of a value, or of its key when the value is long or empty."""
        node, exact = self._found(trail)
        if self.evaluator.is_call(node):
            assert isinstance(node, Mapping)
            return _place_of_call(node)
        if exact and isinstance(node, Scalar) and node.end > node.start:
            return node.span
        return self.key_span(trail)

    def key_span(self, trail: Trail) -> Span:
        """The span of the last key of the trail; for an item, its beginning."""
        if not trail:
            return _beginning(self.root)
        parent, exact = self._found(trail[:-1])
        if exact and isinstance(parent, Mapping) and trail[-1] in parent.members:
            return parent.key_span(trail[-1])
        node = self._found(trail)[0]
        if isinstance(node, Mapping) and self.evaluator.is_call(node):
            return _place_of_call(node)
        return _beginning(node)

    def places(self, resource: Resource, field: str, missing: Iterable[Trail]) -> tuple[Trail, ...]:
        """The paths in the template at which missing members of a resource's field belong.

        There is none for a member of what a function returned, or of a resource that is not written in the template.
        """
        root, top = self.evaluator.scope.template.root, ("resources", resource.name, field)
        if at_path(root, top[:2]) is not resource.node:
            return ()

        def is_written_at(parent: Trail) -> bool:
            return not parent or (self.is_written(parent) and at_path(root, (*top, *parent)) is self.node(parent))

        return tuple((*top, *trail) for trail in missing if is_written_at(trail[:-1]))

    def _found(self, trail: Trail) -> tuple[Node, bool]:
        """The node at the end of the trail, and True; or the call on the way that returned the rest, and False."""
        node = self._taken(self.root) or self.root
        for step in trail:
            child = self._child(node, step)
            if child is None:
                return node, False
            node = self._taken(child) or child
        return node, True

    def _child(self, node: Node, step: Hashable) -> Node | None:
        if self.evaluator.is_call(node):
            return None
        if isinstance(node, Mapping):
            return node.members.get(step)
        if isinstance(node, Sequence) and isinstance(step, int):
            kept = self._items(node)
            return kept[step] if step < len(kept) else None
        return None

    def _items(self, node: Sequence) -> list[Node]:
        """The items without those that an `if` omits."""
        kept = self._kept.get(id(node))
        if kept is None:
            kept = self._kept[id(node)] = [item for item in node.items if self._taken(item) is not None]
        return kept

    def _taken(self, node: Node) -> Node | None:
        """The branch of an `if` that was taken, at any depth; None where it omits the value."""
        while isinstance(node, Mapping) and node.sole_key == "if" and self.evaluator.is_call(node):
            branches = node.members["if"]
            if not isinstance(branches, Sequence) or not 2 <= len(branches.items) <= 3:
                return node
            holds = self.evaluator.conditions.test(branches.items[0], Phase.RESOURCES, Unreported())
            if not isinstance(holds, bool):
                return node
            if not holds and len(branches.items) == 2:
                return None
            node = branches.items[1 if holds else 2]
        return node


def _place_of_call(node: Mapping) -> Span:
    """The argument of a call when it is a single name, otherwise the name of the function."""
    assert node.sole_key is not None
    argument = node.members[node.sole_key]
    if isinstance(argument, Scalar) and argument.end > argument.start:
        return argument.span
    return node.key_span(node.sole_key)


def _beginning(node: Node) -> Span:
    """The first key or item of a node of several lines; the whole of a node on one line."""
    while node.span.line != node.span.end_line:
        if isinstance(node, Mapping) and node.key_nodes:
            return next(iter(node.key_nodes.values())).span
        if not isinstance(node, Sequence) or not node.items:
            break
        node = node.items[0]
    return node.span
