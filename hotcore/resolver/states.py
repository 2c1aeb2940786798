"""The states in a preview: what a page, a terminal or a program shows of a template under given values."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from hotcore.diagnostics import Diagnostic, Refusal, first_refusal
from hotcore.parameters import ParameterState
from hotcore.resolver.reasons import Reason
from hotcore.resolver.relevance import Reader
from hotcore.runtime import dataclass
from hotcore.source import Span
from hotcore.syntax import Node
from hotcore.values import Unknown, Value

LeftOut = Literal["", "missing", "unreadable", "foreign", "too-deep", "too-many", "unknown"]


@dataclass(frozen=True, slots=True)
class ConditionState:
    """A condition under given values."""

    name: str
    """Its name."""
    value: bool | Unknown | None
    """Its value; `Unknown`, or None when Heat cannot evaluate it and nothing uses it."""
    reason: tuple[Reason, ...]
    """Why it has the value."""
    span: Span = field(repr=False)
    """The place of its name."""

    @property
    def line(self) -> int:
        """The line of its name, from 1."""
        return self.span.line


@dataclass(frozen=True, slots=True)
class NestedStack:
    """The stack that a resource creates."""

    file: str | None = None
    """The file of its template; None for a group."""
    preview: "Preview | None" = None
    """The preview of the stack. That of a group has only `resources`, and only for its first members."""
    members: int | Unknown | None = None
    """The number of a group's members, or `Unknown`; None for a template."""
    alike: bool = False
    """Whether all members of a group are equal."""
    left_out: LeftOut = ""
    """Why there is no preview: the file is missing, unreadable or CloudFormation, the tree is too deep or too large, or
    it may be endless."""
    inside: Any = field(default=None, repr=False, compare=False)
    """The resolution behind the preview."""

    @property
    def resources(self) -> Mapping[str, "ResourceState"]:
        """The resources inside, in order of creation."""
        return self.preview.resources if self.preview else {}

    @property
    def is_group(self) -> bool:
        """Whether a group of resources created it."""
        return self.members is not None

    def properties_of(self, resource: str) -> Node | None:
        """The node of the properties of a resource inside; None without any, and for a disabled one."""
        declared = self.inside.template.resources if self.inside else {}
        is_off = resource not in self.resources or self.resources[resource].enabled is False
        return None if is_off or resource not in declared else declared[resource].field("properties")


@dataclass(frozen=True, slots=True)
class ResourceState:
    """A resource: whether it will exist and why, its dependencies, its fields with functions resolved."""

    name: str
    """Its name."""
    type: str
    """Its type, as written."""
    enabled: bool | Unknown
    """Whether it will exist."""
    condition: str | None
    """The name of its condition, "expression" for an inline one, None without one."""
    reason: tuple[Reason, ...]
    """Why it will exist, or not."""
    depends_on: tuple[str, ...]
    """The names of the resources that are created before it."""
    properties: Value
    """Its properties by name."""
    metadata: Value
    """Its metadata."""
    deletion_policy: Value
    """What becomes of it when it leaves the stack."""
    update_policy: Value
    """How it is updated."""
    external_id: Value
    """The ID of what it adopts."""
    span: Span | None = field(repr=False)
    """The place that declares it; None where nothing in the text does."""
    nested: NestedStack | None = None
    """The stack that it creates; None if it creates none."""
    mapped_to: str | None = None
    """The type or the file that replaces its type by the environments' registry; None without one."""
    hooks: tuple[str, ...] = ()
    """The points at which Heat waits for confirmation, by the environments' registry."""
    restricted_actions: tuple[str, ...] = ()
    """The actions that are forbidden for it, by the environments' registry."""

    @property
    def line(self) -> int:
        """The line of its name, from 1."""
        return self.span.line if self.span is not None else 1


@dataclass(frozen=True, slots=True)
class OutputState:
    """An output under given values."""

    name: str
    """Its name."""
    value: Value
    """Its value, possibly with `Unknown` parts; None when its condition is false."""
    enabled: bool | Unknown
    """Whether its condition is true."""
    condition: str | None
    """The name of its condition, "expression" for an inline one, None without one."""
    reason: tuple[Reason, ...]
    """Why its condition has its value."""
    description: str
    """Its description; empty without one."""
    span: Span = field(repr=False)
    """The place of its name."""

    @property
    def line(self) -> int:
        """The line of its name, from 1."""
        return self.span.line


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a template."""

    parameters: dict[str, ParameterState] = field(default_factory=dict)
    """The parameters by name."""
    conditions: dict[str, ConditionState] = field(default_factory=dict)
    """The conditions by name."""
    resources: dict[str, ResourceState] = field(default_factory=dict)
    """The resources by name, in order of creation."""
    outputs: dict[str, OutputState] = field(default_factory=dict)
    """The outputs by name."""
    parameter_groups: list[Any] = field(default_factory=list)
    """The groups of parameters as written, as plain data."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Every diagnostic, by place."""
    irrelevant: Mapping[str, tuple[Reader, ...]] = field(default_factory=dict)
    """The parameters of the template itself that make no difference now, each with what would read it."""
    nested_refusals: dict[str, tuple[Refusal, ...]] = field(default_factory=dict)
    """The refusals by nested templates, by the parameter of the template itself whose value, or default, is the
    reason."""

    @property
    def refused_properties(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """The properties that are refused inside of nested stacks because of a value, by the path of names from the
        root to their resource."""
        refusals = (each for found in self.diagnostics for each in found.refusals if each.file is not None)
        named: dict[tuple[str, ...], dict[str, None]] = {}
        for each in refusals:
            named.setdefault(each.path, {})[each.parameter] = None
        return {path: tuple(names) for path, names in named.items()}

    @property
    def refusal(self) -> Diagnostic | None:
        """The error that Heat would return."""
        return first_refusal(self.diagnostics)

    @property
    def ok(self) -> bool:
        """Whether Heat would accept it."""
        return self.refusal is None
