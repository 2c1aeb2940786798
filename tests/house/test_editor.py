"""The editor's bundle matches its sources."""

import hashlib
import json
from pathlib import Path

import pytest

EDITOR = Path(__file__).resolve().parents[2] / "static" / "editor"
HASHES = json.loads((EDITOR / "hashes.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(HASHES))
def test_a_file_is_the_one_that_was_built(name):
    assert hashlib.sha256((EDITOR / name).read_bytes()).hexdigest() == HASHES[name], "npm ci && npm run build"


def test_every_source_is_hashed():
    sources = {path.relative_to(EDITOR).as_posix() for path in (EDITOR / "src").rglob("*") if path.is_file()}
    assert sources <= set(HASHES)
    assert {"editor.js", "package-lock.json", "LICENSES"} <= set(HASHES)


def test_every_bundled_package_has_its_licence():
    named = (EDITOR / "LICENSES").read_text(encoding="utf-8")
    for name in json.loads((EDITOR / "package.json").read_text(encoding="utf-8"))["dependencies"]:
        assert f"\n{name} " in f"\n{named}"
