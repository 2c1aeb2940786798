"""Environment files: hotcore's answers equal Heat's, recorded and, where it is installed, live."""

import importlib.util
import os

import pytest
from hypothesis import HealthCheck, given, settings

from tests.parity.comparison import as_json
from tests.parity.environments import CASES, answer_of, same
from tests.parity.recorded import read_cases
from tests.parity.strategies.environments import environment_cases

RECORDED = read_cases(CASES)
GENERATED = int(os.environ.get("ENVIRONMENT_CASES", "150"))

needs_heat = pytest.mark.skipif(not importlib.util.find_spec("heat"), reason="the extra `parity` is not installed")


def test_there_are_cases_of_all_kinds():
    stages = [case["expect"].get("stage") for case in RECORDED]
    assert set(stages) == {None, "environment", "parameters", "resources"}
    assert len(RECORDED) > 150


@pytest.mark.parametrize("case", RECORDED, ids=range(len(RECORDED)))
def test_hotcore_answers_as_heat_did(case):
    assert same(case["expect"], as_json(answer_of(case))) is None


@needs_heat
def test_heat_answers_as_recorded():
    from tests.parity import heat_environments

    changed = []
    for case in RECORDED:
        answer = as_json(heat_environments.answer(case))
        answer.pop("message", None)
        changed.extend([case] if answer != case["expect"] else [])
    assert changed == []


@needs_heat
@settings(
    max_examples=GENERATED,
    deadline=None,
    database=None,
    derandomize="ENVIRONMENT_CASES" not in os.environ,  # the same cases each time, unless new ones are searched
    suppress_health_check=list(HealthCheck),
)
@given(environment_cases())
def test_hotcore_answers_generated_environments_as_heat(case):
    from tests.parity import heat_environments

    assert same(as_json(heat_environments.answer(case)), as_json(answer_of(case))) is None
