"""The fill page's explanations of values without effect, and when they are sent again."""

import json
import re

import pytest
from django.urls import reverse

from designer.models import May, Visibility
from designer.store.share_links import share_link_create

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  environment: {type: string, label: Environment, default: dev, constraints: [{allowed_values: [dev, production]}]}
  key: {type: string, label: Key, hidden: true, default: Sesam-0ffne-dich}
  schedule: {type: string, label: Backup schedule, default: nightly}
  size: {type: number, label: Size}
  phrase: {type: string, label: Phrase, default: abc}
  lone: {type: string, label: Lone, default: '<b>'}
conditions:
  backed_up: {equals: [{get_param: environment}, production]}
  unlocked: {equals: [{get_param: key}, abracadabra]}
resources:
  db_backup:
    type: OS::Heat::Value
    condition: backed_up
    properties: {value: [{get_param: schedule}, {get_param: size}]}
  vault: {type: OS::Heat::Value, condition: unlocked, properties: {value: {get_param: phrase}}}
  server: {type: OS::Heat::Value, properties: {value: {if: [unlocked, {get_param: schedule}, 1]}}}
"""
HTMX = {"HX-Request": "true"}


@pytest.fixture
def design(make_design):
    return make_design(TEMPLATE, name="Backup", visibility=Visibility.PUBLIC)


@pytest.fixture
def ask(client, design):
    """The HTML of the fill page's response; parameters are given as `environment="dev"`."""

    def answer(htmx=True, idle=None, **values):
        fields = {f"param-{name}": value for name, value in values.items()}
        address = reverse("fill", args=[design.slug])
        if not htmx:
            return client.get(address, fields).content.decode()
        return client.post(address, {**fields, "idle": idle or "{}"}, headers=HTMX).content.decode()

    return answer


def whys(html):
    """The explanations by parameter name, and their marks."""
    found = re.findall(r'<div class="why" id="why-(\w+)" data-mark="(\w*)">(.*?)</div>', html, re.DOTALL)
    words = {name: " ".join(re.sub("<[^>]+>", "", part.partition("</p>")[0]).split()) for name, _, part in found}
    return words, {name: mark for name, mark, _ in found if mark}


def test_every_value_that_makes_no_difference_says_why(ask):
    words, _ = whys(ask(htmx=False))
    assert {name: said for name, said in words.items() if said} == {
        "schedule": "Not used now. db_backup is off because Environment is dev. "
        "server uses it in a branch that is not taken because Key is ••••••.",
        "size": "Not used now, but Heat asks for a value. "
        "Only db_backup uses it, and it is off because Environment is dev.",
        "phrase": "Not used now. Only vault uses it, and it is off because Key is ••••••.",
        "lone": "Nothing in the template uses it.",
    }


def test_an_answer_says_only_what_is_new(ask):
    _, shown = whys(ask(htmx=False))
    assert whys(ask(idle=json.dumps(shown)))[0] == {}
    words, marks = whys(ask(idle=json.dumps(shown), environment="production"))
    assert words == {"schedule": "", "size": ""}
    assert marks == {}


@pytest.mark.parametrize("idle", ["", "[", "[]", "[[1]]", "null", '"x"', '{"size": {}}', "1" * 5000, "[" * 100_000])
def test_marks_that_cannot_be_read_count_as_none(ask, idle):
    assert set(whys(ask(idle=idle))[0]) == {"schedule", "size", "phrase", "lone"}


def test_no_value_of_a_hidden_parameter_is_given_away(ask):
    assert "abracadabra" not in ask(key="abracadabra")
    assert "Sesam-0ffne-dich" not in ask() + ask(htmx=False)


@pytest.mark.parametrize("may", list(May))
def test_links_say_it_too(client, design, alice, may):
    link = share_link_create(design=design, created_by=alice, may=may)
    words, _ = whys(client.get(reverse("shared", args=[link.token])).content.decode())
    assert words["phrase"] == "Not used now. Only vault uses it, and it is off because Key is ••••••."


def test_what_was_opened_stays_open(client, design):
    html = client.post(reverse("fill", args=[design.slug]), {"unfolded": ["phrase", "lone", "nobody"]}).content.decode()
    assert re.findall(r'name="unfolded" value="(\w+)"[^>]* checked', html) == ["phrase"]


def test_values_that_make_no_difference_are_in_the_environment_file(client, design):
    address = reverse("environment", args=[design.slug])
    assert b"hourly" in client.post(address, {"param-schedule": "hourly"}).content
