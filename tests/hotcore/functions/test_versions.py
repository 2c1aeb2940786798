"""The functions of each version: the golden file next to this one, and the specification."""

import re
from pathlib import Path

import pytest

from hotcore.function_registry import CONDITIONS, VALUES, Function, Removed, function_names, functions_of
from hotcore.versions import VERSIONS, find_version, version_names

GOLDEN = Path(__file__).with_name("functions.txt")
SPECIFICATION = next((Path(__file__).resolve().parents[4] / "shared" / "spec").glob("000_*.txt"), None)


def matrix():
    """A row for each function, a column for each version: there, gone, or not yet."""
    lines = [f"{'':<22}" + " ".join(version.date for version in VERSIONS)]
    for place, title in ((VALUES, "functions"), (CONDITIONS, "functions of conditions")):
        lines += ["", title]
        known = [functions_of(version, place) for version in VERSIONS]
        names = {name for version in VERSIONS for name in function_names(version, place)}
        for name in sorted(names):
            found = [functions.get(name) for functions in known]
            marks = ["gone" if isinstance(f, Removed) else "yes" if isinstance(f, Function) else "-" for f in found]
            lines.append(f"{name:<22}" + " ".join(f"{mark:<10}" for mark in marks).rstrip())
    return "\n".join(lines) + "\n"


def test_the_functions_of_each_version_are_those_of_the_golden_file():
    assert matrix() == GOLDEN.read_text(encoding="utf-8")


def specified():
    """What the specification lists for each version: its functions, and its functions of conditions."""
    assert SPECIFICATION
    text = SPECIFICATION.read_text(encoding="utf-8")
    text = text[text.index("\nHeat template version\n") : text.index("\nParameter groups section\n")]
    parts = re.split(r"\n(20\d\d-\d\d-\d\d)(?: \| \w+)?\n", text)
    for date, body in zip(parts[1::2], parts[2::2], strict=True):
        lists = re.findall(r"functions? (?:is|now are|\(some[^)]*\)|are):\n\n((?:\S+\n)+)", body)
        lists = lists or re.findall(r":\n\n((?:\S+\n)+)", body)
        yield date, [listed.split() for listed in lists]


@pytest.mark.skipif(SPECIFICATION is None, reason="the specification is not beside the project")
def test_the_specification_says_the_same():
    found = dict(specified())
    assert list(found) == [version.date for version in VERSIONS]
    for date, lists in found.items():
        version = find_version(date)
        assert set(lists[0]) == set(function_names(version)), date
        if len(lists) > 1:
            assert set(lists[1]) == set(function_names(version, CONDITIONS)), date
        else:
            assert version.date < "2016-10-14"


def test_versions_have_the_names_of_releases_since_newton():
    assert find_version("pike") is find_version("2017-09-01")
    assert version_names()[-2:] == ("2021-04-16", "wallaby")
    assert find_version("mitaka") is None
    assert find_version("Pike") is None
