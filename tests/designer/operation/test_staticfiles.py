"""Static files for production: all scripts and their imports exist, named by content hash."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from designer.operation.staticfiles import SourceFinder, collected_files

SCRIPTS = Path(__file__).parents[3] / "static/js"
ENTRIES = sorted(path.name for path in (SCRIPTS / "pages").iterdir())
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)  # which name modules for their types
IMPORTED = re.compile(r"""\b(?:import|from)\s*["'](\.[^"']+)["']""")
PLAIN = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
MANIFEST = {"staticfiles": {"BACKEND": "designer.operation.staticfiles.ManifestStorage"}}


@pytest.fixture(scope="module", params=["bundles", "modules"])
def collected(request, tmp_path_factory) -> Path:
    """The folder of what a team serves."""
    folder = tmp_path_factory.mktemp("team")
    assert settings.BUNDLES, "make bundle"
    storages = settings.STORAGES | MANIFEST
    sources = settings.STATICFILES_DIRS if request.param == "bundles" else settings.STATICFILES_DIRS[-1:]
    with override_settings(STATIC_ROOT=folder, STORAGES=storages, STATICFILES_DIRS=sources):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


@pytest.fixture(scope="module")
def names(collected) -> dict[str, str]:
    return names_in(collected)


def names_in(folder: Path) -> dict[str, str]:
    """Return the names of collected files, by those of their sources."""
    return json.loads((folder / "staticfiles.json").read_text(encoding="utf-8"))["paths"]


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
    assert names["editor/editor.js"] in found


def test_modules_are_not_served_beside_their_bundles(names):
    folders = {name.split("/")[1] for name in names if name.startswith("js/")}
    assert folders in ({"chunks", "pages", "site"}, {path.name for path in SCRIPTS.iterdir() if path.is_dir()})


def test_what_builds_the_editor_and_checks_scripts_is_not_served(settings, tmp_path):
    (tmp_path / "editor" / "node_modules" / "esbuild").mkdir(parents=True)
    (tmp_path / "editor" / "node_modules" / "esbuild" / "main.js").touch()
    (tmp_path / "editor" / "editor.d.ts").touch()
    (tmp_path / "editor" / "editor.js").touch()
    settings.STATICFILES_DIRS = [tmp_path]
    assert [name for name, _ in SourceFinder().list(None)] == ["editor/editor.js"]


def test_names_are_found_however_far_an_import_leads_on(settings, tmp_path):
    """What lies deeper is named first, and here it imports what is named after it."""
    script = tmp_path / "source" / "js" / "entry.js"
    for depth in range(8):
        script.parent.mkdir(parents=True)
        script.write_text(f'import "../{script.name}";\n' if depth else "export const found = 1;\n", encoding="utf-8")
        script = script.parent / "deeper" / script.name
    settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path / "collected", [tmp_path / "source"]
    settings.STORAGES = settings.STORAGES | MANIFEST
    call_command("collectstatic", interactive=False, verbosity=0)
    found = names_in(settings.STATIC_ROOT)
    deepest = settings.STATIC_ROOT / found[f"js/{'deeper/' * 7}entry.js"]
    assert len(imports(deepest)) == 7
    assert imports(deepest) <= {settings.STATIC_ROOT / name for name in found.values()}


@pytest.fixture
def source(settings, tmp_path) -> Path:
    """The only static file, which is collected for production."""
    source = tmp_path / "source" / "site.css"
    source.parent.mkdir()
    source.write_text("a { color: red }", encoding="utf-8")
    settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path / "collected", [source.parent]
    settings.STORAGES = settings.STORAGES | MANIFEST
    return source


def of_source() -> dict[str, int]:
    """What has been collected of the only file, with the time at which that was."""
    return {path.name: path.stat().st_mtime_ns for path in Path(settings.STATIC_ROOT).glob("site.*.css")}


def after_a_start() -> dict[str, int]:
    """What has been collected once another designer has started and ended."""
    with collected_files():
        return of_source()


def test_files_are_collected_anew_only_when_some_have_changed(source):
    first = after_a_start()
    assert len(first) == 1
    assert after_a_start() == first
    source.write_text("a { color: blue }", encoding="utf-8")
    second = after_a_start()
    assert len(second) == 1
    assert not second.keys() & first.keys()


def test_files_of_a_designer_that_runs_stay(source):
    with collected_files():
        first = of_source()
        source.write_text("a { color: blue }", encoding="utf-8")
        assert len(after_a_start()) == 2
        assert first.items() <= of_source().items()
    source.write_text("a { color: green }", encoding="utf-8")
    assert len(after_a_start()) == 1


def test_a_start_waits_until_another_has_collected(source):
    with ThreadPoolExecutor(4) as threads:
        found = [each.result() for each in [threads.submit(after_a_start) for _ in range(4)]]
    assert found == [of_source()] * 4


def test_files_that_are_collected_for_development_are_no_ones_for_production(source, settings):
    for_production = settings.STORAGES
    settings.STORAGES = settings.STORAGES | PLAIN
    assert not after_a_start()
    settings.STORAGES = for_production
    assert len(after_a_start()) == 1


def test_what_somebody_else_collects_into_the_folder_counts_as_a_change(source):
    first = after_a_start()
    source.write_text("a { color: blue }", encoding="utf-8")
    call_command("collectstatic", interactive=False, verbosity=0)
    source.write_text("a { color: red }", encoding="utf-8")
    after_a_start()
    assert names_in(Path(settings.STATIC_ROOT))["site.css"] in first


def test_a_damaged_list_of_names_is_made_anew(source, settings):
    first = after_a_start()
    settings.STORAGES = dict(settings.STORAGES)  # a process that starts has read no list yet
    (Path(settings.STATIC_ROOT) / "staticfiles.json").write_text("{", encoding="utf-8")
    assert after_a_start().keys() == first.keys()
