"""Regular expressions that are compiled when they are used, and that none is compiled at the start."""

import ast
import re
from pathlib import Path

import pytest

import hotcore
from hotcore.runtime import regex

MODULES = sorted(Path(hotcore.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("expression", ["(a)(b)?", "(?x) (a) (b)?"])
def test_it_answers_as_a_compiled_one(expression):
    lazy, compiled = regex(expression, re.IGNORECASE), re.compile(expression, re.IGNORECASE)
    for _ in range(2):
        assert lazy.match("Ab").groups() == compiled.match("Ab").groups()
        assert lazy.fullmatch("abc") is compiled.fullmatch("abc") is None
        assert lazy.sub("-", "xaby") == compiled.sub("-", "xaby") == "x-y"
        assert (lazy.pattern, lazy.flags, lazy.groups) == (compiled.pattern, compiled.flags, compiled.groups)


def test_an_invalid_one_fails_when_it_is_used():
    lazy = regex("(")
    with pytest.raises(re.error):
        lazy.match("")


def at_import(node):
    """The nodes of a syntax tree that are evaluated when the module is imported."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            yield from at_import(child)


def test_no_module_compiles_one_when_it_is_imported():
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}
    nodes = ((path, node) for path, tree in trees.items() for node in at_import(tree))
    found = [
        f"{path}:{node.lineno}"
        for path, node in nodes
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "re.compile"
    ]
    assert found == []
