"""The picture of a template: as data while it is edited, as a file to take away."""

import json
from xml.etree import ElementTree as ET

import pytest
from django.urls import reverse

TEXT = "heat_template_version: 2021-04-16\nresources:\n  a: {type: OS::Heat::None}\n  b: {type: x, depends_on: a}\n"


@pytest.fixture
def address(client, alice, make_design):
    client.force_login(alice)
    return reverse("picture", args=[make_design(TEXT).slug])


def test_a_text_that_is_sent_is_drawn(client, address):
    picture = client.post(address, {"text": TEXT.replace("  b:", "  c:")}).json()
    assert [node["name"] for node in picture["nodes"]] == ["a", "c"]
    assert [(edge["source"], edge["target"]) for edge in picture["edges"]] == [("c", "a")]


def test_a_text_that_cannot_be_read_is_told(client, address):
    assert client.post(address, {"text": "a: ["}).json() == {"broken": True}


@pytest.mark.parametrize(("form", "mark"), [("svg", "<svg"), ("dot", "digraph"), ("mermaid", "flowchart")])
def test_the_saved_template_is_a_file(client, address, form, mark):
    answer = client.get(address, {"format": form})
    assert mark in answer.content.decode()
    assert "attachment" in answer["Content-Disposition"]


def test_json_and_svg_are_whole(client, address):
    assert len(json.loads(client.get(address, {"format": "json"}).content)["nodes"]) == 2
    ET.fromstring(client.get(address).content)


def test_a_format_that_is_not_there_is_a_404(client, address):
    assert client.get(address, {"format": "exe"}).status_code == 404


def test_strangers_see_nothing(client, address, charlie):
    client.force_login(charlie)
    assert client.get(address).status_code == 404
    assert client.post(address, {"text": TEXT}).status_code == 404
