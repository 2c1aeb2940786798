"""Properties by which a resource can refer to another, with their current text."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from hotcore.assist.addresses import Keys, address_of, takes_address
from hotcore.assist.member_definition import holder_of, member_type
from hotcore.assist.value_texts import value_text
from hotcore.catalogue import Catalogue, PropertySchema, ResourceType, role_of
from hotcore.edits import ITEM, dotted
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Scalar, Sequence
from hotcore.template import Resource, Template


@dataclass(frozen=True, slots=True)
class ReferenceProperty:
    """A property that takes a resource."""

    path: tuple[str, ...]
    """Its path, where `-` is a new item of a list."""
    description: str
    """What it is for."""
    required: bool
    """Whether it has to be given."""
    now: str
    """The text of the value that a link would replace; empty if there is none."""
    attribute: str | Keys = ""
    """The attribute that it takes, with keys into its value if it needs any; empty for the resource itself."""

    @property
    def where(self) -> str:
        """The property in dotted notation: `networks.network`."""
        return dotted(self.path)


@dataclass(frozen=True, slots=True)
class TakingProperty:
    """A property that takes resources: its path, where `-` is a new item of a list, and its schema.

    `types` are those that it takes, each with the attribute that it takes of it; an empty one is the resource itself.
    The property belongs to a type: that of the resource, or, below `prefix`, that of the members of a group.
    """

    path: tuple[str, ...]
    schema: PropertySchema
    types: Mapping[str, str]
    owner: ResourceType
    prefix: tuple[str, ...] = ()


def reference_properties(
    template: Template, source: str, target: str, catalogue: Catalogue
) -> tuple[ReferenceProperty, ...]:
    """The properties of one resource that take another: required ones first, then the least nested."""
    if source not in template.resources or target not in template.resources:
        return ()
    wanted, resource = template.resources[target].type, template.resources[source]
    found = [
        ReferenceProperty(
            one.path, one.schema.description, one.schema.required, text_at(resource, one.path), one.types[wanted]
        )
        for one in taking_properties_of(resource, catalogue)
        if wanted in one.types
    ]
    found += address_properties(resource, address_of(template, template.resources[target]), catalogue)
    return tuple(sorted(found, key=lambda one: (not one.required, bool(one.now))))


def address_properties(resource: Resource, address: Keys | None, catalogue: Catalogue) -> list[ReferenceProperty]:
    """The properties of a resource that take the address of another, its attribute with keys; none without one."""
    if address is None:
        return []
    return [
        ReferenceProperty(path, schema.description, schema.required, text_at(resource, path), address)
        for prefix, owner in owners_of(resource, catalogue)
        for name, schema in owner.properties.items()
        if schema.is_offered and takes_address(name, schema)
        for path in [(*prefix, name)]
    ]


def referable_resources(template: Template, source: str, catalogue: Catalogue) -> tuple[str, ...]:
    """The resources that a property of a resource can refer to, in the order of the template."""
    if source not in template.resources:
        return ()
    types = {name for one in taking_properties_of(template.resources[source], catalogue) for name in one.types}
    return tuple(name for name, resource in template.resources.items() if resource.type in types and name != source)


def taking_properties_of(resource: Resource, catalogue: Catalogue) -> Iterator[TakingProperty]:
    """Every property of a resource that takes resources, then those of its members if it is a group."""
    for prefix, owner in owners_of(resource, catalogue):
        for one in taking_properties(owner, catalogue):
            yield replace(one, path=(*prefix, *one.path), prefix=prefix) if prefix else one


def fitting_types(one: TakingProperty, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """The types that a property takes, each with its attribute.

    The members of a group cannot share what belongs to the one resource that uses it, such as a port.
    """
    for name, attribute in one.types.items():
        belongs = one.prefix and any(each.used_by == one.owner.name for each in role_of(name, catalogue).owners)
        if not belongs:
            yield name, attribute


def taking_properties(owner: ResourceType, catalogue: Catalogue) -> Iterator[TakingProperty]:
    """Every property of a type that takes resources; the least nested first."""
    level: list[tuple[tuple[str, ...], PropertySchema]]
    level = [((key,), schema) for key, schema in owner.properties.items()]
    while level:
        below: list[tuple[tuple[str, ...], PropertySchema]] = []
        for path, schema in level:
            if not schema.is_offered:
                continue
            kinds = [catalogue.references[one] for one in schema.references if one in catalogue.references]
            types = {name: kind.attribute_of(name) for kind in kinds for name in kind.types}
            if types:
                yield TakingProperty((*path, ITEM) if schema.type == "list" else path, schema, types, owner)
            if schema.items is not None:
                below.append(((*path, ITEM), schema.items))
            else:
                below.extend(((*path, key), inner) for key, inner in (schema.keys or {}).items())
        level = below


def owners_of(resource: Resource, catalogue: Catalogue) -> Iterator[tuple[tuple[str, ...], ResourceType]]:
    """The type of a resource, and that of the members of a group with the path of their properties."""
    known = catalogue.find(resource.type)
    if known is None:
        return
    yield (), known
    holder = holder_of(known)
    members = catalogue.find(member_type(node_at(resource, (holder,)))) if holder else None
    if members is not None:
        yield (holder, "properties"), members
    if (chained := _chained_type(resource, catalogue)) is not None:
        yield ("resource_properties",), chained


def _chained_type(resource: Resource, catalogue: Catalogue) -> ResourceType | None:
    """The type of the members of a chain, with the properties that all their types have: each gets the same ones."""
    listed = node_at(resource, ("resources",)) if resource.type == "OS::Heat::ResourceChain" else None
    kinds = [
        item.value if isinstance(item, Scalar) else None
        for item in (listed.items if isinstance(listed, Sequence) else ())
    ]
    found = [catalogue.find(kind) if isinstance(kind, str) else None for kind in kinds]
    types = [kind for kind in found if kind is not None]
    if not types or len(types) < len(found):
        return None
    shared = {
        name: schema
        for name, schema in types[0].properties.items()
        if all(name in kind.properties for kind in types[1:])
    }
    return replace(types[0], properties=shared)


def node_at(resource: Resource, path: tuple[str, ...]) -> Node | None:
    """The value at a path below the properties; None without one, and for a new item of a list."""
    node: Node | None = resource.field("properties")
    for key in path:
        node = node.members.get(key) if isinstance(node, MappingNode) else None
    return node


def text_at(resource: Resource, path: tuple[str, ...]) -> str:
    """The text of the value at a path below the properties; a new item of a list has none."""
    node = node_at(resource, path)
    return value_text(node).strip() if node is not None else ""
