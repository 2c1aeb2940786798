"""The allowed values of a property, as they are typed."""

from typing import Any

from hotcore.catalogue import PropertySchema


def choices_of(schema: PropertySchema) -> tuple[str, ...]:
    """The allowed values of a schema, as they are typed, if they are limited."""
    if schema.type == "boolean":
        return ("true", "false")
    for constraint in schema.constraints:
        if constraint.kind == "allowed_values" and schema.type not in ("list", "map"):
            return tuple(scalar_text(value) for value in constraint.options["values"])
    return ()


def scalar_text(value: Any) -> str:
    """A single value as it is typed."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
