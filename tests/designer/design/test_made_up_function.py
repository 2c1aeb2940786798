"""A function added by one decorated definition on the design page: inspector, gestures, highlighting and help."""

import json
from html import unescape

import pytest
from django.test.client import MULTIPART_CONTENT
from django.urls import reverse

from designer.templatetags.yaml_colours import yaml_colours
from tests.hotcore.functions.made_up import SINCE, made_up_functions

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  word: {type: string, default: ab}
resources:
  one:
    type: OS::Heat::TestResource
    properties:
      value: {text_pad: {text: {get_param: word}, width: 4}}
"""
PATH = ["resources", "one", "properties", "value"]


@pytest.fixture(autouse=True)
def made_up():
    with made_up_functions():
        yield


@pytest.fixture
def ask(client, alice, make_design):
    design = make_design(TEXT)
    client.force_login(alice)

    def ask(name, /, asked=None, content_type=MULTIPART_CONTENT, **fields):
        sent = asked or {"text": TEXT, **fields}
        answer = client.post(reverse(name, args=[design.slug]), sent, content_type=content_type)
        assert answer.status_code == 200
        return answer.content.decode()

    return ask


def test_it_has_its_colour():
    assert '<span class="f">text_pad</span>' in yaml_colours("value: {text_pad: {text: a}}")


def test_the_inspector_shows_it_and_offers_it_to_others(ask):
    html = unescape(ask("inspector", name="one", view=json.dumps({"opened": [PATH]})))
    assert '<option value="text_pad" selected>' in html
    assert '["resources", "one", "properties", "value", "text_pad", "width"]' in html
    assert '<option value="text_times">text_times</option>' in html
    assert '<option value="name_of" data-takes-names-only>name_of</option>' in html


def test_the_inspector_asks_for_the_name_that_it_takes(ask):
    html = ask("inspector", name="one", view=json.dumps({"pending": PATH, "expression": "name_of"}))
    assert 'data-names="parameter"' in html


def test_a_gesture_puts_another_function_in_its_place(ask):
    asked = {"text": TEXT, "name": "set-expression", "arguments": {"path": PATH, "expression": "text_times"}}
    assert "text_times:" in ask("gesture", asked, content_type="application/json")


def test_its_mistakes_have_a_page(client, alice):
    client.force_login(alice)
    answer = client.get(reverse("help_problem", args=["bad-text-pad"]))
    assert "text_pad" in answer.content.decode()


def test_the_version_of_a_template_with_it_is_known(ask):
    shown = unescape(ask("versions")).replace("<code>", "`").replace("</code>", "`")
    assert f"`text_pad` was added in {SINCE}." in shown
