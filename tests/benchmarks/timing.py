"""Processor time of works that take turns, and the lines that compare them.

A busy machine has no influence on a ratio of processor times that are measured at the same time: works take turns
(A B A B ...), and the fastest run of each counts.  The time of a work is that of this process and of those that it
started, such as the workers of the sandbox and a browser.
"""

import gc
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

ENOUGH = 0.6  # seconds that the runs of one comparison may take together, when it has its least number of runs
RUN = 0.005  # seconds that a run takes at least
FEWEST, MOST = 5, 200

Work = Callable[[], object]


def fastest(works: Sequence[Work], enough: float = ENOUGH, fewest: int = 1) -> list[float]:
    """Return the processor seconds of the fastest run of each work, after one that is not counted; they take turns.

    A run of a short work is many calls in a row: what the measurement itself does would leave cold caches to each.
    """
    calls = [max(1, int(RUN / max(sum(spent(work)), RUN / MOST))) for work in works]
    gc.collect()
    times: list[list[float]] = [[] for _ in works]
    while len(times[0]) < fewest or (sum(map(sum, times)) < enough and len(times[0]) < MOST):
        for work, count, taken in zip(works, calls, times, strict=True):
            taken.append(sum(spent(partial(_repeat, work, count))))
    return [min(taken) / count for taken, count in zip(times, calls, strict=True)]


def _repeat(work: Work, count: int) -> None:
    for _ in range(count):
        work()


def spent(work: Work, *, without: str = "") -> tuple[float, float]:
    """Return the processor seconds of a work: those of this process, and of those that it started.

    A program that only takes part because something is measured is left `without`.
    """
    others, own = _of_others(without), time.process_time()
    work()
    return time.process_time() - own, _of_others(without) - others


def _of_others(without: str) -> float:
    ended = getrusage(RUSAGE_CHILDREN)
    running = (number for number in _started_by("self") if not without or without != _name(number))
    return ended.ru_utime + ended.ru_stime + sum(map(_of_process, running))


def _name(number: int) -> str:
    return _read(Path("/proc", str(number), "comm")).strip()


def _started_by(process: str) -> Iterator[int]:
    for children in Path("/proc", process, "task").glob("*/children"):
        for child in _read(children).split():
            yield int(child)
            yield from _started_by(child)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except OSError:  # it has just ended
        return ""


def _of_process(number: int) -> float:
    try:
        return time.clock_gettime((~number << 3) | 2)  # as Linux names the clock of another process's time
    except OSError:
        return 0


def of_command(command: Sequence[str]) -> float:
    """Return the processor seconds of a command from its start to its end, with bytecode once it has run before."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return usage.ru_utime + usage.ru_stime


def compare(what: str, work: Work, yardstick: Work, unit: str, *, most: float | None = None) -> None:
    """Measure a work and its yardstick in turns, and print their line."""
    report(what, *fastest([work, yardstick], fewest=FEWEST), unit, most=most)


def report(what: str, measured: float, yardstick: float, unit: str, *, most: float | None = None) -> None:
    """Print one line: what was measured, how often the yardstick goes into it, both times, and its bar."""
    ratio = measured / yardstick
    bar = "" if most is None else f"  {'met' if ratio <= most else 'NOT MET'}: at most {most:g}"
    print(
        f"  {what:<44} {ratio:8.2f} x {unit}  ({measured * 1000:.2f} ms against {yardstick * 1000:.2f} ms){bar}",
        flush=True,
    )
