"""Heat itself, asked in this process; only where the extra `parity` is installed."""

from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("heat", reason="the extra `parity` is not installed")

from tests.parity import heat
from tests.parity.comparison import NotJson, as_json, difference
from tests.parity.coverage import Coverage
from tests.parity.recorded import CASES, answered, read_cases
from tests.parity.search import Tally, asked, count_out, search
from tests.parity.strategies import generated_cases
from tests.parity.systematic import AREAS

SHARED = Path(__file__).parents[3] / "shared" / "conformance" / "cases"
LARGE = """\
heat_template_version: 2018-08-31
parameters:
  size: {type: number}
conditions:
  small: {equals: [1, 2]}
resources:
  one: {type: Demo::Box, properties: {name: a, members: [1, 2, {deep: b}]}}
  two: {type: Demo::Box, depends_on: one, metadata: {k: v}}
outputs:
  joined: {value: {list_join: [",", [a, b]]}}
"""
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
    (found,) = count_out([{"template": LARGE, "environment": {"parameters": {"size": 3}}}]).smallest()
    assert found.what.startswith("resources.")
    assert ".properties: only Heat has " in found.what
    assert len(found.case["template"]) < 150


def _forgetful(case):
    """An implementation that loses the properties of resources."""
    answer = heat.answer(case)
    for body in (answer["resources"] or {}).values():
        if body["enabled"]:
            body["properties"] = {}
    return answer


def test_generated_cases_are_good_and_broken():
    tally = search(generated_cases(), 200, 3)
    assert 0.1 < tally.stages["accepted"] / tally.compared < 0.9
    assert len(tally.stages) > 3


def test_coverage_tells_what_was_reached_and_what_never_was():
    coverage = Coverage()
    count_out([{"template": LARGE}], coverage)
    lines = list(coverage.report())
    assert "functions by version: 2 of " in "\n".join(lines)
    assert "    never: list_join / 2018-08-31" not in lines
    assert "    never: digest / 2018-08-31" in lines
    assert any(line.split() == ["1", "parameters", "/", "UserParameterMissing"] for line in lines)


@pytest.mark.parametrize("area", AREAS)
def test_an_area_has_cases_that_heat_answers(area):
    cases = list(islice(AREAS[area](), 3))
    tally = count_out(case for _, case in cases)
    assert cases
    assert tally.compared + tally.left_out == len(cases)


def test_what_json_cannot_hold_is_left_out():
    tally = Tally()
    with pytest.raises(NotJson):
        as_json({1: 1, "1": 2})
    tally.add({"template": "heat_template_version: 2021-04-16\noutputs: {o: {value: {1: a, '1': b}}}\n"})
    assert (tally.compared, tally.left_out) == (0, 1)
