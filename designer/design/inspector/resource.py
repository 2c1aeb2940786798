"""Resources as forms: their properties and other fields, the properties that can be added, and their links."""

from collections.abc import Sequence
from dataclasses import dataclass

from designer.design.inspector.property_parts import PropertyParts, property_parts
from designer.design.inspector.value_form import Spot, ValueForm, ViewState
from designer.design.inspector.value_form_builder import FormMaker, diagnostics_within, distributed
from hotcore.assist import DELETION_POLICIES, MemberDefinition, Present, PresentValues, holder_of, member_type
from hotcore.catalogue import Catalogue, PropertySchema, ResourceType
from hotcore.diagnostics import Diagnostic
from hotcore.evaluation import CONDITION, CONDITIONS, ArgumentSpec
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Path, Scalar, at_path
from hotcore.template import Resource, Template, depends_on, occurrences
from hotcore.versions import CONDITIONS_SINCE


@dataclass(frozen=True, slots=True)
class Link:
    """A reference between two resources."""

    name: str
    """The name of the other resource."""
    by: str
    """The function or field that makes the reference."""
    path: Path
    """The path of the reference."""

    @property
    def where(self) -> str:
        """Its location in the declaration that contains it."""
        names = [str(key) for key in self.path[2:] if key not in ("properties", self.by)]
        return ".".join(names) or self.by

    @property
    def section(self) -> str:
        """The section of the declaration that contains it."""
        return str(self.path[0])


@dataclass(frozen=True, slots=True)
class Inspected:
    """A resource, or the definition of a group's members, for its form."""

    resource: Resource
    """The resource."""
    known: ResourceType | None
    """What is known of the type; None for an unknown one."""
    condition: ValueForm | None
    """The form of its condition; None where the version has none."""
    present: Present | None
    """The current value of its condition; None without one."""
    property_parts: PropertyParts
    """Its properties in parts."""
    fields: tuple[ValueForm, ...]
    """The forms of its other fields; of members those of their type and metadata."""
    depends_on: tuple[Link, ...]
    """Its explicit dependencies."""
    needs: tuple[Link, ...]
    """The references in its values."""
    used_by: tuple[Link, ...]
    """The references to it."""
    diagnostics: tuple[Diagnostic, ...]
    """The diagnostics about the resource as a whole."""
    member: MemberDefinition | None = None
    """The definition of a group's members; None for other resources."""
    in_member: bool = False
    """Whether the properties are those of the members."""

    @property
    def properties(self) -> tuple[ValueForm, ...]:
        """The forms of the properties that are shown."""
        return self.property_parts.forms

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the properties that can be added."""
        return self.property_parts.unshown

    @property
    def readers(self) -> int:
        """The number of other resources, outputs and conditions that refer to it."""
        return len({link.path[:2] for link in self.used_by} - {("resources", self.resource.name)})

    @property
    def properties_path(self) -> Path:
        """The path of its properties."""
        return self.property_parts.path

    @property
    def needed(self) -> tuple[str, ...]:
        """The resources that it depends on."""
        return tuple(dict.fromkeys(link.name for link in (*self.needs, *self.depends_on)))

    @property
    def link_count(self) -> int:
        """The number of links."""
        return len(self.needs) + len(self.depends_on) + len(self.used_by)

    @property
    def set_count(self) -> int:
        """The number of properties that are set."""
        return sum(one.is_set for one in self.properties)

    @property
    def known_count(self) -> int:
        """The number of all properties."""
        return len(self.others) + len(self.properties)


_FIELDS: dict[str, ArgumentSpec] = {
    "metadata": ArgumentSpec("map"),
    "deletion_policy": ArgumentSpec("string", choices=tuple(DELETION_POLICIES)),
    "update_policy": ArgumentSpec("map"),
    "external_id": ArgumentSpec("string"),
    "description": ArgumentSpec("string", is_long=True),
}


def inspect_resource(
    template: Template,
    name: str,
    catalogue: Catalogue,
    extra: str = "",
    *,
    values: PresentValues | None = None,
    found: Sequence[Diagnostic] = (),
    view_state: ViewState | None = None,
) -> Inspected | None:
    """A resource for its form, with one `extra` property to set; None if the template has no resource of that name.
    `found` are the diagnostics of the template, `values` its current values."""
    resource = template.resources.get(name)
    if resource is None:
        return None
    known = values.type_of(resource) if values is not None else catalogue.find(resource.type)
    maker = FormMaker(template, catalogue, values, view_state, found)
    member = _member(maker, resource, known)
    if member is not None and maker.view_state.in_member:
        return _inspected_member(maker, resource, member, extra, found)
    shares, rest = _diagnostics(resource, found)
    condition = _condition(maker, resource, shares.get("condition", []))
    path = ("resources", name, "properties")
    properties = property_parts(maker, known, resource.field("properties"), path, extra, shares.pop("properties", []))
    fields = _other_fields(maker, resource, known, shares)
    needs, used_by = _links(template, name)
    return Inspected(
        resource,
        known,
        condition,
        present_condition(resource.field("condition"), values),
        properties,
        fields,
        tuple(_dependencies(resource)),
        needs,
        used_by,
        (*rest, *shares.get("type", []), *shares.get("depends_on", []), *properties.diagnostics),
        member,
    )


def _inspected_member(
    maker: FormMaker, resource: Resource, member: MemberDefinition, extra: str, found: Sequence[Diagnostic]
) -> Inspected:
    """The definition of a group's members, for a form of its own."""
    own = diagnostics_within(found, member.node.start, member.node.end) if member.node is not None else []
    path, node = (*member.path, "properties"), member.properties
    properties = property_parts(maker, member.known, node, path, extra, _about(node, own))
    needs = tuple(link for link in _links(maker.template, resource.name)[0] if link.path[:4] == member.path)
    fields = _member_fields(maker, member, own)
    return Inspected(
        resource, member.known, None, None, properties, fields, (), needs, (), properties.diagnostics, member, True
    )


