"""Many patterns of names, found by a name without a try of each."""

import re
from bisect import insort
from collections.abc import Iterable, Iterator
from fnmatch import translate
from typing import Generic, TypeVar

from hotcore.budget import Budget
from hotcore.runtime import regex

T = TypeVar("T")

_FIRST_SIGN = regex(r"[*?\[]")
_COMPILING = 200
"""Units of the budget for a pattern that becomes a regular expression; a try of one is a unit."""


class PrefixMap(Generic[T]):
    """Items under prefixes, found by the texts that begin with them."""

    def __init__(self) -> None:
        self._items: dict[str, list[T]] = {}
        self._lengths: list[int] = []
        self._has_length: set[int] = set()

    def add(self, prefix: str, item: T) -> None:
        """Adds an item under a prefix."""
        if len(prefix) not in self._has_length:
            self._has_length.add(len(prefix))
            insort(self._lengths, len(prefix))
        self._items.setdefault(prefix, []).append(item)

    def of(self, text: str) -> Iterator[T]:
        """The items whose prefix the text begins with, those of short prefixes first."""
        for length in self._lengths:
            if length > len(text):
                return
            yield from self._items.get(text[:length], ())


class NamePatterns:
    """Patterns of the names of resources, as `fnmatch` takes them."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._patterns = list(patterns)
        self._names: dict[str, int] = {}
        self._begun: PrefixMap[int] = PrefixMap()
        self._compiled: dict[int, re.Pattern[str]] = {}
        for at, pattern in enumerate(self._patterns):
            sign = _FIRST_SIGN.search(pattern)
            if sign is None:
                self._names[pattern] = at
            else:
                self._begun.add(pattern[: sign.start()], at)

    def matching(self, name: str, budget: Budget) -> list[str]:
        """The patterns that match a name, in their order; raises `UsedUp` when that takes too many tries."""
        found = [self._names[name]] if name in self._names else []
        for at in self._begun.of(name):
            budget.spend(1, len(name))
            if self._matches(at, name, budget):
                found.append(at)
        return [self._patterns[at] for at in sorted(found)]

    def _matches(self, at: int, name: str, budget: Budget) -> bool:
        """Whether a pattern matches a name that begins with what it has before its first sign."""
        pattern = self._patterns[at]
        if _FIRST_SIGN.search(pattern, 0, len(pattern) - 1) is None and pattern.endswith("*"):
            return True
        if at not in self._compiled:
            budget.spend(_COMPILING, len(pattern) << 4)
            self._compiled[at] = re.compile(translate(pattern))
        return self._compiled[at].match(name) is not None
