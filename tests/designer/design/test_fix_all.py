"""All safe fixes: the edits for a text, and messages about problems that remain."""

import json
import re
from html import unescape

import pytest
from django.urls import reverse

import hotcore
from designer.design import safe_fixes
from tests.designer.design.test_gesture import after

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
outputs:
  o: {value: {list_join: ["", [x]]}}
"""
JOINED = TEXT.replace('{list_join: ["", [x]]}', "x")
MENDED = TEXT.replace("{equals: [{get_param: a}, true]}", "{get_param: a}").replace(
    "{equals: [{get_param: b}, true]}", "{get_param: b}"
)


@pytest.fixture
def address(make_design):
    design = make_design(TEXT, files={"nested/one.yaml": TEXT.encode(), "run.sh": b"# nothing\n"})
    return reverse("fix_all", args=[design.slug])


@pytest.fixture
def ask(client, alice, address):
    """Request the fixes of a text, as Alice."""
    client.force_login(alice)

    def ask(text=TEXT, **asked):
        return client.post(address, {"text": text, **asked}, content_type="application/json")

    return ask


def test_everything_of_a_kind_is_fixed_and_nothing_else_changes(ask):
    answer = ask(code="compared-with-true")
    assert answer.json()["title"] == "Fixed 2 of compared-with-true"
    assert after(answer, TEXT) == MENDED


def test_everything_safe_is_made_and_the_suggestions_are_reported(ask):
    answer = ask()
    assert answer.json()["title"] == "Fixed 3 problems"
    suggested = "2 fixes are only suggested: apply them at the problems"
    assert answer.json()["notes"] == ["2 compared-with-true, 1 useless-join", suggested]
    assert after(answer, TEXT) == MENDED.replace('{list_join: ["", [x]]}', "x")


def test_hints_that_are_not_shown_are_not_fixed(ask):
    refused = ask(hints=False).json()["refused"]
    assert refused.startswith("No problem can be fixed safely. 1 fix is only suggested")


@pytest.mark.parametrize("code", ["unused-parameter", "unused-condition"])
def test_a_kind_that_is_only_suggested_is_not_fixed_all_at_once(ask, code):
    words = "No problem can be fixed safely. 1 fix is only suggested: apply it at the problem."
    assert ask(code=code).json()["refused"] == words


def test_that_there_are_more_problems_of_a_kind_cannot_be_fixed(ask):
    spare = "".join(f"  p{n}: {{type: string, default: x}}\n" for n in range(600))
    text = TEXT.replace("  spare: {type: string, default: x}\n", spare)
    answer = ask(text)
    assert answer.json()["notes"][0] == "2 compared-with-true, 1 useless-join"
    assert spare in after(answer, text)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_are_counted(ask, end):
    text, expected = (("\ufeff" + each).replace("\n", end) for each in (TEXT, JOINED))
    assert after(ask(text, code="useless-join"), text) == expected


def test_a_nested_template_is_fixed_in_its_own_file(ask):
    assert after(ask(file="nested/one.yaml", code="useless-join"), TEXT) == JOINED


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (TEXT, "useless-replacement", "No problem can be fixed"),
        (TEXT, "no-such-code", "No problem can be fixed"),
        ("[", "", "errors"),
        ("", "", "errors"),
        ("\0", "", "errors"),
        (
            TEXT.replace("[x]]}}", "[x]]}}  # hotcore: ignore"),
            "useless-join",
            "No problem",
        ),
    ],
)
def test_what_cannot_be_fixed_is_refused_in_words(ask, text, code, words):
    answer = ask(text, code=code)
    assert answer.status_code == 422
    assert words in answer.json()["refused"]


def test_where_the_fixes_take_too_much_it_is_shown(ask, monkeypatch):
    monkeypatch.setattr(safe_fixes, "MOST_READ", 0)
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


def test_misspelt_names_that_can_only_mean_one_thing_are_corrected(ask):
    right = WRONG.replace("netwrk", "network").replace("subnt", "subnet")
    answer = ask(WRONG, code="unknown-resource")
    assert answer.json()["title"] == "Fixed 2 of unknown-resource"
    assert after(answer, WRONG) == right
    assert after(ask(WRONG), WRONG) == right.replace("siez", "size")


def test_a_name_that_may_mean_another_one_is_not_changed_unasked(ask):
    text = WRONG.replace("netwrk", "netting").replace("subnt", "subnet_9").replace("siez", "sz")
    assert "only suggested" in ask(text).json()["refused"]


def test_where_there_are_errors_elsewhere_problems_are_fixed(ask):
    text = TEXT.replace("o: {value", "wrong: {value: {get_param: nowhere}}\n  o: {value")
    assert after(ask(text, code="useless-join"), text) == text.replace('{list_join: ["", [x]]}', "x")


def test_the_page_has_every_fix_and_knows_the_safe_ones(client, alice, make_design):
    text = WRONG.replace("siez", "sz").replace("network: {get", "network_id: {get")
    design = make_design(text + "  o: {value: {get_attr: [subnet, gatewy_ip]}}\n")
    client.force_login(alice)
    html = client.get(reverse("design", args=[design.slug])).content.decode()
    buttons = re.findall(r"<button\s+class=\"btn btn-link fix\".*?>", html, re.DOTALL)
    safe = {name for each in buttons if "data-safe" in each for name in re.findall(r'data-fix="(\w+)"', each)}
    assert safe == {"network", "subnet", "gateway_ip"}
    assert any("respell" in each and "data-safe" in each for each in buttons)


def test_missing_properties_are_read_from_parameters(client, alice, make_design):
    text = "heat_template_version: 2021-04-16\nresources:\n  v: {type: OS::Neutron::VPNService}\n"
    design = make_design(text)
    client.force_login(alice)
    html = client.get(reverse("design", args=[design.slug])).content.decode()
    (asked,) = re.findall(r'class="btn btn-link fix"[^>]*?data-quick-fix="([^"]*)"', html, re.DOTALL)
    step = json.loads(unescape(asked))
    body = {"text": text, "name": step["name"], "arguments": step["arguments"]}
    answer = client.post(reverse("gesture", args=[design.slug]), body, content_type="application/json")
    assert hotcore.load(after(answer, text)).ok
