"""The lock files: complete, hashed, and without the address of an index."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
LOCKED = {
    "designer.txt": ["designer", "postgres", "identity", "cloud"],
    "test.txt": ["designer", "postgres", "identity", "cloud", "test", "dev"],
    "parity.txt": ["designer", "postgres", "identity", "cloud", "test", "dev", "parity"],
    "fuzz.txt": ["designer", "postgres", "identity", "cloud", "test", "fuzz"],
}


def text_of(name):
    return (ROOT / "requirements" / name).read_text(encoding="utf-8")


def pins(name):
    """The versions of a lock file by the names of the packages."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", text_of(name), re.MULTILINE))


def test_there_are_no_others():
    assert sorted(LOCKED) == sorted(path.name for path in (ROOT / "requirements").iterdir())


@pytest.mark.parametrize("name", LOCKED)
def test_every_package_has_hashes_and_nothing_names_an_index(name):
    entry = re.compile(r"\S+==[^\\]+(\\\n    --hash=sha256:\w{64} ?)+")
    entries = re.split(r"\n(?=\S)", text_of(name).strip())
    assert len(entries) > 20
    assert [each for each in entries if not entry.fullmatch(each)] == []


@pytest.mark.parametrize("name", LOCKED)
def test_it_pins_what_the_project_asks_for(name):
    asked = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["build"]]
    asked += [line for extra in LOCKED[name] for line in EXTRAS[extra]]
    pinned = pins(name)
    for requirement in map(Requirement, asked):
        assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)]), requirement


def test_every_extra_is_locked():
    assert set(EXTRAS) == {extra for extras in LOCKED.values() for extra in extras}


@pytest.mark.parametrize("name", ["designer.txt", "test.txt"])
def test_all_files_pin_the_same_versions(name):
    assert pins(name).items() <= pins("parity.txt").items()


def test_what_the_designer_needs_has_an_upper_bound():
    extras = [line for extra in LOCKED["designer.txt"] for line in EXTRAS[extra]]
    asked = [*PROJECT["project"]["dependencies"], *extras]
    assert [line for line in asked if "<" not in line] == ["tzdata"]  # named by year, and data only
