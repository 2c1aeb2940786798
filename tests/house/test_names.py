"""The law of one name: url segment = view = template; and every public function says what it does."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages
from types import ModuleType

import pytest
from django.urls import URLPattern

import hotcore
from designer.urls import urlpatterns

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(
    path
    for folder in ("hotcore", "designer")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts
)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = (*FUNCTIONS, ast.ClassDef)
NAMED_BY_DJANGO = ("designer/operation/sqlite/base.py",)  # where it looks for the connection of a database backend


def module_name(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_a_view_has_the_name_of_its_address(pattern):
    assert isinstance(pattern, URLPattern)
    view = pattern.callback
    name = getattr(view, "view_class", view).__name__
    if view.__module__.startswith("designer."):
        assert name.replace("_", "").lower() == pattern.name.replace("_", ""), (name, pattern.name)
    assert pattern.name.replace("_", "-").isidentifier() or "-" in pattern.name.replace("_", "-")


@pytest.fixture(scope="module")
def trees():
    """The syntax trees of all modules, by their names."""
    return {module_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}


def test_modules_and_what_is_public_in_them_have_docstrings(trees):
    modules = {name: tree for name, tree in trees.items() if tree.body or not name.endswith("/__init__.py")}
    assert [name for name, tree in modules.items() if not ast.get_docstring(tree)] == []
    public = [(name, node) for name, tree in modules.items() for node in public_definitions(tree)]
    assert [f"{name}: {node.name}" for name, node in public if not ast.get_docstring(node)] == []


def public_definitions(tree):
    return [node for node in tree.body if isinstance(node, DEFINITIONS) and not node.name.startswith("_")]


def test_modules_can_be_read_in_one_sitting():
    assert [module_name(path) for path in MODULES if path.read_text(encoding="utf-8").count("\n") > 400] == []


def test_functions_fit_on_a_screen(trees):
    """At most 40 lines from `def` to its end, with its signature and its docstring, without its decorators."""
    nodes = [(name, node) for name, tree in trees.items() for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    assert [f"{name}: {node.name}" for name, node in nodes if node.end_lineno - node.lineno + 1 > 40] == []


def test_names_are_words_of_the_domain(trees):
    empty = ("Manager", "Helper", "Util", "Utils", "Handler", "Base")
    nodes = [(name, node) for name, tree in trees.items() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    assert [f"{name}: {node.name}" for name, node in nodes if node.name.endswith(empty)] == []
    assert [name for name in trees if name not in NAMED_BY_DJANGO and Path(name).stem.title().endswith(empty)] == []


def test_no_name_is_a_module_and_something_else_at_once():
    """Which of the two an import would give depends on what was imported before."""
    found = (each.name for each in walk_packages(hotcore.__path__, "hotcore.") if each.ispkg)
    for package in (hotcore, *map(import_module, found)):
        inside = {each.name for each in iter_modules(package.__path__)}
        twice = [name for name in getattr(package, "__all__", ()) if name in inside]
        assert [name for name in twice if not isinstance(getattr(package, name), ModuleType)] == [], package.__name__


@pytest.mark.parametrize("face", ["hotcore", "hotcore.linter"])
def test_a_face_lists_what_it_imports_when_that_is_used(face):
    shown = subprocess.run(
        [sys.executable, "-c", f"import {face}; print(*dir({face}))"],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert set(shown.stdout.split()) >= set(import_module(face).__all__)


def test_hotcore_knows_neither_django_nor_the_designer(trees):
    foreign = {"django", "designer"}
    core = [(name, tree) for name, tree in trees.items() if name.startswith("hotcore/")]
    assert [name for name, tree in core if not foreign.isdisjoint(imported_packages(tree))] == []


def imported_packages(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0]
