"""Every function, constraint and diagnostic of the language has words about it and a case."""

import ast
import inspect
import re
from pathlib import Path

import pytest

import hotcore
from hotcore.constraints import KINDS
from hotcore.constraints.custom import local_constraints
from hotcore.function_registry import (
    CONDITIONS,
    VALUES,
    Function,
    function_code,
    function_names,
    functions_of,
)
from hotcore.linter.code_titles import codes as described
from hotcore.linter.registry import RULES
from hotcore.template.sections import RESOURCE_KEYS
from hotcore.versions import VERSIONS

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted((ROOT / "tests" / "cases").rglob("*.yaml"))
CASE_TEXT = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in CASES)
FUNCTIONS = {
    found.implementation.__qualname__: found
    for version in VERSIONS
    for place in (VALUES, CONDITIONS)
    for found in functions_of(version, place).values()
    if isinstance(found, Function)
}


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_function_has_a_docstring_and_a_case(function):
    first = function.help.partition("\n\n")[0]
    assert first.endswith((".", ")."))
    assert "TODO" not in function.help
    assert re.search(rf"(?<![\w:]){re.escape(function.name)}['\"]?:", CASE_TEXT), function.name


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_constraint_has_a_docstring_a_rule_and_a_case(kind):
    assert inspect.getdoc(kind.factory)
    assert kind.about
    assert all(option.label and (option.about or not kind.is_map) for option in kind.options)
    assert re.search(rf"- {kind.name}:", CASE_TEXT)


def test_a_custom_constraint_says_what_it_asks_for():
    for name in local_constraints():
        parameter = f"{{type: string, constraints: [custom_constraint: {name}]}}"
        text = f"heat_template_version: 2021-04-16\nparameters: {{p: {parameter}}}"
        (constraint,) = hotcore.load(text).template.parameters["p"].constraints
        assert constraint.rule
        assert not constraint.asks_cloud


def codes():
    """The codes of diagnostics that the sources name."""
    for path in sorted((ROOT / "hotcore").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("Diagnostic", "complain", "_Refused") and node.args and isinstance(node.args[0], ast.Constant):
                yield node.args[0].value
            for keyword in node.keywords:
                if keyword.arg == "code" and isinstance(keyword.value, ast.Constant) and keyword.value.value:
                    yield keyword.value.value


def test_codes_are_readable_names():
    found = set(codes())
    assert len(found) > 50
    assert [code for code in found if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)] == []


def test_every_diagnostic_has_a_test():
    tests = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("hotcore", "cases")
        for path in (ROOT / "tests" / folder).rglob("*")
        if path.suffix in (".py", ".txt")
    )
    assert sorted(code for code in set(codes()) if code not in tests) == []


NEEDS_MORE_THAN_A_TEXT = re.compile("nested-|bad-nested-|bad-list-item|more-problems")
"""Diagnostics that take several files, or hundreds of others; they have tests of their own."""


def golden():
    """The codes that the cases of tests/cases show."""
    for path in (ROOT / "tests" / "cases").rglob("*.txt"):
        yield from re.findall(r"^\S+ (?:error|warning|hint) (\S+)$", path.read_text(encoding="utf-8"), re.MULTILINE)


def test_every_diagnostic_is_described_in_one_line():
    assert sorted(set(codes()) - set(described())) == []
    assert sorted(set(golden()) - set(described())) == []
    for description in described().values():
        assert re.fullmatch(r"[A-Z`][^\n]{10,110}\.", description)


def test_nothing_is_described_that_is_never_found():
    computed = {f"bad-{field.replace('_', '-')}" for field in RESOURCE_KEYS}
    computed |= {kind.replace("_", "-") for kind in KINDS}
    computed |= {function_code(name) for version in VERSIONS for name in function_names(version)}
    computed |= {function_code(name) for name in function_names(context=CONDITIONS)}
    computed |= RULES.keys()  # each finds its example
    sources = [path for path in (ROOT / "hotcore").rglob("*.py") if path.name != "code_titles.py"]
    written = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    assert sorted(code for code in set(described()) - computed if f'"{code}"' not in written) == []


def test_every_diagnostic_has_a_golden_case():
    missing = set(codes()) - set(golden())
    assert sorted(code for code in missing if not NEEDS_MORE_THAN_A_TEXT.match(code)) == []
