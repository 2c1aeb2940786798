"""A sandbox for untrusted expressions and patterns: separate worker processes that can be killed.

A yaql expression or a regular expression can run forever or use up all memory, and nothing inside the same process can
stop it. The functions here send the work to a worker process, wait for a limited time and always return an `Outcome`;
mistakes of the author never raise. They may be called from any thread. Patterns that are cheap for any text run
without a worker.
"""

import functools
import re
from collections.abc import Sequence
from typing import Literal

from hotcore.runtime import dataclass, keep, kept, regex
from hotcore.sandbox import patterns, pool, timeouts, wire
from hotcore.sandbox.clock import call_given_up, shared_time, within
from hotcore.sandbox.pool import SandboxError, guest_work, is_guest_work, set_guest_workers, stop_workers

__all__ = [
    "SECONDS",
    "Outcome",
    "SandboxError",
    "check_yaql",
    "compile_pattern",
    "evaluate_yaql",
    "guest_work",
    "is_guest_work",
    "is_steady",
    "match_pattern",
    "match_patterns",
    "set_guest_workers",
    "shared_time",
    "stop_workers",
]

SECONDS = 1.0
"""The default time limit for one call, in seconds."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one task."""

    kind: Literal["value", "error", "timeout"]
    """How the task ended; nothing is known about the result after a "timeout"."""
    value: object = None
    """The result if the kind is "value"."""
    message: str = ""
    """What is wrong with the expression or pattern if the kind is "error", without any of the data."""


_UNSTEADY = regex("now|rand|shuffle|localtz|set", re.IGNORECASE)
"""Names in an expression whose value may differ from one evaluation to the next."""

TIMEOUT = Outcome("timeout")
TOO_MUCH_DATA = Outcome("error", message="the data is too large or nested too deeply")
TOO_DEMANDING = Outcome("error", message="it exceeds the limit of memory or time")


def evaluate_yaql(expression: str, data: object, *, seconds: float = SECONDS) -> Outcome:
    """The value of a yaql expression as Heat computes it, with `data` at `$.data` (HOT specification, "yaql").

    `data` is plain: None, booleans, numbers, strings, lists and maps. So is the value. A caller with many expressions
    passes what is left of its own time limit as `seconds`. What a memo has needs no time.
    """
    try:
        work = wire.encode([expression, data])
    except wire.WireError:
        return TOO_MUCH_DATA
    key = evaluate_yaql, work
    known: bytes | None = kept(key)
    if known is not None:
        return _outcome(known)
    if timeouts.has(work):
        return _given_up()
    seconds = within(seconds)
    outcome, answer = _send(b'["evaluate",%a,' % seconds + work[1:], seconds)
    if outcome.kind == "timeout":
        if seconds >= SECONDS:
            timeouts.remember(work)
    elif outcome is not TOO_DEMANDING and is_steady(expression):
        keep(key, answer, len(work) + len(answer))
    return outcome


def is_steady(expression: str) -> bool:
    """Whether an expression gives the same value for the same data each time, judging by the names in it."""
    return not _UNSTEADY.search(expression)


def check_yaql(expression: str) -> str | None:
    """The syntax error of a yaql expression, or None when none was found in time."""
    return _find_problem("check", expression)


def match_patterns(requests: Sequence[tuple[str, str]], *, seconds: float = SECONDS) -> list[Outcome]:
    """Whether each text matches its pattern as in Heat's `allowed_pattern`, in the order of the requests.

    The first match from the start must reach the end of the text, which is not the same as `re.fullmatch`: `a|ab`
    rejects `ab`. `value` is True or False. `seconds` is the limit for all requests together; a slow one does not use up
    the time of the others.
    """
    outcomes = [_match_here(pattern, text) for pattern, text in requests]
    left = [index for index, outcome in enumerate(outcomes) if outcome is None]
    found = _match_in_worker([requests[index] for index in left], seconds) if left else []
    for index, outcome in zip(left, found, strict=True):
        outcomes[index] = outcome
    return [outcome or _given_up() for outcome in outcomes]


def match_pattern(pattern: str, text: str, *, seconds: float = SECONDS) -> Outcome:
    """Whether one text matches one pattern; see `match_patterns`."""
    return match_patterns([(pattern, text)], seconds=seconds)[0]


def compile_pattern(pattern: str) -> str | None:
    """The error of a regular expression, or None when none was found in time."""
    return None if patterns.compile_cheap(pattern) else _find_problem("compile", pattern)


def _match_here(pattern: str, text: str) -> Outcome | None:
    fits = patterns.match_cheap(pattern, text)
    if fits is not None:
        return Outcome("value", fits)
    return _given_up() if timeouts.has(_match_key(pattern, text)) else None


def _match_in_worker(requests: list[tuple[str, str]], seconds: float) -> list[Outcome]:
    seconds = within(seconds)
    outcome = _ask("match", list(requests), seconds)
    answers = outcome.value
    if outcome.kind == "value" and isinstance(answers, list) and len(answers) == len(requests):
        outcomes = [_read(answer) for answer in answers]
    else:
        outcomes = [outcome] * len(requests)
    for (pattern, text), outcome in zip(requests, outcomes, strict=True):
        if outcome.kind == "timeout" and seconds >= SECONDS:
            timeouts.remember(_match_key(pattern, text))
    return outcomes


def _match_key(pattern: str, text: str) -> bytes:
    return f"{len(pattern)} {pattern}{text}".encode("utf-8", "surrogatepass")


class _NotChecked(Exception):
    pass


def _find_problem(name: str, text: str) -> str | None:
    try:
        return _find_problem_once(name, text)
    except _NotChecked:
        return None


@functools.lru_cache(maxsize=512)
def _find_problem_once(name: str, text: str) -> str | None:
    outcome = _ask(name, [text], within(SECONDS))
    if outcome.kind == "timeout":
        raise _NotChecked
    return outcome.message or None


def _ask(name: str, arguments: Sequence[object], seconds: float) -> Outcome:
    """The answer of a worker to the named request."""
    try:
        return _send(wire.encode([name, seconds, *arguments]), seconds)[0]
    except wire.WireError:
        return TOO_DEMANDING


def _send(request: bytes, seconds: float) -> tuple[Outcome, bytes]:
    """The outcome of a request, and the answer that it was read from, empty if there is none."""
    if seconds <= 0:
        return _given_up(), b""
    try:
        answer = pool.ask(request, seconds)
    except TimeoutError:
        return _given_up(), b""
    except pool.WorkerGoneError:
        return TOO_DEMANDING, b""
    return _outcome(answer), answer


def _outcome(answer: bytes) -> Outcome:
    try:
        return _read(wire.decode(answer))
    except wire.WireError:
        return TOO_DEMANDING


def _read(answer: object) -> Outcome:
    match answer:
        case ["value", value]:
            return Outcome("value", value)
        case ["error", str(message)]:
            return Outcome("error", message=message)
        case ["timeout"]:
            return _given_up()
        case _:
            return TOO_DEMANDING


def _given_up() -> Outcome:
    call_given_up()
    return TIMEOUT
