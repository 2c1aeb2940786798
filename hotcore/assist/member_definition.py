"""The definitions of group members: a resource inside a property, with a type and properties of its own."""

from dataclasses import replace

from hotcore.catalogue import Catalogue, PropertySchema, ResourceType
from hotcore.evaluation import ANY, ArgumentSpec
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Path, Scalar, at_path
from hotcore.template import Template

HOLDERS = ("resource_def", "resource")
"""The properties of groups that define their members."""


INDEX = "%index%"
"""What a group replaces by the number of a member, unless it names something else."""


@dataclass(frozen=True, slots=True)
class MemberDefinition:
    """The definition of a group's members."""

    path: Path
    """Its path in the template."""
    type: str
    """The name of their type; empty without one."""
    known: ResourceType | None
    """What is known of that type; None for an unknown one."""
    node: MappingNode | None
    """The definition; None unless it is a map."""

    @property
    def properties(self) -> Node | None:
        """The node of the members' properties."""
        return self.node.members.get("properties") if self.node is not None else None


def holder_of(known: ResourceType | None) -> str:
    """The property of a type that defines the members of a group; empty for other types."""
    if known is None:
        return ""
    found = (name for name in HOLDERS if name in known.properties and holds_definition(name, known.properties[name]))
    return next(found, "")


def holds_definition(name: object, schema: PropertySchema) -> bool:
    """Whether a property defines the members of a group."""
    return name in HOLDERS and schema.type == "map" and (schema.keys is None or "type" in schema.keys)


def member_type(node: Node | None) -> str:
    """The resource type that a definition names; empty without one."""
    named = node.members.get("type") if isinstance(node, MappingNode) else None
    return named.value if isinstance(named, Scalar) and isinstance(named.value, str) else ""


def with_member_schema(schema: PropertySchema, known: ResourceType | None) -> PropertySchema:
    """The schema of a definition whose members have a certain type."""
    properties = known.properties if known is not None and not known.any_properties else None
    keys = {
        "type": PropertySchema("string", required=True, description="Resource type, or template file, of each member."),
        "properties": PropertySchema("map", keys=properties, description="Properties of each member."),
        "metadata": PropertySchema("map", description="Metadata of each member."),
    }
    return replace(schema, keys=keys)


def type_choices(catalogue: Catalogue, files: tuple[str, ...]) -> ArgumentSpec:
    """What the type of a member takes: a resource type that is offered, or a template file."""
    offered = catalogue.offered_types
    templates = sorted(name for name in files if name.endswith((".yaml", ".yml", ".template")))
    return ArgumentSpec("string", choices=(*templates, *offered)) if offered else ANY


def index_word(template: Template, path: Path) -> str:
    """What stands for the number of a member in the text at a path; empty outside of the members of such a group."""
    group = template.resources.get(str(path[1])) if path[0] == "resources" and path[3:4] == ("resource_def",) else None
    if group is None or group.type != "OS::Heat::ResourceGroup" or len(path) < 6:
        return ""
    named = at_path(group.field("properties"), ("index_var",))
    return named.value if isinstance(named, Scalar) and isinstance(named.value, str) else INDEX
