"""Time limits that several tasks share."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from hotcore.runtime import dataclass


@dataclass(slots=True)
class Limit:
    """A deadline (monotonic) nested in another one, which may be earlier.

    `is_met` is false once a call within it was given up.
    """

    until: float
    outer: "Limit | None"
    is_met: bool = True


_limit: ContextVar[Limit | None] = ContextVar("limit", default=None)
"""The innermost limit of the current context."""


class shared_time:  # noqa: N801 - used as a function; a class costs less to enter than a generator
    """Limits all calls in the `with` block to so many seconds together; a nested limit cannot extend an outer one."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> Limit:
        limit = Limit(time.monotonic() + self._seconds, _limit.get())
        self._before = _limit.set(limit)
        return limit

    def __exit__(self, *_: object) -> None:
        _limit.reset(self._before)


@contextmanager
def not_counted() -> Iterator[None]:
    """Excludes the `with` block from all limits: overhead that the template does not cause."""
    started = time.monotonic()
    try:
        yield
    finally:
        taken = time.monotonic() - started
        for limit in _limits():
            limit.until += taken


def within(seconds: float) -> float:
    """The time limit of a call, reduced to what is left in the enclosing limits."""
    now = time.monotonic()
    return min([seconds, *(limit.until - now for limit in _limits())])


def call_given_up() -> None:
    """Notes in all enclosing limits that a call was given up."""
    for limit in _limits():
        limit.is_met = False


def _limits() -> Iterator[Limit]:
    limit = _limit.get()
    while limit is not None:
        yield limit
        limit = limit.outer
