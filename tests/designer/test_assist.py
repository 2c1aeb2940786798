"""Help at a place of a text: what may stand there, what stands there, where it is declared."""

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
    assert ["network"] in ask(what="connections", text=TEXT, at=0, source="port", target="net").json()["paths"]
    assert ask(what="connections", text="a: [", at=0, source="port", target="net").json() == {"paths": []}


@pytest.mark.parametrize("what", ["explain", "declaration"])
def test_nothing_is_said_where_there_is_nothing(ask, what):
    assert ask(what=what, text=TEXT, at=len(TEXT)).json() == {}
    assert ask(what=what, text="a: [", at=1).json() == {}


@pytest.mark.parametrize(
    "fields", [{"what": "guess"}, {"what": "explain", "at": "x"}, {"what": "explain", "at": "9" * 50}]
)
def test_a_question_that_makes_no_sense_is_told_as_such(ask, fields):
    assert ask(text=TEXT, **fields).status_code == 400


def test_strangers_get_no_answer(client, ask, charlie):
    client.force_login(charlie)
    assert ask(what="explain", text=TEXT, at=0).status_code == 404
