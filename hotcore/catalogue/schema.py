"""Resource types, their properties and attributes: what a catalogue says of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from hotcore.catalogue.property_groups import Group
from hotcore.constraints import TYPES, Constraint

PROPERTY_TYPES = ("string", "integer", "number", "boolean", "list", "map", "any")
PARAMETER_TYPE_OF: Mapping[str, str] = {kind.property_type: name for name, kind in TYPES.items()} | {
    "integer": "number"
}
"""The type of a parameter that has what a property of a type takes; there is none for `any`."""
STATUSES = ("SUPPORTED", "DEPRECATED", "HIDDEN", "UNSUPPORTED")


@dataclass(frozen=True, slots=True)
class SupportStatus:
    """How far something is supported, and since which release of Heat (`2014.1`, ..., then `5.0.0` and up).

    `HIDDEN` works in old templates and is not offered any more; for `UNSUPPORTED` the Heat project does not answer.
    `see` are types that stand in for a retired one, `substitute` is one that an existing resource may become.
    """

    status: str = "SUPPORTED"
    version: str | None = None
    previous: tuple["SupportStatus", ...] = ()
    see: tuple[str, ...] = ()
    substitute: str | None = None


SUPPORTED = SupportStatus()

Classes = frozenset[type]

_SETTLED: Mapping[str, Classes] = {
    "string": frozenset({str, int, bool}),
    "integer": frozenset({int, bool}),
    "number": frozenset({int, float}),
    "boolean": frozenset({bool}),
    "any": frozenset({str, int, float, bool}),
}
"""The classes of values that are certainly of a type."""

_NONE: Classes = frozenset()


@dataclass(frozen=True, slots=True)
class PropertySchema:
    """What a property accepts: one of a resource, an item of a list, a key of a map, or of an update policy.

    `items` is what each item of a list is, `keys` are the only keys that a map takes; None leaves them free.
    `allow_conversion`: a text or a list is taken for it too.  `references` are kinds of things that a value usually
    names, `replaced_by` the paths (`fixed_ips.subnet`) of the properties to use in its place.

    `checks` are the constraints that can be decided without a cloud.  A value of a `settled` class is good whatever it
    is: of the type, and nothing else is asked of it.
    """

    type: str
    required: bool = False
    has_default: bool = False
    default: Any = None
    constraints: tuple[Constraint, ...] = ()
    update_allowed: bool = False
    immutable: bool = False
    implemented: bool = True
    allow_conversion: bool = False
    items: "PropertySchema | None" = None
    keys: Mapping[str, "PropertySchema"] | None = None
    support: SupportStatus = SUPPORTED
    references: tuple[str, ...] = ()
    replaced_by: tuple[str, ...] = ()
    description: str = ""
    checks: tuple[Constraint, ...] = field(init=False, repr=False, compare=False)
    settled: Classes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Found out once, because every value of every resource asks for them.
        checks = tuple(constraint for constraint in self.constraints if not constraint.asks_cloud)
        simple = self.implemented and self.support.status == "SUPPORTED" and not checks
        object.__setattr__(self, "checks", checks)
        object.__setattr__(self, "settled", _SETTLED.get(self.type, _NONE) if simple else _NONE)


class Schemas(dict[str, PropertySchema]):
    """Property schemas by name, and what is the same for all values that are held against them."""

    @classmethod
    def of(cls, schemas: Mapping[str, PropertySchema]) -> "Schemas":
        """The schemas, which may be in any mapping."""
        return schemas if isinstance(schemas, cls) else cls(schemas)

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """The names that have to be given."""
        return tuple(name for name, schema in self.items() if schema.required and schema.default is None)

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """The names that came in place of others, by the older ones."""
        alone = {name: schema.replaced_by[0] for name, schema in self.items() if len(schema.replaced_by) == 1}
        return {name: newer.rpartition(".")[2] for name, newer in alone.items()}

    @cached_property
    def _retyped(self) -> dict[tuple[str, str], "Schemas"]:
        return {}

    def retyped(self, name: str, kind: str) -> "Schemas":
        """These schemas with another type for one of them."""
        known = self._retyped.get((name, kind))
        if known is None:
            known = self._retyped[name, kind] = Schemas({**self, name: replace(self[name], type=kind)})
        return known


@dataclass(frozen=True, slots=True)
class AttributeSchema:
    """What an attribute of a resource is; `type` is None where the catalogue does not say."""

    type: str | None = None
    cached: bool = True
    support: SupportStatus = SUPPORTED
    description: str = ""


@dataclass(frozen=True, slots=True)
class ReferenceKind:
    """A sort of thing that a value can name.

    `kind` is `entity` (the id or name of a thing), `attribute` (the value of an attribute) or `format` (only its form
    is checked).  `types` are the resource types that make such a thing, each with how that was found; `attributes`
    the names of the attributes by resource type.
    """

    name: str
    kind: str
    constraint: bool = True
    client: str | None = None
    extension: str | None = None
    types: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StatedGroup:
    """A relation between properties, and where Heat states it: a method of a plug-in, or None."""

    group: Group
    stated: str | None = None
    _names: frozenset[str] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Most properties are not given, and most relations hold then: the names of all in it tell so at once.
        names = frozenset(path.names[0] for path in self.group.paths())
        object.__setattr__(self, "_names", names if self.group.given({}, {}) else None)

    def given(self, properties: Mapping[Any, Any], versions: Mapping[str, Any]) -> bool:
        """Whether the relation holds at least if all that is not known yet is given."""
        if self._names is not None and self._names.isdisjoint(properties):
            return True
        return self.group.given(properties, versions)


@dataclass(frozen=True, slots=True)
class ResourceType:
    """A resource type: what it accepts and offers.

    `properties_groups` are relations between its properties, in the order in which they are checked.
    `update_policy` is None when the type has no such section.

    `any_properties`: it takes any properties at all and does nothing with them, as the placeholders of retired
    projects do.  `any_attributes`: which attributes it has is known only when it is there.  `no_reference`: before
    it is created, `get_resource` gives null for it instead of its name.  `snapshot` tells whether it can be kept as a
    snapshot when it is deleted, None where the catalogue does not say.  `exclusive` are pairs of properties of which
    Heat takes only one, because it makes one of the other.
    """

    name: str
    properties: Mapping[str, PropertySchema]
    attributes: Mapping[str, AttributeSchema]
    update_policy: Mapping[str, PropertySchema] | None = None
    properties_groups: tuple[StatedGroup, ...] = ()
    support: SupportStatus = SUPPORTED
    family: str = "OS"
    admin: bool = False
    client: str | None = None
    extension: str | None = None
    entity: str | None = None
    nested_stack: bool = False
    signal: bool = False
    implicit_dependencies: bool = False
    any_properties: bool = False
    any_attributes: bool = False
    no_reference: bool = False
    snapshot: bool | None = None
    exclusive: tuple[tuple[str, str], ...] = ()
    description: str = ""

    @property
    def is_placeholder(self) -> bool:
        """Whether it only keeps old templates working: it takes any properties and does nothing."""
        return self.support.status == "HIDDEN" and self.any_properties
