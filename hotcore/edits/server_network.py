"""The network of a server, for what needs its address there."""

from collections.abc import Callable, Mapping
from typing import Any


def port_of_server(server: Mapping[str, Any]) -> str | None:
    """Return the resource that is the first port of a server with these properties; None without one."""
    return _named(_first(server).get("port"))


def network_of_server(server: Mapping[str, Any], properties_of: Callable[[str], Mapping[str, Any]]) -> Any:
    """Return the value by which a server with these properties names its first network; None if that is not known.

    If it names a port or a subnet instead, the network is that of the port or subnet: `properties_of` returns the
    properties of a resource as plain data, empty for a name without a resource.
    """
    first = _first(server)
    through = port_of_server(server) or _named(first.get("subnet"))
    return properties_of(through).get("network") if through else first.get("network")


def _first(server: Mapping[str, Any]) -> Mapping[str, Any]:
    networks = server.get("networks")
    first = networks[0] if isinstance(networks, list) and networks else None
    return first if isinstance(first, dict) else {}


def _named(value: Any) -> str | None:
    name = value.get("get_resource") if isinstance(value, dict) else None
    return name if isinstance(name, str) else None
