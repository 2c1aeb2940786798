"""What an update does to a resource whose properties change: in place, by a new one, or not at all.

Heat compares properties as the newer type takes them, so a default that is written out is no change, and decides by the
flags of the topmost property.  Some plug-ins decide by another property; those are here by name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hotcore.catalogue import PropertySchema, ResourceType, Schemas
from hotcore.constraints import Refused
from hotcore.diff.partial_evaluation import Waiting, resources_in
from hotcore.diff.value_difference import surely_differ
from hotcore.resources import null_of, to_property
from hotcore.values import Unknown, Value

Effect = Literal["in place", "replaced", "refused", "unknown"]

POLICIES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "OS::Nova::Server": {
        "flavor": ("flavor_update_policy", "REPLACE"),
        "image": ("image_update_policy", "REPLACE"),
        "user_data": ("user_data_update_policy", "REPLACE"),
    },
}
"""Properties that may be updated in place unless another property, once changed or not, has a value: by type."""

_ALWAYS = {"OS::Neutron::Port": ("replacement_policy", "REPLACE_ALWAYS")}
"""Types of which a property asks for a new one at every update."""

_REGION = ("OS::Heat::Stack", "context", "region_name")
_METADATA_REPLACES = ("AWS::AutoScaling::LaunchConfiguration",)
_ASSOCIATION = "AWS::EC2::EIPAssociation"


@dataclass(frozen=True, slots=True)
class PropertyChange:
    """A property that changes, what that does to its resource, and the resources because of which it changes."""

    name: str
    effect: Effect
    because: tuple[str, ...] = ()
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Properties:
    """The properties of a resource, with what is left of their values; `description` is that of the resource."""

    given: Mapping[Any, Value]
    description: Value = None

    def taken(self, name: Any, schema: PropertySchema | None) -> Value:
        """What Heat takes for a property."""
        if schema is None:
            return self.given.get(name)
        if name in self.given or schema.has_default:
            return _taken(schema, self.given.get(name))
        return self.description if name == "description" and schema.update_allowed else None

    def moved(self, schemas: Mapping[str, PropertySchema]) -> "Properties":
        """The same with the values of retired properties where Heat takes them: at those that came in their place."""
        given = dict(self.given)
        for older, newer in Schemas.of(schemas).renamed.items():
            if given.get(older) is not None and newer in schemas:
                value = given.pop(older)
                given[newer] = value if given.get(newer) is None else given[newer]
        return Properties(given, self.description)


def _taken(schema: PropertySchema, value: Value) -> Value:
    """A value as Heat takes it for a property, its members too."""
    if isinstance(value, Waiting | Unknown):
        return value
    try:
        value = to_property(schema, null_of(schema) if value is None else value)
    except Refused:
        return value
    if isinstance(value, dict) and schema.keys is not None:
        known = schema.keys
        members = Properties(value).moved(known)
        return {name: members.taken(name, known.get(name)) for name in (*known, *members.given)}
    if isinstance(value, list) and schema.items is not None:
        return [_taken(schema.items, item) for item in value]
    return value


def property_changes(
    kind: ResourceType | None, before: Properties, after: Properties, gone: Mapping[str, bool]
) -> Iterator[PropertyChange]:
    """The properties that change; `gone` are the resources that are made anew, and whether that is for sure."""
    schemas = kind.properties if kind is not None else {}
    before, after = before.moved(schemas), after.moved(schemas)
    names = list(schemas) if schemas else []
    names += [name for name in (*before.given, *after.given) if name not in schemas]
    for name in dict.fromkeys(names):
        schema = schemas.get(name)
        old, new = before.taken(name, schema), after.taken(name, schema)
        because = _because(new, gone)
        if old != new:
            sure = surely_differ(old, new) or any(because.values())
            yield PropertyChange(str(name), _effect(kind, name, before, after), tuple(because), sure)
        elif because:
            yield PropertyChange(str(name), _effect(kind, name, before, after), tuple(because), any(because.values()))


def _because(value: Value, gone: Mapping[str, bool]) -> dict[str, bool]:
    """The resources made anew that a value names, and whether it changes for sure: an attribute may be as it was."""
    found: dict[str, bool] = {}
    for function, name in resources_in(value) if gone else ():
        if name in gone:
            sure = gone[name] and function == "get_resource"
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
    return "in place" if schema.update_allowed and not _asks_for_new(kind, name, before, after) else "replaced"


def _asks_for_new(kind: ResourceType, name: Any, before: Properties, after: Properties) -> bool:
    """Whether the plug-in wants a new resource although the property itself could be updated."""

    def value(properties: Properties, key: str) -> Value:
        return properties.taken(key, kind.properties.get(key))

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
    """Whether a resource of the type is made anew when its metadata changes."""
    return kind is not None and kind.name in _METADATA_REPLACES
