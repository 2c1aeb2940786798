"""Where resources can live, and moving them between networks, subnets and groups."""

import pytest

import hotcore
from hotcore.catalogue import shipped_catalogue
from hotcore.containment import Containment
from hotcore.edits import CannotEdit, Step, apply_edits, homes, perform, perform_all

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  office: {type: string}  # a network
resources:
  front: {type: OS::Neutron::Net}
  front_sub: {type: OS::Neutron::Subnet, properties: {network: {get_resource: front}, cidr: 10.0.0.0/24}}
  back: {type: OS::Neutron::Net}
  back_a: {type: OS::Neutron::Subnet, properties: {network: {get_resource: back}, cidr: 10.1.0.0/24}}
  back_b: {type: OS::Neutron::Subnet, properties: {network: {get_resource: back}, cidr: 10.2.0.0/24}}
  one: {type: OS::Nova::Server, properties: {networks: [{network: {get_param: office}}]}}
  two: {type: OS::Nova::Server, properties: {networks: [{network: {get_param: office}}]}}
"""


def text_of(resource: str) -> str:
    return f"{TEXT}  {resource}\n"


def moved(resource: str, home: str | None, name: str = "it") -> str:
    """What a move makes of the line of a resource; everything else stays as it is."""
    text = text_of(resource)
    change = perform(text, "live-in", {"names": [name], "home": home})
    after = apply_edits(text, change.edits)
    assert after.startswith(TEXT)
    return after.removeprefix(TEXT)[2:-1]


def offered(resource: str, name: str = "it") -> dict[str | None, list[str]]:
    template = hotcore.load(text_of(resource)).template
    found = homes(template, name, shipped_catalogue())
    return {home.name: [f"{edit.resource}.{edit.where}" for edit in home.edits] for home in found if not home.is_here}


SERVER = "it: {type: OS::Nova::Server, properties: {flavor: m1.small%s}}  # small"
BALANCER = "it: {type: OS::Octavia::LoadBalancer, properties: {vip_subnet: %s}}"
PORT = "it: {type: OS::Neutron::Port, properties: {network: %s}}"
GROUP = "it: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Nova::Server%s}}}"


@pytest.mark.parametrize(
    ("before", "home", "after"),
    [
        (SERVER % "", "front", SERVER % ", networks: [{network: {get_resource: front}}]"),
        (SERVER % "", "back_b", SERVER % ", networks: [{subnet: {get_resource: back_b}}]"),
        (SERVER % "", "office", SERVER % ", networks: [{network: {get_param: office}}]"),
        (
            SERVER % ", networks: [{network: {get_resource: front}, fixed_ip: 10.0.0.9}]",
            "back",
            SERVER % ", networks: [{network: {get_resource: back}, fixed_ip: 10.0.0.9}]",
        ),
        (
            SERVER % ", networks: [{network: {get_resource: front}}]",
            "back_a",
            SERVER % ", networks: [{subnet: {get_resource: back_a}}]",
        ),
        (
            SERVER % ", networks: [{subnet: {get_resource: back_a}}]",
            "back",
            SERVER % ", networks: [{network: {get_resource: back}}]",
        ),
        (
            SERVER % ", networks: [{subnet: {get_resource: back_a}}]",
            "front",
            SERVER % ", networks: [{subnet: {get_resource: front_sub}}]",
        ),
        (SERVER % ", networks: [{network: {get_resource: front}}]", None, SERVER % ""),
        (
            BALANCER % "private",
            "front",
            BALANCER % "{get_resource: front_sub}",
        ),
        (BALANCER % "{get_resource: front_sub}", "back_b", BALANCER % "{get_resource: back_b}"),
        (PORT % "{get_resource: front}", "back", PORT % "{get_resource: back}"),
        (
            GROUP % "",
            "front",
            GROUP % ", properties: {networks: [{network: {get_resource: front}}]}",
        ),
        (
            GROUP % ", properties: {networks: [{network: {get_resource: front}}]}",
            None,
            GROUP % "",
        ),
    ],
)
def test_a_resource_moves_by_one_property(before, home, after):
    assert moved(before, home) == after


def test_a_subnet_of_the_network_goes_with_it():
    port = "it: {type: OS::Neutron::Port, properties: {network: %s, fixed_ips: [{subnet: %s}]}}"
    here = port % ("{get_resource: back}", "{get_resource: back_a}")
    assert moved(here, "front") == port % ("{get_resource: front}", "{get_resource: front_sub}")
    there = port % ("{get_resource: front}", "{get_resource: front_sub}")
    assert moved(there, "back") == PORT % "{get_resource: back}"


PORT_IN = "it: {type: OS::Neutron::Port, properties: {network: {get_resource: %s}, fixed_ips: [{%s}]}}"


@pytest.mark.parametrize(
    ("before", "home", "after"),
    [
        (PORT % "{get_resource: front}", "back_a", PORT_IN % ("back", "subnet: {get_resource: back_a}")),
        (
            PORT_IN % ("back", "subnet: {get_resource: back_a}"),
            "back_b",
            PORT_IN % ("back", "subnet: {get_resource: back_b}"),
        ),
        (
            PORT_IN % ("back", "subnet_id: {get_resource: back_a}"),
            "back_b",
            PORT_IN % ("back", "subnet_id: {get_resource: back_b}"),
        ),
        (
            PORT_IN % ("back", "ip_address: 10.2.0.9"),
            "back_b",
            PORT_IN % ("back", "ip_address: 10.2.0.9, subnet: {get_resource: back_b}"),
        ),
        (PORT_IN % ("back", "subnet: {get_resource: back_a}"), "back", PORT % "{get_resource: back}"),
        (
            SERVER % ", networks: [{network: {get_resource: back}, subnet: {get_resource: back_a}}]",
            "back_b",
            SERVER % ", networks: [{network: {get_resource: back}, subnet: {get_resource: back_b}}]",
        ),
        (
            SERVER % ", networks: [{network: {get_resource: back}, subnet: {get_resource: back_a}}]",
            "back",
            SERVER % ", networks: [{network: {get_resource: back}}]",
        ),
    ],
)
def test_a_network_is_named_with_its_subnet(before, home, after):
    assert moved(before, home) == after


def test_a_server_moves_to_a_subnet_by_its_port():
    text = "it: {type: OS::Nova::Server, properties: {networks: [{port: {get_resource: port}}]}}\n  port: {%s}"
    body = "type: OS::Neutron::Port, properties: {network: {get_resource: %s}%s}"
    after = moved(text % (body % ("front", "")), "back_b")
    assert after == text % (body % ("back", ", fixed_ips: [{subnet: {get_resource: back_b}}]"))


@pytest.mark.parametrize("addresses", ["[{get_param: office}]", "[{ip_address: 10.2.0.8}, {ip_address: 10.2.0.9}]"])
def test_a_port_is_not_moved_to_a_subnet_that_its_addresses_cannot_name(addresses):
    port = "it: {type: OS::Neutron::Port, properties: {network: {get_resource: back}, fixed_ips: %s}}"
    assert "back_a" not in offered(port % addresses)


def test_a_server_moves_with_its_port():
    text = "it: {type: OS::Nova::Server, properties: {networks: [{port: {get_resource: port}}]}}\n  port: {%s}"
    body = "type: OS::Neutron::Port, properties: {network: {get_resource: %s}}"
    assert moved(text % (body % "front"), "back") == text % (body % "back")
    assert offered(text % (body % "front"))["back"] == ["port.network"]
    assert moved(text % (body % "front"), None) == text % "type: OS::Neutron::Port"


def test_where_a_resource_can_live_and_by_which_property():
    networks = ["front", "back", "back_a", "back_b", "office", None]
    server = offered(SERVER % ", networks: [{network: {get_resource: front}}]")
    assert [*server] == networks[1:]
    assert server["back_a"] == ["it.networks.subnet"]
    assert [*offered(BALANCER % "{get_resource: back_a}")] == ["front", "back_b", None]
    port = offered(PORT % "{get_resource: front}")
    assert [*port] == ["back", "back_a", "back_b", "office", None]
    assert port["back_a"] == ["it.network", "it.fixed_ips.subnet"]
    assert offered("it: {type: OS::Cinder::Volume}") == {}
    assert offered("it: {type: OS::Nova::KeyPair}", "front") == {}


@pytest.mark.parametrize(
    "networks",
    [
        "{get_param: office}",
        "[{if: [a, {network: {get_resource: front}}, {network: {get_resource: back}}]}]",
        "[{network: {if: [a, {get_resource: front}, {get_resource: back}]}}]",
        "[{network: {get_resource: front}}, {network: {get_resource: back}}]",
        "[{port: elsewhere}]",
    ],
)
def test_what_is_not_in_one_network_is_not_moved(networks):
    assert "front" not in offered(SERVER % f", networks: {networks}")
    with pytest.raises(CannotEdit):
        moved(SERVER % f", networks: {networks}", "front")


def test_every_home_that_is_offered_takes_the_resource():
    for line in (SERVER % "", BALANCER % "{get_resource: back_a}", PORT % "{get_resource: front}", GROUP % ""):
        for home in offered(line):
            after = f"{TEXT}  {moved(line, home)}\n"
            containment = Containment(hotcore.load(after).template, shipped_catalogue())
            item = containment.items["it"]
            frame = item.parent.name if item.parent else None
            assert home in (frame, item.lane), (line, home)


def test_a_resource_becomes_the_member_of_an_empty_group():
    group = "group: {type: OS::Heat::ResourceGroup, properties: {count: 2}}"
    server = "it: {type: OS::Nova::Server, properties: {flavor: m1.small}}"
    after = moved(f"{group}\n  {server}", "group")
    assert after == (
        "group: {type: OS::Heat::ResourceGroup, properties: "
        "{count: 2, resource_def: {type: OS::Nova::Server, properties: {flavor: m1.small}}}}"
    )
    assert "group" in offered(f"{group}\n  {server}")
    assert "group" not in offered(f"{after}\n  {server}")
    read = f"{group}\n  {server}\n  disk: {{type: OS::Cinder::VolumeAttachment, properties: {{instance_uuid: %s}}}}"
    assert "group" not in offered(read % "{get_resource: it}")


def test_several_move_as_one_change():
    text = text_of(SERVER % "") + "  other: {type: OS::Nova::Server}\n"
    change = perform(text, "live-in", {"names": ["it", "other"], "home": "front"})
    assert change.title == "Move it, other into front"
    assert change.after.count("{network: {get_resource: front}}") == 2
    assert perform(change.after, "live-in", {"names": ["it", "other"], "home": None}).title == "Move it, other outside"


def test_a_new_resource_is_added_and_moved_as_one_change():
    new = {"section": "resources", "name": "it", "body": {"type": "OS::Nova::Server"}}
    steps = [Step("add", new), Step("live-in", {"names": ["it"], "home": "front"})]
    change = perform_all(TEXT, steps)
    assert change.after.startswith(TEXT)
    assert "networks" in change.after.removeprefix(TEXT)


@pytest.mark.parametrize(("names", "home"), [(["nobody"], "front"), (["one"], "two"), (["front"], "front"), ([1], "x")])
def test_what_is_not_there_is_refused(names, home):
    with pytest.raises(CannotEdit):
        perform(TEXT, "live-in", {"names": names, "home": home})


def test_a_part_of_a_parameter_is_not_the_network_that_the_parameter_names():
    text = TEXT.replace("office: {type: string}", "office: {type: comma_delimited_list}")
    text = text.replace("{get_param: office}", "{get_param: [office, 0]}", 1)
    text = text.replace("{get_param: office}", "{get_param: [office, 1]}") + f"  {SERVER % ''}\n"
    template = hotcore.load(text).template
    assert Containment(template, shipped_catalogue()).given == {}
    assert "office" not in {home.name for home in homes(template, "it", shipped_catalogue())}
