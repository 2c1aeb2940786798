"""The allowed values of a property, as they are typed."""

from hotcore.assist.value_texts import scalar_text
from hotcore.catalogue import PropertySchema


def choices_of(schema: PropertySchema) -> tuple[str, ...]:
    """The allowed values of a schema, as they are typed, if they are limited."""
    if schema.type == "boolean":
        return ("true", "false")
    for constraint in schema.constraints:
        if constraint.kind == "allowed_values" and schema.type not in ("list", "map"):
            return tuple(scalar_text(value) for value in constraint.options["values"])
    return ()
