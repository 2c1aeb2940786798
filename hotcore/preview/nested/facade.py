"""A nested template in place of a resource type: it has to take and to offer what the type does."""

from collections.abc import Iterator

from hotcore.catalogue import PARAMETER_TYPE_OF, ResourceType

_AS_PARAMETER = {"integer": "number"}


def facade_problems(facade: ResourceType, provider: ResourceType) -> Iterator[str]:
    """What keeps a template from standing in for a type, in words; Heat names the first."""
    own, named = provider.properties, f"`{facade.name}`"
    for name, schema in facade.properties.items():
        kind = _AS_PARAMETER.get(schema.type, schema.type)
        if schema.required and name not in own:
            yield f"{named} needs the property `{name}`, which is no parameter of it."
        elif name in own and own[name].type != kind:
            is_own, is_wanted = _as_parameter(own[name].type), _as_parameter(kind)
            yield f"the parameter `{name}` is a {is_own}; in {named} it is a {is_wanted}."
    for name, schema in own.items():
        if schema.required and name not in facade.properties:
            yield f"its parameter `{name}` needs a value, and {named} has no such property."
    missing = [f"`{name}`" for name in facade.attributes if name not in provider.attributes]
    if missing:
        yield f"it has no output for the attribute{'s' if len(missing) > 1 else ''} {', '.join(missing)}."


def _as_parameter(kind: str) -> str:
    """What the type of a property is called for parameters."""
    return PARAMETER_TYPE_OF.get(kind, "value of any type, which no parameter is")
