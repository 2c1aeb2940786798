"""Bundles with recorded answers of Heat: nested templates, groups, a registry. Heat is not needed."""

import json

import pytest

from tests.parity.nested import CASES, differences
from tests.parity.strategies.bundles import generated_bundle

RECORDED = json.loads(CASES.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: case["id"])
def test_hotcore_answers_as_heat_did(case):
    assert list(differences(case, case["expect"])) == []


def test_there_are_bundles_of_both_kinds():
    assert {case["expect"]["ok"] for case in RECORDED} == {True, False}


def test_a_seed_gives_the_same_bundle_every_time():
    assert generated_bundle(7) == generated_bundle(7)
