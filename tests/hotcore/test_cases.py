"""Every file of tests/cases is a test: `ok` is silent, `errors` says exactly what the text file beside it says."""

from pathlib import Path

import pytest

import hotcore

CASES = Path(__file__).resolve().parents[1] / "cases"
OK = sorted((CASES / "ok").glob("*.yaml"))
ERRORS = sorted((CASES / "errors").glob("*.yaml"))


def told(text):
    """What hotcore says about a template, a line for each finding, its hint and its related places below it."""
    lines = []
    for found in hotcore.load(text).diagnostics:
        place = f"{found.span.line}:{found.span.column}-{found.span.end_line}:{found.span.end_column}"
        lines.append(f"{place} {found.severity} {found.code}")
        lines.append(f"  {found.message}")
        lines.extend([f"  hint: {found.hint}"] if found.hint else [])
        lines.extend(f"  {r.message}: {r.span.line}:{r.span.column}" for r in found.related)
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("path", OK, ids=lambda path: path.stem)
def test_a_template_that_heat_takes_is_taken_without_a_word(path):
    assert told(path.read_text(encoding="utf-8")) == ""


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.stem)
def test_a_mistake_is_told_at_its_place(path):
    assert told(path.read_text(encoding="utf-8")) == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_there_are_cases():
    assert OK
    assert len(ERRORS) > 50
    assert {path.stem for path in ERRORS} == {path.stem for path in (CASES / "errors").glob("*.txt")}
