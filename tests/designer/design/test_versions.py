"""The template version of a text that is being edited: requirements, other versions, and rewriting."""

import pytest
from django.urls import reverse

from hotcore.edits import Step, perform_all
from tests.counting import parsed_texts

OLD = """\
heat_template_version: 2013-05-23
parameters:
  <b>: {type: string, default: x}
outputs:
  o: {value: {Fn::Join: ['', [{Ref: <b>}]]}}
"""
NEW = OLD.replace("2013-05-23", "wallaby").replace("Fn::Join", "list_join").replace("Ref", "get_param")
SPLIT = OLD.replace("Fn::Join: ['', [{Ref: <b>}]]", "Fn::Split: [',', 'a,b']")


@pytest.fixture
def ask(client_of, alice, make_design):
    """Request the facts about a text's version, as Alice."""
    design = make_design()

    def ask(text=OLD, **fields):
        return client_of(alice).post(reverse("versions", args=[design.slug]), {"text": text, **fields})

    return ask


def test_what_a_version_needs_and_others_give_is_of_the_text_that_is_sent(ask):
    html = ask().content.decode()
    assert 'data-testid="version-2014-10-16"' in html
    assert 'data-to="2021-04-16"' in html
    html = ask("heat_template_version: wallaby\nconditions: {c: true}\n").content.decode()
    assert "The section <code>conditions</code> was added in 2016-10-14." in html
    assert 'data-at-line="2"' in html
    assert 'data-to="pike"' in html
    assert "There is no later version." in html


def test_where_it_would_not_be_the_same_the_place_is_reported_and_nothing_is_offered(ask):
    html = ask(SPLIT).content.decode()
    assert 'data-to="2014-10-16"' not in html
    assert "<code>Fn::Split</code> was removed in version 2014-10-16." in html
    assert 'data-at-line="5"' in html


def test_the_gestures_of_a_rewriting_make_it(ask):
    plan = ask(to="wallaby").json()
    steps = [Step(step["name"], step["arguments"]) for step in plan["steps"]]
    assert perform_all(OLD, steps, plan["title"]).after == NEW
    assert plan["title"] == "Rewrite to wallaby"


def test_each_request_parses_each_text_once(ask, monkeypatch):
    parsed = parsed_texts(monkeypatch)
    for times in (1, 2):
        assert ask(to="wallaby").status_code == 200
        assert (parsed[OLD], parsed[NEW]) == (times, times)


@pytest.mark.parametrize(
    ("text", "to", "words"),
    [
        (SPLIT, "2014-10-16", "Line 5: `Fn::Split` was removed"),
        (OLD, "mitaka", "no such template version"),
        ("a: [", "wallaby", "not a valid template"),
        ("AWSTemplateFormatVersion: '2010-09-09'\n", "wallaby", "not a valid template"),
    ],
)
def test_what_cannot_be_rewritten_is_reported(ask, text, to, words):
    answer = ask(text, to=to)
    assert answer.status_code == 422
    assert words in answer.json()["refused"]


@pytest.mark.parametrize("text", ["", "a: [", "heat_template_version: 2013\n", "\x00", "- 1"])
def test_a_text_that_cannot_be_read_is_reported(ask, text):
    answer = ask(text)
    assert answer.status_code == 200
    assert "cannot be parsed" in answer.content.decode()


def test_strangers_learn_nothing(client_of, charlie, make_design):
    design = make_design()
    assert client_of(charlie).post(reverse("versions", args=[design.slug]), {"text": OLD}).status_code == 404
