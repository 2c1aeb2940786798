"""What counts as a difference between two answers."""

import pytest

from tests.parity.comparison import NotJson, as_json, difference

ACCEPTED = {
    "ok": True,
    "error_stage": None,
    "parameters": {"size": 1},
    "conditions": {},
    "resources": {},
    "outputs": {},
    "parameter_groups": [],
    "schema": {"Parameters": {}},
}
REFUSED = {"ok": False, "error_stage": "parameters", "schema": {"Parameters": {}}}


@pytest.mark.parametrize("answer", [ACCEPTED, REFUSED])
def test_an_answer_does_not_differ_from_itself(answer):
    assert difference(answer, dict(answer)) is None


@pytest.mark.parametrize("value", [1.0, True, "1", None, 2, [1], {}])
def test_values_of_other_types_differ(value):
    assert "parameters.size" in difference(ACCEPTED, ACCEPTED | {"parameters": {"size": value}})


def test_the_sign_of_zero_counts():
    assert difference(ACCEPTED | {"outputs": {"o": 0.0}}, ACCEPTED | {"outputs": {"o": -0.0}})


def test_missing_and_additional_members_are_reported():
    assert difference(ACCEPTED, ACCEPTED | {"parameters": {}}) == 'parameters: only Heat has "size"'
    assert difference(ACCEPTED | {"outputs": {"o": []}}, ACCEPTED | {"outputs": {"o": [1]}}) == (
        "outputs.o: Heat has 0 items, hotcore 1"
    )


def test_acceptance_and_stage_are_compared():
    assert difference(ACCEPTED, REFUSED) == "Heat: accepted; hotcore: refused at parameters"
    assert difference(REFUSED, REFUSED | {"error_stage": "parse"})


def test_the_form_of_a_refused_template_counts_where_values_are_at_fault():
    other = {"schema": {"Parameters": {"a": {}}}}
    assert difference(REFUSED, REFUSED | other)
    assert difference(REFUSED | {"error_stage": "outputs"}, REFUSED | {"error_stage": "outputs"} | other) is None


def test_values_take_their_json_form():
    assert as_json({1: (float("nan"), True), None: -0.0}) == {"1": [{"$float": "nan"}, True], "null": 0.0}


@pytest.mark.parametrize("value", [{1, 2}, {1: "a", "1": "b"}, {(1,): 2}])
def test_what_json_cannot_hold_is_not_compared(value):
    with pytest.raises(NotJson):
        as_json(value)
