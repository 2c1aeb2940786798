"""The parameters of a text that is being edited: groups and their form, whose values are not stored."""

import pytest
from django.urls import reverse

TEXT = """\
heat_template_version: 2021-04-16
parameter_groups:
  - label: First
    parameters: [size]
parameters:
  size: {type: number, default: 2, constraints: [{range: {max: 3}}]}
  secret: {type: string, hidden: true}
  <b>: {type: string, label: "<i>"}
resources:
  r: {type: OS::Heat::None}
"""


@pytest.fixture
def ask(client_of, alice, make_design):
    """Request the parameters of a text, as Alice."""
    design = make_design()

    def ask(text=TEXT, **fields):
        return client_of(alice).post(reverse("parameters", args=[design.slug]), {"text": text, **fields})

    return ask


def test_groups_and_their_form_are_of_the_text_that_is_sent(ask):
    html = ask().content.decode()
    assert 'data-testid="asked-size"' in html
    assert 'data-testid="asked-group-0"' in html
    assert html.index('data-testid="asked-group-none"') < html.index('data-testid="asked-secret"')
    assert 'name="param-size"' in html
    assert "<b>" not in html


def test_values_are_judged_and_hidden_ones_are_not_echoed(ask):
    answer = ask(**{"param-size": "5", "param-secret": "hunter2", "touched": '["size", "secret"]'})
    html = answer.content.decode()
    assert "The maximum is 3." in html
    assert 'value="5"' in html
    assert "hunter2" not in html
    assert "no-store" in answer["Cache-Control"]


def test_while_somebody_types_only_what_is_shown_about_it_comes(ask):
    answer = ask(**{"param-size": "5", "touched": '["size"]', "slots": "1"})
    html = answer.content.decode()
    assert "The maximum is 3." in html
    assert html.count('class="error"') == 1
    assert "param-size" not in html
    assert ask("a: [", slots="1").content.decode().strip() == ""


@pytest.mark.parametrize("text", ["a: [", "", "\0", "- x", "parameters: 5", "[" * 30000])
@pytest.mark.parametrize("fields", [{}, {"touched": "[[", "boxes": "{}", "param-x": "\0" * 99, "reset": "nowhere"}])
def test_odd_texts_and_fields_are_answered_too(ask, text, fields):
    assert ask(text, **fields).status_code == 200


def test_nobody_else_gets_an_answer(client, client_of, charlie, make_design):
    address = reverse("parameters", args=[make_design().slug])
    assert client.post(address, {"text": TEXT}).status_code == 404
    assert client_of(charlie).post(address, {"text": TEXT}).status_code == 404


def test_a_parameter_has_a_form_for_each_constraint(client_of, alice, make_design):
    text = TEXT.replace("{range: {max: 3}}", "{range: {max: 3}, description: Few}, {custom_constraint: nova.flavor}, 5")
    asked = {"text": text, "name": "size", "kind": "parameters"}
    html = client_of(alice).post(reverse("inspector", args=[make_design().slug]), asked).content.decode()
    assert 'data-constraint="0" data-kind="range"' in html
    assert 'value="Few"' in html
    assert 'data-constraint="1" data-kind="custom_constraint"' in html
    assert 'data-constraint="2" data-kind=""' in html
    assert '<option value="neutron.network">' in html


def test_resources_are_copied_as_a_piece(client_of, alice, make_design):
    address = reverse("assist", args=[make_design().slug])
    asked = {"text": TEXT, "what": "clip", "name": ["r"]}
    answer = client_of(alice).post(address, asked).json()
    assert answer["piece"] == "heat_template_version: 2021-04-16\n\nresources:\n  r: {type: OS::Heat::None}\n"
    assert "Select" in client_of(alice).post(address, {**asked, "name": "nowhere"}).json()["refused"]
    assert "parsed" in client_of(alice).post(address, {**asked, "text": "a: ["}).json()["refused"]
