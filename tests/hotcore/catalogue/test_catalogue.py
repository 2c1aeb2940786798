"""The catalogue of resource types: reading, and rejecting invalid catalogues."""

import json
from pathlib import Path

import pytest

from hotcore.catalogue import BadCatalogue, read_catalogue, shipped_catalogue

DATA = Path(__file__).resolve().parents[3] / "hotcore" / "catalogue" / "heat-27.json"
SHARED = Path(__file__).resolve().parents[4] / "shared" / "catalogue" / "heat-27.json"


def catalogue(**types):
    """A catalogue with the given types, each with its required fields."""
    least = {"family": "OS", "support_status": {"status": "SUPPORTED"}, "properties": {}, "attributes": {}}
    data = {"format": 1, "heat": "27.0.1", "types": {f"OS::Test::{name}": least | body for name, body in types.items()}}
    return read_catalogue(json.dumps(data), "test.json")


def test_the_shipped_catalogue_has_the_types_of_heat():
    shipped = shipped_catalogue()
    assert shipped.heat == "27.0.1"
    assert len(shipped.type_names) == 201
    assert {"OS::Nova::Server", "OS::Heat::ResourceGroup", "AWS::EC2::Instance"} <= set(shipped.type_names)


@pytest.mark.skipif(not SHARED.exists(), reason="the shared catalogue does not lie beside the project")
def test_the_shipped_catalogue_is_the_shared_one():
    assert DATA.read_bytes() == SHARED.read_bytes()


def test_a_type_has_properties_and_attributes():
    port = shipped_catalogue().find("OS::Neutron::Port")
    fixed_ips = port.properties["fixed_ips"]
    assert (fixed_ips.type, fixed_ips.items.type, fixed_ips.update_allowed) == ("list", "map", True)
    assert set(fixed_ips.items.keys) == {"subnet", "subnet_id", "ip_address"}
    assert fixed_ips.items.keys["ip_address"].constraints[0].kind == "custom_constraint"
    assert port.properties["network"].references == ("neutron.network",)
    assert "subnets" in port.attributes
    assert port.update_policy is None


def test_a_constraint_of_a_type_describes_its_rule():
    size = shipped_catalogue().find("OS::Cinder::Volume").properties["size"]
    assert [constraint.rule for constraint in size.constraints] == ["at least 1"]


def test_an_alias_leads_to_its_type():
    shipped = shipped_catalogue()
    assert shipped.find("OS::Ceilometer::Alarm").name == "OS::Aodh::Alarm"
    assert shipped.find("OS::Quantum::Net").name == "OS::Neutron::Net"
    assert shipped.find("OS::Quantum::Nothing") is None
    assert not shipped.has("OS::Quantum::Nothing")


def test_a_type_for_which_heat_has_a_template_is_known_but_not_described():
    assert shipped_catalogue().has("AWS::RDS::DBInstance")
    assert shipped_catalogue().find("AWS::RDS::DBInstance") is None


def test_a_placeholder_is_hidden_and_accepts_anything():
    assert shipped_catalogue().find("OS::Sahara::Cluster").is_placeholder
    assert not shipped_catalogue().find("OS::Neutron::Net").is_placeholder


def test_kinds_of_references_name_the_types_that_make_such_a_thing():
    kind = shipped_catalogue().references["neutron.network"]
    assert kind.kind == "entity"
    assert "OS::Neutron::Net" in kind.types


def test_another_catalogue_is_read():
    found = catalogue(Thing={"properties": {"size": {"type": "integer", "default": 0}}, "description": "A thing."})
    thing = found.find("OS::Test::Thing")
    assert thing.description == "A thing."
    assert (thing.properties["size"].has_default, thing.properties["size"].default) == (True, 0)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{", "is not JSON"),
        ("[]", "expected a map, not a list"),
        ("{}", "format 1"),
        ('{"format": 1}', "`types` must be a map"),
        ('{"format": 1, "types": {}, "aliases": []}', "`aliases` must be a map"),
        ('{"format": 1, "types": {"A::B": {}}}', "invalid resource type `A::B`"),
        ('{"format": 1, "types": {}, "references": {"a.b": {}}}', "invalid references"),
        ("[" * 100_000, "is not JSON"),
    ],
)
def test_an_invalid_catalogue_is_rejected_with_a_message(text, what):
    with pytest.raises(BadCatalogue, match=what):
        read_catalogue(text, "test.json")


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "text"},
        {"type": "string", "constraints": [{"longer": 3}]},
        {"type": "integer", "constraints": [{"range": {}}]},
        {"type": "list", "items": []},
        {"type": "string", "support_status": {"status": "GONE"}},
    ],
)
def test_an_invalid_property_is_rejected(schema):
    with pytest.raises(BadCatalogue, match="OS::Test::Thing"):
        catalogue(Thing={"properties": {"size": schema}})
