"""Candidates for a connection to a resource, with the property."""

import pytest

import hotcore
from hotcore.analysis import dependencies
from hotcore.assist import neighbours
from hotcore.catalogue import shipped_catalogue
from hotcore.edits import Step, apply_edits, perform_all

TEXT = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}}}
  router: {type: OS::Neutron::Router}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
  other_port: {type: OS::Neutron::Port}
  server: {type: OS::Nova::Server, properties: {networks: [{port: {get_resource: port}}]}}
  pool: {type: OS::Octavia::Pool, properties: {loadbalancer: {get_resource: balancer}}}
  balancer: {type: OS::Octavia::LoadBalancer}
  grow: {type: OS::Heat::ScalingPolicy}
  thing: {type: My::Own}
  servers:
    type: OS::Heat::ResourceGroup
    properties: {resource_def: {type: OS::Nova::Server, properties: {flavor: {get_resource: flavor}}}}
  flavor: {type: OS::Nova::Flavor}
"""


def found(name, side, text=TEXT):
    return neighbours(hotcore.load(text).template, name, side, shipped_catalogue())


def new(name, side):
    return {one.type: one for one in found(name, side) if not one.name}


def present(name, side):
    return {one.name: one.where for one in found(name, side) if one.name}


def test_what_a_resource_uses_is_what_its_free_properties_can_name():
    assert new("subnet", "uses").keys() >= {"OS::Neutron::SubnetPool"}
    assert "OS::Neutron::Net" not in new("subnet", "uses")  # it has one
    assert new("other_port", "uses")["OS::Neutron::Net"].where == "network"


def test_what_uses_a_resource_is_not_what_belongs_to_it():
    assert new("net", "used")["OS::Neutron::Port"].path == ("network",)
    assert "OS::Neutron::Subnet" not in new("net", "used")
    assert new("net", "holds")["OS::Neutron::Subnet"].where == "network"
    assert {"OS::Octavia::PoolMember", "OS::Octavia::HealthMonitor"} <= new("pool", "holds").keys()
    assert not {"OS::Octavia::PoolMember", "OS::Octavia::HealthMonitor"} & new("pool", "used").keys()


def test_a_row_that_its_card_names_belongs_to_it():
    port = new("server", "holds")["OS::Neutron::Port"]
    assert (port.path, port.is_writer) == (("networks", "-", "port"), False)
    assert new("server", "holds")["OS::Cinder::VolumeAttachment"].is_writer


def test_a_value_of_an_attribute_is_one():
    assert new("grow", "holds")["OS::Aodh::GnocchiResourcesAlarm"].attribute == "alarm_url"


def test_resources_that_are_there_are_those_that_fit_and_are_not_joined_yet():
    assert present("server", "holds") == {"other_port": "networks.port"}
    assert present("net", "used") == {
        "router": "external_gateway_info.network",
        "other_port": "network",
        "server": "networks.network",
        "servers": "resource_def.networks.network",
    }
    assert present("balancer", "holds") == {}
    assert "server" not in present("server", "used")


MEMBER = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.0.0.0/24}}
  web: {type: OS::Nova::Server, properties: {flavor: small, networks: [{subnet: {get_resource: subnet}}]}}
  lone: {type: OS::Nova::Server, properties: {flavor: small}}
  member: {type: OS::Octavia::PoolMember}
  taken: {type: OS::Octavia::PoolMember, properties: {address: 10.0.0.9}}
"""


def test_a_required_address_can_be_that_of_a_server_that_is_there():
    by = {one.name: one for one in found("member", "uses", MEMBER) if one.name}
    assert by.keys() == {"subnet", "web"}
    assert (by["web"].where, by["web"].required, by["web"].is_writer) == ("address", True, False)
    assert by["web"].attribute == ("networks", {"get_resource": "net"}, 0)
    users = {one.name: one.where for one in found("web", "used", MEMBER) if one.name}
    assert users == {"member": "address"}
    assert [one.name for one in found("taken", "uses", MEMBER) if one.name] == ["subnet"]


def test_members_of_a_group_use_what_their_own_properties_can_name():
    assert new("servers", "uses")["OS::Neutron::Net"].path == ("resource_def", "properties", "networks", "-", "network")
    assert present("servers", "uses")["net"] == "resource_def.networks.network"
    assert "OS::Nova::Flavor" not in new("servers", "uses")  # they have one
    assert present("net", "used")["servers"] == "resource_def.networks.network"
    assert "servers" not in present("flavor", "used")


def test_members_of_a_group_do_not_share_what_belongs_to_one_server():
    assert "OS::Neutron::Port" in new("server", "uses")
    assert "OS::Neutron::Port" not in new("servers", "uses")
    assert "other_port" not in present("servers", "uses")


def test_what_is_retired_or_of_another_cloud_is_not_offered():
    offered = {
        kind for name in ("net", "subnet", "server") for side in ("uses", "used", "holds") for kind in new(name, side)
    }
    assert all(kind.startswith("OS::") for kind in offered)
    assert not {kind for kind in offered if shipped_catalogue().find(kind).support.status != "SUPPORTED"}


@pytest.mark.parametrize("name", ["thing", "nowhere"])
def test_nothing_is_known_of_unknown_types_and_names(name):
    assert found(name, "uses") == found(name, "used") == found(name, "holds") == ()


@pytest.mark.long
@pytest.mark.parametrize(
    "body",
    [
        "{}",
        "{properties: {networks: {get_param: nets}}}",
        "{properties: {networks: auto}}",
        "{properties: {networks: [], security_groups: []}}",
        "{properties: {networks: [{port: {get_resource: port}}]}}",
        "{properties: {if: [c, {}, {}]}}",
        "{properties: []}",
        "{properties: x}",
        "{properties: }",
    ],
)
def test_every_neighbour_can_be_joined(body):
    text = TEXT + f"  odd: {{type: OS::Nova::Server, {body[1:]}\n"
    for name in hotcore.load(text).template.resources:
        for side in ("uses", "used", "holds"):
            for one in found(name, side, text):
                other = one.name or "fresh"
                source, target = (other, name) if one.is_writer else (name, other)
                steps = [Step("add", {"section": "resources", "name": other, "body": {"type": one.type}})] * (
                    not one.name
                )
                steps.append(
                    Step("connect", {"source": source, "target": target, "path": one.path, "attribute": one.attribute})
                )
                after = hotcore.load(apply_edits(text, perform_all(text, steps, "Add").edits))
                assert not [
                    each for each in after.diagnostics if each.code in ("unknown-property", "unknown-attribute")
                ]
                edges = {(edge.source, edge.target) for edge in dependencies(after).edges}
                assert (source, target) in edges, (name, side, one)
