"""Every folder of tests/cases/environments is a test: what is said about its environment files, word by word.

The files are taken in alphabetical order, for the template beside the folders; `values.json` has what is given by hand.
"""

import json
from pathlib import Path

import pytest

import hotcore
from tests.hotcore.told import told_lines

CASES = Path(__file__).resolve().parents[2] / "cases" / "environments"
FOLDERS = sorted(path for path in CASES.iterdir() if path.is_dir())


def told(folder):
    """The findings, a line for each, its hint and its related places below it."""
    document = hotcore.load((CASES / "template.yaml").read_text(encoding="utf-8"))
    environments = [
        hotcore.read_environment(path.read_text(encoding="utf-8"), path.name) for path in sorted(folder.glob("*.yaml"))
    ]
    by_hand = folder / "values.json"
    values = json.loads(by_hand.read_text(encoding="utf-8")) if by_hand.exists() else {}
    found = hotcore.preview(document, values, environments=environments).diagnostics
    return told_lines((each for each in found if each.file is not None), "template.yaml")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_mistake_in_an_environment_is_told_at_its_place(folder):
    assert told(folder) == (folder / "told.txt").read_text(encoding="utf-8")


def test_the_template_is_fine_without_environments():
    document = hotcore.load((CASES / "template.yaml").read_text(encoding="utf-8"))
    assert {found.severity for found in hotcore.preview(document).diagnostics} <= {hotcore.Severity.HINT}


def test_there_are_cases():
    assert len(FOLDERS) > 40
