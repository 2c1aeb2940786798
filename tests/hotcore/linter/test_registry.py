"""How rules are found, and imported when they are asked for."""

import compileall
import os
import shutil
import site
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from importlib import import_module
from pathlib import Path
from threading import Event

import pytest

import hotcore
from hotcore.linter import RULES

REGISTERED, GOES_ON = Event(), Event()
SLOW_RULE = f"""\
from hotcore.diagnostics import Severity
from hotcore.linter.registry import rule
from {__name__} import GOES_ON, REGISTERED

@rule(Severity.HINT)
def slow_rule(subject):
    yield defined_below

REGISTERED.set()
GOES_ON.wait(60)
defined_below = 1
"""


@pytest.fixture
def slow_rule(tmp_path, monkeypatch):
    """The code of a rule whose module goes on when it is told to."""
    (tmp_path / "slow_rule.py").write_text(SLOW_RULE, encoding="utf-8")
    monkeypatch.setattr(import_module("hotcore.linter.rules"), "__path__", [str(tmp_path)])
    monkeypatch.setitem(RULES._files, "slow-rule", "slow_rule")
    yield "slow-rule"
    GOES_ON.set()
    RULES._imported.pop("slow-rule")
    RULES._finished.remove("slow-rule")
    sys.modules.pop("hotcore.linter.rules.slow_rule")


def test_no_thread_runs_a_rule_whose_module_is_not_finished(slow_rule):
    def run():
        return list(RULES[slow_rule].check(None))

    with ThreadPoolExecutor() as threads:
        first = threads.submit(run)
        assert REGISTERED.wait(60)
        second = threads.submit(run)
        wait([second], timeout=0.5)  # time to fail
        GOES_ON.set()
        assert first.result(60) == second.result(60) == [1]


SHOW = "from hotcore.linter import RULES; print(*RULES, len(list(RULES.values())))"


def shown(place):
    """The codes of the rules of an installation, and how many of them can be imported."""
    command = [sys.executable, "-c", SHOW]
    paths = os.pathsep.join([str(place), *site.getsitepackages()])
    done = subprocess.run(
        command, cwd=place.parent, env={"PYTHONPATH": paths}, capture_output=True, text=True, timeout=120, check=False
    )
    return done.stdout.split() or done.stderr


@pytest.mark.long
def test_rules_are_found_where_hotcore_is_compiled_or_in_an_archive(tmp_path):
    source = Path(hotcore.__file__).parent
    expected = [*RULES, str(len(RULES))]
    installed = tmp_path / "compiled" / "hotcore"
    shutil.copytree(source, installed, ignore=shutil.ignore_patterns("__pycache__"))
    archive = shutil.make_archive(str(tmp_path / "archive"), "zip", installed.parent)
    assert shown(Path(archive)) == expected
    assert compileall.compile_dir(installed, quiet=1, legacy=True)
    for module in installed.rglob("*.py"):
        module.unlink()
    assert shown(installed.parent) == expected
    shutil.rmtree(installed / "linter" / "rules")
    assert "No lint rule is installed in" in shown(installed.parent)
