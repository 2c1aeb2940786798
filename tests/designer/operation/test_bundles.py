"""Bundles are those of the sources, or none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from designer.operation.bundles import BUNDLED, LOCK, RECORD, build_bundles, current_bundles
from tests.designer.test_settings import ROOT

PAGE = "js/pages/history.js"


@pytest.fixture
def checkout(tmp_path) -> Path:
    """A copy of what the designer starts from, with the tools of this one."""
    shutil.copytree(ROOT / "designer", tmp_path / "designer")  # with the bytecode, which holds for the copy too
    shutil.copytree(ROOT / "static", tmp_path / "static")
    for name in ("hotcore", "locale", "templates"):
        if (ROOT / name).exists():
            (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


@pytest.fixture
def with_node(checkout) -> Path:
    """The same with the tools of this checkout."""
    (checkout / ".venv").symlink_to(ROOT / ".venv")
    assert (ROOT / ".venv/node/ready").exists(), "make bundle"
    return checkout


def served(checkout: Path, **environment: str) -> str:
    """Return which file of a checkout is served as the script of a page."""
    command = [sys.executable, "-m", "designer", "findstatic", "--first", "-v0", PAGE]
    environment = {"DESIGNER_LOCAL": "1", "PATH": os.environ["PATH"]} | environment
    found = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=True)
    return Path(found.stdout.strip()).relative_to(checkout).as_posix()


def test_sources_that_differ_from_those_of_the_bundle_are_served_themselves(with_node):
    assert served(with_node) == f"static/{PAGE}"
    build_bundles(with_node)
    assert served(with_node) == f"build/static/{PAGE}"
    assert served(with_node, DESIGNER_DEBUG="1") == f"static/{PAGE}"
    source = with_node / "static/js/site/dom.js"
    source.write_text(source.read_text(encoding="utf-8") + "export const added = 1;\n", encoding="utf-8")
    assert served(with_node) == f"static/{PAGE}"
    build_bundles(with_node)
    assert served(with_node) == f"build/static/{PAGE}"


@pytest.mark.parametrize("name", ["js/pages/added.js", "js/site/added.js"])
def test_a_source_that_is_added_or_removed_counts(with_node, name):
    build_bundles(with_node)
    source = with_node / "static" / name
    source.touch()
    assert not current_bundles(with_node)
    build_bundles(with_node)
    assert (name in current_bundles(with_node)) == name.startswith("js/pages/")
    source.unlink()
    assert not current_bundles(with_node)


DAMAGED = (b"", b"{", b"[]", b"null", b'{"bundles": []}', b'{"bundles": {}}', b"\xff")


def test_a_damaged_record_counts_as_none(with_node):
    build_bundles(with_node)
    record = with_node / RECORD
    for content in DAMAGED:
        record.write_bytes(content)
        assert not current_bundles(with_node)
    assert served(with_node) == f"static/{PAGE}"
    build_bundles(with_node)
    assert current_bundles(with_node)
    record.unlink()
    record.mkdir()
    assert not current_bundles(with_node)


def test_bundles_of_which_a_file_is_missing_are_built_anew(with_node):
    build_bundles(with_node)
    for path in (with_node / BUNDLED / PAGE, next((with_node / BUNDLED / "js/chunks").iterdir())):
        path.unlink()
        assert not current_bundles(with_node)
        build_bundles(with_node)
        assert path.is_file()


def test_tools_of_another_lock_file_build_nothing(with_node):
    lock = with_node / LOCK
    lock.write_text(lock.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    build_bundles(with_node)
    assert not current_bundles(with_node)


def test_without_node_modules_are_served(checkout):
    build_bundles(checkout)
    assert served(checkout) == f"static/{PAGE}"


def test_a_start_installs_no_tools():
    command = ["make", "--dry-run", f"--assume-new={LOCK}", "run"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "manage.py serve" in printed
    assert "npm" not in printed
