"""Limits of processor time that hold on any machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

_NUMBERS = 2_000_000
_USUAL = 0.045
"""Seconds that their sum takes on the machine for which the limits of the tests are written."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails if a block takes more processor time than that, or than as much more as this machine is slower now.

    It is for blocks that take many times as long when their cost grows faster than their input.
    """
    start = process_time()
    yield
    taken = process_time() - start
    # The pace is measured only where it matters: thousands of blocks take much less time than measuring it.
    assert taken < seconds or taken < seconds * max(slowness() for _ in range(5)), f"{taken:.2f} s"


def slowness() -> float:
    """How many times as long as usual this machine needs, at least 1."""
    start = process_time()
    sum(range(_NUMBERS))
    return max(1.0, (process_time() - start) / _USUAL)