def present_condition(node: Node | None, values: PresentValues | None) -> Present | None:
    """The current value of a condition that is given by name or as an expression."""
    if node is None or values is None:
        return None
    if isinstance(node, Scalar) and isinstance(node.value, str):
        return values.condition(node.value)
    return values.of(node, "resources", CONDITIONS)


def _diagnostics(
    resource: Resource, found: Sequence[Diagnostic]
) -> tuple[dict[str, list[Diagnostic]], list[Diagnostic]]:
    """The diagnostics within a resource by field, and those about the whole."""
    own = diagnostics_within(found, resource.span.start, resource.node.end)
    members = {str(key): node for key, node in resource.node.members.items()}
    ranges = [(resource.node.key_nodes[key].start, node.end) for key, node in resource.node.members.items()]
    shares, rest = distributed(ranges, own)
    return dict(zip(members, shares, strict=True)), rest


def _condition(maker: FormMaker, resource: Resource, found: list[Diagnostic]) -> ValueForm | None:
    if maker.template.version.date < CONDITIONS_SINCE:
        return None
    path = ("resources", resource.name, "condition")
    return maker.form(resource.field("condition"), Spot(path, "condition", CONDITION, context=CONDITIONS), found)


def _member(maker: FormMaker, resource: Resource, known: ResourceType | None) -> MemberDefinition | None:
    """The definition of a group's members; None for other resources."""
    holder = holder_of(known)
    if not holder:
        return None
    node = at_path(resource.field("properties"), (holder,))
    kind = member_type(node)
    defined = node if isinstance(node, MappingNode) else None
    path = ("resources", resource.name, "properties", holder)
    return MemberDefinition(path, kind, maker.type_named(kind), defined)


def _other_fields(
    maker: FormMaker, resource: Resource, known: ResourceType | None, shares: dict[str, list[Diagnostic]]
) -> tuple[ValueForm, ...]:
    """The forms of a resource's fields besides its properties and its condition."""
    return tuple(
        maker.form(resource.field(key), _field_spot(resource, key, known), shares.get(key, []))
        for key in _FIELDS
        if key in resource.node.members or _is_offered(key, maker.template, known)
    )


def _member_fields(maker: FormMaker, member: MemberDefinition, found: list[Diagnostic]) -> tuple[ValueForm, ...]:
    """The forms of a member's type and metadata."""
    path, own = member.path, member.node.members if member.node is not None else {}
    spots = (
        Spot((*path, "type"), "type", maker.type_choices, required=True),
        Spot((*path, "metadata"), "metadata", ArgumentSpec("map"), can_go="metadata" in own),
    )
    return tuple(maker.form(own.get(spot.label), spot, _about(own.get(spot.label), found)) for spot in spots)


def _about(node: Node | None, found: list[Diagnostic]) -> list[Diagnostic]:
    return diagnostics_within(found, node.start, node.end) if node is not None else []


def _is_offered(key: str, template: Template, known: ResourceType | None) -> bool:
    if key == "update_policy":
        return known is not None and known.update_policy is not None
    return key != "external_id" or template.version.date >= CONDITIONS_SINCE


def _field_spot(resource: Resource, key: str, known: ResourceType | None) -> Spot:
    schema = None
    if key == "update_policy" and known is not None and known.update_policy is not None:
        schema = PropertySchema("map", keys=known.update_policy)
    return Spot(("resources", resource.name, key), key, _FIELDS[key], schema, can_go=key in resource.node.members)


def _dependencies(resource: Resource) -> list[Link]:
    node = resource.field("depends_on")
    path: Path = ("resources", resource.name, "depends_on")
    if isinstance(node, Scalar):
        return [Link(one.value, "depends_on", path) for one in depends_on(node)]
    places = {id(item): at for at, item in enumerate(getattr(node, "items", ()))}
    return [Link(one.value, "depends_on", (*path, places[id(one)])) for one in depends_on(node)]


def _links(template: Template, name: str) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
    """The references in a resource's values, and those to the resource."""
    needs, used_by = [], []
    for use in occurrences(template.root):
        if use.kind != "resources" or use.name not in template.resources:
            continue
        path = use.path if use.call is None else use.call
        if use.path[:2] == ("resources", name) and use.by != "depends_on":
            needs.append(Link(use.name, use.by, path))
        elif use.name == name and len(use.path) > 1:
            used_by.append(Link(str(use.path[1]), use.by, path))
    return tuple(needs), tuple(used_by)
