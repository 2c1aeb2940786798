"""A search for allowed values similar to a text, cached and within a budget."""

import re
from collections.abc import Sequence
from typing import Any

from hotcore.budget import Budget
from hotcore.runtime import LazyModule
from hotcore.spelling import near
from hotcore.values import Value, comparable

unicodedata: Any = LazyModule("unicodedata")

FIRST = 2
"""Listed values that are suggested for an empty value."""

_PRICE = 4
"""Units for the comparison of a text with one value, which takes longer than reading it."""


class Listed:
    """Listed values that texts are compared with; raises `UsedUp` when the budget is exhausted."""

    def __init__(self, values: Sequence[Value], budget: Budget) -> None:
        self._texts = [str(each) for each in values if not isinstance(each, dict | list)]
        self._budget = budget
        budget.spend(len(values), sum(map(len, self._texts)))
        self._known = set(map(comparable, values))
        self._by_bare: dict[str, list[str]] = {}
        for text in self._texts:
            self._by_bare.setdefault(_bare(text), []).append(text)
        self._found: dict[str, list[str]] = {}

    def like(self, text: str) -> list[str]:
        """The listed values similar to a text: equal except for case, accents and separators, or nearly equal."""
        if text not in self._found:
            self._budget.spend(_PRICE * len(self._texts))
            same = self._by_bare.get(_bare(text), [])
            self._found[text] = same[:2] + near(text.strip(), self._texts, 2)
        return self._found[text]

    @property
    def texts(self) -> Sequence[str]:
        """The listed values as texts, in their order."""
        return self._texts

    def instead(self, items: list[str]) -> list[str]:
        """The items, with those that are not listed replaced by similar listed ones, or omitted."""
        replaced = (item for each in items for item in ([each] if each in self._known else self.like(each)[:1]))
        return [item for item in replaced if item in self._known]


def _bare(text: str) -> str:
    """A text without case, accents and word separators."""
    return re.sub(r"[\W_]+", "", plain(text).casefold())


def plain(text: str) -> str:
    """A text without accents, in its compatibility form."""
    parts = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(part for part in parts if not unicodedata.combining(part))
