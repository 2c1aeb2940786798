"""Static files for production: all scripts and their imports exist, named by content hash."""

import json
import re
from pathlib import Path

import pytest

from designer.staticfiles import SourceFinder
from tests.designer.test_settings import TEAM, start

ENTRIES = sorted(path.name for path in (Path(__file__).parents[2] / "static/js/pages").iterdir())
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)  # which name modules for their types
IMPORTED = re.compile(r"""\b(?:import|from)\s*["'](\.[^"']+)["']""")


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("team")
    result = start(folder, "collectstatic", "--noinput", **TEAM)
    assert not result.returncode, result.stderr
    return folder / "static"


@pytest.fixture(scope="module")
def names(collected) -> dict[str, str]:
    return json.loads((collected / "staticfiles.json").read_text())["paths"]


def imports(path: Path) -> set[Path]:
    """Return the files that a script imports, directly or indirectly."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        script = waiting.pop()
        text = COMMENT.sub("", script.read_text(encoding="utf-8"))
        named = {(script.parent / each).resolve() for each in IMPORTED.findall(text)}
        waiting += named - found
        found |= named
    return found


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_the_script_of_a_page_imports_is_named_by_its_content(entry, collected, names):
    wanted = {collected / hashed for hashed in names.values()}
    assert imports(collected / names[f"js/pages/{entry}"]) <= wanted


def test_the_page_of_a_template_imports_all_its_parts(collected, names):
    parts = {hashed for name, hashed in names.items() if name.startswith("js/design/")}
    found = {path.relative_to(collected).as_posix() for path in imports(collected / names["js/pages/design.js"])}
    assert parts <= found


def test_what_builds_the_editor_and_checks_scripts_is_not_served(settings, tmp_path):
    (tmp_path / "editor" / "node_modules" / "esbuild").mkdir(parents=True)
    (tmp_path / "editor" / "node_modules" / "esbuild" / "main.js").touch()
    (tmp_path / "editor" / "editor.d.ts").touch()
    (tmp_path / "editor" / "editor.js").touch()
    settings.STATICFILES_DIRS = [tmp_path]
    assert [name for name, _ in SourceFinder().list(None)] == ["editor/editor.js"]
