"""How rules are found, and imported when they are asked for."""

import sys
from concurrent.futures import ThreadPoolExecutor, wait
from importlib import import_module
from threading import Event

import pytest

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
