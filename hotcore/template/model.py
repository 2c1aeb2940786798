"""The declarations of a template (HOT specification, "Template structure")."""

from collections.abc import Hashable, Iterator
from dataclasses import field
from typing import Any

from hotcore.constraints import TYPES, Constraint, ParameterType
from hotcore.runtime import cached_property, dataclass
from hotcore.source import Source, Span
from hotcore.syntax import Mapping, Node, Scalar, at_path
from hotcore.template.call_arguments import conditions_in
from hotcore.template.topology import topological_order
from hotcore.versions import Version

PSEUDO_PARAMETERS = ("OS::stack_id", "OS::project_id", "OS::stack_name")
"""The parameters that Heat defines for every stack (HOT specification, "Pseudo parameters")."""

NOT_IN_FORMS = (*PSEUDO_PARAMETERS, "OS::region")
"""The names that Heat omits from forms, although it does not define the last one."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter."""

    name: str
    """Its name."""
    type: str
    """The name of its type."""
    label: str
    """Its label, which is its name where the template has none."""
    description: str
    """Its description; empty without one."""
    has_default: bool
    """Whether it has a default, which may be null."""
    default: Any
    """The default, as written."""
    hidden: bool
    """Whether its value is a secret."""
    immutable: bool
    """Whether a stack's value of it never changes."""
    tags: tuple[str, ...]
    """Its tags."""
    constraints: tuple[Constraint, ...]
    """Its constraints, in the order of the text."""
    span: Span
    """The place of its name."""
    default_span: Span
    """The place of its default, or of its name where it has none."""
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
    """A group of parameters."""

    label: str | None
    """Its label; None without one."""
    description: str | None
    """Its description; None without one."""
    parameters: tuple[str, ...]
    """The names of its parameters, in the order of the form."""
    span: Span
    """The place of the group."""

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
    """A resource."""

    name: str
    """Its name."""
    type: str
    """Its type, as written."""
    node: Mapping
    """The node of its declaration, whose keys are `properties`, `depends_on`, ..."""
    span: Span
    """The place of its name."""

    def field(self, key: str) -> Node | None:
        """The node under a key of the resource, or None."""
        return self.node.members.get(key)


@dataclass(frozen=True, slots=True)
class Output:
    """An output."""

    name: str
    """Its name."""
    description: str
    """Its description; empty without one."""
    node: Node
    """The node of its value."""
    condition: Node | None
    """The node of its condition; None without one."""
    span: Span
    """The place of its name."""


@dataclass(frozen=True)
class Template:
    """A template's declarations, in the order of the text.

    Invalid declarations are omitted; the report says why.
    """

    source: Source
    """The text."""
    version: Version
    """The version that it names."""
    description: str
    """Its description; empty without one."""
    parameters: dict[str, Parameter]
    """The parameters by name."""
    parameter_groups: tuple[ParameterGroup, ...]
    """The groups of parameters that are valid."""
    groups_as_written: list[Any]
    """All groups of parameters as plain data."""
    conditions: dict[str, Condition]
    """The conditions by name."""
    resources: dict[str, Resource]
    """The resources by name."""
    outputs: dict[str, Output]
    """The outputs by name."""
    root: Mapping = field(repr=False)
    """The root node of the text."""

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
        """The names of all conditions, each after those that it names, so that their evaluation never nests."""
        conditions = self.conditions
        return topological_order(conditions, lambda name: conditions_in(conditions[name].node, conditions))

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
