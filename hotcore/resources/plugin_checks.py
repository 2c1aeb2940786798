"""The checks of some plug-ins for values that cannot be combined, beyond the schemas of their types.

Only known values are checked; errors against the schema are reported elsewhere.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, NamedTuple

from hotcore.catalogue import PropertySchema
from hotcore.constraints import Refused
from hotcore.resources.property_types import to_property
from hotcore.runtime import LazyModule
from hotcore.values import Unknown, Value, is_known

netaddr: Any = LazyModule("netaddr")


class Problem(NamedTuple):
    """The property that is wrong, the message and the hint, and missing properties that would fix it."""

    name: str
    message: str
    hint: str
    missing: tuple[str, ...] = ()


_ANY_GATEWAY = ("~", "", "auto")


class _Converted:
    """The properties as Heat converts them: with defaults, and None for what is omitted or unknown."""

    def __init__(self, values: Mapping[Hashable, Value], schemas: Mapping[str, PropertySchema]) -> None:
        self._values, self._schemas = values, schemas

    def __getitem__(self, name: str) -> Any:
        schema, value = self._schemas.get(name), self._values.get(name)
        if schema is None or isinstance(value, Unknown) or not is_known(value):
            return None
        if value is None:
            return schema.default
        try:
            return to_property(schema, value)
        except Refused:
            return None

    def is_open(self, name: str) -> bool:
        """Whether the value is given, but unknown."""
        return self[name] is None and self._values.get(name) is not None


def broken_rules(
    type_name: str, values: Mapping[Hashable, Value], schemas: Mapping[str, PropertySchema]
) -> Iterator[Problem]:
    """The problems that the plug-in of a type finds in the values of its properties."""
    rule = _RULES.get(type_name)
    if rule is not None:
        yield from rule(_Converted(values, schemas))


def _subnet(given: _Converted) -> Iterator[Problem]:
    modes = [name for name in ("ipv6_ra_mode", "ipv6_address_mode") if given[name]]
    if modes and given["ip_version"] == 4:
        message = f"`{modes[0]}` is for IPv6 only, but `ip_version` is 4."
        yield Problem(modes[0], message, "Add `ip_version: 6`.", ("ip_version",))
    elif len(modes) == 2 and given[modes[0]] != given[modes[1]]:
        message = "`ipv6_ra_mode` and `ipv6_address_mode` differ; if both are given, they must be equal."
        yield Problem(modes[1], message, "Set both to the same mode, or remove one of them.")
    gateway = given["gateway_ip"]
    if gateway and gateway not in _ANY_GATEWAY and not _is_address(gateway):
        yield Problem("gateway_ip", "`gateway_ip` is not an IP address.", "Use `null` for a subnet without a gateway.")


def _is_address(text: str) -> bool:
    return bool(netaddr.valid_ipv4(text, netaddr.core.INET_PTON) or netaddr.valid_ipv6(text, netaddr.core.INET_PTON))


def _router(given: _Converted) -> Iterator[Problem]:
    if not given["distributed"]:
        return
    for name in ("ha", "l3_agent_id", "l3_agent_ids"):
        if given[name]:
            yield Problem(name, f"A `distributed` router cannot have `{name}`.", "Remove one of them.")
            return


def _security_group(given: _Converted) -> Iterator[Problem]:
    if given["name"] == "default":
        message = "A security group cannot be named `default`; every project has one of that name already."
        yield Problem("name", message, "Choose another name.")


def _security_group_rule(given: _Converted) -> Iterator[Problem]:
    least, most = given["port_range_min"], given["port_range_max"]
    if given.is_open("protocol") or given["protocol"] in ("icmp", "icmpv6", "ipv6-icmp"):
        return
    if least is not None and most is not None and most < least:
        yield Problem("port_range_max", "`port_range_max` is smaller than `port_range_min`.", "Swap them.")


def _scaling_policy(given: _Converted) -> Iterator[Problem]:
    kind = given["adjustment_type"]
    if kind is not None and kind != "percent_change_in_capacity" and given["min_adjustment_step"] is not None:
        message = "`min_adjustment_step` requires the `adjustment_type` percent_change_in_capacity."
        yield Problem("min_adjustment_step", message, "Remove it.")


_RULES: dict[str, Callable[[_Converted], Iterator[Problem]]] = {
    "OS::Heat::ScalingPolicy": _scaling_policy,
    "OS::Neutron::Router": _router,
    "OS::Neutron::SecurityGroup": _security_group,
    "OS::Neutron::SecurityGroupRule": _security_group_rule,
    "OS::Neutron::Subnet": _subnet,
}
