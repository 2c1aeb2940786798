"""The schema of a catalogue: resource types, their properties and attributes."""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from hotcore.catalogue.property_groups import Group
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
    """A support status, and the release of Heat since which it applies (`2014.1`, ..., then `5.0.0` and up).

    `HIDDEN` still works in old templates but is no longer documented; `UNSUPPORTED` is not maintained by the Heat
    project.  `see` are successors of a retired type, `substitute` is one that an existing resource may be converted to.
    """

    status: str = "SUPPORTED"
    version: str | None = None
    previous: tuple["SupportStatus", ...] = ()
    see: tuple[str, ...] = ()
    substitute: str | None = None


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
    """The schema of a property of a resource or update policy, of an item of a list, or of a key of a map.

    `items` is the schema of the items of a list, `keys` are the only valid keys of a map; None allows any.
    `allow_conversion` says that a string or a list is accepted too.  `references` are the kinds of things that a value
    usually names, `replaced_by` the paths (`fixed_ips.subnet`) of the properties that supersede it.

    `checks` are the constraints that can be decided without a cloud.  Any value of one of the `valid_classes` is valid:
    it is of the type, and there are no other checks.
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
    valid_classes: Classes = field(init=False, repr=False, compare=False)

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
    """The schema of an attribute; `type` is None when the catalogue does not say.

    `replaced_by` are the names of the attributes, or of the function, that supersede it.
    """

    type: str | None = None
    cached: bool = True
    support: SupportStatus = SUPPORTED
    replaced_by: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True)
class ReferenceKind:
    """A kind of thing that a value can name.

    `kind` is `entity` (the ID or name of a thing), `attribute` (the value of an attribute) or `format` (only its format
    is checked).  `types` are the resource types that create such a thing, each with the evidence for it; `attributes`
    the names of the attributes by resource type.
    """

    name: str
    kind: str
    constraint: bool = True
    client: str | None = None
    extension: str | None = None
    types: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def attribute_of(self, type_: str) -> str:
        """The attribute of a resource type that such a value is; empty where it is the resource itself.

        Of several it is the one with the name of the kind: `alarm_url` of `heat.alarm_url`.
        """
        names = self.attributes.get(type_, ())
        own = self.name.rpartition(".")[2]
        return own if own in names else next(iter(names), "")


@dataclass(frozen=True, slots=True)
class StatedGroup:
    """A relation between properties, and the plug-in method of Heat that enforces it, or None."""

    group: Group
    stated: str | None = None
    _names: frozenset[str] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Most properties are omitted, and most relations hold then, which their names alone show.
        names = frozenset(path.names[0] for path in self.group.paths())
        object.__setattr__(self, "_names", names if self.group.given({}, {}) else None)

    def given(self, properties: Mapping[Any, Any], versions: Mapping[str, Any]) -> bool:
        """Whether the relation holds, where unknown values count as given."""
        if self._names is not None and self._names.isdisjoint(properties):
            return True
        return self.group.given(properties, versions)


@dataclass(frozen=True, slots=True)
class ResourceType:
    """A resource type: its properties, attributes and behaviour.

    `properties_groups` are relations between its properties, in the order of their checks.  `update_policy` is None
    when the type has no such section.

    `any_properties`: it accepts any properties and ignores them, like the placeholders of retired projects.
    `any_attributes`: its attributes are known only after its creation.  `no_reference`: before its creation,
    `get_resource` returns null for it instead of its name.  `snapshot` says whether it supports the deletion policy
    `Snapshot`, None when the catalogue does not say.  `exclusive` are pairs of properties of which Heat accepts only
    one, because it derives one from the other.  `main_properties` are those that most templates set,
    `themes` the names of others by what they are about.
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
    main_properties: tuple[str, ...] = ()
    themes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def offered_attributes(self) -> tuple[str, ...]:
        """The names of the attributes that Heat supports, in order."""
        return tuple(sorted(name for name, found in self.attributes.items() if found.support.status == "SUPPORTED"))

    @property
    def is_placeholder(self) -> bool:
        """Whether it only keeps old templates working: it accepts any properties and does nothing."""
        return self.support.status == "HIDDEN" and self.any_properties
