"""Counting of work, which does not depend on how busy the machine is."""

from collections import Counter
from collections.abc import Callable
from cProfile import Profile
from typing import Any

import pytest

from hotcore.sandbox import pool
from hotcore.source import Source
from hotcore.syntax import parser


def calls(work: Callable[[], object]) -> int:
    """Return how many functions are called, those that are written in C included."""
    profile = Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


def parsed_texts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Return how often each text is parsed from now on, which the counter learns while it happens."""
    parsed: Counter[str] = Counter()
    parse = parser._read

    def counted(source: Source, *more: Any) -> Any:
        parsed[source.text] += 1
        return parse(source, *more)

    monkeypatch.setattr(parser, "_read", counted)
    return parsed


def seconds_given_up(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time limits of what sandboxes do not finish from now on: so long it takes, or longer."""
    limits: list[float] = []
    ask = pool.ask

    def counted(request: bytes, seconds: float) -> bytes:
        try:
            answer = ask(request, seconds)
        except TimeoutError:
            limits.append(seconds)
            raise
        limits.extend([seconds] * (b"timeout" in answer))
        return answer

    monkeypatch.setattr(pool, "ask", counted)
    return limits
