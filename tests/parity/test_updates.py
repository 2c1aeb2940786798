"""The semantic diff, compared with recorded update previews of a real Heat, and with one where there is one."""

import importlib.util
import os

import pytest

from tests.browser.heat_service import SERVE, running_heat
from tests.parity.recorded import read_cases
from tests.parity.strategies.updates import edits_of, template_of
from tests.parity.updates import CASES, WITHOUT_CLOUD, answer, differences, our_effects

RECORDED = read_cases(CASES)


def unexplained(asked):
    return [line for edit in asked["edits"] for line, cause in differences(asked, edit) if not cause]


@pytest.mark.parametrize("asked", RECORDED, ids=lambda asked: asked["id"])
def test_the_diff_says_what_the_update_preview_said(asked):
    assert unexplained(asked) == []


def test_most_differences_need_no_explanation():
    effects = [(one, edit) for one in RECORDED for edit in one["edits"] if edit["effects"]]
    changed = agreed = 0
    for one, edit in effects:
        ours, _ = our_effects(one["case"], edit["case"])
        for path, said in edit["effects"].items():
            if said != "unchanged" and one["unedited"].get(path) != said:
                changed += 1
                agreed += (ours or {}).get(path) == said
    assert len(effects) > 150
    assert changed > 150
    assert agreed > 0.95 * changed


def test_everything_happens_in_the_recorded_previews():
    said = {
        effect for one in RECORDED for edit in one["edits"] for effect in (edit["effects"] or {"": "refused"}).values()
    }
    assert said == {"unchanged", "updated", "replaced", "added", "deleted", "refused"}
    assert {one["case"]["is_created"] for one in RECORDED} == {True, False}


def test_a_seed_gives_the_same_edits_every_time():
    case = template_of(8)
    assert next(edits_of(case, 3)) == next(edits_of(template_of(8), 3))


@pytest.mark.heat
@pytest.mark.skipif(
    os.environ.get("HEAT") != "true" and not (SERVE.exists() and importlib.util.find_spec("heat")),
    reason="there is no Heat; the extra `parity` and the service beside the project make one",
)
def test_heat_previews_what_the_diff_says(tmp_path, socket_enabled):
    with running_heat(tmp_path, WITHOUT_CLOUD) as heat:
        asked = [answer(heat, template_of(seed), 5, seed) for seed in (101, 103, 107)]
    taken = [one for one in asked if one]
    assert taken
    assert [line for one in taken for line in unexplained(one)] == []
