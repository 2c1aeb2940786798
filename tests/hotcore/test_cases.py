"""Every file of tests/cases is a test: `ok` has no diagnostics, `errors` and `values` have exactly those in the text
file next to them; `values` have the given values in a JSON file."""

import json
from collections import Counter
from pathlib import Path

import pytest

import hotcore

CASES = Path(__file__).resolve().parents[1] / "cases"
OK = sorted((CASES / "ok").glob("*.yaml"))
ERRORS = sorted((CASES / "errors").glob("*.yaml"))
VALUES = sorted((CASES / "values").glob("*.yaml"))


def lines_of(diagnostics):
    """A line for each diagnostic, with its hint and its related locations below it."""
    lines = []
    for found in diagnostics:
        span = found.span
        place = f"{span.line}:{span.column}-{span.end_line}:{span.end_column}" if span else "nowhere"
        lines.append(f"{place} {found.severity} {found.code}")
        lines.append(f"  {found.message}")
        lines.extend([f"  hint: {found.hint}"] if found.hint else [])
        lines.extend(f"  {r.message}: {r.span.line}:{r.span.column}" for r in found.related)
    return "".join(f"{line}\n" for line in lines)


def lines(content):
    """The diagnostics of a template that do not depend on values."""
    return lines_of(hotcore.load(content).diagnostics)


def lines_with_values(path):
    """The diagnostics of a template with the values of the JSON file next to it."""
    values = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return lines_of(hotcore.preview(hotcore.load(path.read_bytes()), values).diagnostics)


@pytest.mark.parametrize("path", OK, ids=lambda path: path.stem)
def test_a_template_that_heat_accepts_has_no_diagnostics(path):
    assert lines(path.read_bytes()) == ""


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.stem)
def test_a_mistake_is_reported_once_at_its_location(path):
    found = hotcore.load(path.read_bytes()).diagnostics
    assert lines_of(found) == path.with_suffix(".txt").read_text(encoding="utf-8") != ""
    assert [place for place, count in Counter((d.code, d.span, d.file) for d in found).items() if count > 1] == []


@pytest.mark.parametrize("path", VALUES, ids=lambda path: path.stem)
def test_a_rejected_value_is_reported_with_its_parameter(path):
    assert lines_with_values(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_there_are_cases():
    assert OK
    assert VALUES
    assert len(ERRORS) > 300
    assert {path.stem for path in ERRORS} == {path.stem for path in (CASES / "errors").glob("*.txt")}
