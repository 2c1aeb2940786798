"""Timing and output of the benchmarks."""

import gc
import statistics
from collections.abc import Callable, Sequence
from time import perf_counter, thread_time

ENOUGH = 0.6  # seconds that one measurement may take, when it has its least number of runs
FEWEST = 5


def seconds(work: Callable[[], object]) -> float:
    """Return the median time of one call, in seconds, after one call that is not counted."""
    work()
    gc.collect()
    times: list[float] = []
    while len(times) < FEWEST or (sum(times) < ENOUGH and len(times) < 200):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return statistics.median(times)


def fastest(
    works: Sequence[Callable[[], object]], enough: float = ENOUGH, clock: Callable[[], float] = thread_time
) -> list[float]:
    """Return the time of the fastest run of each workload, in seconds of the given clock, by default this thread's
    processor time. The workloads take turns, so that all run under the same conditions."""
    times: list[list[float]] = [[] for _ in works]
    while not times[0] or (sum(map(sum, times)) < enough and len(times[0]) < 200):
        for work, taken in zip(works, times, strict=True):
            start = clock()
            work()
            taken.append(clock() - start)
    return [min(taken) for taken in times]


def report(what: str, measured: float, yardstick: float, unit: str) -> None:
    """Print one line: what was measured, how often the yardstick goes into it, and both times."""
    print(
        f"  {what:<44} {measured / yardstick:8.2f} x {unit}"
        f"  ({measured * 1000:.2f} ms against {yardstick * 1000:.2f} ms)",
        flush=True,
    )
