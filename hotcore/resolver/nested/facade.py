"""The check of a nested template that replaces a resource type: it must fit the type's properties and attributes."""

from collections.abc import Iterator

from hotcore.catalogue import PARAMETER_TYPE_OF, ResourceType

_AS_PARAMETER = {"integer": "number"}


def facade_problems(facade: ResourceType, provider: ResourceType) -> Iterator[str]:
    """Why a template cannot replace a type, in words; Heat reports the first."""
    own, named = provider.properties, f"`{facade.name}`"
    for name, schema in facade.properties.items():
        kind = _AS_PARAMETER.get(schema.type, schema.type)
        if schema.required and name not in own:
            yield f"{named} requires the property `{name}`, but the template has no such parameter."
        elif name in own and own[name].type != kind:
            is_own, is_expected = _as_parameter(own[name].type), _as_parameter(kind)
            yield f"the parameter `{name}` is a {is_own}, but a {is_expected} in {named}."
    for name, schema in own.items():
        if schema.required and name not in facade.properties:
            yield f"its parameter `{name}` needs a value, but {named} has no such property."
    missing = [f"`{name}`" for name in facade.attributes if name not in provider.attributes]
    if missing:
        yield f"it has no output for the attribute{'s' if len(missing) > 1 else ''} {', '.join(missing)}."


def _as_parameter(kind: str) -> str:
    """The parameter type for the type of a property."""
    return PARAMETER_TYPE_OF.get(kind, "value of any type, which no parameter is")
