"""Checks of resources against their types: errors where Heat refuses, warnings where it would only fail later."""

import json

import pytest

import hotcore
from hotcore.catalogue import read_catalogue, shipped_catalogue
from hotcore.evaluation.scope import Surroundings

HEAD = "heat_template_version: 2021-04-16\n"
THING = {
    "format": 1,
    "heat": "1.0",
    "references": {},
    "aliases": {"Old::*": "OS::*"},
    "types": {
        "OS::Test::Thing": {
            "family": "OS",
            "support_status": {"status": "SUPPORTED"},
            "attributes": {"show": {"type": "map"}},
            "properties": {
                "count": {"type": "integer", "constraints": [{"modulo": {"step": 2, "offset": 0}}]},
                "settings": {"type": "map", "keys": {"deep": {"type": "list", "items": {"type": "boolean"}}}},
            },
        }
    },
}


def diagnostics(sections, values=None, **options):
    """Severity and code of the diagnostics of a template."""
    document = hotcore.load(HEAD + sections)
    return [(str(d.severity), d.code) for d in hotcore.preview(document, values, **options).diagnostics]


def resource(kind, properties, rest=""):
    return f"resources:\n  it:\n    type: {kind}\n    properties: {properties}\n{rest}"


def test_a_correct_resource_is_accepted_silently():
    properties = "{network: a, cidr: 10.0.0.0/24, ip_version: '4', enable_dhcp: 'TRUE', dns_nameservers: [8.8.8.8]}"
    assert diagnostics(resource("OS::Neutron::Subnet", properties)) == []


@pytest.mark.parametrize("value", ["5", "'5'", "' 5 '", "5.9", "true"])
def test_an_integer_may_be_written_in_several_ways(value):
    assert diagnostics(resource("OS::Cinder::Volume", f"{{size: {value}}}")) == []


@pytest.mark.parametrize("value", ["'5.9'", "'five'", "[]", "{}"])
def test_other_values_are_no_integers(value):
    assert diagnostics(resource("OS::Cinder::Volume", f"{{size: {value}}}")) == [("error", "wrong-type")]


@pytest.mark.parametrize(("value", "found"), [("'true'", []), ("'yes'", ["wrong-type"]), ("1", ["wrong-type"])])
def test_a_boolean_is_narrower_than_that_of_a_parameter(value, found):
    assert [code for _, code in diagnostics(resource("OS::Neutron::Net", f"{{shared: {value}}}"))] == found


def test_null_is_the_default_or_the_empty_value():
    assert diagnostics(resource("OS::Neutron::Net", "{name: null, tags: null, shared: null}")) == []
    assert diagnostics(resource("OS::Cinder::Volume", "{size: null, snapshot_id: a}")) == [("error", "range")]


def test_a_disabled_resource_is_not_checked():
    assert diagnostics("resources: {it: {type: OS::Neutron::Net, condition: false, properties: {wrong: 1}}}") == []


def test_a_resource_that_exists_elsewhere_is_not_checked():
    assert diagnostics("resources: {it: {type: OS::Neutron::Net, external_id: abc, properties: {wrong: 1}}}") == []


def test_without_a_catalogue_every_type_accepts_everything():
    text = resource("OS::Neutron::Net", "{wrong: 1}")
    assert diagnostics(text, surroundings=Surroundings()) == []


def test_another_catalogue_decides():
    around = Surroundings(catalogue=read_catalogue(json.dumps(THING), "thing.json"))
    check = {"surroundings": around}
    assert diagnostics(resource("OS::Test::Thing", "{count: 4, settings: {deep: [true]}}"), **check) == []
    assert diagnostics(resource("Old::Test::Thing", "{count: 4}"), **check) == []
    assert diagnostics(resource("OS::Test::Thing", "{count: 3}"), **check) == [("error", "modulo")]
    assert diagnostics(resource("OS::Test::Thing", "{settings: {deep: [no, maybe]}}"), **check) == [
        ("error", "wrong-type")
    ]
    assert diagnostics(resource("OS::Neutron::Net", "{}"), **check) == [("hint", "unknown-resource-type")]


def test_a_missing_value_is_not_checked():
    sections = "parameters: {size: {type: number}}\n" + resource("OS::Cinder::Volume", "{size: {get_param: size}}")
    assert diagnostics(sections) == [("error", "value-needed")]
    assert diagnostics(sections, {"size": 0}) == [("error", "range")]
    assert diagnostics(sections, {"size": 1}) == []


def test_what_heat_finds_only_when_it_creates_the_resource_is_a_warning():
    other = "  other: {type: OS::Nova::ServerGroup}\n"
    pools = "[{start: 10.0.0.1, end: {get_resource: other}, wrong: 1}]"
    text = resource("OS::Neutron::Subnet", f"{{network: a, allocation_pools: {pools}}}", other)
    assert ("warning", "unknown-property") in diagnostics(text)
    assert ("error", "unknown-property") in diagnostics(text.replace("{get_resource: other}", "10.0.0.9"))


def test_a_known_attribute_of_a_live_stack_does_not_make_heat_refuse():
    other = "  other: {type: OS::Heat::Value, properties: {value: 1}}\n"
    text = resource("OS::Cinder::Volume", "{size: {get_attr: [other, value]}}", other)
    assert diagnostics(text, attributes={"other": {"value": "many"}}) == [("warning", "wrong-type")]
    assert diagnostics(text, attributes={"other": {"value": 7}}) == []


