"""Patterns: what they add, which existing resources they use, and that nothing else changes."""

import json

import pytest

import hotcore
from hotcore.analysis import dependencies
from hotcore.edits import CannotEdit, patterns, perform
from hotcore.linter import lint

BLANK = "heat_template_version: 2018-08-31\n"
OURS = """\
heat_template_version: 2018-08-31

# our own
parameters:
    size: {type: string, constraints: [{custom_constraint: nova.flavor}]}   # how big
    private: {type: string, constraints: [{custom_constraint: neutron.network}]}

resources:
    # the net
    a net: {type: OS::Neutron::Net}
    other: {type: OS::Neutron::Net}
    web: {type: OS::Nova::Server, properties: {flavor: {get_param: size}, networks: [{network: {get_param: private}}]}}
"""


FILES = {name: text for one in patterns().values() for name, text in one.files.items()}


def added(text, name, *chosen):
    return perform(text, "pattern", {"name": name, "names": list(chosen)}).after


def problems(text):
    return [one.code for one in lint(hotcore.load(text, FILES)) if one.severity != "hint"]


@pytest.mark.parametrize("name", patterns())
def test_a_pattern_stands_alone(name):
    assert problems(added(BLANK, name)) == []


@pytest.mark.parametrize("name", patterns())
def test_a_pattern_is_added_twice(name):
    once = added(BLANK, name)
    twice = added(once, name)
    assert problems(twice) == []
    resources = [len(hotcore.load(text).template.resources) for text in (once, twice)]
    assert resources[1] == 2 * resources[0]


def test_all_patterns_fit_together():
    text = BLANK
    for name in patterns():
        text = added(text, name)
    assert problems(text) == []


@pytest.mark.parametrize("name", patterns())
def test_the_rest_of_the_text_stays(name):
    text = added(OURS, name)
    assert problems(text) == []
    lines = iter(text.splitlines())
    assert all(line in lines for line in OURS.splitlines())  # all of them are there, in their order


def test_what_is_chosen_fills_a_slot():
    text = added(OURS, "server", "web", "a net")
    port = hotcore.load(text).template.resources["port"]
    assert "network: {get_resource: a net}" in text
    assert port.type == "OS::Neutron::Port"
    assert "network" not in hotcore.load(text).template.parameters


@pytest.mark.parametrize("name", ["a, b", "it's", "{x}", "12", "yes", "#", "a: b", "volume", "volume_2"])
def test_any_name_fills_a_slot(name):
    text = f"{BLANK}resources:\n  {json.dumps(name)}:\n    type: OS::Nova::Server\n"
    document = hotcore.load(added(text, "volume"))
    needed = {edge.target for edge in dependencies(document).edges}
    assert name in needed
    assert len(document.template.resources) == 3


def test_arguments_of_the_wrong_kind_are_refused():
    with pytest.raises(CannotEdit, match="`names` must be a list of strings"):
        perform(BLANK, "pattern", {"name": "volume", "names": [{}]})


def test_the_only_one_that_fits_fills_a_slot():
    assert "instance_uuid: {get_resource: web}" in added(OURS, "volume")


def test_one_of_several_is_not_guessed():
    assert "network: {get_param: network}" in added(OURS, "server")


def test_a_parameter_for_the_same_is_read():
    template = hotcore.load(added(OURS, "server", "a net")).template
    assert set(template.parameters) == {"size", "private", "external_network", "image"}
    assert set(hotcore.load(added(OURS, "network")).template.parameters) == {"size", "private", "external_network"}


def test_an_attribute_fills_a_slot():
    text = added(added(BLANK, "server"), "dns-name")
    assert "{get_attr: [floating_ip, floating_ip_address]}" in text


TWO_SERVERS = """\
heat_template_version: 2018-08-31
resources:
  net: {type: OS::Neutron::Net}
  door: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
  one: {type: OS::Nova::Server, properties: {flavor: small, networks: [{port: {get_resource: door}}]}}
  two: {type: OS::Nova::Server, properties: {flavor: small, networks: [{network: {get_resource: net}}]}}
"""


def test_a_pool_gets_a_member_for_each_chosen_server():
    text = added(TWO_SERVERS, "load-balancer", "one", "net", "two")
    members = [
        {key: hotcore.syntax.to_plain(node) for key, node in one.field("properties").members.items()}
        for one in hotcore.load(text).template.resources.values()
        if one.type == "OS::Octavia::PoolMember"
    ]
    assert [each["pool"] for each in members] == [{"get_resource": "pool"}] * 2
    assert [each["address"] for each in members] == [
        {"get_attr": ["door", "fixed_ips", 0, "ip_address"]},
        {"get_attr": ["two", "networks", {"get_resource": "net"}, 0]},
    ]
    assert problems(text) == []
    assert "PoolMember" not in added(TWO_SERVERS, "load-balancer", "net")


def test_the_address_of_a_server_in_a_subnet_is_that_in_its_network():
    text = f"""{BLANK}resources:
  net: {{type: OS::Neutron::Net}}
  subnet: {{type: OS::Neutron::Subnet, properties: {{network: {{get_resource: net}}, cidr: 10.0.0.0/24}}}}
  one: {{type: OS::Nova::Server, properties: {{flavor: small, networks: [{{subnet: {{get_resource: subnet}}}}]}}}}
"""
    assert "address: {get_attr: [one, networks, {get_resource: net}, 0]}" in added(text, "pool-member", "one")


def test_the_address_of_a_server_without_networks_is_asked_for():
    text = f"{BLANK}resources:\n  one: {{type: OS::Nova::Server, properties: {{flavor: small}}}}\n"
    assert "address: {get_param: address}" in added(text, "pool-member", "one")


def test_two_chosen_groups_are_joined_in_their_order():
    text = f"{BLANK}resources:\n  a: {{type: OS::Neutron::SecurityGroup}}\n  b: {{type: OS::Neutron::SecurityGroup}}\n"
    made = added(text, "security-group-rule", "b", "a")
    assert "security_group: {get_resource: a}" in made
    assert "remote_group: {get_resource: b}" in made
    assert not hotcore.load(made).template.parameters


def test_a_file_of_a_pattern_takes_no_name_that_is_there():
    arguments = {"name": "scaling-group-behind-pool", "files": ["pool_server.yaml", "pool_server_2.yaml"]}
    change = perform(BLANK, "pattern", arguments)
    assert list(change.files) == ["pool_server_3.yaml"]
    assert "type: pool_server_3.yaml" in change.after


def test_an_older_version_is_remarked():
    change = perform("heat_template_version: 2013-05-23\n", "pattern", {"name": "https-listener"})
    assert any("2013-05-23" in note for note in change.notes)


def test_there_is_no_other_pattern():
    with pytest.raises(CannotEdit, match="There is no pattern `moon`"):
        perform(BLANK, "pattern", {"name": "moon"})


@pytest.mark.parametrize("broken", ["resources: [", "- a\n"])
def test_a_text_that_is_no_template_is_refused_in_words(broken):
    with pytest.raises(CannotEdit, match=r"\w"):
        added(broken, "network")


@pytest.mark.parametrize("broken", ["resources: {a: 1}\n", "parameters: {a: {constraints: 1}}\n"])
def test_a_template_with_mistakes_takes_a_pattern(broken):
    assert "OS::Neutron::Router" in added(broken, "network")
