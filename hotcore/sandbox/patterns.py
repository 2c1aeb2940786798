"""Regular expressions that are cheap whatever text they meet, so that they need no process of their own.

Most patterns of templates are of a simple kind: characters, sets of characters and groups, each repeated a few times.
For those the ways in which the engine can try to fit a text can be counted beforehand. What is not understood here
for certain is not called cheap; it only takes the longer way.
"""

import functools
import re
from dataclasses import dataclass, field

LONGEST_PATTERN = 500
LONGEST_TEXT = 1_000
MOST_STEPS = 200_000
"""Characters that the engine may look at while it tries everything; it takes a few milliseconds for as many."""

_TOKEN = re.compile(
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
_REPEAT = re.compile(
    r"(?:(?P<sign>[*+?]) | \{ (?P<low>\d{1,4}) (?P<upto>,(?P<high>\d{1,4})?)? \} ) (?![*+?])", re.VERBOSE
)


def compile_cheap(pattern: str) -> re.Pattern[str] | None:
    """The compiled pattern when it is valid and of the simple kind, otherwise None."""
    return _compile(pattern) if _steps(pattern, 0) <= MOST_STEPS else None


def match_cheap(pattern: str, text: str) -> bool | None:
    """Whether the first match from the start is the whole text, or None when finding out may not be cheap."""
    if len(text) > LONGEST_TEXT or _steps(pattern, len(text)) > MOST_STEPS:
        return None
    compiled = _compile(pattern)
    if compiled is None:
        return None
    match = compiled.match(text)
    return match is not None and match.end() == len(text)


@functools.lru_cache(maxsize=512)
def _compile(pattern: str) -> re.Pattern[str] | None:
    try:
        return re.compile(pattern)
    except (re.error, RecursionError):
        return None


@dataclass(slots=True)
class _Group:
    """What is known of a group while its pattern is read: ways to fit it, and the longest of them in steps."""

    ways: int = 1
    steps: int = 0
    ways_of_other_branches: int = field(default=0)

    def add(self, ways: int, steps: int) -> None:
        self.ways *= ways
        self.steps += steps

    def begin_branch(self) -> None:
        self.ways_of_other_branches += self.ways
        self.ways = 1
        self.steps += 1

    @property
    def all_ways(self) -> int:
        return self.ways + self.ways_of_other_branches


@functools.lru_cache(maxsize=2048)
def _steps(pattern: str, length: int) -> int:
    """At most how many steps the pattern takes over a text of this length; more than `MOST_STEPS` when unknown."""
    unknown = MOST_STEPS + 1
    if len(pattern) > LONGEST_PATTERN or not pattern.isascii():
        return unknown
    groups = [_Group()]
    position = 0
    while position < len(pattern):
        token = _TOKEN.match(pattern, position)
        if token is None:
            return unknown
        position = token.end()
        if token["open"]:
            groups.append(_Group())
        elif token["bar"]:
            groups[-1].begin_branch()
        elif token["anchor"]:
            groups[-1].add(1, 1)
        else:
            group = groups.pop() if token["close"] else _Group(1, 1)
            if not groups:
                return unknown
            repeat = _REPEAT.match(pattern, position)
            low, high = _bounds(repeat, length) if repeat else (1, 1)
            position = repeat.end() if repeat else position
            again = high if token["close"] else 1
            groups[-1].add(max(high - low + 1, 1) * group.all_ways**again, (group.steps + 1) * high)
        if groups[-1].all_ways * (groups[-1].steps + length) > MOST_STEPS:
            return unknown
    return groups[0].all_ways * (groups[0].steps + length) if len(groups) == 1 else unknown


def _bounds(repeat: re.Match[str], length: int) -> tuple[int, int]:
    """How often something is repeated at least and at most in a text of this length."""
    if repeat["sign"]:
        return int(repeat["sign"] == "+"), 1 if repeat["sign"] == "?" else length
    low = int(repeat["low"])
    if not repeat["upto"]:
        return low, low
    return low, max(low, min(int(repeat["high"]), length) if repeat["high"] else length)
