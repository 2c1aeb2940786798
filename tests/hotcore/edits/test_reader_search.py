"""Readers of a declaration, and what happens to them."""

import hotcore
from hotcore.edits import perform, readers

TEXT = """\
heat_template_version: 2021-04-16
parameter_groups:
- label: Names
  parameters: [name, size]
parameters:
  name: {type: string}
  size: {type: number, default: 1}
conditions:
  named: {equals: [{get_param: name}, web]}
  big: {and: [named, {equals: [{get_param: size}, 9]}]}
resources:
  port: {type: OS::Neutron::Port, properties: {network: net, name: {get_param: name}}}
  server:
    type: OS::Nova::Server
    condition: big
    depends_on: port
    properties:
      networks: [{port: {get_resource: port}}, {network: {get_attr: [port, network_id]}}]
      flavor: small
outputs:
  address: {value: {get_attr: [port, fixed_ips, 0, ip_address]}}
  both: {value: [{get_resource: port}, {get_resource: server}]}
"""


def read(section, *names):
    return [(one.section, one.name, one.where, one.stays) for one in readers(TEXT, section, names)]


def test_each_reader_is_reported_once_with_its_places_and_what_becomes_of_it():
    assert read("resources", "port") == [
        ("resources", "server", ("depends_on", "networks.0.port", "networks.1.network"), True),
        ("outputs", "address", ("value",), False),
        ("outputs", "both", ("value.0",), True),
    ]


def test_what_is_removed_together_reads_nothing():
    assert read("resources", "port", "server") == [
        ("outputs", "address", ("value",), False),
        ("outputs", "both", ("value.0", "value.1"), True),
    ]


def test_conditions_read_parameters_and_conditions():
    assert read("parameters", "name") == [
        ("conditions", "named", (), False),
        ("resources", "port", ("name",), True),
    ]
    assert read("conditions", "named") == [("conditions", "big", (), False)]
    assert read("outputs", "both") == []


def test_readers_become_what_was_announced():
    """The gesture does what the dialog announces."""
    for section, name in (("resources", "port"), ("parameters", "size"), ("conditions", "big")):
        affected = readers(TEXT, section, [name])
        arguments = {"section": section, "names": [name], "with_uses": True}
        after = hotcore.load(perform(TEXT, "remove-all", arguments).after).template
        sections = {"resources": after.resources, "outputs": after.outputs, "conditions": after.conditions}
        assert [one.name in sections[one.section] for one in affected] == [one.stays for one in affected]


def test_a_group_only_lists_its_parameters():
    text = TEXT.replace("{get_param: size}", "9").replace("{get_param: name}", "web")
    assert readers(text, "parameters", ["name"]) == ()
    after = perform(text, "remove-all", {"section": "parameters", "names": ["name"]}).after
    assert "parameters: [size]" in after
    assert "parameter_groups" not in perform(after, "remove-all", {"section": "parameters", "names": ["size"]}).after
