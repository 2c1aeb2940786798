"""Every file of tests/cases is a test: `ok` is silent, `errors` and `values` say exactly what the text file beside them
says; those of `values` have the given values in a file of their own."""

import json
from collections import Counter
from pathlib import Path

import pytest

import hotcore

CASES = Path(__file__).resolve().parents[1] / "cases"
OK = sorted((CASES / "ok").glob("*.yaml"))
ERRORS = sorted((CASES / "errors").glob("*.yaml"))
VALUES = sorted((CASES / "values").glob("*.yaml"))


def told_of(diagnostics):
    """A line for each finding, its hint and its related places below it."""
    lines = []
    for found in diagnostics:
        span = found.span
        place = f"{span.line}:{span.column}-{span.end_line}:{span.end_column}" if span else "nowhere"
        lines.append(f"{place} {found.severity} {found.code}")
        lines.append(f"  {found.message}")
        lines.extend([f"  hint: {found.hint}"] if found.hint else [])
        lines.extend(f"  {r.message}: {r.span.line}:{r.span.column}" for r in found.related)
    return "".join(f"{line}\n" for line in lines)


def told(content):
    """What hotcore says about a template, whatever values it gets."""
    return told_of(hotcore.load(content).diagnostics)


def told_with_values(path):
    """What hotcore says about a template with the values of the file beside it."""
    values = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return told_of(hotcore.preview(hotcore.load(path.read_bytes()), values).diagnostics)


@pytest.mark.parametrize("path", OK, ids=lambda path: path.stem)
def test_a_template_that_heat_takes_is_taken_without_a_word(path):
    assert told(path.read_bytes()) == ""


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.stem)
def test_a_mistake_is_told_at_its_place(path):
    assert told(path.read_bytes()) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", VALUES, ids=lambda path: path.stem)
def test_a_value_that_is_refused_is_told_with_its_parameter(path):
    assert told_with_values(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.stem)
def test_a_mistake_is_told_once(path):
    found = hotcore.load(path.read_bytes()).diagnostics
    assert found
    assert [place for place, count in Counter((d.code, d.span, d.file) for d in found).items() if count > 1] == []


def test_there_are_cases():
    assert OK
    assert VALUES
    assert len(ERRORS) > 300
    assert {path.stem for path in ERRORS} == {path.stem for path in (CASES / "errors").glob("*.txt")}
