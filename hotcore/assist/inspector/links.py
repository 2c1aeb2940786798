"""Properties by which a resource can refer to another, with their current text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hotcore.assist.inspector.addresses import Keys, address_of, takes_address
from hotcore.assist.inspector.value_form import value_text
from hotcore.catalogue import Catalogue, PropertySchema
from hotcore.edits import ITEM
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node
from hotcore.template import Resource, Template


@dataclass(frozen=True, slots=True)
class ReferenceProperty:
    """A property that takes a resource: its path, where `-` is a new item of a list, and its description.

    `now` is the text of the value that a link would replace, empty if there is none. `attribute` is the attribute of
    the resource that the property takes, with keys into its value if it needs any, empty if it takes the resource
    itself.
    """

    path: tuple[str, ...]
    description: str
    required: bool
    now: str
    attribute: str | Keys = ""

    @property
    def where(self) -> str:
        """The property in dotted notation: `networks.network`."""
        return ".".join(part for part in self.path if part != ITEM)


def reference_properties(
    template: Template, source: str, target: str, catalogue: Catalogue
) -> tuple[ReferenceProperty, ...]:
    """The properties of one resource that take another: required ones first, then the least nested."""
    if source not in template.resources or target not in template.resources:
        return ()
    wanted, resource = template.resources[target].type, template.resources[source]
    found = [
        ReferenceProperty(path, schema.description, schema.required, text_at(resource, path), types[wanted])
        for path, schema, types in taking_properties(resource.type, catalogue)
        if wanted in types
    ]
    found += _address_properties(resource, address_of(template, template.resources[target]), catalogue)
    return tuple(sorted(found, key=lambda one: (not one.required, bool(one.now))))


def _address_properties(resource: Resource, address: Keys | None, catalogue: Catalogue) -> list[ReferenceProperty]:
    """The properties of a resource that take the address of another."""
    known = catalogue.find(resource.type)
    if known is None or address is None:
        return []
    return [
        ReferenceProperty((name,), schema.description, schema.required, text_at(resource, (name,)), address)
        for name, schema in known.properties.items()
        if schema.is_offered and takes_address(name, schema)
    ]


def referable_resources(template: Template, source: str, catalogue: Catalogue) -> tuple[str, ...]:
    """The resources that a property of a resource can refer to, in the order of the template."""
    if source not in template.resources:
        return ()
    types = {name for *_, taken in taking_properties(template.resources[source].type, catalogue) for name in taken}
    return tuple(name for name, resource in template.resources.items() if resource.type in types and name != source)


def taking_properties(
    name: str, catalogue: Catalogue
) -> Iterator[tuple[tuple[str, ...], PropertySchema, Mapping[str, str]]]:
    """Every property of a type that takes resources, with the types that it takes; the least nested first.

    Each type comes with the attribute that the property takes, which is empty for the resource itself.
    """
    known = catalogue.find(name)
    level: list[tuple[tuple[str, ...], PropertySchema]]
    level = [((key,), schema) for key, schema in (known.properties if known else {}).items()]
    while level:
        below: list[tuple[tuple[str, ...], PropertySchema]] = []
        for path, schema in level:
            if not schema.is_offered:
                continue
            kinds = [catalogue.references[one] for one in schema.references if one in catalogue.references]
            types = {name: kind.attribute_of(name) for kind in kinds for name in kind.types}
            if types:
                yield ((*path, ITEM) if schema.type == "list" else path), schema, types
            if schema.items is not None:
                below.append(((*path, ITEM), schema.items))
            else:
                below.extend(((*path, key), inner) for key, inner in (schema.keys or {}).items())
        level = below


def text_at(resource: Resource, path: tuple[str, ...]) -> str:
    """The text of the value at a path below the properties; a new item of a list has none."""
    node: Node | None = resource.field("properties")
    for key in path:
        node = node.members.get(key) if isinstance(node, MappingNode) else None
    return value_text(node).strip() if node is not None else ""
