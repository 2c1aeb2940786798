"""The states in a preview: what a page, a terminal or a program shows of a template under given values."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from hotcore.diagnostics import Diagnostic, Refusal, first_refusal
from hotcore.parameters import ParameterState
from hotcore.preview.reasons import Reason
from hotcore.preview.relevance import Reader
from hotcore.runtime import dataclass
from hotcore.syntax import Node
from hotcore.values import Unknown, Value

LeftOut = Literal["", "missing", "unreadable", "foreign", "too-deep", "too-many", "unknown"]


@dataclass(frozen=True, slots=True)
class ConditionState:
    """A condition: True, False, `Unknown`, or None when Heat cannot evaluate it and nothing uses it."""

    name: str
    value: bool | Unknown | None
    reason: tuple[Reason, ...]
    line: int


@dataclass(frozen=True, slots=True)
class NestedStack:
    """The stack that a resource creates.

    `file` is the file of its template; without one it is a group, and `members` is their number, or `Unknown`.
    `preview` is the preview of the stack; that of a group has only `resources`, and only for the first members: all
    of them are equal if `alike`.  `left_out` is the reason why there is no preview: the file is missing, unreadable or
    CloudFormation, the tree is too deep or too large, or it may be endless.  `inside` is the resolution behind the
    preview.
    """

    file: str | None = None
    preview: "Preview | None" = None
    members: int | Unknown | None = None
    alike: bool = False
    left_out: LeftOut = ""
    inside: Any = field(default=None, repr=False, compare=False)

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
    """A resource: whether it will exist and why, its dependencies, its fields with functions resolved.

    `condition` is the condition's name, "expression" for an inline one, None without one.  `nested` is the stack that
    the resource creates, if any.  From the environments' registry, `mapped_to` is the type or the file that replaces
    the type, `hooks` are the points at which Heat waits for confirmation, and `restricted_actions` are forbidden for
    the resource.
    """

    name: str
    type: str
    enabled: bool | Unknown
    condition: str | None
    reason: tuple[Reason, ...]
    depends_on: tuple[str, ...]
    properties: Value
    metadata: Value
    deletion_policy: Value
    update_policy: Value
    external_id: Value
    line: int
    nested: NestedStack | None = None
    mapped_to: str | None = None
    hooks: tuple[str, ...] = ()
    restricted_actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutputState:
    """An output: its value, possibly with `Unknown` parts; None when its condition is false."""

    name: str
    value: Value
    enabled: bool | Unknown
    condition: str | None
    reason: tuple[Reason, ...]
    description: str
    line: int


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a template.

    `resources` are in order of creation.  `diagnostics` has every diagnostic, by place; `ok` is true if Heat would
    accept the template with these values.  `irrelevant` are the parameters of the template itself that make no
    difference now, each with what would read it.  `nested_refusals` are the refusals by nested templates, by the
    parameter of the template itself whose value, or default, is the reason.
    """

    parameters: dict[str, ParameterState] = field(default_factory=dict)
    conditions: dict[str, ConditionState] = field(default_factory=dict)
    resources: dict[str, ResourceState] = field(default_factory=dict)
    outputs: dict[str, OutputState] = field(default_factory=dict)
    parameter_groups: list[Any] = field(default_factory=list)
    diagnostics: tuple[Diagnostic, ...] = ()
    irrelevant: Mapping[str, tuple[Reader, ...]] = field(default_factory=dict)
    nested_refusals: dict[str, tuple[Refusal, ...]] = field(default_factory=dict)

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
