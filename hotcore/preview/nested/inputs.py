"""A resource that may be a stack, what goes into that stack, and what comes out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from hotcore.diagnostics import Diagnostic
from hotcore.evaluation import Evaluator, NestedValues, Nesting, StackValues, Surroundings
from hotcore.parameters import Places
from hotcore.preview.resolution import Resolution, ResolvedResource
from hotcore.preview.states import NestedStack, Preview
from hotcore.resources import below
from hotcore.source import Span
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Sequence
from hotcore.template import Template
from hotcore.values import Value


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a nested template gets from its parent: values for parameters, and the resource that stands for it.

    `masked` and `shown_parent` have what is shown instead wherever a hidden value has flowed in; `places` are where
    values stand in files.
    """

    given: Mapping[str, Value]
    masked: Mapping[str, Value]
    parent: Mapping[str, Value]
    shown_parent: Mapping[str, Value]
    places: Places = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResolvedStack:
    """A stack as it came out: what is shown of it, and what its parent can ask it for, as it is and masked.

    `shown` is what its values came out of, with which further ones can be worked out.
    """

    preview: Preview
    values: StackValues = field(default_factory=StackValues)
    shown_values: StackValues = field(default_factory=StackValues)
    shown: Resolution | None = None


Resolve = Callable[[Template, Surroundings, Inputs, tuple[Diagnostic, ...]], ResolvedStack]
"""Works out a nested template."""


@dataclass(frozen=True, slots=True)
class Use:
    """A resource that may be a stack: as it is, as it is shown, and where it stands in the text of `file`.

    `within` are the groups that it is a member of, the outermost first.
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
        """The names that lead to it from the template in which it stands."""
        return (*self.within, self.true.name)

    @property
    def sure(self) -> bool:
        """Whether the resource is on, whatever is not known."""
        return self.true.enabled is True

    @property
    def section_span(self) -> Span:
        """Where its properties begin, or its name when it has none."""
        if self.properties_node is not None and self.node.get("properties") is self.properties_node:
            return self.node.key_span("properties")
        return self.name_span

    def property_node(self, name: str) -> Node | None:
        """What a property is written as, or what all of them come from together; None when it is not given."""
        node = self.properties_node
        return node if node is not None and self.evaluator.is_call(node) else below(node, name)

    def span_of(self, name: str, at: int | None = None) -> Span:
        """Where a property, or an item of it, is given."""
        node = below(self.properties_node, name)
        if at is not None and isinstance(node, Sequence) and at < len(node.items):
            return node.items[at].span
        return node.span if node is not None and node.end > node.start else self.span


Found = tuple[NestedStack | None, NestedValues | None, NestedValues | None]
"""The stack that a resource is, if it is one, and the attributes that are known, as they are and as they are shown."""
