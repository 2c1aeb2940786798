"""A security group is open to everyone.

A rule without `remote_ip_prefix` and without a remote group, or with `0.0.0.0/0` or `::/0`, applies to the whole
internet. That may be intended for the port of a web server; it seldom is for all ports, for those used to administer
machines, or for a database.

Example::

    heat_template_version: 2021-04-16
    resources:
      group:
        type: OS::Neutron::SecurityGroup
        properties:
          rules: [{protocol: tcp, port_range_min: 22, port_range_max: 22}]

Instead::

    heat_template_version: 2021-04-16
    resources:
      group:
        type: OS::Neutron::SecurityGroup
        properties:
          rules: [{protocol: tcp, port_range_min: 22, port_range_max: 22, remote_ip_prefix: 10.0.0.0/8}]
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject, text_of
from hotcore.source import Span
from hotcore.syntax import Mapping, Node, Scalar, at_path

_GROUPS = ("OS::Neutron::SecurityGroup", "OS::Neutron::SecurityGroupRule")
_WORLD = ("0.0.0.0/0", "::/0")
_PRIVATE = {
    22: "SSH", 23: "telnet", 445: "SMB", 1433: "SQL Server", 2375: "Docker", 2379: "etcd", 3306: "MySQL",
    3389: "remote desktop", 5432: "PostgreSQL", 5900: "VNC", 6379: "Redis", 9200: "Elasticsearch",
    11211: "memcached", 27017: "MongoDB",
}  # fmt: skip
_LAST = 65535


@rule(Severity.HINT, about=About.DECLARATION)
def open_security_group(subject: Subject) -> Iterator[Found]:
    """Finds rules that allow everyone on all ports, or on one that should not be public."""
    for resource in subject.template.resources.values():
        if resource.type not in _GROUPS:
            continue
        properties = resource.field("properties")
        rules = at_path(properties, ("rules",))
        for one in [properties] if resource.type == _GROUPS[1] else getattr(rules, "items", ()):
            scope = _open_to(one) if isinstance(one, Mapping) else None
            if scope and isinstance(one, Mapping):
                yield Found(f"This rule allows access from anywhere {scope}.", _place(one))


def _place(one: Mapping) -> Span:
    for key in ("remote_ip_prefix", "port_range_min", "protocol"):
        if key in one.members:
            return one.value_span(key)
    return one.span


def _open_to(one: Mapping) -> str | None:
    """The ports that a rule opens to everyone but should not, in words; None for other rules."""
    fields = ("direction", "remote_mode", "remote_group", "remote_group_id", "protocol", "remote_ip_prefix")
    known = {key: one.members.get(key) for key in fields}
    if any(node is not None and not isinstance(node, Scalar) for node in known.values()) or one.sole_key == "if":
        return None
    if text_of(known["direction"]) == "egress" or text_of(known["remote_mode"]) == "remote_group_id":
        return None
    if known["remote_group"] or known["remote_group_id"] or _plain(known["remote_ip_prefix"]) not in (None, *_WORLD):
        return None
    protocol = _plain(known["protocol"])
    if protocol is None or protocol == "any":
        return "over any protocol"
    if str(protocol).lower() not in ("tcp", "udp"):
        return None
    return _ports(one)


def _ports(one: Mapping) -> str | None:
    """The ports of a rule that should not be public, in words."""
    low, high = one.members.get("port_range_min"), one.members.get("port_range_max")
    if low is None and high is None:
        return "on all ports"
    ends = [_port(low), _port(high)]
    first, last = (ends[0], ends[1]) if None not in ends else (None, None)
    if first is None or last is None:
        return None
    if first <= 1 and last >= _LAST:
        return "on all ports"
    found = next((port for port in _PRIVATE if first <= port <= last), None)
    return f"on port {found} ({_PRIVATE[found]})" if found else None


def _plain(node: Node | None) -> object:
    return node.value if isinstance(node, Scalar) else None


def _port(node: Node | None) -> int | None:
    value = _plain(node)
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < len("100000"):
        return int(value)
    return value if isinstance(value, int) else None
