"""From a value back to the text: which node a member of a resolved field comes from.

Values are checked as they came out; only when something is to be said about one is its place looked up, along its
trail: the keys and positions that lead to it from the field.
"""

from collections.abc import Hashable, Iterable

from hotcore.diagnostics import Phase, Report
from hotcore.evaluation.evaluator import Evaluator
from hotcore.source import Span
from hotcore.syntax import Mapping, Node, Scalar, Sequence, at_path
from hotcore.template import Resource

Trail = tuple[Hashable, ...]


class Trails:
    """The places of the members of one field.

    A member that a function made has the place of the function; `if` is followed into the branch that was taken.
    """

    def __init__(self, root: Node, evaluator: Evaluator) -> None:
        self.root = root
        self.evaluator = evaluator
        self._kept: dict[int, list[Node]] = {}

    def node(self, trail: Trail) -> Node:
        """The node that a member was written as, or the call that it came out of."""
        return self._found(trail)[0]

    def is_written(self, trail: Trail) -> bool:
        """Whether the member stands in the text as it is, so that a message may repeat it."""
        node, exact = self._found(trail)
        return exact and not self.evaluator.is_call(node)

    def span(self, trail: Trail) -> Span:
        """The place of a value, or of its key when the value is long or has no width."""
        node, exact = self._found(trail)
        if self.evaluator.is_call(node):
            assert isinstance(node, Mapping)
            return _place_of_call(node)
        if exact and isinstance(node, Scalar) and node.end > node.start:
            return node.span
        return self.key_span(trail)

    def key_span(self, trail: Trail) -> Span:
        """The place of the last key of the trail; of an item, where it begins."""
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
        """The paths in the template at which missing members of a resource's field would stand.

        There is none for a member of what a function made, or of a resource that is not written in the template.
        """
        root, top = self.evaluator.scope.template.root, ("resources", resource.name, field)
        if at_path(root, top[:2]) is not resource.node:
            return ()

        def stands(parent: Trail) -> bool:
            return not parent or (self.is_written(parent) and at_path(root, (*top, *parent)) is self.node(parent))

        return tuple((*top, *trail) for trail in missing if stands(trail[:-1]))

    def _found(self, trail: Trail) -> tuple[Node, bool]:
        """The node at the end of the trail; or the call on the way that the rest came out of, and False."""
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
        """The items that are there, without those that an `if` leaves out."""
        kept = self._kept.get(id(node))
        if kept is None:
            kept = self._kept[id(node)] = [item for item in node.items if self._taken(item) is not None]
        return kept

    def _taken(self, node: Node) -> Node | None:
        """The branch of an `if` that was taken, however deep; None where it leaves its place out."""
        while isinstance(node, Mapping) and node.sole_key == "if" and self.evaluator.is_call(node):
            branches = node.members["if"]
            if not isinstance(branches, Sequence) or not 2 <= len(branches.items) <= 3:
                return node
            holds = self.evaluator.conditions.test(branches.items[0], Phase.RESOURCES, Report())
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
    """The first key or item of what spans several lines; the whole of what stands on one."""
    while node.span.line != node.span.end_line:
        if isinstance(node, Mapping) and node.key_nodes:
            return next(iter(node.key_nodes.values())).span
        if not isinstance(node, Sequence) or not node.items:
            break
        node = node.items[0]
    return node.span
