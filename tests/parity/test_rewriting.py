"""Heat itself makes the same of a template before and after it is rewritten to another version; only where the extra
`parity` is installed."""

import json
from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("heat", reason="the extra `parity` is not installed")

from hotcore.analysis import load
from hotcore.upgrade.rewriting import rewrite
from hotcore.versions import VERSIONS
from tests.hotcore.upgrade.test_rewriting import OLD
from tests.parity import heat
from tests.parity.comparison import as_json, difference

SHARED = Path(__file__).resolve().parents[3] / "shared" / "conformance" / "cases"


def rewritten(case):
    """The answers of Heat to a case in every version to which its template is rewritten, if it takes the case."""
    document = load(case["template"], case.get("files"))
    if document.template is None or not heat.answer(dict(case))["ok"]:
        return
    for version in VERSIONS:
        result = rewrite(document, version.date, case["template"])
        if not result.refused and version is not document.template.version:
            yield version, heat.answer({**case, "template": result.text})


def test_functions_that_are_gone_give_the_same_by_their_successors():
    case = {"template": OLD, "parent_resource": {"metadata": {"a": 1}}}
    before = as_json(heat.answer(dict(case)))
    assert before["ok"]
    answers = dict(rewritten(case))
    assert [version.date for version in answers] == [version.date for version in VERSIONS[3:]]
    assert all(difference(before, as_json(answer)) is None for answer in answers.values())


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not beside the project")
@pytest.mark.parametrize("area", ["legacy", "versions", "whole", "combined", "functions-repeat", "functions-lists"])
def test_the_shared_cases_come_to_the_same_in_other_versions(area):
    count = 0
    with (SHARED / f"{area}.jsonl").open(encoding="utf-8") as lines:
        for line in islice(lines, 0, None, 4):
            case = {key: value for key, value in json.loads(line).items() if key != "expect"}
            for version, answer in rewritten(case):
                before = as_json(heat.answer(dict(case)))
                assert difference(before, as_json(answer)) is None, (case["id"], version.date)
                count += 1
    assert count > 5
