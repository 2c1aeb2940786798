"""What a property that takes a thing of a kind can name: resources, parameters, or a new resource."""

from collections.abc import Iterator
from typing import Any

from hotcore.catalogue import Catalogue, PropertySchema, ReferenceKind
from hotcore.runtime import dataclass
from hotcore.template import Parameter, Template

NEW = 2
"""The maximum number of types of which a new resource is offered."""


@dataclass(frozen=True, slots=True)
class ReferenceChoice:
    """Something that a property can name."""

    name: str
    """The name of what exists; empty for a new resource."""
    type: str
    """The type of the resource, or the custom constraint of the parameter."""
    value: dict[str, Any] | None = None
    """The value that names what exists; None for a new resource."""
    attribute: str = ""
    """The attribute that the property takes; empty for the resource itself."""


def item_schema(schema: PropertySchema | None) -> PropertySchema | None:
    """The schema of the items of a list; those of a list that names things of a kind are strings that do."""
    if schema is None or schema.items is not None or schema.type != "list" or not schema.references:
        return schema.items if schema is not None else None
    return PropertySchema("string", references=schema.references)


def reference_choices(
    template: Template, catalogue: Catalogue, schema: PropertySchema, source: str
) -> tuple[ReferenceChoice, ...]:
    """What a property of a resource, the `source`, can name: resources, then parameters, then what can be created."""
    kinds = [catalogue.references[name] for name in schema.references if name in catalogue.references]
    if not any(kind.kind != "format" for kind in kinds):
        return ()
    return (
        *_resources(template, kinds, source),
        *(
            ReferenceChoice(parameter.name, _constraint_of(parameter), {"get_param": parameter.name})
            for parameter in template.parameters.values()
            if _constraint_of(parameter) in schema.references
        ),
        *_new(catalogue, kinds),
    )


def _resources(template: Template, kinds: list[ReferenceKind], source: str) -> Iterator[ReferenceChoice]:
    for name, resource in template.resources.items():
        kind = next((kind for kind in kinds if resource.type in kind.types), None)
        if kind is None or name == source:
            continue
        attribute = kind.attribute_of(resource.type)
        value: dict[str, Any] = {"get_attr": [name, attribute]} if attribute else {"get_resource": name}
        yield ReferenceChoice(name, resource.type, value, attribute)


def _constraint_of(parameter: Parameter) -> str:
    """The kind of thing that a parameter names by its custom constraint; empty without one."""
    rules = (one.options["name"] for one in parameter.constraints if one.kind == "custom_constraint")
    return next(rules, "")


def _new(catalogue: Catalogue, kinds: list[ReferenceKind]) -> Iterator[ReferenceChoice]:
    """The types of which a new resource fits; those of OpenStack only, as long as they are offered."""
    known = [(name, kind.attribute_of(name)) for kind in kinds for name in kind.types if name.startswith("OS::")]
    offered = [(name, attribute) for name, attribute in known if name in catalogue.offered_types]
    for name, attribute in dict(offered[:NEW]).items():
        yield ReferenceChoice("", name, None, attribute)
