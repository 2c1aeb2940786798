"""Samples of the parameters of a test: each run tries the same ones, `make thorough` all."""

from collections.abc import Collection, Iterable
from itertools import product
from typing import Any

import pytest


def sampled(parameters: Iterable[Any], every: int = 3) -> list[Any]:
    """Mark all but every third parameter as `thorough`."""
    return [_tried(each, number % every == 0) for number, each in enumerate(parameters)]


def crossed(rows: Collection[Any], columns: Collection[Any], every: int = 3) -> list[Any]:
    """Pair all rows with all columns, and mark all but a third as `thorough`; each row and each column keeps one."""
    assert min(len(rows), len(columns)) >= every
    pairs = product(enumerate(rows), enumerate(columns))
    return [_tried((row, column), (number + other) % every == 0) for (number, row), (other, column) in pairs]


def _tried(parameters: Any, always: bool) -> Any:
    values = parameters if isinstance(parameters, tuple) else (parameters,)
    return parameters if always else pytest.param(*values, marks=pytest.mark.thorough)
