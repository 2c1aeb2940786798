"""The time that several pieces of work have together."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class _Limit:
    """A time (monotonic) at which work has to be done, within another one that may come earlier."""

    until: float
    outer: "_Limit | None"


_limit: ContextVar[_Limit | None] = ContextVar("limit", default=None)
"""The innermost limit of the context."""


@contextmanager
def shared_time(seconds: float) -> Iterator[None]:
    """Lets all calls within the `with` block take so many seconds together; one in another cannot make it longer."""
    token = _limit.set(_Limit(time.monotonic() + seconds, _limit.get()))
    try:
        yield
    finally:
        _limit.reset(token)


@contextmanager
def not_counted() -> Iterator[None]:
    """Gives back the time that the `with` block takes: what a template has no part in does not count against it."""
    started = time.monotonic()
    try:
        yield
    finally:
        taken = time.monotonic() - started
        for limit in _limits():
            limit.until += taken


def within(seconds: float) -> float:
    """The seconds that are left of those that a call may take."""
    now = time.monotonic()
    return min([seconds, *(limit.until - now for limit in _limits())])


def _limits() -> Iterator[_Limit]:
    limit = _limit.get()
    while limit is not None:
        yield limit
        limit = limit.outer
