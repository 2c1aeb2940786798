"""Where live values differ from a template's: by path, and not where a service only says the same in its own way."""

from typing import Any

import pytest

from designer.deployment.drift.live_differences import Budget, differences
from designer.help.resource_types import find_type
from hotcore import Unknown
from hotcore.diff import path_text
from hotcore.values import MASK
from tests.pace import within

SSH = {"protocol": "tcp", "port_range_min": 22, "port_range_max": 22, "remote_ip_prefix": "0.0.0.0/0"}
OUT = {"direction": "egress", "ethertype": "IPv4", "protocol": None, "port_range_min": None, "remote_ip_prefix": None}


def live_rule(**fields: Any) -> dict[str, Any]:
    """A rule as Neutron tells it."""
    return {"id": "x", "direction": "ingress", "ethertype": "IPv4", "description": "", "project_id": "p"} | fields


def found(kind: str, name: str, wanted: Any, live: Any) -> list[tuple[str, Any, Any]] | None:
    known = find_type(kind)
    assert known
    told = differences(wanted, live, known.properties[name], (name,), Budget())
    return None if told is None else [(path_text(each.path), each.wanted, each.found) for each in told]


POOL = {"start": "10.0.0.2", "end": "10.0.0.9"}
ROUTES = [{"destination": "10.1.0.0/24", "nexthop": "10.0.0.1"}, {"destination": "10.2.0.0/24", "nexthop": "10.0.0.2"}]
FIXED = [{"subnet_id": "1", "ip_address": "10.0.0.1"}, {"subnet_id": "2"}]
PAIR = {"mac_address": "fa:16:3e:00:00:01", "ip_address": "10.0.0.1"}
GATEWAY = {"network_id": "1", "enable_snat": True}
TOLD = '{"one": "1", "on": "True", "added": "by Cinder"}'
LIVE_SSH = live_rule(protocol="tcp", port_range_min=22, port_range_max=22, remote_ip_prefix=None)
LIVE_TCP = live_rule(protocol="tcp", port_range_min=None, port_range_max=None)
UNKNOWN = {"a": Unknown("get_attr x"), "password": "one", "b": MASK}


@pytest.mark.parametrize(
    ("kind", "name", "wanted", "live"),
    [
        ("OS::Neutron::Subnet", "allocation_pools", [POOL], [POOL | {"id": 1}]),
        ("OS::Neutron::Subnet", "host_routes", ROUTES, ROUTES[::-1]),
        ("OS::Neutron::Subnet", "dns_nameservers", ["9.9.9.9", "1.1.1.1"], ["1.1.1.1", "9.9.9.9"]),
        ("OS::Cinder::Volume", "metadata", {"one": 1, "on": True}, TOLD),
        ("OS::Neutron::Port", "fixed_ips", [{"subnet": "net"}], FIXED),
        ("OS::Neutron::Port", "allowed_address_pairs", [{"mac_address": "FA:16:3E:00:00:01"}], [PAIR]),
        ("OS::Neutron::Router", "external_gateway_info", {"network": "public"}, GATEWAY),
        ("OS::Neutron::SecurityGroup", "rules", [{"protocol": "tcp"}, SSH], [LIVE_SSH, live_rule(**OUT), LIVE_TCP]),
        ("OS::Neutron::SecurityGroup", "rules", [{"remote_ip_prefix": "0.0.0.0/0"}], [live_rule(**OUT), live_rule()]),
        ("OS::Nova::Server", "metadata", {"a": {"b": [1]}}, {"a": '{"b": [1]}', "metering": "x"}),
        ("OS::Nova::Server", "metadata", UNKNOWN, {"a": "x", "b": "y"}),
        ("OS::Nova::Server", "config_drive", False, ""),
    ],
)
def test_what_a_service_says_in_its_own_way_is_the_same(kind, name, wanted, live) -> None:
    assert found(kind, name, wanted, live) == []


