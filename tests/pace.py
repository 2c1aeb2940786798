"""Limits of processor time that hold on any machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from time import monotonic, process_time

_NUMBERS = 2_000_000
_USUAL = 0.045
"""Seconds that their sum takes on the machine for which the limits of the tests are written."""
_PHASE = 5
"""Seconds for which a machine is taken to be as fast as it was."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails if a block takes more processor time than that, or than as much more as this machine is slower now.

    It is for blocks that take many times as long when their cost grows faster than their input.
    """
    before = _slowness_in(int(monotonic() / _PHASE))
    start = process_time()
    yield
    taken = process_time() - start
    limit = seconds * before
    # It is measured once more only where that matters: thousands of blocks take much less time than measuring it.
    assert taken < limit or taken < max(limit, seconds * slowness()), f"{taken:.2f} s"


@lru_cache(maxsize=1)
def _slowness_in(_phase: int) -> float:
    return slowness()


def slowness() -> float:
    """How many times as long as usual this machine needs, at least 1."""
    start = process_time()
    sum(range(_NUMBERS))
    return max(1.0, (process_time() - start) / _USUAL)
