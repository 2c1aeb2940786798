"""The effect of an update on a resource whose properties change: in place, by replacement, or refused.

Heat compares properties as the new type reads them, so a default that is written out is not a change, and decides by
the flags of the topmost property.  Some plug-ins decide by another property; those are listed here by name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, Literal

from hotcore.catalogue import PropertySchema, ResourceType, Schemas
from hotcore.constraints import Refused
from hotcore.diff.partial_evaluation import PendingCall, resources_in
from hotcore.diff.value_difference import surely_differ
from hotcore.resources import null_of, to_property
from hotcore.runtime import dataclass
from hotcore.values import Unknown, Value

Effect = Literal["in place", "replaced", "refused", "unknown"]

POLICIES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "OS::Nova::Server": {
        "flavor": ("flavor_update_policy", "REPLACE"),
        "image": ("image_update_policy", "REPLACE"),
        "user_data": ("user_data_update_policy", "REPLACE"),
    },
}
"""By type, properties that are updated in place unless another property has a certain value."""

_ALWAYS = {"OS::Neutron::Port": ("replacement_policy", "REPLACE_ALWAYS")}
"""Types with a property that requests replacement at every update."""

_REGION = ("OS::Heat::Stack", "context", "region_name")
_METADATA_REPLACES = ("AWS::AutoScaling::LaunchConfiguration",)
_ASSOCIATION = "AWS::EC2::EIPAssociation"


@dataclass(frozen=True, slots=True)
class PropertyChange:
    """A changed property, the effect on its resource, and the resources that cause the change.

    `written` is the name under which the property is given, which may be a retired one.
    """

    name: str
    written: str
    effect: Effect
    because: tuple[str, ...] = ()
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Properties:
    """The properties of a resource with the residuals of their values; `description` is that of the resource.

    `older_names` are the retired names under which values were given, by their present ones.
    """

    given: Mapping[Any, Value]
    description: Value = None
    older_names: Mapping[str, str] = field(default_factory=dict)

    def value(self, name: Any, schema: PropertySchema | None) -> Value:
        """The value that Heat uses for a property."""
        if schema is None:
            return self.given.get(name)
        if name in self.given or schema.has_default:
            return _converted(schema, self.given.get(name))
        return self.description if name == "description" and schema.update_allowed else None

    def shown(self, name: Any, schema: PropertySchema | None) -> Value:
        """The value that Heat uses for a property, without the members that it does not have."""
        value = self.value(name, schema)
        return _without_nulls(schema, value) if schema is not None else value

    def moved(self, schemas: Mapping[str, PropertySchema]) -> "Properties":
        """The same with the values of retired properties moved to the properties that superseded them, as Heat does."""
        given, older_names = dict(self.given), {}
        for older, newer in Schemas.of(schemas).renamed.items():
            if given.get(older) is not None and newer in schemas:
                value = given.pop(older)
                if given.get(newer) is None:
                    given[newer], older_names[newer] = value, older
        return Properties(given, self.description, older_names)


def properties_of(given: Value, description: Value = None) -> Properties:
    """The properties of a resource; without any, if they are not a map."""
    return Properties(given if isinstance(given, dict) else {}, description)


def _converted(schema: PropertySchema, value: Value) -> Value:
    """A value as Heat reads it for a property, including its members."""
    if isinstance(value, PendingCall | Unknown):
        return value
    try:
        value = to_property(schema, null_of(schema) if value is None else value)
    except Refused:
        return value
    if isinstance(value, dict) and schema.keys is not None:
        known = schema.keys
        members = Properties(value).moved(known)
        return {name: members.value(name, known.get(name)) for name in (*known, *members.given)}
    if isinstance(value, list) and schema.items is not None:
        return [_converted(schema.items, item) for item in value]
    return value


def _without_nulls(schema: PropertySchema, value: Value) -> Value:
    """A value without the null members of maps with a schema: Heat does not tell them from absent ones."""
    if isinstance(value, dict) and schema.keys is not None:
        known = schema.keys
        members = {key: item for key, item in value.items() if item is not None}
        return {key: _without_nulls(known[key], item) if key in known else item for key, item in members.items()}
    if isinstance(value, list) and schema.items is not None:
        return [_without_nulls(schema.items, item) for item in value]
    return value


def property_changes(
    kind: ResourceType | None, before: Properties, after: Properties, renewed: Mapping[str, bool]
) -> Iterator[PropertyChange]:
    """The properties that change; `renewed` are the resources that get a new id, and whether that is certain."""
    schemas = kind.properties if kind is not None else {}
    before, after = before.moved(schemas), after.moved(schemas)
    names = list(schemas) if schemas else []
    names += [name for name in (*before.given, *after.given) if name not in schemas]
    for name in dict.fromkeys(names):
        schema = schemas.get(name)
        old, new = before.value(name, schema), after.value(name, schema)
        because = _because(new, renewed)
        if old != new or because:
            sure = surely_differ(old, new) or any(because.values())
            written = (after if name in after.given else before).older_names.get(name, str(name))
            yield PropertyChange(str(name), written, _effect(kind, name, before, after), tuple(because), sure)


def _because(value: Value, renewed: Mapping[str, bool]) -> dict[str, bool]:
    """The renewed resources that a value names, and whether it certainly changes: an attribute may stay the same."""
    found: dict[str, bool] = {}
    for function, name in resources_in(value) if renewed else ():
        if name in renewed:
            sure = renewed[name] and function == "get_resource"
            found[name] = found.get(name, False) or sure
    return found


def _effect(kind: ResourceType | None, name: Any, before: Properties, after: Properties) -> Effect:
    if kind is None:
        return "unknown"
    schema = kind.properties.get(name)
    if schema is None:
        return "in place" if kind.any_properties else "unknown"
    if schema.immutable:
        return "refused"
    return "in place" if schema.update_allowed and not _needs_replacement(kind, name, before, after) else "replaced"


def _needs_replacement(kind: ResourceType, name: Any, before: Properties, after: Properties) -> bool:
    """Whether the plug-in replaces the resource although the property itself could be updated."""

    def value(properties: Properties, key: str) -> Value:
        return properties.value(key, kind.properties.get(key))

    policy = POLICIES.get(kind.name, {}).get(name) or _ALWAYS.get(kind.name)
    if policy is not None:
        wanted = value(after, policy[0])
        if kind.name not in _ALWAYS:
            wanted = wanted or value(before, policy[0])
        return bool(wanted == policy[1])
    if (kind.name, name) == _REGION[:2]:
        regions = [
            member.get(_REGION[2]) for member in (value(before, name), value(after, name)) if isinstance(member, dict)
        ]
        return len(set(map(repr, regions))) > 1
    if kind.name == _ASSOCIATION and name in ("EIP", "AllocationId"):
        ends = ("InstanceId", "NetworkInterfaceId")
        return any(value(after, end) and value(after, end) != value(before, end) for end in ends)
    return False


def metadata_replaces(kind: ResourceType | None) -> bool:
    """Whether a change of the metadata replaces a resource of the type."""
    return kind is not None and kind.name in _METADATA_REPLACES
