"""The address of a resource, for a property that takes any IP address."""

from typing import Any

from hotcore.catalogue import PropertySchema
from hotcore.edits import network_of_server
from hotcore.syntax import to_plain
from hotcore.template import Resource, Template

Keys = tuple[Any, ...]

_ADDRESSES: dict[str, Keys] = {
    "OS::Neutron::FloatingIP": ("floating_ip_address",),
    "OS::Neutron::Port": ("fixed_ips", 0, "ip_address"),
    "OS::Octavia::LoadBalancer": ("vip_address",),
}
"""The attribute, and keys into it, that is the address of a resource of a type."""

_OWN = ("floating_ip_address", "vip_address")
"""Properties that ask for an address of the resource itself."""


def takes_address(name: str, schema: PropertySchema) -> bool:
    """Whether a property takes the IP address of another resource."""
    return name not in _OWN and any(getattr(each.checks, "name", None) == "ip_addr" for each in schema.constraints)


def address_of(template: Template, resource: Resource) -> Keys | None:
    """The attribute that is the address of a resource, with keys into it; None if there is none for certain."""
    if resource.type == "OS::Nova::Server":
        network = network_of_server(_properties(resource), lambda name: _properties(template.resources.get(name)))
        return None if network is None else ("networks", network, 0)
    return _ADDRESSES.get(resource.type)


def _properties(resource: Resource | None) -> dict[str, Any]:
    node = resource.field("properties") if resource is not None else None
    data = to_plain(node) if node is not None else None
    return data if isinstance(data, dict) else {}
