"""What a command imports: no more than it needs, so that it starts fast."""

import os
import subprocess
import sys

import pytest

from hotcore.linter import RULES

SHOW = """
import sys
from hotcore.__main__ import main
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""
TEXT = """\
heat_template_version: 2021-04-16
description: A disk
parameters: {size: {type: number, default: 1, description: The size}}
resources: {disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}}
outputs: {it: {description: Where it is, value: {get_resource: dsk}}}
"""
RULE = "hotcore.linter.rules."


@pytest.fixture
def project(tmp_path):
    """A project whose settings name a rule, and a template with a problem."""
    (tmp_path / "hotcore.toml").write_text("ignore = ['missing-label']\n", encoding="utf-8")
    (tmp_path / "t.yaml").write_text(TEXT, encoding="utf-8")
    return tmp_path


def imported(folder, *arguments):
    """The modules that a command imports, and what it prints."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", SHOW, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return set(done.stderr.split()), done.stdout


def rules(modules):
    return {module.removeprefix(RULE) for module in modules if module.startswith(RULE)}


def test_version_and_help_import_no_command(project):
    for option in ("--version", "--help"):
        modules, out = imported(project, option)
        assert out.startswith(("hotcore ", "usage: hotcore"))
        assert modules.isdisjoint({"yaml", "json", "dataclasses", "importlib.metadata", "hotcore.cli.validate"})


def test_rules_are_imported_when_they_run(project):
    modules, _ = imported(project, "validate", "t.yaml", "--no-cache")
    assert rules(modules) == {code.replace("-", "_") for code in RULES}
    modules, _ = imported(project, "validate", "t.yaml", "--no-cache", "--no-lint", "--ignore", "missing-label")
    assert rules(modules) == set()
    modules, _ = imported(project, "validate", "t.yaml", "--no-cache", "--select", "double-negation,lone-list")
    assert rules(modules) == {"double_negation", "lone_list"}


def test_remembered_results_are_shown_without_what_found_them(project):
    first, fresh = imported(project, "validate", "t.yaml")
    again, known = imported(project, "validate", "t.yaml")
    assert known == fresh
    assert "Did you mean `disk`?" in known
    heavy = {
        "yaml",
        "hotcore.analysis",
        "hotcore.catalogue",
        "hotcore.evaluation",
        "hotcore.syntax",
        "hotcore.linter.linter",
    }
    assert heavy <= first
    assert again.isdisjoint(heavy)
    assert rules(again) == set()
