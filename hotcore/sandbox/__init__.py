"""Where expressions and patterns of strangers run: in a process of their own that can be killed.

A yaql expression or a regular expression can run for ever or take all memory, and nothing inside the same process can
stop it. The functions here send the work to a worker process, wait a limited time and always come back with an
`Outcome`; the author's mistakes never raise. They may be called from any thread. Patterns that are cheap whatever the
text do not need a worker and do not start one.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hotcore.sandbox import given_up, patterns, pool, wire
from hotcore.sandbox.clock import shared_time, within
from hotcore.sandbox.pool import SandboxError, stop_workers

__all__ = [
    "SECONDS",
    "Outcome",
    "SandboxError",
    "check_yaql",
    "compile_pattern",
    "evaluate_yaql",
    "match_pattern",
    "match_patterns",
    "shared_time",
    "stop_workers",
]

SECONDS = 1.0
"""The time one call may take, in seconds, unless the caller gives another limit."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one piece of work.

    `value` counts only when `kind` is "value". `message` says what is wrong with the expression or pattern when `kind`
    is "error", without a trace of the data, and is empty otherwise. "timeout" means "not evaluated": nothing is known
    about the result.
    """

    kind: Literal["value", "error", "timeout"]
    value: object = None
    message: str = ""


TIMEOUT = Outcome("timeout")
TOO_MUCH_DATA = Outcome("error", message="the data is too large or nested too deeply")
TOO_DEMANDING = Outcome("error", message="it takes more memory or time than it may")


def evaluate_yaql(expression: str, data: object, *, seconds: float = SECONDS) -> Outcome:
    """The value of a yaql expression as Heat computes it, with `data` at `$.data` (HOT specification, "yaql").

    `data` is plain: None, booleans, numbers, strings, lists and maps. The value is plain as well. A caller with many
    expressions gives each what is left of its own time as `seconds`.
    """
    try:
        work = wire.encode([expression, data])
    except wire.WireError:
        return TOO_MUCH_DATA
    if given_up.holds(work):
        return TIMEOUT
    seconds = within(seconds)
    outcome = _send(b'["evaluate",%a,' % seconds + work[1:], seconds)
    if outcome.kind == "timeout" and seconds >= SECONDS:
        given_up.remember(work)
    return outcome


def check_yaql(expression: str) -> str | None:
    """What is wrong with the syntax of a yaql expression, or None when nothing was found in time."""
    return _find_problem("check", expression)


def match_patterns(requests: Sequence[tuple[str, str]], *, seconds: float = SECONDS) -> list[Outcome]:
    """Whether each text fits its pattern as Heat's `allowed_pattern` decides, in the order of the requests.

    The first match from the start has to reach the end of the text, which is not the same as `re.fullmatch`: `a|ab`
    refuses `ab`. `value` is True or False. `seconds` is for all requests together; one that takes too long does not
    take the time of the others.
    """
    outcomes = [_match_here(pattern, text) for pattern, text in requests]
    left = [index for index, outcome in enumerate(outcomes) if outcome is None]
    found = _match_in_worker([requests[index] for index in left], seconds) if left else []
    for index, outcome in zip(left, found, strict=True):
        outcomes[index] = outcome
    return [outcome or TIMEOUT for outcome in outcomes]


def match_pattern(pattern: str, text: str, *, seconds: float = SECONDS) -> Outcome:
    """Whether one text fits one pattern; see `match_patterns`."""
    return match_patterns([(pattern, text)], seconds=seconds)[0]


def compile_pattern(pattern: str) -> str | None:
    """What is wrong with a regular expression, or None when nothing was found in time."""
    return None if patterns.compile_cheap(pattern) else _find_problem("compile", pattern)


def _match_here(pattern: str, text: str) -> Outcome | None:
    fits = patterns.match_cheap(pattern, text)
    if fits is not None:
        return Outcome("value", fits)
    return TIMEOUT if given_up.holds(_work_of_match(pattern, text)) else None


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
            given_up.remember(_work_of_match(pattern, text))
    return outcomes


def _work_of_match(pattern: str, text: str) -> bytes:
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
    """What a worker answers to the named request."""
    try:
        return _send(wire.encode([name, seconds, *arguments]), seconds)
    except wire.WireError:
        return TOO_DEMANDING


def _send(request: bytes, seconds: float) -> Outcome:
    if seconds <= 0:
        return TIMEOUT
    try:
        return _read(wire.decode(pool.ask(request, seconds)))
    except TimeoutError:
        return TIMEOUT
    except (pool.WorkerGoneError, wire.WireError):
        return TOO_DEMANDING


def _read(answer: object) -> Outcome:
    match answer:
        case ["value", value]:
            return Outcome("value", value)
        case ["error", str(message)]:
            return Outcome("error", message=message)
        case ["timeout"]:
            return TIMEOUT
        case _:
            return TOO_DEMANDING
