"""The main loop of a worker process: sets limits, then runs one task after another until the connection is closed.

Two timers end a task. The first, at the time limit, raises an exception between two steps of the interpreter or inside
the regular expression engine; the task is dropped and the process goes on. The second kills the process and is meant
for code that handles no signals, such as arithmetic on huge numbers, when the parent cannot kill it any more.
"""

import functools
import gc
import re
import resource
import signal
import socket
import time
import types
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from hotcore.runtime import LazyModule
from hotcore.sandbox import wire

yaql_engine: Any = LazyModule("hotcore.sandbox.yaql_engine")

MEMORY = 512 * 2**20
"""Bytes of address space; about 30 MB of it are in use before the first task."""

SHORTEST_SHARE = 0.001
"""Seconds that a pattern gets even when the ones before it used up the time."""

SPARE_SECONDS = 2.0
"""Processor time that a task may use beyond its limit before the system kills the process."""

Answer = list[object]
"""["value", value], ["error", message] or ["timeout"]."""


class TimeUp(BaseException):
    """The time limit of a task is reached; a BaseException, so that no library handles it as an error."""


def main() -> None:
    """Answers requests on standard input, which is a socket, until it is closed."""
    link = socket.socket(fileno=0)
    signal.signal(signal.SIGALRM, _raise_time_up)
    warnings.simplefilter("ignore")
    work: dict[str, Callable[..., Answer]] = {"compile": lambda _, pattern: _compile(pattern), "match": _match_all}
    _limit_resources()
    gc.freeze()
    wire.send(link, wire.encode("ready"))
    while (frame := wire.receive(link)) is not None:
        name, seconds, *arguments = cast(list[Any], wire.decode(frame))
        if name == "load":
            work |= _work_of_yaql()
            wire.send(link, wire.encode("ready"))
            continue
        wire.send(link, _encode(_within(seconds, functools.partial(work[name], seconds, *arguments))))


def _work_of_yaql() -> dict[str, Callable[..., Answer]]:
    """The tasks that need yaql, which is imported now."""
    yaql_engine.install_quota()
    engine = yaql_engine.Engine()
    gc.freeze()
    return {
        "evaluate": lambda _, expression, data: engine.evaluate(expression, data),
        "check": lambda _, expression: engine.check(expression),
    }


def _limit_resources() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _raise_time_up(_signal: int, _frame: types.FrameType | None) -> None:
    raise TimeUp


def _encode(answer: Answer) -> bytes:
    try:
        return wire.encode(answer)
    except (wire.WireError, MemoryError):
        return wire.encode(["error", "the result is too large"])


def _within(seconds: float, work: Callable[[], Answer]) -> Answer:
    """The answer of the task, or "timeout" when it is not done in time."""
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds + SPARE_SECONDS)
        return _within_real_time(seconds, work)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _within_real_time(seconds: float, work: Callable[[], Answer]) -> Answer:
    with suppress(TimeUp):
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds)
            return work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    return ["timeout"]


def _match_all(seconds: float, *requests: tuple[str, str]) -> Answer:
    """One answer for each pattern and text; each may use half of the time that is left, the last one all of it."""
    deadline = time.monotonic() + seconds
    answers: list[Answer] = []
    for index, (pattern, text) in enumerate(requests):
        left = max(deadline - time.monotonic(), SHORTEST_SHARE)
        share = left if index == len(requests) - 1 else left / 2
        answers.append(_within_real_time(share, functools.partial(_match, pattern, text)))
    return ["value", answers]


def _match(pattern: str, text: str) -> Answer:
    try:
        match = re.compile(pattern).match(text)
    except Exception as problem:  # noqa: BLE001 - any exception is a mistake in the untrusted pattern
        return ["error", _describe(problem)]
    return ["value", match is not None and match.end() == len(text)]


def _compile(pattern: str) -> Answer:
    try:
        re.compile(pattern)
    except Exception as problem:  # noqa: BLE001 - as above
        return ["error", _describe(problem)]
    return ["value", None]


def _describe(problem: Exception) -> str:
    if isinstance(problem, re.error):
        return str(problem)
    if isinstance(problem, RecursionError):
        return "it is nested too deeply"
    if isinstance(problem, MemoryError | OverflowError):
        return "it is too large"
    return "it cannot be used"
