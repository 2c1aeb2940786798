"""Catalogues from saved responses of Heat's resource-type API, from files, and their use."""

import json
import sys
from pathlib import Path

import pytest

from hotcore.catalogue import read_catalogue, shipped_catalogue
from hotcore.catalogue.api_responses import BadResponse, catalogue_from_responses
from hotcore.catalogue.catalogue_data import shipped_facts, support_status
from hotcore.cli.catalogue_files import catalogue_text
from hotcore.cli.commands import main

ANSWERS = Path(__file__).parents[2] / "recorded" / "resource_types"
SHIPPED = Path(__file__).resolve().parents[3] / "hotcore" / "catalogue" / "heat-27.json"
CLOUD_TYPE = {
    "resource_type": "Cloud::Own::Thing",
    "properties": {"size": {"type": "integer", "required": True, "constraints": [{"range": {"min": 1}}]}},
    "attributes": {"state": {"type": "string", "description": "How it is"}},
    "support_status": {"status": "SUPPORTED", "message": None, "version": "1", "previous_status": None},
}


def answer(name):
    return (ANSWERS / f"{name}.json").read_text(encoding="utf-8")


def imported(**texts):
    """The catalogue of some answers."""
    return read_catalogue(json.dumps(catalogue_from_responses(texts)), "test")


def run(capsys, *arguments):
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def template(tmp_path):
    def written(type_name, **properties):
        place = tmp_path / "template.json"
        resources = {"it": {"type": type_name, "properties": properties}}
        place.write_text(json.dumps({"heat_template_version": "2021-04-16", "resources": resources}), encoding="utf-8")
        return str(place)

    return written


@pytest.mark.parametrize("name", ["delay", "port", "random-string", "subnet"])
def test_an_answer_gives_the_facts_of_the_shipped_catalogue(name):
    type_name = json.loads(answer(name))["resource_type"]
    facts = catalogue_from_responses({"answer": answer(name)})["types"][type_name]
    known = shipped_facts()["types"][type_name]
    facts["properties"].get("min_wait", {}).pop("description", None)
    facts.pop("properties_groups", None)
    assert facts == known


def test_facts_missing_from_the_api_are_completed():
    port = imported(port=answer("port")).find("OS::Neutron::Port")
    assert "network_id" not in json.loads(answer("port"))["properties"]
    assert port.properties["network_id"].support.status == "HIDDEN"
    assert port.properties["network"].references == ("neutron.network",)
    assert port.properties_groups == shipped_catalogue().find("OS::Neutron::Port").properties_groups


def test_a_type_that_nobody_knows_is_as_it_was_answered():
    found = imported(cloud=json.dumps(CLOUD_TYPE)).find("Cloud::Own::Thing")
    assert found.properties["size"].required
    assert [each.rule for each in found.properties["size"].constraints] == ["at least 1"]
    assert (found.attributes["state"].type, found.attributes["state"].description) == ("string", "How it is")
    assert found.support.version == "1"
    assert found.properties_groups == ()


def test_descriptions_are_kept_also_those_of_the_list():
    delay = imported(a=answer("delay"), b=answer("list")).find("OS::Heat::Delay")
    assert (delay.description, delay.properties["min_wait"].description) == ("Waits", "The shortest wait")
    without = imported(a=answer("port"), b=answer("list")).find("OS::Neutron::Port")
    assert without.description == shipped_catalogue().find("OS::Neutron::Port").description != ""


def test_only_with_the_list_of_all_types_there_are_hidden_ones():
    assert imported(a=answer("delay")).type_names == ("OS::Heat::Delay",)
    assert imported(a=answer("delay"), b=answer("list")).find("OS::Sahara::Cluster").is_placeholder


def test_a_text_may_have_several_answers():
    both = [json.loads(answer("delay")), json.loads(answer("port"))]
    by_name = {each["resource_type"]: each for each in both}
    for text in (json.dumps(both), json.dumps(by_name)):
        assert imported(a=text).type_names == ("OS::Heat::Delay", "OS::Neutron::Port")


def test_the_client_prints_a_list_in_its_own_way():
    printed = json.dumps([{"Resource Type": "OS::Heat::Delay", "Description": "It waits"}])
    assert imported(a=printed, b=answer("delay")).find("OS::Heat::Delay").description == "It waits"


def test_a_support_status_keeps_facts_only():
    status = {
        "status": "HIDDEN",
        "version": "9.0.0",
        "message": "Use OS::New::Thing, or OS::Also::New.",
        "previous_status": {"status": "DEPRECATED", "version": "7", "previous_status": {"status": "SUPPORTED"}},
    }
    assert support_status(status) == {
        "status": "HIDDEN",
        "version": "9.0.0",
        "see": ["OS::Also::New", "OS::New::Thing"],
        "previous": [{"status": "DEPRECATED", "version": "7"}, {"status": "SUPPORTED"}],
    }
    assert support_status({"status": "SUPPORTED", "previous_status": None}) == {}
    assert support_status({"status": "UNKNOWN"}, always=True) == {"status": "SUPPORTED"}


