"""The kinds of resources that properties may refer to."""

from collections.abc import Iterable

from hotcore.catalogue import ReferenceKind, ResourceType
from hotcore.constraints import describe
from hotcore.evaluation import Scope, resolve_type
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping, Node, Scalar

_ADDRESSES = frozenset({"ip_addr", "net_cidr", "ip_or_cidr", "mac_addr"})
"""Formats that the id of a resource never has."""

_GIVE_THEIR_OWN = frozenset(
    {
        "AWS::CloudFormation::Stack",
        "AWS::CloudFormation::WaitConditionHandle",
        "AWS::EC2::EIP",
        "AWS::EC2::EIPAssociation",
        "OS::Heat::RandomString",
        "OS::Heat::SwiftSignalHandle",
        "OS::Heat::UpdateWaitConditionHandle",
    }
)
"""Types for which `get_resource` returns no id: an address, a string, a URL."""

_STAND_FOR = {"OS::Cinder::EncryptedVolumeType": "cinder.vtype", "OS::Neutron::ExtraRouteSet": "neutron.router"}
"""Types whose id is that of another resource, which they extend."""

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Target:
    """A referenced resource: its name, the type as written, and the schema of the type if known."""

    name: str
    type: str
    kind: ResourceType | None


@dataclass(frozen=True, slots=True)
class WrongKind:
    """What a property expects instead, in words that follow its name, and a hint."""

    expected: str
    hint: str | None


def referred_resource(node: Node, scope: Scope) -> Target | None:
    """The resource that a `get_resource` call names, if the name is a literal."""
    argument = node.members.get(node.sole_key) if isinstance(node, Mapping) and node.sole_key else None
    if not isinstance(argument, Scalar) or not isinstance(argument.value, str):
        return None
    resource = scope.template.resources.get(argument.value)
    if resource is None:
        return None
    return Target(resource.name, resource.type, resolve_type(resource.name, resource.type, scope.surroundings).schema)


def wrong_kind(expected_kinds: Iterable[str], target: Target, scope: Scope) -> WrongKind | None:
    """The problem with a reference where resources of the named kinds are expected; None when it is not certain."""
    kind, catalogue = target.kind, scope.surroundings.catalogue
    if kind is None or catalogue is None or kind.any_properties or kind.name in _GIVE_THEIR_OWN:
        return None
    kinds = [catalogue.references[name] for name in expected_kinds if name in catalogue.references]
    if not kinds or not all(_is_decided(each) for each in kinds) or any(_makes(each, kind.name) for each in kinds):
        return None
    expected = f"must be {' or '.join(_in_words(each) for each in kinds)}"
    attributes = [name for each in kinds for name in each.attributes.get(kind.name, ())]
    if attributes:
        return WrongKind(expected, f"Use `{{get_attr: [{target.name}, {attributes[0]}]}}`.")
    names = tuple(each.name for each in kinds)
    if names not in scope.hints:
        scope.hints[names] = _others(kinds, scope)
    return WrongKind(expected, scope.hints[names])


def _is_decided(kind: ReferenceKind) -> bool:
    """Whether it is known which types make resources of this kind."""
    return bool(kind.types) if kind.kind != "format" else kind.name in _ADDRESSES


def _makes(kind: ReferenceKind, name: str) -> bool:
    """Whether the id of a resource of the type is one of this kind."""
    return kind.kind == "entity" and (name in kind.types or _STAND_FOR.get(name) == kind.name)


def _in_words(kind: ReferenceKind) -> str:
    if kind.kind == "attribute":
        names = sorted({name for names in kind.attributes.values() for name in names})
        return f"the attribute {' or '.join(f'`{name}`' for name in names)}"
    words = describe(kind.name)
    if kind.constraint and not words.startswith("a value that"):
        return words
    listed = [f"`{name}`" for name in kind.types]
    return f"an {' or '.join(listed[:_MOST_NAMED])}{' or the like' if len(listed) > _MOST_NAMED else ''}"


def _others(kinds: list[ReferenceKind], scope: Scope) -> str | None:
    """A hint with the resources of the template that would fit."""
    fitting = [
        f"`{resource.name}`"
        for resource in scope.template.resources.values()
        if (schema := resolve_type(resource.name, resource.type, scope.surroundings).schema) is not None
        and any(_makes(each, schema.name) for each in kinds)
    ]
    if not fitting:
        return None
    return f"Did you mean {' or '.join(fitting[:_MOST_NAMED])}{' …' if len(fitting) > _MOST_NAMED else ''}?"