def test_what_is_changed_is_told_by_its_path() -> None:
    routes = [
        {"destination": "10.1.0.0/24", "nexthop": "10.0.0.1"},
        {"destination": "10.2.0.0/24", "nexthop": "10.0.0.2"},
    ]
    live = [{"destination": "10.2.0.0/24", "nexthop": "10.0.0.9"}, routes[0]]
    assert found("OS::Neutron::Subnet", "host_routes", routes, live) == [
        ("host_routes[1].nexthop", "10.0.0.2", "10.0.0.9")
    ]
    assert found("OS::Nova::Server", "metadata", {"a": "1", "b.c": "2"}, {"a": "3"}) == [
        ("metadata.a", "1", "3"),
        ("metadata['b.c']", "2", None),
    ]
    assert found("OS::Nova::Server", "metadata", {"a": {"b": [1]}}, {"a": '{"b": [2]}'}) == [("metadata.a.b", [1], [2])]
    router = found("OS::Neutron::Router", "external_gateway_info", {"enable_snat": False}, {"enable_snat": True})
    assert router == [("external_gateway_info.enable_snat", False, True)]


def test_an_item_that_is_missing_or_that_somebody_has_added_is_told() -> None:
    ping = live_rule(protocol="icmp", port_range_min=None, port_range_max=None, remote_ip_prefix=None)
    assert found("OS::Neutron::SecurityGroup", "rules", [SSH], [live_rule(**SSH), ping, live_rule(**OUT)]) == [
        ("rules", None, {"protocol": "icmp"})
    ]
    assert found("OS::Neutron::SecurityGroup", "rules", [SSH], [live_rule(**OUT)]) == [("rules[0]", SSH, None)]
    assert found("OS::Neutron::Port", "allowed_address_pairs", [{"ip_address": "10.0.0.1"}], []) == [
        ("allowed_address_pairs[0]", {"ip_address": "10.0.0.1"}, None)
    ]


def test_of_an_added_item_nothing_is_told_where_a_hidden_value_is_wanted() -> None:
    other = {"protocol": "udp", "port_range_min": 53, "port_range_max": 53, "remote_ip_prefix": "10.66.0.0/16"}
    for hidden in (MASK, Unknown("get_param range")):
        told = found("OS::Neutron::SecurityGroup", "rules", [SSH | {"remote_ip_prefix": hidden}], [live_rule(**other)])
        assert [difference for difference in told if difference[1] is None]
        assert "10.66" not in str(told)


@pytest.mark.parametrize(
    ("kind", "name", "wanted", "live"),
    [
        ("OS::Neutron::Port", "network", "private", "6f1c"),  # a name, and an ID
        ("OS::Nova::Server", "networks", [{"network": "a"}], {"a": ["10.0.0.1"]}),
        ("OS::Nova::Server", "metadata", {"a": 1}, "no map"),
        ("OS::Nova::Server", "name", Unknown("get_attr x"), "x"),
        ("OS::Nova::Server", "name", MASK, "x"),
    ],
)
def test_what_is_of_another_kind_or_not_known_is_not_compared(kind, name, wanted, live) -> None:
    assert found(kind, name, wanted, live) is None


def nested(levels: int, number: int, first: int) -> Any:
    """Lists of maps with lists of maps in them; those with another first number have no item in common."""
    if levels == 0:
        return first
    return [{"at": at, "below": nested(levels - 1, number, first + at)} for at in range(number)]


def test_lists_within_lists_that_are_the_same_are_compared_at_no_cost() -> None:
    with within(1):
        assert found("OS::Heat::Value", "value", nested(2, 40, 0), nested(2, 40, 0)[::-1]) == []


@pytest.mark.parametrize(("levels", "number"), [(2, 40), (8, 4)])
def test_lists_within_lists_that_differ_are_compared_within_limits(levels, number) -> None:
    wanted, live = nested(levels, number, 0), nested(levels, number, 1000)
    with within(4):
        assert found("OS::Heat::Value", "value", wanted, live) is None


def test_many_rules_with_long_descriptions_are_the_same_whatever_neutron_adds() -> None:
    added = {"id": "0" * 36, "tenant_id": "1" * 32, "project_id": "1" * 32, "tags": [], "revision_number": 0}
    wanted = [SSH | {"port_range_min": port, "description": "why " * 60} for port in range(100)]
    live = [live_rule(**each) | added for each in reversed(wanted)]
    assert found("OS::Neutron::SecurityGroup", "rules", wanted, live) == []
    (changed,) = found("OS::Neutron::SecurityGroup", "rules", wanted, [live[0] | {"port_range_min": 7}, *live[1:]])
    assert changed == ("rules[99].port_range_min", 99, 7)
