"""hotcore's knowledge of stacks before creation, compared with the stacks that a real Heat created."""

import importlib.util
import json
import os

import pytest

from tests.browser.heat_service import SERVE, running_heat
from tests.parity.created import CASES, created_stacks, differences, generated_stacks
from tests.parity.strategies.created import generated_stack

RECORDED = json.loads(CASES.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: case["id"])
def test_the_preview_knows_what_a_created_stack_came_to(case):
    assert list(differences(case, case["expect"])) == []


def test_stacks_were_created_refused_and_failed():
    assert {case["expect"]["became"] for case in RECORDED} == {"created", "refused", "failed"}
    assert len({case["id"] for case in RECORDED}) == len(RECORDED)


def test_a_seed_gives_the_same_stack_every_time():
    assert generated_stack(7) == generated_stack(7)


def resources_of(case):
    return json.loads(case["template"])["resources"]


@pytest.mark.heat
@pytest.mark.skipif(
    os.environ.get("HEAT") != "true" and not (SERVE.exists() and importlib.util.find_spec("heat")),
    reason="there is no Heat; the extra `parity` and the service beside the project make one",
)
def test_heat_creates_generated_stacks_as_the_preview_has_them(tmp_path, socket_enabled):
    with running_heat(tmp_path) as heat:
        # Stacks within stacks write to the service's SQLite at the same time, which it does not always bear.
        single = ((name, case) for name, case in generated_stacks(90210, 40) if "stack" not in resources_of(case))
        cases = list(created_stacks(heat, single))
    assert [line for case in cases for line in differences(case, case["expect"])] == []
    became = [case["expect"]["became"] for case in cases]
    assert became.count("created") > 15
    assert {*became} == {"created", "refused", "failed"}
