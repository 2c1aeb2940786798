"""Constraints as a form edits them: only what changes is written."""

import pytest

from hotcore.edits import CannotEdit, perform
from hotcore.edits.text.tree import TextTree
from hotcore.syntax.nodes import to_plain
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
