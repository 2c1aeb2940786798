"""Allowed values that are like a text, found once for each text and within a budget."""

import re
import unicodedata
from collections.abc import Sequence

from hotcore.budget import Budget
from hotcore.spelling import near
from hotcore.values import Value, comparable

FIRST = 2
"""Listed values that are offered in place of nothing."""

_PRICE = 4
"""Units for one value that a text is held against: that takes longer than reading it."""


class Listed:
    """Listed values that texts are held against; raises `UsedUp` where the budget does not suffice for it."""

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
        """The listed texts that are like a text: the same in other letters, or nearly the same."""
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
        """The items, those that are not listed replaced by listed ones like them, or left out."""
        replaced = (item for each in items for item in ([each] if each in self._known else self.like(each)[:1]))
        return [item for item in replaced if item in self._known]


def _bare(text: str) -> str:
    """A text without case, accents and whatever joins its words."""
    return re.sub(r"[\W_]+", "", plain(text).casefold())


def plain(text: str) -> str:
    """A text without accents, in letters and digits as they stand on a keyboard."""
    parts = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(part for part in parts if not unicodedata.combining(part))
