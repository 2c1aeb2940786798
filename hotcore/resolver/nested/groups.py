"""The stack of a group of resources."""

from collections.abc import Callable
from dataclasses import replace

from hotcore.diagnostics import Report
from hotcore.evaluation import GroupValues, NestedValues, ScalingValues, resolve_type
from hotcore.resolver.nested.inputs import Found, Use
from hotcore.resolver.nested.member_checks import check_member
from hotcore.resolver.resolution import ResolvedResource
from hotcore.resolver.states import NestedStack, Preview, ResourceState
from hotcore.resources import SCALING, Member, Members
from hotcore.syntax import Scalar
from hotcore.values import MASK, Unknown

Find = Callable[[Use], Found | None]
"""Evaluates the stack of a resource, if it is one, and the known attributes."""


def hidden_members(members: Members) -> Members:
    """The members of a group of which nothing may be shown."""
    return Members(Unknown(), members.names[:1], True, lambda name: Member(name, MASK, MASK))


class Group:
    """Evaluates the members of a group."""

    def __init__(self, use: Use, kind: str, members: Members, shown: Members, find: Find, report: Report) -> None:
        self.use = use
        self.find = find
        self.report = report
        self.kind = kind
        self.members = members
        self.hides_size = shown.size != members.size
        self.shown = shown
        self.around = replace(
            use.surroundings,
            registry=use.surroundings.registry.inside(use.true.name),
            nesting=use.nesting.below(sure=use.sure and not isinstance(members.size, Unknown)),
        )

    def found(self) -> Found:
        """The group's stack."""
        values: dict[str, NestedValues] = {}
        shown_values: dict[str, NestedValues] = {}
        states: dict[str, ResourceState] = {}
        for name in self.members.shown[: 1 if self.hides_size else None]:
            states[name], inner, shown_inner = self._member(name)
            if inner is not None and shown_inner is not None:
                values[name], shown_values[name] = inner, shown_inner
        size = Unknown() if self.hides_size else self.members.size
        stack = NestedStack(None, Preview(resources=states), size, self.members.alike)
        known = not isinstance(size, Unknown) and size == len(self.members.names)
        names = self.members.names if known else None
        table = ScalingValues if self.kind == SCALING else GroupValues
        return stack, table(values, names, self.members.alike), table(shown_values, names, self.members.alike)

    def _member(self, name: str) -> tuple[ResourceState, NestedValues | None, NestedValues | None]:
        use = self.use
        member = self.members.make(name)
        shown = member if self.shown is self.members else self.shown.make(name)
        true, seen = _as_resource(member, use), _as_resource(shown, use)
        found: Found | None = None
        if isinstance(member.type, str) and shown.type == member.type:  # diagnostics would reveal a hidden one
            node = member.type_node
            span = node.span if isinstance(node, Scalar) and node.end > node.start else use.span
            seen = true if shown is member else seen
            node = member.node or use.node
            given = member.properties_node
            inner = Use(true, seen, member.type, span, node, self.around, use.evaluator, given, span, use.path)
            check_member(member, inner, span, resolve_type(name, member.type, self.around), self.report)
            found = self.find(inner)
        stack, values, shown_values = found or (None, None, None)
        return _member_state(seen, shown, stack), values, shown_values


def _as_resource(member: Member, use: Use) -> ResolvedResource:
    kind = member.type if isinstance(member.type, str) else str(Unknown())
    return ResolvedResource(
        member.name,
        kind,
        use.true.enabled,
        list(member.needs),
        member.properties,
        member.metadata,
        member.deletion_policy,
        {},
    )


def _member_state(resource: ResolvedResource, member: Member, stack: NestedStack | None) -> ResourceState:
    node = member.type_node or member.node
    return ResourceState(
        name=resource.name,
        type=resource.type,
        enabled=resource.enabled,
        condition=None,
        reason=(),
        depends_on=member.needs,
        properties=resource.properties,
        metadata=resource.metadata,
        deletion_policy=resource.deletion_policy,
        update_policy=resource.update_policy,
        external_id=None,
        span=node.span if node is not None else None,
        nested=stack,
    )
