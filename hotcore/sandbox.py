"""Where expressions and patterns of strangers run: in a process of their own that can be killed.

A yaql expression or a regular expression can run for ever or take all memory, and nothing inside the same process can
stop it. The functions here send the work to a worker process, wait a limited time and always come back with an
`Outcome`; the author's mistakes never raise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

SECONDS = 1.0
"""The time one call may take, in seconds, unless the caller gives another limit."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one piece of work.

    `value` counts only when `kind` is "value". `message` says what is wrong with the expression or pattern when `kind`
    is "error", and is empty otherwise. "timeout" means "not evaluated": nothing is known about the result.
    """

    kind: Literal["value", "error", "timeout"]
    value: object = None
    message: str = ""


def evaluate_yaql(expression: str, data: object, *, seconds: float = SECONDS) -> Outcome:
    """The value of a yaql expression as Heat computes it, with `data` at `$.data` (HOT specification, "yaql").

    `data` is plain: None, booleans, numbers, strings, lists and maps. The value is plain as well.
    """
    raise NotImplementedError


def check_yaql(expression: str) -> str | None:
    """What is wrong with the syntax of a yaql expression, or None when it can be parsed."""
    raise NotImplementedError


def match_patterns(requests: Sequence[tuple[str, str]], *, seconds: float = SECONDS) -> list[Outcome]:
    """Whether each text fits its pattern as Heat's `allowed_pattern` decides, in the order of the requests.

    The first match from the start has to reach the end of the text, which is not the same as `re.fullmatch`: `a|ab`
    refuses `ab`. `value` is True or False.
    """
    raise NotImplementedError


def match_pattern(pattern: str, text: str, *, seconds: float = SECONDS) -> Outcome:
    """Whether one text fits one pattern; see `match_patterns`."""
    return match_patterns([(pattern, text)], seconds=seconds)[0]


def compile_pattern(pattern: str) -> str | None:
    """What is wrong with a regular expression, or None when Heat could use it."""
    raise NotImplementedError
