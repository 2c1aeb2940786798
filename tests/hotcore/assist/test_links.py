"""The properties by which a resource can depend on another."""

import hotcore
from hotcore.analysis import dependencies
from hotcore.assist import referable_resources, reference_properties
from hotcore.catalogue import shipped_catalogue
from hotcore.edits import apply_edits, perform

TEXT = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  net2: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}}}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}   # the first
      fixed_ips: [{subnet: {get_resource: subnet}}, {subnet: {get_resource: subnet}}]
  server: {type: OS::Nova::Server}
  thing: {type: My::Own}
"""


def edited(name, **arguments):
    return apply_edits(TEXT, perform(TEXT, name, arguments).edits)


def found(source, target, text=TEXT):
    return reference_properties(hotcore.load(text).template, source, target, shipped_catalogue())


def test_required_properties_come_first_with_what_is_known_of_them():
    first, *others = found("subnet", "net")
    assert (first.path, first.required, first.now) == (("network",), True, "{get_resource: net}")
    assert not any(one.required for one in others)


def test_a_replaced_value_is_shown_and_a_new_item_replaces_nothing():
    assert {one.where: one.now for one in found("port", "net2")}["network"] == "{get_resource: net}"
    by = {one.where: one for one in found("server", "port")}
    assert by["networks.port"].path == ("networks", "-", "port")
    assert by["networks.port"].now == ""


def test_nothing_is_known_of_unknown_types_and_names():
    assert found("thing", "net") == found("net", "thing") == found("nowhere", "net") == found("net", "nowhere") == ()


def test_takers_are_those_that_a_property_takes():
    template = hotcore.load(TEXT).template
    assert referable_resources(template, "port", shipped_catalogue()) == ("net", "net2", "subnet")
    assert (
        referable_resources(template, "thing", shipped_catalogue())
        == referable_resources(template, "x", shipped_catalogue())
        == ()
    )


def test_every_link_can_be_made():
    template = hotcore.load(TEXT).template
    for source in template.resources:
        for target in referable_resources(template, source, shipped_catalogue()):
            for link in found(source, target):
                text = edited("connect", source=source, target=target, path=list(link.path))
                new = hotcore.load(text)
                assert (source, target) in {(edge.source, edge.target) for edge in dependencies(new).edges}


def test_one_of_several_links_is_taken_away():
    one = edited("disconnect", source="port", target="subnet", path=["properties", "fixed_ips", 0, "subnet"])
    assert one.count("get_resource: subnet") == 1, one
    assert "get_resource: subnet" not in edited("disconnect", source="port", target="subnet")
    assert "# the first" in one


def test_a_property_that_takes_an_attribute_is_given_one():
    text = TEXT + "  grow: {type: OS::Heat::ScalingPolicy}\n  busy: {type: OS::Aodh::GnocchiResourcesAlarm}\n"
    by = {one.where: one for one in found("busy", "grow", text)}["alarm_actions"]
    steps = {"source": "busy", "target": "grow", "path": by.path, "attribute": by.attribute}
    assert "alarm_actions: [{get_attr: [grow, alarm_url]}]" in apply_edits(text, perform(text, "connect", steps).edits)


ADDRESSES = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
  one: {type: OS::Nova::Server, properties: {networks: [{network: {get_resource: net}}]}}
  two: {type: OS::Nova::Server, properties: {networks: [{port: {get_resource: port}}]}}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}}}
  three: {type: OS::Nova::Server, properties: {networks: [{subnet: {get_resource: subnet}}]}}
  lone: {type: OS::Nova::Server}
  member: {type: OS::Octavia::PoolMember}
"""


def test_a_member_takes_the_address_that_a_server_has_on_its_network():
    for server in ("one", "two", "three"):
        address = found("member", server, ADDRESSES)[0]
        assert (address.path, address.attribute) == (("address",), ("networks", {"get_resource": "net"}, 0))
    assert found("member", "port", ADDRESSES)[0].attribute == ("fixed_ips", 0, "ip_address")
    assert found("member", "lone", ADDRESSES) == ()


def test_an_address_is_written_with_its_keys():
    arguments = {"source": "member", "target": "one", "path": ["address"]}
    attribute = ["networks", {"get_resource": "net"}, 0]
    change = perform(ADDRESSES, "connect", {**arguments, "attribute": attribute})
    assert "address: {get_attr: [one, networks, {get_resource: net}, 0]}" in apply_edits(ADDRESSES, change.edits)


GROUPS = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  pool: {type: OS::Octavia::Pool}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
  web:
    type: OS::Heat::AutoScalingGroup
    properties:
      resource: {type: OS::Nova::Server, properties: {flavor: small}}  # each
  members: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Octavia::PoolMember}}}
  empty: {type: OS::Heat::ResourceGroup}
  files: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: member.yaml}}}
"""


def test_the_members_of_a_group_take_what_their_type_takes():
    by = {one.where: one for one in found("web", "net", GROUPS)}["resource.networks.network"]
    change = perform(GROUPS, "connect", {"source": "web", "target": "net", "path": by.path})
    written = (
        "resource: {type: OS::Nova::Server, properties: {flavor: small, networks: [{network: {get_resource: net}}]}}"
    )
    assert f"{written}  # each" in apply_edits(GROUPS, change.edits)
    assert "net" in referable_resources(hotcore.load(GROUPS).template, "web", shipped_catalogue())


def test_the_properties_of_members_come_into_being_with_their_first_reference():
    by = {one.where: one for one in found("members", "pool", GROUPS)}["resource_def.pool"]
    change = perform(GROUPS, "connect", {"source": "members", "target": "pool", "path": by.path})
    written = "resource_def: {type: OS::Octavia::PoolMember, properties: {pool: {get_resource: pool}}}"
    assert written in apply_edits(GROUPS, change.edits)


def test_the_members_of_a_group_take_an_address():
    assert found("members", "port", GROUPS)[0].path == ("resource_def", "properties", "address")


def test_nothing_is_known_of_members_without_a_known_type():
    assert found("empty", "net", GROUPS) == found("files", "net", GROUPS) == ()


CHAIN = """\
heat_template_version: 2021-04-16
resources:
  key: {type: OS::Nova::KeyPair, properties: {name: x}}
  servers: {type: OS::Heat::ResourceChain, properties: {resources: [OS::Nova::Server, OS::Nova::Server]}}
  others: {type: OS::Heat::ResourceChain, properties: {resources: [OS::Nova::Server, OS::Cinder::Volume]}}
  open: {type: OS::Heat::ResourceChain, properties: {resources: [OS::Nova::Server, made.yaml]}}
"""


def test_the_members_of_a_chain_take_what_all_their_types_take():
    assert [one.path for one in found("servers", "key", CHAIN)] == [("resource_properties", "key_name")]
    assert found("others", "key", CHAIN) == found("open", "key", CHAIN) == ()
    arguments = {"source": "servers", "target": "key", "path": ["resource_properties", "key_name"]}
    text = apply_edits(CHAIN, perform(CHAIN, "connect", arguments).edits)
    assert "resource_properties: {key_name: {get_resource: key}}" in text
