"""Assistance at the cursor: completion, help and declarations."""

import json

import pytest
from django.urls import reverse

TEXT = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
"""


@pytest.fixture
def ask(client, alice, make_design):
    design = make_design(TEXT)
    client.force_login(alice)
    return lambda **fields: client.post(reverse("assist", args=[design.slug]), fields)


def test_options_are_offered(ask):
    text = TEXT + "      fix"
    answer = ask(what="complete", text=text, at=len(text)).json()
    assert answer["from"] == len(text) - 3
    assert answer["options"][0]["label"] == "fixed_ips"


def test_a_name_is_explained_and_found(ask):
    at = TEXT.rindex("net}") + 1
    assert "OS::Neutron::Net" in ask(what="explain", text=TEXT, at=at).json()["text"]
    found = ask(what="declaration", text=TEXT, at=at).json()
    assert (found["name"], found["start"]) == ("net", TEXT.index("net:"))


def test_connections_are_found(ask):
    found = ask(what="connections", text=TEXT, at=0, source="port", target="net").json()
    assert ["network"] in [link["path"] for link in found["links"]]
    assert found["back"] == []
    nothing = {"links": [], "back": []}
    assert ask(what="connections", text="a: [", at=0, source="port", target="net").json() == nothing


def test_what_a_resource_can_need_is_reported(ask):
    assert ask(what="referable", text=TEXT, at=0, source="port").json() == {"names": ["net"]}
    assert ask(what="referable", text="a: [", at=0, source="port").json() == {"names": []}
    assert ask(what="referable", text=TEXT, at=0).json() == {"names": []}


def test_what_fits_next_to_a_resource_comes_with_its_property_and_the_most_used_first(ask):
    found = ask(what="neighbours", text=TEXT, source="net", side="used").json()["neighbours"]
    assert [one["type"] for one in found[:3]] == ["OS::Nova::Server", "OS::Neutron::Port", "OS::Neutron::Router"]
    assert found[1] == {
        "type": "OS::Neutron::Port",
        "name": "",
        "icon": found[1]["icon"],
        "path": ["network"],
        "where": "network",
        "attribute": "",
        "isWriter": True,
    }
    assert ask(what="neighbours", text=TEXT, source="nowhere", side="used").json() == {"neighbours": [], "patterns": []}
    assert ask(what="neighbours", text="a: [", source="net", side="used").json() == {"neighbours": [], "patterns": []}
    assert ask(what="neighbours", text=TEXT, source="net", side="above").status_code == 400


def test_what_a_resource_needs_comes_before_what_it_may_use(ask):
    text = "heat_template_version: 2021-04-16\nresources:\n  way: {type: OS::Neutron::RouterInterface}\n"
    found = ask(what="neighbours", text=text, source="way", side="uses").json()["neighbours"]
    assert [one["where"] for one in found] == ["router", "subnet", "port"]


@pytest.mark.parametrize("what", ["explain", "declaration"])
def test_nothing_is_shown_where_there_is_nothing(ask, what):
    assert ask(what=what, text=TEXT, at=len(TEXT)).json() == {}
    assert ask(what=what, text="a: [", at=1).json() == {}


@pytest.mark.parametrize(
    "fields", [{"what": "guess"}, {"what": "explain", "at": "x"}, {"what": "explain", "at": "9" * 50}]
)
def test_a_question_that_makes_no_sense_is_reported(ask, fields):
    assert ask(text=TEXT, **fields).status_code == 400


def test_strangers_get_no_answer(client, ask, charlie):
    client.force_login(charlie)
    assert ask(what="explain", text=TEXT, at=0).status_code == 404


def test_an_environment_file_is_offered_the_parameters_of_the_template(client, alice, make_design):
    files = {"env.yaml": b"parameters: {}\n", "run.sh": b"echo\n"}
    design = make_design("heat_template_version: 2021-04-16\nparameters: {size: {type: number}}\n", files=files)
    client.force_login(alice)

    def ask(**fields):
        return client.post(reverse("assist", args=[design.slug]), fields)

    text = "parameters:\n  s"
    fields = {"text": text, "at": len(text), "what": "complete"}
    assert [one["label"] for one in ask(file="env.yaml", **fields).json()["options"]] == ["size"]
    assert ask(file="run.sh", **fields).json()["options"] == []
    assert ask(file="run.sh", **{**fields, "what": "explain"}).json() == {}
    assert ask(file="run.sh", **{**fields, "what": "referable"}).status_code == 400
    assert ask(file="no", **fields).status_code == 404


def test_a_property_is_explained_and_a_broken_path_is_nothing(ask):
    path = json.dumps(["resources", "net", "properties", "name"])
    assert ask(what="property", text=TEXT, at=0, path=path).json()["about"]
    for broken in ("", "{", "[[]]", "[true]", "5", "[" * 2000):
        assert ask(what="property", text=TEXT, at=0, path=broken).json() == {"about": []}
