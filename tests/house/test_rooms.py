"""What belongs to a room of the designer has its name: templates, style sheets and tests."""

from pathlib import Path

import pytest

from designer.urls import urlpatterns

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {path.parent.name for path in (ROOT / "designer").glob("*/__init__.py")}
ACROSS = {"before_first_release", "leaks"}  # tests of migrations, and of all addresses
STARTED = {"__init__", "__main__", "apps", "errors", "gunicorn_conf", "middleware", "settings", "urls", "wsgi"}
"""What Django, gunicorn and a shell start."""


@pytest.mark.parametrize("place", ["templates", "static/css", "tests/designer"])
def test_a_folder_has_the_name_of_a_room(place):
    folders = {
        path.parent.relative_to(ROOT / place).parts[:1] for path in (ROOT / place).rglob("*.*") if path.is_file()
    }
    names = {name for parts in folders for name in parts if name != "__pycache__"}
    assert names
    assert names - ROOMS - ACROSS == set()


def test_only_what_is_started_is_outside_of_rooms():
    assert {path.stem for path in (ROOT / "designer").glob("*.py")} == STARTED


def test_a_view_is_in_the_views_of_a_room():
    modules = {pattern.callback.__module__ for pattern in urlpatterns}
    ours = sorted(module for module in modules if module.startswith("designer."))
    assert ours
    assert [module for module in ours if module.split(".")[2:-1] != ["views"]] == []
