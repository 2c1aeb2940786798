"""Every folder of tests/cases/bundles is a test: what is said about `main.yaml` and its files, word by word."""

from pathlib import Path

import pytest

import hotcore
from tests.hotcore.told import told_lines

CASES = Path(__file__).resolve().parents[1] / "cases" / "bundles"
FOLDERS = sorted(path for path in CASES.iterdir() if path.is_dir())


def told(folder):
    """The findings, a line for each, its hint and its related places below it."""
    texts = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and path.name != "told.txt"
    }
    main, environment = texts.pop("main.yaml"), texts.pop("environment.yaml", "")
    environments = [hotcore.read_environment(environment, "environment.yaml", "")]
    return told_lines(hotcore.preview(hotcore.load(main, texts), environments=environments).diagnostics, "main.yaml")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_mistake_in_a_bundle_is_told_at_its_place(folder):
    assert told(folder) == (folder / "told.txt").read_text(encoding="utf-8")


def test_there_are_cases():
    assert len(FOLDERS) >= 25
