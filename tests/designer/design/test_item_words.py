"""Words for the items of lists in the inspector."""

import pytest

import hotcore
from designer.design.inspector.resource import inspect_resource
from hotcore.catalogue import shipped_catalogue


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("networks", "Network"),
        ("rules", "Rule"),
        ("fixed_ips", "Fixed IP"),
        ("security_groups", "Security group"),
        ("allowed_address_pairs", "Allowed address pair"),
        ("block_device_mapping_v2", "Block device mapping"),
        ("policies", "Policy"),
        ("prefixes", "Prefix"),
        ("addresses", "Address"),
        ("dns", "DNS"),
        ("SecurityGroupIngress", "Security group ingress"),
        ("metadata", "Metadata"),
        ("1", ""),
    ],
)
def test_an_item_is_called_after_its_list(label, name):
    template = hotcore.load(f"""
heat_template_version: 2021-04-16
resources:
  it: {{type: Its::Own, properties: {{{label!r}: [a]}}}}
""").template
    form = inspect_resource(template, "it", shipped_catalogue()).properties[0]
    assert form.item_name == name


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("{protocol: tcp, port_range_min: 22, port_range_max: 22}", "tcp 22"),
        ("{protocol: udp, port_range_min: 1, port_range_max: 9}", "udp 1-9"),
        ("{port_range_max: 9, port_range_min: 1}", "1-9"),
        ("{port_range_max: 9}", "9"),
        ("{network: {get_resource: net}, tag: a}", "net a"),
        ("{network: {get_attr: [net, name]}}", "net"),
        ("{port: {get_param: port}}", "port"),
        ("{up: true, a: {b: c}, d: [e]}", ""),
        ("{a: 1, b: 2, c: 3, d: 4}", "1 2 3"),
        ("{a: " + "x" * 60 + "}", "x" * 40),
    ],
)
def test_an_item_says_what_it_is_in_short(item, words):
    template = hotcore.load(f"""
heat_template_version: 2021-04-16
parameters:
  port: {{type: string}}
resources:
  net: {{type: OS::Neutron::Net}}
  it: {{type: Its::Own, properties: {{things: [{item}]}}}}
""").template
    form = inspect_resource(template, "it", shipped_catalogue()).properties[0]
    assert form.parts[0].short_words == words
