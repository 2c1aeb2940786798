"""A constraint and a parameter type, each added by one definition, work on all pages."""

import json
import re
from html import unescape

import pytest
from django.urls import reverse

from designer.templatetags.yaml_colours import yaml_colours

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  size:
    type: number
    default: 9
    constraints: [near_to: {center: 10, within: 2}]
  share: {type: percentage, default: 50%}
outputs:
  share: {value: {get_param: share}}
"""


pytestmark = pytest.mark.usefixtures("near_to", "percentage")


@pytest.fixture
def design(make_design):
    return make_design(TEXT)


@pytest.fixture
def ask(client_of, alice, design):
    """Ask for a part of the design page, as Alice, and get its HTML."""

    def ask(page, **fields):
        answer = client_of(alice).post(reverse(page, args=[design.slug]), {"text": TEXT, **fields})
        assert answer.status_code == 200
        return answer.content.decode()

    return ask


def test_the_fill_page_asks_for_values_and_judges_them(client_of, alice, design):
    client = client_of(alice)
    address = reverse("fill", args=[design.slug])
    html = client.get(address).content.decode()
    assert "10, give or take 2" in html
    assert re.search(r'<input[^>]*type="text"[^>]*value="50%"', html)
    html = client.post(address, {"param-size": "14", "param-share": "120%"}).content.decode()
    assert "It has to be 10, give or take 2." in html
    assert "A percentage from 0% to 100% was expected" in html
    html = client.post(address, {"param-size": "12", "param-share": "20%"}).content.decode()
    assert 'data-testid="output-share"' in html
    assert re.search(r'data-testid="output-share">20<', html)


def test_the_form_beside_the_design_page_judges_them_too(ask):
    html = ask("parameters", **{"param-size": "14", "touched": '["size"]'})
    assert "It has to be 10, give or take 2." in html
    assert 'name="param-share"' in html


def test_the_inspector_has_controls_for_the_options(ask):
    html = ask("inspector", name="size", kind="parameters")
    for option, label, value in (("center", "close to", 10), ("within", "give or take", 2)):
        assert re.search(rf'>{label}</span>\s*<input[^>]*data-option="{option}"\s+value="{value}"', html)
    assert "<option>near_to</option>" in html
    html = ask("inspector", name="share", kind="parameters")
    assert "<option selected>percentage</option>" in html
    assert "<option>near_to</option>" in html
    assert "<option>range</option>" not in html


def test_the_scripts_know_them_from_the_page(client_of, alice, design):
    html = client_of(alice).get(reverse("design", args=[design.slug])).content.decode()
    found = json.loads(unescape(re.search(r'<script id="definitions"[^>]*>(.*?)</script>', html, re.DOTALL)[1]))
    assert found["types"]["percentage"] == {"entry": "text", "propertyType": "string", "empty": "0%"}
    assert [(option["name"], option["label"], option["required"]) for option in found["constraints"]["near_to"]] == [
        ("center", "Close to", True),
        ("within", "Give or take", False),
    ]


def test_a_gesture_of_the_design_page_writes_it(client_of, alice, design):
    options = {"center": "11", "within": ""}
    asked = {"text": TEXT, "name": "constrain", "arguments": {"name": "size", "index": 0, "kind": "near_to"}}
    asked["arguments"]["options"] = options
    answer = client_of(alice).post(reverse("gesture", args=[design.slug]), asked, content_type="application/json")
    assert answer.status_code == 200
    text = TEXT
    for edit in sorted(answer.json()["edits"], key=lambda edit: -edit["start"]):
        text = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    assert text == TEXT.replace("{center: 10, within: 2}", "{center: 11}")


def test_it_has_a_help_page(client):
    html = client.get(reverse("help_problem", args=["near-to"])).content.decode()
    assert "A value violates the constraint <code>near_to</code>" in html
    assert 'href="/help/problems/near-to/"' in client.get(reverse("help_problems")).content.decode()


def test_its_name_has_the_colour_of_keys():
    assert '<span class="k">near_to</span>' in yaml_colours("  - near_to: {center: 10}")
