"""Checks of many templates in several processes, and their progress on a terminal."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from hotcore.runtime import LazyModule

futures: Any = LazyModule("concurrent.futures")
multiprocessing: Any = LazyModule("multiprocessing")
threading: Any = LazyModule("threading")

Outcome = TypeVar("Outcome")

_FEW = 8
"""Templates that are checked sooner in one process than others are started."""
_AT_ONCE = 4
"""Templates that a process takes at a time."""

_check: Callable[[str], Any]


def in_parallel(check: Callable[[str], Outcome], names: Sequence[str], jobs: int | None) -> Iterator[Outcome]:
    """The outcomes of a check for names, in order, each as soon as it is there.

    `jobs` are the processes; None for one per core where there are many names.
    """
    jobs = jobs or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    jobs = min(jobs, len(names) // _AT_ONCE) if len(names) > _FEW and "-" not in names else 1
    if jobs < 2:
        yield from map(check, names)
        return
    # A fork needs no second start of Python, but must not happen while other threads hold locks.
    can_fork = "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if can_fork else "spawn")
    pool = futures.ProcessPoolExecutor(jobs, context, _start, (check,))
    try:
        yield from pool.map(_run, names, chunksize=_AT_ONCE)
    finally:
        pool.shutdown(cancel_futures=True)


def _start(check: Callable[[str], Any]) -> None:
    global _check  # noqa: PLW0603  each process has one check
    _check = check


def _run(name: str) -> Any:
    return _check(name)


class Progress:
    """How many of several templates were checked, on the last line of a terminal."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.is_shown = total > _FEW and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def advance(self) -> None:
        """Shows that one more was checked."""
        self.done += 1
        if self.is_shown:
            sys.stdout.flush()
            sys.stderr.write(f"{self.done} of {self.total} templates")
            sys.stderr.flush()

    def clear(self) -> None:
        """Removes the line, so that other output can take its place."""
        if self.is_shown and self.done:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
