"""Heat itself, asked in this process; only where the extra `parity` is installed."""

from pathlib import Path

import pytest

pytest.importorskip("heat", reason="the extra `parity` is not installed")

from tests.parity import heat
from tests.parity.comparison import NotJson, as_json, difference
from tests.parity.recorded import CASES, answered, read_cases
from tests.parity.search import Tally, asked, search
from tests.parity.strategies import generated_cases

SHARED = Path(__file__).parents[3] / "shared" / "conformance" / "cases"
TEMPLATE = "heat_template_version: 2021-04-16\nparameters: {size: {type: number}}\n"


def test_heat_gives_a_value_its_type():
    answer = heat.answer({"template": TEMPLATE, "environment": {"parameters": {"size": "7"}}})
    assert answer["parameters"] == {"size": 7}
    assert answer["schema"]["Parameters"]["size"]["Value"] == "7"


def test_heat_says_why_it_refuses():
    answer = heat.answer({"template": TEMPLATE})
    assert (answer["ok"], answer["error_stage"], answer["error_type"]) == (False, "parameters", "UserParameterMissing")
    assert "size" in answer["message"]


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases do not lie beside the project")
def test_heat_answers_the_shared_cases_as_recorded():
    cases = read_cases(SHARED)
    assert len(cases) > 2000
    assert {
        case["id"]: found for case in cases if (found := difference(case["expect"], as_json(heat.answer(case))))
    } == {}


def test_heat_answers_the_kept_cases_as_recorded():
    assert [case["id"] for case in read_cases(CASES) if answered(case, asked(case)) != case] == []


def test_a_difference_is_found_and_made_small(monkeypatch):
    monkeypatch.setattr("tests.parity.search.run_case", _forgetful)
    (found, *_) = search(generated_cases(), 60, 1).smallest()
    assert "hotcore has" in found.what or "only Heat has" in found.what
    assert len(found.case["template"]) < 200


def _forgetful(case):
    """An implementation that loses the properties of resources."""
    answer = heat.answer(case)
    for body in (answer["resources"] or {}).values():
        if body["enabled"]:
            body["properties"] = {}
    return answer


def test_generated_cases_are_good_and_broken():
    tally = search(generated_cases(), 200, 3)
    assert 0.2 < tally.stages["accepted"] / tally.compared < 0.8
    assert len(tally.stages) > 4


def test_what_json_cannot_hold_is_left_out():
    tally = Tally()
    with pytest.raises(NotJson):
        as_json({1: 1, "1": 2})
    tally.add({"template": "heat_template_version: 2021-04-16\noutputs: {o: {value: {1: a, '1': b}}}\n"})
    assert (tally.compared, tally.left_out) == (0, 1)
