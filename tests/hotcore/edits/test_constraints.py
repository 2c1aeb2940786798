"""Constraints as a form edits them: only what changes is written."""

import pytest
from hypothesis import given, settings

import hotcore
from hotcore.assist import asked_groups, inspect_parameter
from hotcore.edits import CannotEdit, Shared, perform
from hotcore.edits.text.tree import TextTree
from hotcore.syntax.nodes import to_plain
from tests.hotcore.corpus import corpus_texts, needs_corpus
from tests.hotcore.strategies import templates
from tests.pace import within

TEXT = """\
heat_template_version: 2021-04-16
parameter_groups:
  - label: First
    description: The first
    parameters: [size, gone]
  - just text
  - parameters: [name]
parameters:
  name:
    type: string
    label: "The name"
    default: yes
    constraints:
      # how long
      - length: {min: 2, max: 9}   # characters
        description: 'Not too long'
      - allowed_values:
          - one   # first
          - two

          - "3"
      - allowed_pattern: "[a-z]+"
      - custom_constraint: dns_name
      - lenght: {max: 3}
  size: {type: number, constraints: [{modulo: {step: 2, offset: 0}}]}
  free: {type: json}
  odd: 5
"""


def constrained(name, index, kind, /, **options):
    arguments = {"name": name, "index": index, "kind": kind, "options": options}
    return perform(TEXT, "constrain", arguments).after


def test_one_limit_is_written_in_its_place():
    assert constrained("name", 0, "length", min=2, max=10) == TEXT.replace("max: 9", "max: 10")
    assert constrained("name", 0, "length", min=None, max=9) == TEXT.replace("min: 2, ", "")
    assert constrained("name", 0, "length", min=2, max=9) == TEXT


def test_what_is_typed_is_read_and_what_is_written_stays():
    assert constrained("name", 0, "length", min="2", max="") == TEXT.replace(", max: 9", "")
    assert constrained("name", 0, "length", min="two", max="9") == TEXT.replace("min: 2", "min: two")
    text = constrained("size", 0, "modulo", step="4.5", offset="0")
    assert text == TEXT.replace("step: 2", "step: 4.5")
    assert "{allowed_values: [1, 2.5, a]}" in constrained("size", None, "allowed_values", values=["1", "2.5", "a"])


def test_of_a_list_only_what_is_new_is_written():
    values = ["one", "two", "3"]
    assert constrained("name", 1, "allowed_values", values=values) == TEXT
    assert constrained("name", 1, "allowed_values", values=["one", "2", "3"]) == TEXT.replace("- two", '- "2"')
    assert constrained("name", 1, "allowed_values", values=[*values, "four"]) == TEXT.replace(
        '          - "3"\n', '          - "3"\n          - four\n'
    )
    assert constrained("name", 1, "allowed_values", values=["two", "3"]) == TEXT.replace(
        "          - one   # first\n", ""
    )


def test_a_pattern_stays_in_its_quotes():
    assert constrained("name", 2, "allowed_pattern", pattern=r"\d+") == TEXT.replace('"[a-z]+"', r'"\\d+"')


def test_new_constraints_come_last_and_make_their_list():
    assert constrained("free", None, "length", max=3).endswith(
        "  free: {type: json, constraints: [{length: {max: 3}}]}\n  odd: 5\n"
    )
    assert "      - lenght: {max: 3}\n      - custom_constraint: nova.flavor\n" in constrained(
        "name", None, "custom_constraint", name="nova.flavor"
    )


def test_a_description_is_added_and_removed():
    arguments = {"name": "name", "index": 2, "text": "Letters: only"}
    described = perform(TEXT, "describe-constraint", arguments).after
    assert described == TEXT.replace('"[a-z]+"\n', '"[a-z]+"\n        description: "Letters: only"\n')
    assert perform(described, "describe-constraint", {**arguments, "text": ""}).after == TEXT