def test_a_branch_that_is_left_out_does_not_move_the_places_of_the_others():
    text = (
        "conditions: {never: false}\nresources:\n  it:\n    type: OS::Nova::Server\n"
        "    properties:\n      image: a\n      flavor: a\n"
        "      networks:\n      - if: [never, {network: a}]\n      - {network: b}\n      - {network: c, wrong: d}\n"
    )
    (found,) = hotcore.load(HEAD + text).diagnostics
    assert (found.code, found.span.line, found.span.column) == ("unknown-property", 12, 22)


def test_a_hidden_value_is_not_repeated():
    sections = (
        "parameters: {secret: {type: string, hidden: true}}\n"
        "resources:\n"
        "  a: {type: OS::Cinder::Volume, properties: {size: {get_param: secret}}}\n"
        "  b: {type: OS::Neutron::Subnet, properties: {network: a, cidr: {get_param: secret}}}\n"
        "  c: {type: OS::Neutron::Net, properties: {shared: {get_param: secret}}}\n"
        "  d: {type: OS::Designate::Zone, properties: {name: {get_param: secret}, email: a}}\n"
    )
    found = hotcore.preview(hotcore.load(HEAD + sections), {"secret": "swordfish" * 40}).diagnostics
    assert {d.code for d in found} == {"wrong-type", "custom-constraint", "length"}
    assert "sword" not in repr(found)
    assert "360" not in repr(found)


def test_the_type_of_a_value_says_what_it_is():
    assert diagnostics(resource("OS::Heat::Value", "{type: number, value: many}")) == [("error", "wrong-type")]
    assert diagnostics(resource("OS::Heat::Value", "{value: many}")) == []


def test_heat_accepts_every_default_of_the_catalogue():
    """Therefore a property with a default need not be checked if it is omitted."""
    shipped = shipped_catalogue()
    for name in shipped.type_names:
        for key, schema in shipped.find(name).properties.items():
            if schema.type == "map" and schema.keys and schema.default is not None:
                needed = {inner for inner, member in schema.keys.items() if member.required and member.default is None}
                assert needed <= set(schema.default), (name, key)


def test_many_errors_of_a_kind_do_not_take_long():
    rows = "".join(f"      - {{network: a, wrong{n}: b}}\n" for n in range(2000))
    text = f"resources:\n  it:\n    type: OS::Nova::Server\n    properties:\n      flavor: a\n      networks:\n{rows}"
    found = diagnostics(text)
    assert found.count(("error", "unknown-property")) == 500


@pytest.mark.parametrize(
    ("written", "severity"),
    [
        ("OS::Neutron::Subnt", "warning"),
        ("OS::Nova:Server", "warning"),
        ("os::neutron::port", "warning"),
        ("My::Neutron::SecurityGroup", "hint"),
        ("OS::Neutron::L3Gateway", "hint"),
        ("NovaNetwork::Server", "hint"),
        ("OS::TripleO::Compute", "hint"),
    ],
)
def test_only_a_type_similar_to_a_known_one_is_a_warning(written, severity):
    assert diagnostics(resource(f'"{written}"', "{}")) == [(severity, "unknown-resource-type")]


@pytest.mark.parametrize(("target", "severities"), [("OS::Neutron::Net", []), ("Some::Plug::In", ["hint"])])
def test_a_type_that_an_environment_maps_is_not_misspelt(target, severities):
    environment = json.dumps({"resource_registry": {"OS::Neutron::Subnt": target}})
    document = hotcore.load(HEAD + resource("OS::Neutron::Subnt", "{}"))
    found = hotcore.preview(document, environments=[hotcore.read_environment(environment, "env.yaml", "")]).diagnostics
    of_type = [each for each in found if each.code == "unknown-resource-type" and each.file is None]
    assert [str(each.severity) for each in of_type] == severities


RETIRED = "resources: {a: {type: OS::Nova::Server, properties: {image: i, flavor: f}}}\n"
RETIRED_OUTPUT = "outputs: {o: {value: {get_attr: [a, %s]}}}\n"


def test_a_retired_attribute_is_a_warning_with_what_supersedes_it():
    (found,) = hotcore.preview(hotcore.load(HEAD + RETIRED + RETIRED_OUTPUT % "first_address")).diagnostics
    assert (found.code, found.severity, found.hint) == ("deprecated-attribute", "warning", "Use `networks`.")
    assert hotcore.preview(hotcore.load(HEAD + RETIRED + RETIRED_OUTPUT % "networks")).diagnostics == ()


def test_the_name_of_a_retired_attribute_that_is_a_value_is_not_told():
    parameters = "parameters: {p: {type: string, hidden: true}}\n"
    document = hotcore.load(HEAD + parameters + RETIRED + RETIRED_OUTPUT % "{get_param: p}")
    (found,) = hotcore.preview(document, {"p": "first_address"}).diagnostics
    assert (found.code, found.hint) == ("deprecated-attribute", None)
    assert "first_address" not in found.message


def test_stand_ins_of_a_live_stack_do_not_hide_that_an_attribute_is_retired():
    document = hotcore.load(HEAD + RETIRED + RETIRED_OUTPUT % "first_address")
    shown = hotcore.preview(document, attributes={"a": {"first_address": "10.0.0.4"}})
    assert shown.outputs["o"].value == "10.0.0.4"
    assert [each.code for each in shown.diagnostics] == ["deprecated-attribute"]


def test_a_retired_attribute_in_a_nested_template_is_reported_in_its_file():
    nested = HEAD + RETIRED + RETIRED_OUTPUT % "first_address"
    document = hotcore.load(HEAD + "resources: {n: {type: n.yaml}}\n", {"n.yaml": nested})
    assert [(each.file, each.code) for each in document.diagnostics] == [("n.yaml", "deprecated-attribute")]
