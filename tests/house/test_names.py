"""The law of one name: url segment = view = template; and every public function says what it does."""

import ast
from pathlib import Path

import pytest
from django.urls import URLPattern

from designer.urls import urlpatterns

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(
    path
    for folder in ("hotcore", "designer")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts
)
NAMED_BY_DJANGO = ("designer/sqlite/base.py",)  # where it looks for the connection of a database backend


def module_name(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_a_view_has_the_name_of_its_address(pattern):
    assert isinstance(pattern, URLPattern)
    view = pattern.callback
    name = getattr(view, "view_class", view).__name__
    if view.__module__.startswith("designer.views"):
        assert name.replace("_", "").lower() == pattern.name.replace("_", ""), (name, pattern.name)
    assert pattern.name.replace("_", "-").isidentifier() or "-" in pattern.name.replace("_", "-")


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_module_and_what_is_public_in_it_have_docstrings(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if path.name == "__init__.py" and not tree.body:
        return
    assert ast.get_docstring(tree), "the module has no docstring"
    assert [node.name for node in public_definitions(tree) if not ast.get_docstring(node)] == []


def public_definitions(tree):
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [node for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_module_can_be_read_in_one_sitting(path):
    assert path.read_text(encoding="utf-8").count("\n") <= 400


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_function_fits_on_a_screen(path):
    """At most 40 lines from `def` to its end, with its signature and its docstring, without its decorators."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kinds)]
    assert [node.name for node in functions if node.end_lineno - node.lineno + 1 > 40] == []


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_names_are_words_of_the_domain(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    empty = ("Manager", "Helper", "Util", "Utils", "Handler", "Base")
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    if module_name(path) not in NAMED_BY_DJANGO:
        names.append(path.stem.title())
    assert [name for name in names if name.endswith(empty)] == []


@pytest.mark.parametrize("path", [path for path in MODULES if "hotcore" in path.parts], ids=module_name)
def test_hotcore_knows_neither_django_nor_the_designer(path):
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
    assert imported.isdisjoint({"django", "designer"})
