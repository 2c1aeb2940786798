"""The schema of a catalogue: resource types, their properties and attributes."""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from hotcore.catalogue.relations import Relations, StatedGroup
from hotcore.constraints import TYPES, Constraint
from hotcore.runtime import cached_property, dataclass

PROPERTY_TYPES = ("string", "integer", "number", "boolean", "list", "map", "any")
PARAMETER_TYPE_OF: Mapping[str, str] = {kind.property_type: name for name, kind in TYPES.items()} | {
    "integer": "number"
}
"""The parameter type for each property type; there is none for `any`."""
STATUSES = ("SUPPORTED", "DEPRECATED", "HIDDEN", "UNSUPPORTED")


@dataclass(frozen=True, slots=True)
class SupportStatus:
    """A support status."""

    status: str = "SUPPORTED"
    """`SUPPORTED`, `DEPRECATED`, `HIDDEN` (it still works in old templates but is no longer documented), or
    `UNSUPPORTED` (the Heat project does not maintain it)."""
    version: str | None = None
    """The release of Heat since which it applies: `2014.1`, ..., then `5.0.0` and up."""
    previous: tuple["SupportStatus", ...] = ()
    """The status before it, if there was one."""
    see: tuple[str, ...] = ()
    """The successors of a retired type."""
    substitute: str | None = None
    """The type that an existing resource may be converted to."""


SUPPORTED = SupportStatus()

Classes = frozenset[type]

_VALID_CLASSES: Mapping[str, Classes] = {
    "string": frozenset({str, int, bool}),
    "integer": frozenset({int, bool}),
    "number": frozenset({int, float}),
    "boolean": frozenset({bool}),
    "any": frozenset({str, int, float, bool}),
}
"""The Python classes whose values are always of a type."""

_NONE: Classes = frozenset()


@dataclass(frozen=True, slots=True)
class PropertySchema:
    """The schema of a property of a resource or update policy, of an item of a list, or of a key of a map."""

    type: str
    """One of `PROPERTY_TYPES`."""
    required: bool = False
    """Whether it has to be given."""
    has_default: bool = False
    """Whether it has a default, which may be null."""
    default: Any = None
    """The default."""
    constraints: tuple[Constraint, ...] = ()
    """The constraints of its values."""
    update_allowed: bool = False
    """Whether a change updates the resource instead of replacing it."""
    immutable: bool = False
    """Whether a change is refused."""
    implemented: bool = True
    """Whether Heat supports it at all."""
    allow_conversion: bool = False
    """Whether a string or a list is accepted too."""
    items: "PropertySchema | None" = None
    """The schema of the items of a list; None allows any."""
    keys: Mapping[str, "PropertySchema"] | None = None
    """The only valid keys of a map, with their schemas; None allows any."""
    support: SupportStatus = SUPPORTED
    """Its support status."""
    references: tuple[str, ...] = ()
    """The kinds of things that a value usually names."""
    replaced_by: tuple[str, ...] = ()
    """The paths (`fixed_ips.subnet`) of the properties that supersede it."""
    description: str = ""
    """What it is for."""
    checks: tuple[Constraint, ...] = field(init=False, repr=False, compare=False)
    """The constraints that can be decided without a cloud."""
    valid_classes: Classes = field(init=False, repr=False, compare=False)
    """The classes whose values are all valid: they are of the type, and there are no other checks."""

    def __post_init__(self) -> None:
        # Computed once, because they are used for every value of every resource.
        checks = tuple(constraint for constraint in self.constraints if not constraint.asks_cloud)
        simple = self.implemented and self.support.status == "SUPPORTED" and not checks
        object.__setattr__(self, "checks", checks)
        object.__setattr__(self, "valid_classes", _VALID_CLASSES.get(self.type, _NONE) if simple else _NONE)

    @property
    def is_offered(self) -> bool:
        """Whether new templates may set it: Heat implements it and does not retire it."""
        return self.implemented and self.support.status not in ("DEPRECATED", "HIDDEN")


