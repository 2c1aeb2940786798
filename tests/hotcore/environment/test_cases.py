"""Every folder of tests/cases/environments is a test: the exact diagnostics of its environment files.

The files are taken in alphabetical order, for the template beside the folders; `values.json` has what is given by hand.
"""

import json
from pathlib import Path

import pytest

import hotcore
from tests.hotcore.golden import diagnostic_lines

CASES = Path(__file__).resolve().parents[2] / "cases" / "environments"
FOLDERS = sorted(path for path in CASES.iterdir() if path.is_dir())


def lines(folder):
    """The diagnostics, a line for each, its hint and its related places below it."""
    document = hotcore.load((CASES / "template.yaml").read_text(encoding="utf-8"))
    environments = [
        hotcore.read_environment(path.read_text(encoding="utf-8"), path.name) for path in sorted(folder.glob("*.yaml"))
    ]
    by_hand = folder / "values.json"
    values = json.loads(by_hand.read_text(encoding="utf-8")) if by_hand.exists() else {}
    found = hotcore.preview(document, values, environments=environments).diagnostics
    return diagnostic_lines((each for each in found if each.file is not None), "template.yaml")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_mistake_in_an_environment_is_reported_at_its_location(folder):
    assert lines(folder) == (folder / "diagnostics.txt").read_text(encoding="utf-8")


def test_the_template_is_fine_without_environments():
    document = hotcore.load((CASES / "template.yaml").read_text(encoding="utf-8"))
    assert {found.severity for found in hotcore.preview(document).diagnostics} <= {hotcore.Severity.HINT}


def test_there_are_cases():
    assert len(FOLDERS) > 40
