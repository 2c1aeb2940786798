"""Where hidden values, and other secrets, may have come to: the attributes of resources, and outputs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from designer.help.resource_types import find_type
from hotcore import Preview
from hotcore.linter import is_secret
from hotcore.resolver import ResourceState
from hotcore.values import MOST_SOURCES, Value, has_mask, merged, unknowns

REFER_TO_SECRETS = (
    "AWS::AutoScaling::ScalingPolicy",
    "AWS::CloudFormation::WaitConditionHandle",
    "OS::Heat::HARestarter",
    "OS::Heat::RandomString",
    "OS::Heat::ScalingPolicy",
    "OS::Heat::SwiftSignalHandle",
    "OS::Heat::UpdateWaitConditionHandle",
    "OS::Heat::WaitConditionHandle",
)
"""Types whose attributes are secrets, whatever their names, and whose references (`get_resource`) can be as well.

The address of a handle or a policy is signed in advance: whoever has it may send signals.
"""
TELL_SECRETS = (
    *REFER_TO_SECRETS,
    "AWS::CloudFormation::WaitCondition",
    "AWS::IAM::AccessKey",
    "OS::Heat::Stack",
    "OS::Heat::SwiftSignal",
    "OS::Heat::WaitCondition",
    "OS::Nova::KeyPair",
    "OS::Senlin::Receiver",
    "OS::Zaqar::SignedQueueURL",
)
"""Types whose attributes are secrets, or whatever somebody has sent, whatever their names."""
SECRET_SERVICES = ("OS::Barbican::", "OS::Mistral::")
"""The beginnings of the names of types like those."""
TELL_ACCESS = frozenset({"console_urls", "discovery_url", "os_collect_config", "show"})
"""Attributes that let somebody in, or that are all that a service says of a resource."""
COMPUTED_TYPES = ("OS::Heat::", "AWS::")
"""The beginnings of the names of types whose attributes Heat computes from any of their properties."""


def tells_secret(attribute: str) -> bool:
    """Whether an attribute is a secret by its name, of any type."""
    return is_secret(attribute) or attribute in TELL_ACCESS


def may_hold(value: Value, hidden: Collection[str]) -> bool:
    """Whether one of the `hidden` parameters may have come into a value of a preview, or nobody can say."""
    found = list(unknowns(value))
    sources = merged(found).sources
    is_known = all(each.sources for each in found) and len(sources) < MOST_SOURCES
    return not is_known or has_mask(value) or not {f"get_param {name}" for name in hidden}.isdisjoint(sources)


def secret_resources(preview: Preview, hidden: Collection[str]) -> set[str]:
    """Return the resources whose attributes may tell what is hidden: they, or what they read, are given it."""
    secret: set[str] = set()
    referred: set[str] = set()  # those of `secret` whose references are secrets
    for name, each in preview.resources.items():  # in the order of creation
        given = [each.properties, each.metadata]
        reads_secret = _reads(given, "get_attr", secret) or _reads(given, "get_resource", referred)
        if is_secret(name) or may_hold(given, hidden) or reads_secret or _tells_secrets(each):
            secret.add(name)
        if not _types(each).isdisjoint(REFER_TO_SECRETS):
            referred.add(name)
    return secret


def open_outputs(preview: Preview, hidden: Collection[str]) -> set[str]:
    """Return the outputs that hold no secret: neither by their names, nor has a hidden value come into them.

    An output that a preview does not have is not among them: it may read whatever is hidden.
    """
    given = given_resources(preview, hidden)
    return {
        name
        for name, each in preview.outputs.items()
        if not (is_secret(name) or may_hold(each.value, hidden) or _reads_given(each.value, given))
    }


@dataclass(frozen=True, slots=True)
class Given:
    """A resource some of whose `properties` hold what is hidden."""

    resource: ResourceState
    properties: Collection[str]

    def tells(self, attribute: str) -> bool:
        """Whether an attribute may say what is hidden: it has a word in common with such a property, or says all.

        The empty one stands for all attributes.
        """
        names = _types(self.resource)
        if not attribute or attribute in TELL_ACCESS or _hands_on(self.resource):
            return True
        if any(name.startswith(COMPUTED_TYPES) for name in names):
            return True
        words = {word for name in self.properties for word in name.split("_")}
        return not words.isdisjoint(attribute.split("_"))

    @property
    def is_named(self) -> bool:
        """Whether its name is hidden: of some types, that is what refers to them."""
        return "name" in self.properties or any(name.startswith(COMPUTED_TYPES) for name in _types(self.resource))


def given_resources(preview: Preview, hidden: Collection[str]) -> dict[str, Given]:
    """Return the resources that are given what is hidden, by name."""
    given: dict[str, Given] = {}
    for name, each in preview.resources.items():  # in the order of creation
        if names := given_properties(each, hidden, given):
            given[name] = Given(each, names)
    return given


def given_properties(resource: ResourceState, hidden: Collection[str], given: Mapping[str, Given]) -> list[str]:
    """Return the properties of a resource that hold what is hidden, by way of other resources that are `given` it too.

    Its metadata counts as a property of that name.
    """
    known = resource.properties if isinstance(resource.properties, dict) else {"": resource.properties}
    values = {**known, "metadata": [known.get("metadata"), resource.metadata]}
    return [str(name) for name, value in values.items() if may_hold(value, hidden) or _reads_given(value, given)]


def _reads_given(value: Value, given: Mapping[str, Given]) -> bool:
    """Whether a value reads an attribute that may say what is hidden, or refers to a resource by that."""
    for source in merged([value]).sources:
        function, _space, read = source.partition(" ")
        for name, each in given.items():
            if function == "get_attr" and (read == name or read.startswith(f"{name}.")):
                if each.tells(read.removeprefix(name).removeprefix(".")):
                    return True
            elif function == "get_resource" and read == name and each.is_named:
                return True
    return False


def _reads(value: Value, function: str, resources: Collection[str]) -> bool:
    """Whether a value waits for an attribute of one of the resources (`get_attr`), or refers to one."""
    found = (source.partition(" ") for source in merged([value]).sources)
    read = [name for kind, _, name in found if kind == function]
    return any(each == name or each.startswith(f"{name}.") for each in read for name in resources)


def _types(resource: ResourceState) -> set[str]:
    """Return the names of the type of a resource: as written, as an environment maps it, and not by an alias."""
    written = {resource.type, resource.mapped_to or resource.type}
    return written | {known.name for known in map(find_type, written) if known}


def _tells_secrets(resource: ResourceState) -> bool:
    """Whether the attributes of a resource may be secrets whatever it is given, or nobody knows what they are."""
    types = _types(resource)
    if not types.isdisjoint(TELL_SECRETS) or any(name.startswith(SECRET_SERVICES) for name in types):
        return True
    nested = resource.nested
    if nested is None or nested.preview is None:
        return _is_opaque(resource)
    if nested.inside is not None and nested.inside.template.hidden_names:
        return True
    is_whole = nested.alike or not nested.is_group or nested.members == len(nested.resources)
    return not is_whole or bool(secret_resources(nested.preview, ()))


def _hands_on(resource: ResourceState) -> bool:
    """Whether attributes of a resource may be values that it is given, in outputs of a template inside."""
    if resource.nested is None or resource.nested.preview is None:
        return _is_opaque(resource)
    return not resource.nested.is_group or any(map(_hands_on, resource.nested.resources.values()))


def _is_opaque(resource: ResourceState) -> bool:
    """Whether nobody knows what attributes a resource without a preview of its stack has."""
    known = find_type(resource.mapped_to or resource.type)
    return known is None or known.nested_stack or known.any_attributes