class Schemas(dict[str, PropertySchema]):
    """Property schemas by name, with cached properties for the checks of values."""

    @classmethod
    def of(cls, schemas: Mapping[str, PropertySchema]) -> "Schemas":
        """The schemas of any mapping."""
        return schemas if isinstance(schemas, cls) else cls(schemas)

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """The names of the required properties."""
        return tuple(name for name, schema in self.items() if schema.required and schema.default is None)

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """The new names of renamed properties, by their old names."""
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
    """The schema of an attribute."""

    type: str | None = None
    """The type of its value; None when the catalogue does not say."""
    cached: bool = True
    """Whether Heat asks for the value once, and not at each use."""
    support: SupportStatus = SUPPORTED
    """Its support status."""
    replaced_by: tuple[str, ...] = ()
    """The names of the attributes, or of the function, that supersede it."""
    description: str = ""
    """What it is."""


@dataclass(frozen=True, slots=True)
class ReferenceKind:
    """A kind of thing that a value can name."""

    name: str
    """Its name, which is that of the custom constraint if there is one."""
    kind: str
    """`entity` (the ID or name of a thing), `attribute` (the value of an attribute) or `format` (only its format is
    checked)."""
    constraint: bool = True
    """Whether there is a custom constraint of its name."""
    client: str | None = None
    """The client plug-in of Heat that looks the thing up."""
    extension: str | None = None
    """The extension that the service has to have."""
    types: Mapping[str, str] = field(default_factory=dict)
    """The resource types that create such a thing, each with the evidence for it."""
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of the attributes that take the place of a resource, by its type."""

    def attribute_of(self, type_: str) -> str:
        """The attribute of a resource type that such a value is; empty where it is the resource itself.

        Of several it is the one with the name of the kind: `alarm_url` of `heat.alarm_url`.
        """
        names = self.attributes.get(type_, ())
        own = self.name.rpartition(".")[2]
        return own if own in names else next(iter(names), "")


@dataclass(frozen=True, slots=True)
class ResourceType:
    """A resource type: its properties, attributes and behaviour."""

    name: str
    """Its name, such as `OS::Nova::Server`."""
    properties: Mapping[str, PropertySchema]
    """The schemas of its properties by name."""
    attributes: Mapping[str, AttributeSchema]
    """The schemas of its attributes by name."""
    update_policy: Mapping[str, PropertySchema] | None = None
    """The schemas of the keys of `update_policy`; None when the type has no such section."""
    properties_groups: tuple[StatedGroup, ...] = ()
    """The relations between its properties, in the order of their checks."""
    support: SupportStatus = SUPPORTED
    """Its support status."""
    family: str = "OS"
    """The first part of its name, such as `OS` or `AWS`."""
    admin: bool = False
    """Whether only administrators of a cloud may create it by default."""
    client: str | None = None
    """The client plug-in of Heat that creates it."""
    extension: str | None = None
    """The extension that its service has to have."""
    entity: str | None = None
    """The name of what it creates, in the client."""
    nested_stack: bool = False
    """Whether it creates a stack of its own."""
    signal: bool = False
    """Whether it accepts signals."""
    implicit_dependencies: bool = False
    """Whether Heat adds dependencies that the template does not show."""
    any_properties: bool = False
    """Whether it accepts any properties and ignores them, like the placeholders of retired projects."""
    any_attributes: bool = False
    """Whether its attributes are known only after its creation."""
    no_reference: bool = False
    """Whether `get_resource` returns null for it before its creation, and not its name."""
    snapshot: bool | None = None
    """Whether it supports the deletion policy `Snapshot`; None when the catalogue does not say."""
    exclusive: tuple[tuple[str, str], ...] = ()
    """Pairs of properties of which Heat accepts only one, because it derives one from the other."""
    description: str = ""
    """What it is."""
    main_properties: tuple[str, ...] = ()
    """The properties that most templates set."""
    themes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of its other properties by what they are about."""
    relations: Relations = field(init=False, repr=False, compare=False)
    """Its relations, with those that given properties break."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "relations", Relations(self.properties_groups))

    @property
    def offered_attributes(self) -> tuple[str, ...]:
        """The names of the attributes that Heat supports, in order."""
        return tuple(sorted(name for name, found in self.attributes.items() if found.support.status == "SUPPORTED"))

    @property
    def is_placeholder(self) -> bool:
        """Whether it only keeps old templates working: it accepts any properties and does nothing."""
        return self.support.status == "HIDDEN" and self.any_properties
