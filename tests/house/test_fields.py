"""Each field of a public class of hotcore is documented at the field, in a sentence below it."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import hotcore

FACES = ["hotcore", *(f"hotcore.{each.name}" for each in iter_modules(hotcore.__path__) if each.name != "__main__")]


def public_classes() -> set[tuple[str, str]]:
    """Modules and names of the classes that faces export, and of those in modules beside the packages."""
    found = set()
    for face in map(import_module, FACES):
        exported = getattr(face, "__all__", [name for name in vars(face) if not name.startswith("_")])
        classes = [each for name in exported if isinstance(each := getattr(face, name), type)]
        found |= {(each.__module__, each.__name__) for each in classes if each.__module__.startswith("hotcore.")}
    return found


def fields_of(module: str, name: str) -> Iterator[tuple[str, str]]:
    """The public fields of a class, each with its documentation, which is empty if there is none."""
    tree = ast.parse(Path(import_module(module).__file__ or "").read_text(encoding="utf-8"))
    body = next(node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == name)
    for node, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id[0] != "_":
            is_documented = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
            yield f"{module}.{name}.{node.target.id}", str(below.value.value) if is_documented else ""


@pytest.fixture(scope="module")
def documented() -> dict[str, str]:
    return dict(field for module, name in sorted(public_classes()) for field in fields_of(module, name))


def test_each_field_is_documented(documented):
    assert len(documented) > 500
    assert [field for field, words in documented.items() if not words] == []


def test_the_documentation_is_a_sentence(documented):
    assert [field for field, words in documented.items() if not words.endswith(".") or words[0].islower()] == []
