"""Regular expressions that are cheap for any text, so that they can run without a worker process.

Most patterns in templates are simple: characters, sets of characters and groups, each repeated a few times. For those,
an upper bound of the engine's steps can be computed in advance. A pattern that is not fully understood here is not
considered cheap; it only takes the slower path.
"""

import functools
import math
import re

from hotcore.runtime import dataclass, regex

MAX_PATTERN_LENGTH = 500
MAX_TEXT_LENGTH = 1_000
MAX_STEPS = 5_000_000
"""Upper bound of steps for a cheap pattern, a conservative estimate: in practice the worst take 2 ms."""

MOST_KNOWN = 8192
"""Patterns that are remembered: more than a template has room for. Those that are cheap are short."""

_TOKEN = regex(
    r"""
      (?P<open>   \( (?:\?:)? (?!\?) )
    | (?P<close>  \) )
    | (?P<bar>    \| )
    | (?P<anchor> [$^] )
    | (?P<atom>   \\[dDwWsS] | \\[^a-zA-Z0-9] | [^\\\[\](){}|^$*+?]
        | \[ \^? (?: [^\\\[\]&|~-] | \\[dDwWsS] | \\[^a-zA-Z0-9] | ([&|~-]) (?!\6) )+ \] )
    """,
    re.VERBOSE | re.DOTALL,
)
_REPEAT = regex(r"(?:(?P<sign>[*+?]) | \{ (?P<low>\d{1,4}) (?P<upto>,(?P<high>\d{1,4})?)? \} ) (?![*+?])", re.VERBOSE)


def compile_cheap(pattern: str) -> re.Pattern[str] | None:
    """The compiled pattern when it is valid and simple, otherwise None."""
    return _compile(pattern) if _steps(pattern, 0) <= MAX_STEPS else None


def match_cheap(pattern: str, text: str) -> bool | None:
    """Whether the first match from the start is the whole text, or None when matching may not be cheap."""
    if len(text) > MAX_TEXT_LENGTH or _steps(pattern, len(text)) > MAX_STEPS:
        return None
    compiled = _compile(pattern)
    if compiled is None:
        return None
    match = compiled.match(text)
    return match is not None and match.end() == len(text)


@functools.lru_cache(MOST_KNOWN)
def _compile(pattern: str) -> re.Pattern[str] | None:
    try:
        return re.compile(pattern)
    except (re.error, RecursionError):
        return None


@dataclass(slots=True)
class _Part:
    """A group or a single character of a pattern, possibly incomplete.

    `ways` is the number of ways it can match, `steps` the length of the longest of them, `width` the least number of
    characters it matches. The branches before the last bar are in `other_ways` and `least_width`.
    """

    ways: int = 1
    steps: int = 0
    width: int = 0
    other_ways: int = 0
    least_width: float = math.inf

    def add(self, part: "_Part", low: int, high: int) -> None:
        """Appends a part that is repeated at least `low` and at most `high` times."""
        self.ways *= (high - low + 1) * part.all_ways**high
        self.steps += (part.steps + 1) * high
        self.width += int(min(part.width, part.least_width)) * low

    def begin_branch(self) -> None:
        """Starts another branch, after a bar."""
        self.least_width = min(self.width, self.least_width)
        self.other_ways += self.ways
        self.ways, self.width = 1, 0
        self.steps += 1

    @property
    def all_ways(self) -> int:
        return self.ways + self.other_ways


@functools.lru_cache(2 * MOST_KNOWN)
def _steps(pattern: str, length: int) -> int:
    """An upper bound of the pattern's steps for a text of this length; more than `MAX_STEPS` when unknown."""
    unknown = MAX_STEPS + 1
    if len(pattern) > MAX_PATTERN_LENGTH or not pattern.isascii():
        return unknown
    groups = [_Part()]
    position = 0
    while position < len(pattern):
        token = _TOKEN.match(pattern, position)
        if token is None:
            return unknown
        position = token.end()
        if token["open"]:
            groups.append(_Part())
        elif token["bar"]:
            groups[-1].begin_branch()
        elif token["anchor"]:
            groups[-1].steps += 1
        else:
            part = groups.pop() if token["close"] else _Part(width=1)
            repeat = _REPEAT.match(pattern, position)
            bounds = _bounds(repeat, part, length)
            if bounds is None or not groups:
                return unknown
            position = repeat.end() if repeat else position
            groups[-1].add(part, *bounds)
        if groups[-1].all_ways * (groups[-1].steps + length) > MAX_STEPS:
            return unknown
    return groups[0].all_ways * (groups[0].steps + length) if len(groups) == 1 else unknown


def _bounds(repeat: re.Match[str] | None, part: _Part, length: int) -> tuple[int, int] | None:
    """The least and greatest number of repetitions in a text of this length; None when they are unlimited."""
    if repeat is None:
        return 1, 1
    low, high = _written_bounds(repeat)
    width = min(part.width, part.least_width)
    if width:
        high = min(high, length // width)
    return None if high == math.inf else (low, int(max(low, high)))


def _written_bounds(repeat: re.Match[str]) -> tuple[int, float]:
    if repeat["sign"]:
        return int(repeat["sign"] == "+"), 1 if repeat["sign"] == "?" else math.inf
    low = int(repeat["low"])
    if not repeat["upto"]:
        return low, low
    return low, int(repeat["high"]) if repeat["high"] else math.inf
