"""Every folder of tests/cases/bundles is a test: the exact diagnostics of `main.yaml` and its files."""

from pathlib import Path

import pytest

import hotcore
from tests.hotcore.golden import diagnostic_lines

CASES = Path(__file__).resolve().parents[1] / "cases" / "bundles"
FOLDERS = sorted(path for path in CASES.iterdir() if path.is_dir())


def lines(folder):
    """The diagnostics, a line for each, its hint and its related places below it."""
    texts = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and path.name != "diagnostics.txt"
    }
    main, environment = texts.pop("main.yaml"), texts.pop("environment.yaml", "")
    environments = [hotcore.read_environment(environment, "environment.yaml", "")]
    return diagnostic_lines(
        hotcore.preview(hotcore.load(main, texts), environments=environments).diagnostics, "main.yaml"
    )


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_mistake_in_a_bundle_is_reported_at_its_location(folder):
    assert lines(folder) == (folder / "diagnostics.txt").read_text(encoding="utf-8")


def test_there_are_cases():
    assert len(FOLDERS) >= 25