def changed(**changes):
    return json.dumps(CLOUD_TYPE | changes)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("heat", "^a is not JSON"),
        ("{}", "^a: expected a map with the `properties`"),
        ('{"resource_types": []}', "^a: no response describes the properties"),
        ('{"resource_types": [7]}', "^a: 0: expected the name of a resource type"),
        ('{"error": {"message": "gone"}, "code": 404}', "^a: expected .* `properties` .* not a map"),
        (changed(resource_type=None), "^a: `resource_type` must be the name of the type, not null"),
        (changed(properties=[]), "^a: Cloud::Own::Thing: properties: expected a map, not a list"),
        (changed(properties={"p": {}}), r"properties\.p\.type: expected one of string, .* not null"),
        (changed(properties={"p": {"type": "text"}}), r"properties\.p\.type: .* not `text`"),
        (changed(properties={"p": {"type": "list", "schema": {"a": {}}}}), r"properties\.p\.schema: .* the key `\*`"),
        (
            changed(properties={"p": {"type": "map", "schema": {"k": 1}}}),
            r"properties\.p\.schema\.k: expected a map",
        ),
        (
            changed(properties={"p": {"type": "map", "constraints": {}}} | {"q": {"type": "map", "constraints": "x"}}),
            "q.con",
        ),
        (changed(attributes={"a": "string"}), r"attributes\.a: expected a map, not a string"),
        (changed(support_status="SUPPORTED"), "support_status: expected a map"),
        (json.dumps([CLOUD_TYPE, 5]), "^a: 1: expected a map with the `properties`"),
    ],
)
def test_an_invalid_answer_is_reported_with_its_location(text, says):
    with pytest.raises(BadResponse, match=says):
        catalogue_from_responses({"a": text})


def test_the_command_makes_a_catalogue_that_validate_and_preview_use(capsys, tmp_path, template):
    source, made = tmp_path / "answer.json", tmp_path / "cloud.json"
    source.write_text(json.dumps(CLOUD_TYPE), encoding="utf-8")
    assert run(capsys, "catalogue", "import", str(source), "-o", str(made)) == (0, "", "")
    status, out, _ = run(capsys, "validate", template("Cloud::Own::Thing", length=2), "--catalogue", str(made))
    assert status == 1
    assert "`size`" in out
    assert "`length`" in out
    assert run(capsys, "validate", template("Cloud::Own::Thing", size=2), "--catalogue", str(made))[0] == 0
    assert run(capsys, "preview", template("Cloud::Own::Thing", size="big"), "--catalogue", str(made))[0] == 1


def test_a_folder_is_read_with_all_answers_in_it(capsys):
    status, out, _ = run(capsys, "catalogue", "import", str(ANSWERS))
    assert status == 0
    assert {"OS::Neutron::Port", "OS::Heat::Delay", "OS::Sahara::Cluster"} <= set(json.loads(out)["types"])


def test_a_catalogue_is_written_as_the_shipped_one_is(capsys):
    assert catalogue_text(json.loads(SHIPPED.read_text(encoding="utf-8"))) == SHIPPED.read_text(encoding="utf-8")
    assert run(capsys, "catalogue", "import", str(SHIPPED)) == (0, SHIPPED.read_text(encoding="utf-8"), "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "either files and folders"),
        (("--installed", "answers.json"), "either files and folders"),
        (("nowhere.json",), "cannot read nowhere.json"),
        (("-", "-"), "can be read only once"),
        (("{empty}",), "no .json file in the folder"),
        (("{broken}",), "invalid properties group of `OS::A::B`: There is no operator `NOR`"),
        ((str(ANSWERS), "-o", "{empty}"), "cannot write"),
    ],
)
def test_an_invalid_import_is_reported(capsys, tmp_path, arguments, says):
    empty, broken = tmp_path / "empty", tmp_path / "broken.json"
    empty.mkdir()
    body = {"properties": {}, "attributes": {}, "support_status": {}, "properties_groups": [{"NOR": []}]}
    broken.write_text(json.dumps({"format": 1, "types": {"OS::A::B": body}}), encoding="utf-8")
    given = [argument.format(empty=empty, broken=broken) for argument in arguments]
    status, out, err = run(capsys, "catalogue", "import", *given)
    assert (status, out) == (2, "")
    assert says in err


def test_a_missing_heat_is_reported(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "heat.engine.resources", None)
    status, _, err = run(capsys, "catalogue", "import", "--installed")
    assert status == 2
    assert "openstack-heat is not installed in this Python environment" in err


def test_a_file_that_is_no_catalogue_is_wrong_use(capsys, template):
    status, _, err = run(capsys, "validate", template("OS::Heat::None"), "--catalogue", str(ANSWERS / "port.json"))
    assert status == 2
    assert "is not a catalogue of format 1" in err
    status, _, err = run(capsys, "validate", template("OS::Heat::None"), "--api-version", "keystone")
    assert (status, "--api-version expects CLIENT=VERSION" in err) == (2, True)


def test_a_type_behaves_as_it_does_in_heat_also_in_another_catalogue():
    facts = read_catalogue(SHIPPED.read_text(encoding="utf-8"), "heat.json")
    assert facts.find("OS::Heat::None").any_properties
    assert facts.find("OS::Heat::ResourceGroup").any_attributes
    assert not facts.find("OS::Nova::Server").any_attributes
    assert facts.find("OS::Cinder::Volume").snapshot