@pytest.mark.parametrize(
    ("name", "index", "kind", "options"),
    [
        ("nowhere", None, "length", {"max": 1}),
        ("odd", None, "length", {"max": 1}),
        ("name", 9, "length", {"max": 1}),
        ("name", 0, "range", {"max": 1}),
        ("name", 0, "length", {"step": 1}),
        ("name", 0, "strange", {}),
    ],
)
def test_what_cannot_be_constrained_is_refused(name, index, kind, options):
    with pytest.raises(CannotEdit):
        constrained(name, index, kind, **options)


def test_a_form_shows_each_constraint_with_its_options_and_diagnostics():
    document = hotcore.load(TEXT)
    found = inspect_parameter(document.template, "name", document.diagnostics)
    assert (found.type, found.group, found.groups) == ("string", 2, ((0, "First"), (2, "")))
    assert [(one.kind, one.options) for one in found.constraints] == [
        ("length", {"min": "2", "max": "9"}),
        ("allowed_values", {"values": "one\ntwo\n3"}),
        ("allowed_pattern", {"pattern": "[a-z]+"}),
        ("custom_constraint", {"name": "dns_name"}),
        ("", {}),
    ]
    assert found.constraints[0].description == "Not too long"
    assert found.constraints[4].text == "lenght: {max: 3}"
    assert found.constraints[4].diagnostics
    assert not found.constraints[1].diagnostics
    assert found.fields["label"].text == "The name"
    assert "modulo" not in found.kinds
    assert inspect_parameter(document.template, "nowhere") is None
    assert inspect_parameter(document.template, "odd").type == ""


def test_groups_are_listed_as_they_are_written():
    document = hotcore.load(TEXT)
    groups = asked_groups(document.template, document.diagnostics)
    assert [(one.index, one.label, [(p.index, p.name, p.type) for p in one.parameters]) for one in groups] == [
        (0, "First", [(0, "size", "number"), (1, "gone", "")]),
        (2, "", [(0, "name", "string")]),
        (None, "", [(0, "free", "json"), (1, "odd", "?")]),
    ]
    assert groups[1].parameters[0].problems
    assert not groups[0].parameters[0].problems


@needs_corpus
def test_what_a_form_shows_of_real_constraints_and_sends_back_changes_nothing():
    done = 0
    for name, text in corpus_texts():
        template = hotcore.load(text).template
        for parameter in template.parameters if template else ():
            shown = inspect_parameter(template, parameter)
            for one in [one for one in shown.constraints if one.kind]:
                options = {key: value.split("\n") if key == "values" else value for key, value in one.options.items()}
                arguments = {"name": parameter, "index": one.index, "kind": one.kind, "options": options}
                try:
                    after = perform(text, "constrain", arguments).after
                except Shared:
                    continue
                assert after == text, (name, parameter, one)
                done += 1
    assert done > 50


@given(templates)
@settings(max_examples=100, deadline=None)
def test_whatever_a_template_says_its_parameters_can_be_shown(text):
    document = hotcore.load(text)
    if document.template is None:
        return
    for group in asked_groups(document.template, document.diagnostics):
        for row in group.parameters:
            found = inspect_parameter(document.template, row.name, document.diagnostics)
            assert (found is None) == (row.type == "")


@pytest.mark.long
@pytest.mark.parametrize("step", [3000, 2, 1])
def test_very_many_values_are_changed_soon(step):
    written = "".join(f"      - v{at}  # {at}\n" for at in range(3000))
    text = f"parameters:\n  p:\n    type: string\n    constraints:\n    - allowed_values:\n{written}"
    values = [f"w{at}" if at % step == 0 else f"v{at}" for at in range(3000)]
    asked = {"name": "p", "index": 0, "kind": "allowed_values", "options": {"values": values}}
    with within(30):
        after = perform(text, "constrain", asked).after
    assert to_plain(TextTree(after).root)["parameters"]["p"]["constraints"][0]["allowed_values"] == values
    assert step < 3000 or "- v7  # 7\n" in after
