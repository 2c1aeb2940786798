"""The declarations of a template (HOT specification, "Template structure")."""

from collections.abc import Container, Hashable, Iterator
from dataclasses import field
from typing import Any

from hotcore.constraints import TYPES, Constraint, ParameterType
from hotcore.runtime import cached_property, dataclass
from hotcore.source import Source, Span
from hotcore.syntax import Mapping, Node, Scalar, at_path, walk
from hotcore.template.topology import topological_order
from hotcore.versions import Version

PSEUDO_PARAMETERS = ("OS::stack_id", "OS::project_id", "OS::stack_name")
"""The parameters that Heat defines for every stack (HOT specification, "Pseudo parameters")."""

NOT_IN_FORMS = (*PSEUDO_PARAMETERS, "OS::region")
"""The names that Heat omits from forms, although it does not define the last one."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its type, its constraints and its texts."""

    name: str
    type: str
    label: str
    description: str
    has_default: bool
    default: Any
    hidden: bool
    immutable: bool
    tags: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    span: Span
    default_span: Span
    declared: dict[str, Any] = field(repr=False)
    """The declaration as written, as plain data."""

    @property
    def kind(self) -> ParameterType:
        """The parameter's type."""
        return TYPES[self.type]

    @property
    def required(self) -> bool:
        """Whether a value must be given."""
        return not self.has_default


@dataclass(frozen=True, slots=True)
class ParameterGroup:
    """A group of parameters, in the order of the form."""

    label: str | None
    description: str | None
    parameters: tuple[str, ...]
    span: Span

    @property
    def is_deprecated(self) -> bool:
        """Whether its label or description calls its parameters deprecated."""
        return "deprecated" in f"{self.label} {self.description}".lower()


@dataclass(frozen=True, slots=True)
class Condition:
    """A named condition; `node` is its definition."""

    name: str
    node: Node
    span: Span


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource; `fields` are the nodes of its keys (`properties`, `depends_on`, ...)."""

    name: str
    type: str
    node: Mapping
    span: Span

    def field(self, key: str) -> Node | None:
        """The node under a key of the resource, or None."""
        return self.node.get(key)


@dataclass(frozen=True, slots=True)
class Output:
    """An output; `node` is its value."""

    name: str
    description: str
    node: Node
    condition: Node | None
    span: Span


@dataclass(frozen=True)
class Template:
    """A template's declarations, in the order of the text.

    Invalid declarations are omitted; the report says why.
    """

    source: Source
    version: Version
    description: str
    parameters: dict[str, Parameter]
    parameter_groups: tuple[ParameterGroup, ...]
    groups_as_written: list[Any]
    conditions: dict[str, Condition]
    resources: dict[str, Resource]
    outputs: dict[str, Output]
    root: Mapping = field(repr=False)

    def writes(self, section: str, name: Hashable) -> bool:
        """Whether a section of the text has an entry with this name, even an invalid one."""
        node = self.root.get(section)
        return isinstance(node, Mapping) and name in node.members

    def hides(self, name: Hashable) -> bool:
        """Whether a parameter is hidden; for an invalid one, whether its declaration says so."""
        if name in self.parameters:
            return self.parameters[str(name)].hidden
        declared = at_path(self.root, ("parameters", name, "hidden"))
        return isinstance(declared, Scalar) and declared.value not in (None, False)

    @cached_property
    def condition_order(self) -> dict[str, None]:
        """The names of all conditions, each after those that it reads, so that their evaluation never nests."""
        conditions = self.conditions
        return topological_order(conditions, lambda name: _named_in(conditions[name].node, conditions))

    @property
    def hidden_names(self) -> frozenset[str]:
        """The names of the hidden parameters."""
        declared = at_path(self.root, ("parameters",))
        names = declared.members if isinstance(declared, Mapping) else self.parameters
        return frozenset(str(name) for name in names if self.hides(name))

    def values(self) -> Iterator[tuple[str, str, Node]]:
        """Section, name and node of every declaration that may contain functions."""
        for condition in self.conditions.values():
            yield "conditions", condition.name, condition.node
        for resource in self.resources.values():
            yield "resources", resource.name, resource.node
        for output in self.outputs.values():
            yield "outputs", output.name, output.node


def _named_in(node: Node, conditions: Container[str]) -> list[str]:
    return [
        item.value
        for item in walk(node)
        if isinstance(item, Scalar) and isinstance(item.value, str) and item.value in conditions
    ]
