"""The values around a map: what reads what, and which parameters share a card."""

from pathlib import Path

import pytest

import hotcore
from hotcore.diagram import values_as_data

CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "files"

TEXT = """\
heat_template_version: 2021-04-16
parameter_groups:
- {label: Network, parameters: [net]}
parameters:
  net: {type: string, default: private}
  size: {type: number, default: 10}
  big: {type: boolean, default: false}
  image: {type: string}
  flavor: {type: string, default: m1.small}
  secret: {type: string, default: sesame, hidden: true}
  spare: {type: string, default: ""}
conditions:
  is_big: {equals: [{get_param: big}, true]}
  is_huge: {and: [is_big, {equals: [{get_param: size}, 100]}]}
  is_other: {not: {get_param: big}}
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: {get_param: image}
      flavor: {get_param: flavor}
      networks: [{network: {get_param: net}}]
  disk: {type: OS::Cinder::Volume, condition: is_big, properties: {size: {get_param: size}}}
  inner: {type: inner.yaml, properties: {password: {get_param: secret}}}
outputs:
  all:
    value:
      address: {get_attr: [server, first_address]}
      size: {if: [is_big, {get_param: size}, 0]}
  name: {value: {get_attr: [server, name]}}
"""


def values(text=TEXT, given=None):
    document = hotcore.load(text)
    return values_as_data(document.template, hotcore.preview(document, given or {}))


def test_each_key_of_an_output_says_what_it_reads():
    whole, name = values()["outputs"]
    assert [(row["name"], list(row["reads"])) for row in whole["rows"]] == [
        ("address", [("resources", "server")]),
        ("size", [("conditions", "is_big"), ("parameters", "size")]),
    ]
    assert (name["rows"], list(name["reads"])) == ([], [("resources", "server")])


def test_a_call_of_a_function_is_no_map_of_keys():
    text = "heat_template_version: 2021-04-16\noutputs: {it: {value: {str_replace: {template: a, params: {}}}}}\n"
    assert values(text)["outputs"][0]["rows"] == []


def test_a_condition_follows_the_one_that_it_uses():
    assert [(one["name"], one["depth"], one["state"]) for one in values()["conditions"]] == [
        ("is_big", 0, "off"),
        ("is_huge", 1, "off"),
        ("is_other", 0, "on"),
    ]
    assert values(given={"big": True})["conditions"][0]["state"] == "on"


def test_conditions_that_use_each_other_are_all_listed():
    text = "heat_template_version: 2021-04-16\nconditions: {a: {not: b}, b: {not: a}, c: {not: c}}\n"
    document = hotcore.load(text)
    found = values_as_data(document.template, hotcore.preview(document))["conditions"]
    assert sorted(one["name"] for one in found) == ["a", "b", "c"]


def test_parameters_share_a_card_by_group_or_by_what_reads_them():
    cards = [(one["label"], [row["name"] for row in one["rows"]]) for one in values()["parameters"]]
    assert cards == [
        ("Network", ["net"]),
        (None, ["size"]),
        (None, ["big"]),
        (None, ["image", "flavor"]),
        (None, ["secret"]),
        (None, ["spare"]),
    ]
    handed_on = [one["rows"][0]["name"] for one in values()["parameters"] if one["handed_on"]]
    assert handed_on == ["secret"]
    assert values()["parameters"][-1]["readers"] == ()


def test_a_parameter_shows_its_value_but_no_hidden_one():
    cards = values(given={"net": "x" * 100})["parameters"]
    facts = {row["name"]: row["fact"] for card in cards for row in card["rows"]}
    assert facts["size"] == "10"
    assert (len(facts["net"]), facts["image"]) == (24, "")
    assert "sesame" not in str(values())


@pytest.mark.skipif(not CORPUS.exists(), reason="the shared corpus lies beside the project")
def test_a_service_with_many_parameters_is_a_few_cards():
    path = CORPUS / "tripleo/deployment/nova/nova-compute-container-puppet.yaml"
    found = values(path.read_text(encoding="utf-8"))
    assert sum(len(card["rows"]) for card in found["parameters"]) == 89
    assert sorted(len(card["rows"]) for card in found["parameters"]) == [1, 1, 1, 3, 5, 10, 26, 42]
    assert [(one["name"], one["depth"]) for one in found["conditions"]][:2] == [
        ("enable_instance_ha", 0),
        ("compute_startup_delay", 1),
    ]
    assert len(found["outputs"][0]["rows"]) == 14
