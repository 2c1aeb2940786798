"""Copies of resources that refer to each other, and groups around a resource."""

import pytest

import hotcore
from hotcore.edits import CannotEdit, apply_edits, perform

TEXT = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  server:
    type: OS::Nova::Server
    condition: wanted
    properties:
      flavor: m1.small  # enough
      networks: [{port: {get_resource: port}}]
  port:
    type: OS::Neutron::Port
    depends_on: [net, server_key]
    properties: {network: {get_resource: net}}
  server_key: {type: OS::Nova::KeyPair}
conditions: {wanted: true}
outputs:
  address: {value: {get_attr: [server, first_address]}}
"""


def after(gesture, **arguments):
    return apply_edits(TEXT, perform(TEXT, gesture, arguments).edits)


def test_copies_refer_to_each_other_and_to_what_was_not_copied():
    text = after("duplicate-all", names=["server", "port"])
    resources = hotcore.load(text).template.resources
    assert [*resources] == ["net", "server", "server_2", "port", "port_2", "server_key"]
    assert "networks: [{port: {get_resource: port_2}}]" in text
    assert text.count("network: {get_resource: net}") == 2
    assert text.count("depends_on: [net, server_key]") == 2
    assert text.count("# enough") == 2
    assert "{get_attr: [server, first_address]}" in text


def test_originals_keep_every_byte():
    text = after("duplicate-all", names=["server", "port"])
    lines = iter(text.splitlines())
    assert all(line in lines for line in TEXT.splitlines())


def test_a_resource_becomes_the_member_of_a_group():
    text = after("repeat", name="server", into="OS::Heat::ResourceGroup")
    assert hotcore.load(text).template.resources["server"].type == "OS::Heat::ResourceGroup"
    assert (
        """\
  server:
    type: OS::Heat::ResourceGroup
    condition: wanted
    properties:
      count: 2
      resource_def:
        type: OS::Nova::Server
        properties:
          flavor: m1.small  # enough
          networks: [{port: {get_resource: port}}]
"""
        in text
    )


def test_a_resource_without_properties_becomes_a_member():
    text = after("repeat", name="net", into="OS::Heat::AutoScalingGroup")
    group = hotcore.load(text).template.resources["net"]
    assert group.type == "OS::Heat::AutoScalingGroup"
    assert "resource: {type: OS::Neutron::Net}" in text


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("duplicate-all", {"names": []}),
        ("duplicate-all", {"names": ["nobody"]}),
        ("repeat", {"name": "nobody", "into": "OS::Heat::ResourceGroup"}),
        ("repeat", {"name": "server", "into": "OS::Nova::Server"}),
    ],
)
def test_what_is_not_possible_is_refused(name, arguments):
    with pytest.raises(CannotEdit):
        perform(TEXT, name, arguments)
