"""Looks at the worker processes of the sandbox from outside, for its tests."""

import os
import select
import time
from pathlib import Path

from hotcore import sandbox

SECONDS = 20.0
"""Longer than anything waited for here takes on a busy machine."""


def workers() -> set[int]:
    """The process ids of the workers that this process started and that still run."""
    lists = [_read(task / "children") for task in Path("/proc/self/task").iterdir()]
    children = {int(child) for line in lists for child in line.split()}
    return {child for child in children if b"hotcore.sandbox.process" in _read(Path(f"/proc/{child}/cmdline"))}


def announce() -> int:
    """Starts a worker, and prints and returns its process id."""
    assert sandbox.evaluate_yaql("1 + 1", None).value == 2
    (worker,) = workers()
    print(worker, flush=True)  # noqa: T201 - read by the test that started this process
    return worker


def wait_for_end(process: int) -> None:
    """Waits until a process that may not be a child of this one has ended."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return
    try:
        ended, _, _ = select.select([handle], [], [], SECONDS)
    finally:
        os.close(handle)
    assert ended, f"process {process} still runs"


def wait_until_at_most(number: int) -> None:
    """Waits until no more workers than these run: one that was killed takes a moment to end."""
    deadline = time.monotonic() + SECONDS
    while len(running := workers()) > number:
        assert time.monotonic() < deadline, f"{len(running)} workers run"
        select.select([], [], [], 0.01)


def wait_until_busy(process: int) -> None:
    """Waits until a process has used some processor time since this call."""
    deadline = time.monotonic() + SECONDS
    before = _ticks(process)
    while _ticks(process) < before + 5:
        assert time.monotonic() < deadline, f"process {process} is not busy"
        select.select([], [], [], 0.01)


def _ticks(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, ProcessLookupError):  # the thread or process ended meanwhile
        return b""
