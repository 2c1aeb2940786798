"""Resolution of resource types to schemas: the properties and attributes of a type, as far as they are known."""

from typing import Any

from hotcore.catalogue import (
    REMOTE,
    TEMPLATE_ENDINGS,
    AttributeSchema,
    PropertySchema,
    ResourceType,
    Schemas,
    Target,
)
from hotcore.evaluation.scope import Surroundings
from hotcore.runtime import dataclass
from hotcore.template import NestedTemplate, Parameter, Template


@dataclass(frozen=True, slots=True)
class ResolvedType:
    """What a resource's type resolves to."""

    schema: ResourceType | None = None
    """The properties and attributes of the type; None for an opaque type."""
    known: bool = True
    """Whether Heat has the type; otherwise it is the type of some plug-in, or an error."""
    name: str = ""
    """The type that the template's name for it stands for."""
    file: str | None = None
    """The path of the template file in the bundle; None for another type."""
    nested: NestedTemplate | None = None
    """The parsed template file; None when it is missing."""
    target: Target | None = None
    """The registry's entry, which leads to it."""


OPAQUE = ResolvedType()


def resolve_type(resource_name: str | None, type_name: str, surroundings: Surroundings) -> ResolvedType:
    """The resolved type of a resource of that name."""
    catalogue = surroundings.catalogue
    if catalogue is None:
        return OPAQUE
    registry = surroundings.registry
    target = registry.target(type_name, resource_name, catalogue.has) if registry else None
    nesting = surroundings.nesting
    if target is not None and target.is_file:
        named = target.places_in(nesting.tree.bundle.files) if nesting is not None else (target.name,)
        return _of_file(named, surroundings, target)
    name = target.name if target is not None else type_name
    if name.endswith(TEMPLATE_ENDINGS):
        return _named_file(name, surroundings, target)
    schema = catalogue.find(name)
    if schema is not None:
        return ResolvedType(schema, name=schema.name, target=target)
    return OPAQUE if catalogue.has(name) else ResolvedType(known=False, target=target)


def _named_file(name: str, surroundings: Surroundings, target: Target | None) -> ResolvedType:
    """The resolved type of a file's name, which is asked for at each use of the resource's attributes."""
    nesting = surroundings.nesting
    if nesting is None:
        return OPAQUE
    types: dict[tuple[str | None, str], ResolvedType] = nesting.tree.types
    known = types.get((nesting.file, name))
    if known is None or known.target is not target:
        named = nesting.tree.bundle.files.places(name, nesting.file)
        known = types[nesting.file, name] = _of_file(named, surroundings, target)
    return known


def _of_file(named: tuple[str, ...], surroundings: Surroundings, target: Target | None) -> ResolvedType:
    nesting = surroundings.nesting
    if nesting is None or named[0].startswith(REMOTE):
        return OPAQUE
    tree = nesting.tree
    key = tree.bundle.files.key(*named)
    if key is None:
        return ResolvedType(name=named[0], file=named[0], target=target)
    nested = tree.bundle.template(key)
    if nested.template is None:
        return ResolvedType(name=key, file=key, nested=nested, target=target)
    if key not in tree.schemas:
        tree.schemas[key] = schema_of(key, nested.template, tree.defaults)
    return ResolvedType(tree.schemas[key], name=key, file=key, nested=nested, target=target)


def schema_of(name: str, template: Template, defaults: Any = ()) -> ResourceType:
    """A template as a resource type: its parameters are the properties, its outputs the attributes.

    `defaults` are the names of parameters with a default in the environment.
    """
    return ResourceType(
        name=name,
        properties=Schemas(
            (key, _property(parameter, key in defaults)) for key, parameter in template.parameters.items()
        ),
        attributes={key: AttributeSchema(description=output.description) for key, output in template.outputs.items()}
        | {"show": AttributeSchema(type="map")},
        update_policy={},
        family="",
        nested_stack=True,
        description=template.description,
    )


def _property(parameter: Parameter, defaulted: bool) -> PropertySchema:
    kind = parameter.kind.property_type
    return PropertySchema(
        type=kind,
        required=parameter.required and not defaulted,
        constraints=parameter.constraints,
        update_allowed=True,
        allow_conversion=kind in ("list", "map"),
        description=parameter.description,
    )
