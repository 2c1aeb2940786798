"""What an input costs: processor time, and memory above that of the idle process."""

import os
import pickle
import resource
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SECONDS, MEGABYTES = 2.0, 300.0
"""The budget of any input within the limits."""
LONGEST = 15
"""Seconds of processor time after which a measurement is ended."""
_STATUS, _RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time in seconds, megabytes above the idle process, and what was raised."""

    seconds: float
    megabytes: float
    fault: str = ""

    @property
    def is_over(self) -> bool:
        """Whether it is more than the budget, or failed."""
        return bool(self.fault) or self.seconds > SECONDS or self.megabytes > MEGABYTES


class Watch:
    """Measures what runs between its start and its end in this process."""

    def __init__(self) -> None:
        _RESET.write_text("5", encoding="ascii")  # the peak becomes what is taken now
        self.megabytes = _peak()
        self.seconds = time.process_time()

    def cost(self) -> Cost:
        """What was used since the start."""
        return Cost(time.process_time() - self.seconds, _peak() - self.megabytes)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(work: Callable[[], object]) -> Cost:
    """The cost of some work in a process of its own, with the processes that it starts and waits for."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
        os.close(reading)
        found = _tried(work)
        with suppress(OSError), os.fdopen(writing, "wb") as pipe:
            pickle.dump(found, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        sent = pipe.read()
    _, status, used = os.wait4(child, 0)
    if not sent:
        return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, f"ended with {status}")
    cost: Cost = pickle.loads(sent)
    return cost


def _tried(work: Callable[[], object]) -> Cost:
    watch, fault = Watch(), ""
    try:
        work()
    except BaseException as error:  # noqa: BLE001 -- whatever it is, it is told
        fault = f"{type(error).__name__}: {error}"[:300]
    cost = watch.cost()
    return Cost(cost.seconds, cost.megabytes, fault)
