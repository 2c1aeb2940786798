"""The properties of resource types that Heat accepts: recorded and generated cases."""

import importlib.util
import json

import pytest

from tests.parity.typed import difference, read_cases, search

RECORDED = read_cases()


def test_there_are_cases_of_both_kinds():
    assert sum(case["refused"] is None for case in RECORDED) > 40
    assert sum(case["refused"] is not None for case in RECORDED) > 40
    assert len({case["id"] for case in RECORDED}) == len(RECORDED)


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: case["id"])
def test_hotcore_takes_and_refuses_what_heat_does(case):
    assert difference(json.dumps(case["template"]), case["refused"]) is None


needs_heat = pytest.mark.skipif(importlib.util.find_spec("heat") is None, reason="the extra `parity` is not installed")


@needs_heat
def test_heat_answers_as_recorded():
    from tests.parity.heat_typed import refusal

    said = {case["id"]: refusal(json.dumps(case["template"])) for case in RECORDED}
    wrong = [case["id"] for case in RECORDED if (said[case["id"]] is None) != (case["refused"] is None)]
    assert wrong == []


@needs_heat
def test_generated_properties_of_every_type_are_judged_alike():
    tally, found = search(330, 5)
    assert [differs for differs, _, _ in found] == []
    assert tally["taken"] > 100
    assert tally["refused"] > 100
