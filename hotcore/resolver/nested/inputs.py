"""The inputs and outputs of a resource that may be a stack."""

from collections.abc import Callable, Mapping
from dataclasses import field

from hotcore.diagnostics import Diagnostic
from hotcore.evaluation import Evaluator, NestedValues, Nesting, StackValues, Surroundings
from hotcore.parameters import Locations
from hotcore.resolver.resolution import Resolution, ResolvedResource
from hotcore.resolver.states import NestedStack, Preview
from hotcore.resources import below
from hotcore.runtime import dataclass
from hotcore.source import Span
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Sequence
from hotcore.template import Template
from hotcore.values import Value


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a parent passes to a nested template: values for parameters, and the resource that uses it.

    `masked` and `shown_parent` are shown instead wherever a hidden value has flowed in; `locations` are the places of
    values in files.
    """

    given: Mapping[str, Value]
    masked: Mapping[str, Value]
    parent: Mapping[str, Value]
    shown_parent: Mapping[str, Value]
    locations: Locations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResolvedStack:
    """A resolved stack."""

    preview: Preview
    """Its preview."""
    values: StackValues = field(default_factory=StackValues)
    """The values that its parent can read."""
    shown_values: StackValues = field(default_factory=StackValues)
    """These values with those of hidden parameters masked."""
    shown: Resolution | None = None
    """The resolution behind its masked values, with which further ones can be evaluated."""


Resolve = Callable[[Template, Surroundings, Inputs, tuple[Diagnostic, ...]], ResolvedStack]
"""Evaluates a nested template."""


@dataclass(frozen=True, slots=True)
class Use:
    """A resource that may be a stack: as it is, as it is shown, and its place in `file`.

    `within` are the groups that contain it, the outermost first.
    """

    true: ResolvedResource
    shown: ResolvedResource
    type: str
    span: Span
    node: MappingNode
    surroundings: Surroundings
    evaluator: Evaluator
    properties_node: Node | None
    name_span: Span
    within: tuple[str, ...] = ()

    @property
    def nesting(self) -> Nesting:
        """The place of the stack that the resource is in."""
        assert self.surroundings.nesting is not None
        return self.surroundings.nesting

    @property
    def path(self) -> tuple[str, ...]:
        """The names on the way to it from the template that declares it."""
        return (*self.within, self.true.name)

    @property
    def sure(self) -> bool:
        """Whether the resource is certainly enabled."""
        return self.true.enabled is True

    @property
    def section_span(self) -> Span:
        """The span of its properties' key, or of its name when it has none."""
        if self.properties_node is not None and self.node.get("properties") is self.properties_node:
            return self.node.key_span("properties")
        return self.name_span

    def property_node(self, name: str) -> Node | None:
        """The node of a property, or of the call that returns all properties; None when it is not given."""
        node = self.properties_node
        return node if node is not None and self.evaluator.is_call(node) else below(node, name)

    def span_of(self, name: str, at: int | None = None) -> Span:
        """The span of a property, or of an item of it."""
        node = below(self.properties_node, name)
        if at is not None and isinstance(node, Sequence) and at < len(node.items):
            return node.items[at].span
        return node.span if node is not None and node.end > node.start else self.span


Found = tuple[NestedStack | None, NestedValues | None, NestedValues | None]
"""The stack of a resource, if it is one, and the known attributes, as they are and as they are shown."""
