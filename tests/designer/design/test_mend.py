"""Everything of a kind mended at once: the edits for a text that is sent, and words for what cannot be mended."""

import json

import pytest
from django.urls import reverse

from designer import mending
from tests.designer.test_gesture import after

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  a: {type: boolean, default: true}   # kept
  b: {type: boolean, default: true}
  spare: {type: string, default: x}
conditions:
  is_a: {equals: [{get_param: a}, true]}  # the first
  is_b: {equals: [{get_param: b}, true]}
  idle: {get_param: b}
resources:
  one: {type: OS::Heat::None, condition: is_a}
  two: {type: OS::Heat::None, condition: is_b}
"""
WITHOUT_IDLE = TEXT.replace("  idle: {get_param: b}\n", "")
MENDED = TEXT.replace("{equals: [{get_param: a}, true]}", "{get_param: a}").replace(
    "{equals: [{get_param: b}, true]}", "{get_param: b}"
)


@pytest.fixture
def address(make_design):
    design = make_design(TEXT, files={"nested/one.yaml": TEXT.encode(), "run.sh": b"# nothing\n"})
    return reverse("mend", args=[design.slug])


@pytest.fixture
def ask(client, alice, address):
    """Ask for a text to be mended, as Alice."""
    client.force_login(alice)

    def ask(text=TEXT, **asked):
        return client.post(address, {"text": text, **asked}, content_type="application/json")

    return ask


def test_everything_of_a_kind_is_mended_and_nothing_else_changes(ask):
    answer = ask(code="compared-with-true")
    assert answer.json()["title"] == "Fixed 2 of compared-with-true"
    assert after(answer, TEXT) == MENDED


def test_everything_is_mended_but_what_somebody_may_give(ask):
    answer = ask()
    assert answer.json()["title"] == "Fixed 3 problems"
    assert answer.json()["notes"] == ["2 compared-with-true, 1 unused-condition"]
    assert after(answer, TEXT) == MENDED.replace("  idle: {get_param: b}\n", "")


def test_hints_that_are_not_shown_are_not_mended(ask):
    assert after(ask(hints=False), TEXT) == WITHOUT_IDLE


def test_what_is_named_is_mended_even_if_somebody_may_give_it(ask):
    assert after(ask(code="unused-parameter"), TEXT) == TEXT.replace("  spare: {type: string, default: x}\n", "")


def test_that_there_are_more_problems_of_a_kind_is_nothing_to_mend(ask):
    spare = "".join(f"  p{n}: {{type: string, default: x}}\n" for n in range(600))
    text = TEXT.replace("  spare: {type: string, default: x}\n", spare)
    answer = ask(text)
    assert answer.json()["notes"][0] == "2 compared-with-true, 1 unused-condition"
    assert spare in after(answer, text)


def test_what_is_only_mended_by_its_name_says_so(ask):
    text = MENDED.replace("  idle: {get_param: b}\n", "")
    refused = ask(text).json()["refused"]
    assert refused.startswith("There is nothing that can be fixed. unused-parameter is fixed one by one")
    assert "unused-parameter" not in ask(text, code="unused-condition").json()["refused"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_are_counted(ask, end):
    text, expected = (("\ufeff" + each).replace("\n", end) for each in (TEXT, WITHOUT_IDLE))
    assert after(ask(text, code="unused-condition"), text) == expected


def test_a_nested_template_is_mended_in_its_own_file(ask):
    assert after(ask(file="nested/one.yaml", code="unused-condition"), TEXT) == WITHOUT_IDLE


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (TEXT, "useless-join", "nothing that can be fixed"),
        (TEXT, "no-such-code", "nothing that can be fixed"),
        (TEXT.replace("is_a}", "nowhere}"), "", "errors"),
        ("[", "", "errors"),
        ("", "", "errors"),
        ("\0", "", "errors"),
        (
            TEXT.replace("idle: {get_param: b}", "idle: {get_param: b}  # hotcore: ignore"),
            "unused-condition",
            "nothing",
        ),
    ],
)
def test_what_cannot_be_mended_is_refused_in_words(ask, text, code, words):
    answer = ask(text, code=code)
    assert answer.status_code == 422
    assert words in answer.json()["refused"]


def test_where_there_is_no_time_it_is_said(ask, monkeypatch):
    monkeypatch.setattr(mending, "SECONDS", -1)
    assert "too long" in ask().json()["refused"]


@pytest.mark.parametrize("body", ["", "[", "[]", "{}", '{"text": 1}', '{"text": "x", "code": 1}', "[" * 100_000])
def test_what_makes_no_sense(client, alice, address, body):
    client.force_login(alice)
    assert client.post(address, body, content_type="application/json").status_code == 400


@pytest.mark.parametrize("path", ["run.sh", "nowhere.yaml", "\0"])
def test_a_file_that_is_no_template_or_not_there(ask, path):
    assert ask(file=path).status_code == 404


def test_a_private_template_does_not_exist_for_others(client_of, bob, address):
    body = json.dumps({"text": TEXT})
    assert client_of(bob).post(address, body, content_type="application/json").status_code == 404
    assert client_of(bob).get(address).status_code == 405


WRONG = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1}
resources:
  network: {type: OS::Neutron::Net}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: "netwrk"}, cidr: 10.0.0.0/24}  # as told
  port: {type: OS::Heat::None, depends_on: subnt}
outputs:
  size: {value: {get_param: siez}}
"""
RIGHT = WRONG.replace("netwrk", "network").replace("subnt", "subnet").replace("siez", "size")


def test_misspelt_names_are_put_right_together(ask):
    answer = ask(WRONG)
    assert answer.json()["title"] == "Fixed 3 problems"
    assert after(answer, WRONG) == RIGHT


def test_misspelt_names_are_put_right_beside_other_errors_and_what_rules_find_waits(ask):
    text = TEXT.replace("condition: is_a}", "condition: is_aa}") + "  three: {type: OS::Heat::Value}\n"
    answer = ask(text)
    assert answer.json()["notes"][-1] == "The other errors come first: what rules find is fixed after them."
    assert after(answer, text) == text.replace("is_aa", "is_a")


def test_names_are_put_right_before_what_rules_find(ask):
    text = TEXT.replace("condition: is_a}", "condition: is_aa}")
    assert after(ask(text), text) == MENDED.replace("  idle: {get_param: b}\n", "")


def test_names_that_would_close_a_circle_together_are_not_put_right_together(ask):
    text = (
        "heat_template_version: 2021-04-16\nresources:\n"
        "  first_one: {type: OS::Heat::None, depends_on: second_on}\n"
        "  second_one: {type: OS::Heat::None, depends_on: first_on}\n"
    )
    answer = ask(text)
    assert after(answer, text) == text.replace("second_on}", "second_one}")
