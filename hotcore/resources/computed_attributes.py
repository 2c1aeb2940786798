"""Attributes that Heat works out from the properties of a resource alone, so that they are known before it is created:
neither a cloud, the clock nor chance has a part in them."""

from collections.abc import Callable, Hashable, Iterator, Mapping

import yaml

from hotcore.catalogue import PropertySchema, ResourceType
from hotcore.constraints import Refused
from hotcore.evaluation import ComputedValues, NotKnown, NullValues
from hotcore.resources.checks import schemas_of
from hotcore.resources.property_types import null_of, to_property
from hotcore.values import MASK, Unknown, Value, as_stored, comparable, has_mask, is_known, is_shallow, merged

Given = Mapping[Hashable, Value]
Schemas = Mapping[str, PropertySchema]
Attribute = Callable[[Given, Schemas], Value]
"""What an attribute comes to under the properties that are given; raises `NotKnown` where those do not tell."""


def is_computed(kind: str, attribute: str) -> bool:
    """Whether the properties of a type tell an attribute, whatever they are: only some servers are given a name."""
    attributes = COMPUTED.get(kind)
    return attributes is not None and (not attributes or attributes.get(attribute) not in (None, _name))


def computed_values(kind: ResourceType, properties: Value) -> ComputedValues | NullValues:
    """The attributes that the properties of a resource tell, whose type is in `COMPUTED`."""
    if kind.any_attributes:
        return NullValues()
    found = dict(_worked_out(kind, properties))
    return ComputedValues(found, kind.attributes.keys() - {"show"} <= found.keys())


def _worked_out(kind: ResourceType, properties: Value) -> Iterator[tuple[str, Value]]:
    given = properties if isinstance(properties, dict) else {}
    schemas = schemas_of(kind, given)
    for name, work_out in COMPUTED[kind.name].items():
        if isinstance(properties, Unknown):
            yield name, properties
            continue
        try:
            value = work_out(given, schemas)
        except NotKnown:
            continue
        yield name, value if is_shallow(value) else Unknown("what is too deep to be worked out")


def _null(_given: Given, _schemas: Schemas) -> None:
    return None


def _property(name: str) -> Attribute:
    """A property as its type takes it."""
    return lambda given, schemas: as_stored(_taken(name, given, schemas))


def _taken(name: str, given: Given, schemas: Schemas) -> Value:
    """A property as its type takes it; the default, or null, when it is left out."""
    schema = schemas.get(name)
    if schema is None:
        raise NotKnown
    if name not in given:
        return schema.default
    value = given[name]
    if isinstance(value, Unknown) or has_mask(value):
        return value
    try:
        return to_property(schema, null_of(schema) if value is None else value)
    except Refused:
        return Unknown()


def _value(given: Given, schemas: Schemas) -> Value:
    """The `value` of OS::Heat::Value just as it is given: its `type` refuses others, but converts nothing."""
    if "value" not in given:
        return Unknown()
    refused = isinstance(_taken("value", given, schemas), Unknown) and not isinstance(given["value"], Unknown)
    return Unknown() if refused else as_stored(given["value"])


def _name(given: Given, schemas: Schemas) -> Value:
    """The name of a server that is given one; without, it has chance in it."""
    name = _taken("name", given, schemas)
    if not name:
        raise NotKnown
    return name


def _output(given: Given, schemas: Schemas) -> Value:
    """What a test resource was given to keep, unless it is to fail."""
    if _taken("fail", given, schemas) is not False:
        raise NotKnown
    return _taken("value", given, schemas)


def _cloud_config(given: Given, schemas: Schemas) -> Value:
    """The text that cloud-init reads."""
    config = as_stored(_taken("cloud_config", given, schemas))
    if not is_known(config):
        return merged([config])
    if has_mask(config):
        return MASK
    if _repeats(config):
        raise NotKnown
    try:
        return f"#cloud-config\n{yaml.dump(config, Dumper=yaml.CSafeDumper)}"
    except UnicodeEncodeError:  # half a surrogate pair
        raise NotKnown from None


def _repeats(value: Value) -> bool:
    """Whether a list or map stands twice in a value: YAML writes it once and refers to it where it is one in memory."""
    pending, seen = [value], set()
    while pending:
        item = pending.pop()
        if isinstance(item, dict | list):
            if (known := comparable(item)) in seen:
                return True
            seen.add(known)
            pending.extend(item.values() if isinstance(item, dict) else item)
    return False


COMPUTED: Mapping[str, Mapping[str, Attribute]] = {
    "OS::Heat::CloudConfig": {"config": _cloud_config},
    "OS::Heat::DeployedServer": {"name": _name},
    "OS::Heat::None": {},
    "OS::Heat::SoftwareConfig": {"config": _property("config")},
    "OS::Heat::StructuredConfig": {"config": _property("config")},
    "OS::Heat::TestResource": {"output": _output, "show": _null},
    "OS::Heat::Value": {"value": _value, "show": _null},
    "OS::Nova::Server": {"name": _name},
}
"""Types and those of their attributes that the properties tell; a type that has any attribute gives null for each."""
