"""Recorded cases in which hotcore once differed from Heat, or the answer was unknown. Heat is not needed."""

import pytest

from tests.conformance.adapter import run_case
from tests.parity.comparison import as_json, difference
from tests.parity.recorded import CASES, read_cases

RECORDED = read_cases(CASES)


def test_there_are_cases_of_both_kinds():
    assert {case["expect"]["ok"] for case in RECORDED} == {True, False}


def test_every_case_has_its_own_name():
    assert len({case["id"] for case in RECORDED}) == len(RECORDED)


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: case["id"])
def test_hotcore_answers_as_heat_did(case):
    question = {key: value for key, value in case.items() if key != "expect"}
    assert difference(case["expect"], as_json(run_case(question))) is None
