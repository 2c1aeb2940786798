"""The reader of resource types from the data of a catalogue."""

from collections.abc import Mapping, Sequence
from typing import Any

from hotcore.catalogue.property_groups import read_groups
from hotcore.catalogue.relations import StatedGroup
from hotcore.catalogue.schema import (
    PARAMETER_TYPE_OF,
    PROPERTY_TYPES,
    STATUSES,
    SUPPORTED,
    AttributeSchema,
    PropertySchema,
    ReferenceKind,
    ResourceType,
    Schemas,
    SupportStatus,
)
from hotcore.constraints import KINDS, TYPES, Constraint, ParameterType

_PARAMETER_TYPES: Mapping[str, ParameterType] = {
    **{name: TYPES[kind] for name, kind in PARAMETER_TYPE_OF.items()},
    "any": TYPES["json"],
}
"""The parameter type that defines the constraints of a property type."""


def resource_type(name: str, data: Mapping[str, Any], stated: Sequence[Mapping[str, Any]] = ()) -> ResourceType:
    """The resource type described by the data; `stated` are relations between its properties with their source."""
    update_policy = data.get("update_policy")
    support = _support(data.get("support_status"))
    retired = support.status == "HIDDEN" and not data["properties"]
    return ResourceType(
        name=name,
        properties=property_schemas(data["properties"]),
        attributes=_attributes(data["attributes"], data.get("replaced_attributes", {})),
        update_policy=None if update_policy is None else property_schemas(update_policy),
        properties_groups=_groups(data, stated),
        support=support,
        family=data.get("family") or name.partition("::")[0],
        admin=data.get("admin", False),
        client=data.get("client"),
        extension=data.get("extension"),
        entity=data.get("entity"),
        nested_stack=data.get("nested_stack", False),
        signal=data.get("signal", False),
        implicit_dependencies=data.get("implicit_dependencies", False),
        any_properties=data.get("any_properties", retired),
        any_attributes=data.get("any_attributes", retired),
        no_reference=data.get("no_reference", False),
        snapshot=data.get("snapshot"),
        exclusive=tuple((one, other) for one, other in data.get("exclusive", ())),
        description=data.get("description", ""),
        main_properties=tuple(data.get("main_properties", ())),
        themes={title: tuple(names) for title, names in data.get("themes", {}).items()},
    )


def _groups(data: Mapping[str, Any], stated: Sequence[Mapping[str, Any]]) -> tuple[StatedGroup, ...]:
    """The declared groups, each with its source if it has one."""
    declared = data.get("properties_groups")
    sources: list[str | None] = [
        next((entry["stated"] for entry in stated if entry["group"] == group), None)
        for group in (declared if isinstance(declared, list) else ())
    ]
    return tuple(map(StatedGroup, read_groups(declared, data["properties"]), sources))


def property_schemas(data: Mapping[str, Any]) -> Schemas:
    """The property schemas by name."""
    return Schemas((name, _property(schema)) for name, schema in data.items())


def _property(data: Mapping[str, Any]) -> PropertySchema:
    kind = data["type"]
    if kind not in PROPERTY_TYPES:
        raise ValueError(f"there is no type `{kind}`")
    items, keys = data.get("items"), data.get("keys")
    return PropertySchema(
        type=kind,
        required=data.get("required", False),
        has_default="default" in data,
        default=data.get("default"),
        constraints=tuple(_constraint(constraint, kind) for constraint in data.get("constraints", ())),
        update_allowed=data.get("update_allowed", False),
        immutable=data.get("immutable", False),
        implemented=data.get("implemented", True),
        allow_conversion=data.get("allow_conversion", False),
        items=None if items is None else _property(items),
        keys=None if keys is None else property_schemas(keys),
        support=_support(data.get("support_status")),
        references=tuple(data.get("references", ())),
        replaced_by=tuple(data.get("replaced_by", ())),
        description=data.get("description", ""),
    )


def _constraint(data: Mapping[str, Any], kind: str) -> Constraint:
    ((name, options),) = ((key, value) for key, value in data.items() if key != "description")
    if name not in KINDS:
        raise ValueError(f"there is no constraint `{name}`")
    return Constraint(name, _PARAMETER_TYPES[kind], KINDS[name].read(options), data.get("description"))


def _attributes(data: Mapping[str, Any], replaced: Mapping[str, Sequence[str]]) -> dict[str, AttributeSchema]:
    return {name: _attribute(attribute, replaced.get(name, ())) for name, attribute in data.items()}


def _attribute(data: Mapping[str, Any], replaced_by: Sequence[str]) -> AttributeSchema:
    return AttributeSchema(
        type=data.get("type"),
        cached=data.get("cached", True),
        support=_support(data.get("support_status")),
        replaced_by=tuple(replaced_by),
        description=data.get("description", ""),
    )


def _support(data: Mapping[str, Any] | None) -> SupportStatus:
    if not data:
        return SUPPORTED
    status = data.get("status", "SUPPORTED")
    if status not in STATUSES:
        raise ValueError(f"there is no support status `{status}`")
    return SupportStatus(
        status=status,
        version=data.get("version"),
        previous=tuple(_support(earlier) for earlier in data.get("previous", ())),
        see=tuple(data.get("see", ())),
        substitute=data.get("substitute"),
    )


def reference_kind(name: str, data: Mapping[str, Any]) -> ReferenceKind:
    """The kind of reference described by the data."""
    return ReferenceKind(
        name=name,
        kind=data["kind"],
        constraint=data.get("constraint", True),
        client=data.get("client"),
        extension=data.get("extension"),
        types=dict(data.get("types", {})),
        attributes={key: tuple(names) for key, names in data.get("attributes", {}).items()},
    )
