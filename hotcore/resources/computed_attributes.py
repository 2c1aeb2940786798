"""Attributes that Heat computes from the properties of a resource alone, so that they are known before it is created:
they depend neither on a cloud nor on the clock nor on chance."""

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
"""The function from the given properties to an attribute; raises `NotKnown` where they do not determine it."""


def is_computed(kind: str, attribute: str) -> bool:
    """Whether the properties of a type determine an attribute under any values: only some servers have a name."""
    attributes = COMPUTED.get(kind)
    return attributes is not None and (not attributes or attributes.get(attribute) not in (None, _name))


def computed_values(kind: ResourceType, properties: Value) -> ComputedValues | NullValues:
    """The attributes that the properties of a resource determine, whose type is in `COMPUTED`."""
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
        yield name, value if is_shallow(value) else Unknown("a value nested too deeply to be evaluated")


def _null(_given: Given, _schemas: Schemas) -> None:
    return None


def _property(name: str) -> Attribute:
    """A property as its type converts it."""
    return lambda given, schemas: as_stored(_taken(name, given, schemas))


def _taken(name: str, given: Given, schemas: Schemas) -> Value:
    """A property as its type converts it; the default, or null, when it is omitted."""
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
    """The `value` of OS::Heat::Value as it is given: its `type` refuses other values, but converts none."""
    if "value" not in given:
        return Unknown()
    refused = isinstance(_taken("value", given, schemas), Unknown) and not isinstance(given["value"], Unknown)
    return Unknown() if refused else as_stored(given["value"])


def _name(given: Given, schemas: Schemas) -> Value:
    """The name of a server, if one is given; otherwise it is random."""
    name = _taken("name", given, schemas)
    if not name:
        raise NotKnown
    return name


def _output(given: Given, schemas: Schemas) -> Value:
    """The output that a test resource is given, unless it is to fail."""
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
    """Whether the same list or map object occurs twice in a value: YAML then writes an alias."""
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
"""By type, the attributes that the properties determine; for a type that accepts any attribute, each is null."""
