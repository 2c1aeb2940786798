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
    With `created`, the resources in `attributes` exist with exactly these attributes and the others do not exist
    yet, as Heat sees them before a stack is created.  Without a `catalogue`, resource types are opaque: any name is
    one, and accepts any properties; without a `nesting`, nested templates are not evaluated.  `api_versions` are the
    configured API versions by client plug-in.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    resource_ids: Mapping[str, str] = field(default_factory=dict)
    stack: Mapping[str, str | Unknown] = field(default_factory=dict)
    parent: Mapping[str, Any] | None = None
    availability_zones: tuple[str, ...] | None = None
    created: bool = False
    catalogue: Catalogue | None = None
    api_versions: Mapping[str, str] = field(default_factory=dict)
    registry: ResourceRegistry = EMPTY
    nesting: Nesting | None = None

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
    """What a run of the evaluation knows.

    `parameters` has every parameter's typed value, or `Unknown` for a missing or refused one; `enabled` has every
    resource and whether it will exist (True, False or `Unknown`).  With `masked`, the values of `hidden` parameters
    are replaced wherever they are read.  `budget` limits the cost of the run, `nested` has what is known about the
    attributes of resources before they are created; `within` is the resource being evaluated, and `waiting` knows
    which ones depend on it.  `hints` remembers those that name resources of certain kinds, which
    take a look at all resources.
    """

    template: Template
    surroundings: Surroundings
    parameters: Mapping[str, Value]
    hidden: frozenset[str] = frozenset()
    enabled: Mapping[str, Value] = field(default_factory=dict)
    masked: bool = False
    budget: Budget = field(default_factory=Budget)
    nested: Mapping[str, NestedValues] = field(default_factory=dict)
    within: str | None = None
    dependents: Dependents | None = None
    hints: dict[tuple[str, ...], str | None] = field(default_factory=dict, compare=False)

    def nameable(self) -> Iterator[str]:
        """The resources that may be referenced here: all but the one being evaluated, and those that depend on it."""
        behind = set() if self.within is None or self.dependents is None else self.dependents.of(self.within)
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
