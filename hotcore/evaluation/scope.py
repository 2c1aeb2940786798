"""What is known while a template is evaluated: explicit, frozen, one object for each run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from hotcore.budget import Budget
from hotcore.catalogue import EMPTY, Catalogue, ResourceRegistry
from hotcore.evaluation.nested_values import ComputedValues, NestedValues, NotKnown, relabelled
from hotcore.evaluation.nesting import Nesting
from hotcore.runtime import dataclass
from hotcore.template import Dependents, Template
from hotcore.values import MASK, Unknown, Value

STACK = {
    "OS::stack_name": "demo",
    "OS::stack_id": "6f0e1c3a-5b1d-4c53-9a52-2d6b6c1f7a10",
    "OS::project_id": "b0f3c1a2d4e54f6788a9bacbdcedfe0f",
}
"""The pseudo parameters of a stack that does not exist yet."""


class NoAttribute(Exception):
    """A resource that exists has no attribute of that name."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings of a template: files, a live stack or stand-ins for it, a parent, a registry of types.

    A preview knows nothing about resources but the given `attributes`, and returns `Unknown` for the rest.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    """The texts of the files that `get_file` reads, by path."""
    attributes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The values of attributes, by the names of their resources."""
    resource_ids: Mapping[str, str] = field(default_factory=dict)
    """What `get_resource` returns, by the names of resources."""
    stack: Mapping[str, str | Unknown] = field(default_factory=dict)
    """The values of `OS::stack_name` and the other parameters that Heat sets."""
    parent: Mapping[str, Any] | None = None
    """The resource of the parent stack that `resource_facade` reads; None without a parent."""
    availability_zones: tuple[str, ...] | None = None
    """The zones of the cloud; None when they are unknown."""
    created: bool = False
    """Whether exactly the resources in `attributes` exist, with exactly these attributes, as Heat sees them before a
    stack is created."""
    catalogue: Catalogue | None = None
    """The resource types; without it, types are opaque: any name is one, and accepts any properties."""
    api_versions: Mapping[str, str] = field(default_factory=dict)
    """The configured API versions by client plug-in."""
    registry: ResourceRegistry = EMPTY
    """The registry of the environments."""
    nesting: Nesting | None = None
    """The place in the tree of stacks; without it, nested templates are not evaluated."""

    def reference_id(self, name: str) -> Value:
        """The value of `get_resource` for a resource."""
        if name in self.resource_ids:
            return self.resource_ids[name]
        return name if self.created else Unknown(f"get_resource {name}")

    def attribute(self, name: str, attribute: Any) -> Value:
        """An attribute of a resource; raises `NoAttribute` where it is known not to exist."""
        given = self.attributes.get(name)
        if given is not None and attribute in given:
            return given[attribute]
        if not self.created:
            return Unknown(f"get_attr {name}.{str(attribute)[:100]}")
        if given is None or attribute == "show":
            return None
        raise NoAttribute

    def all_attributes(self, name: str) -> Value:
        """All attributes of a resource but `show`."""
        given = self.attributes.get(name)
        if given is not None:
            return {key: value for key, value in given.items() if key != "show"}
        return None if self.created else Unknown(f"get_attr {name}")


@dataclass(frozen=True, slots=True)
class Scope:
    """What a run of the evaluation knows."""

    template: Template
    """The template."""
    surroundings: Surroundings
    """What is around the template."""
    parameters: Mapping[str, Value]
    """The typed value of every parameter; `Unknown` for a missing or refused one."""
    hidden: frozenset[str] = frozenset()
    """The names of hidden parameters."""
    enabled: Mapping[str, Value] = field(default_factory=dict)
    """Whether each resource will exist: True, False or `Unknown`."""
    masked: bool = False
    """Whether the values of hidden parameters are replaced wherever they are read."""
    budget: Budget = field(default_factory=Budget)
    """What the run may cost."""
    nested: Mapping[str, NestedValues] = field(default_factory=dict)
    """What is known about the attributes of resources before they are created, by their names."""
    dependents: Dependents | None = None
    """Knows which resources depend on another one."""
    hints: dict[tuple[str, ...], str | None] = field(default_factory=dict, compare=False)
    """The hints that name resources of certain kinds, which take a look at all resources; remembered by these kinds."""

    def nameable(self, within: str | None) -> Iterator[str]:
        """The resources that may be referenced within one: all but itself, and those that depend on it."""
        behind = set() if within is None or self.dependents is None else self.dependents.of(within)
        yield from (name for name in self.enabled if name not in behind)

    def parameter(self, name: str) -> Value:
        """A parameter's value; raises KeyError when there is none of that name."""
        value = self.parameters[name]
        return MASK if self.masks(name) and not isinstance(value, Unknown) else value

    def masks(self, name: str) -> bool:
        """Whether a parameter's value is replaced by a mask."""
        return self.masked and name in self.hidden

    def nested_attribute(self, name: str, attribute: Value, path: Sequence[Value]) -> Value:
        """What is known about an attribute of a resource, or about all of them; raises `NotKnown` otherwise.

        A given stand-in takes precedence.
        """
        known = self.nested.get(name)
        given = self.surroundings.attributes.get(name, ())
        if known is None or attribute in given or (attribute is None and given):
            raise NotKnown
        label = name if attribute is None else f"{name}.{attribute[:100]}"
        found = known.everything() if attribute is None else known.attribute(attribute, path)
        if isinstance(known, ComputedValues):  # its unknown parts have this template's names already
            return found
        return relabelled(found, lambda: Unknown(f"get_attr {label}"))
