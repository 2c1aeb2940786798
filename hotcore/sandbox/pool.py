"""The pool of worker processes: started on first use, kept warm, replaced after a timeout, ended with their parent.

A worker is a new interpreter, not a fork: it has neither the memory nor the environment nor the threads of its parent.
It exits when its end of the connection is closed, which the system does however the parent dies.
"""

import atexit
import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from hotcore.sandbox import wire
from hotcore.sandbox.clock import not_counted

SIZE = 2
"""The greatest number of workers of one process; further threads wait for a free one."""

START_SECONDS = 30.0
"""How long a worker may take to start; it takes 0.15 seconds on an idle machine."""

WAIT_SECONDS = 5.0
"""How long a task waits for a free worker before it counts as not evaluated."""

GRACE_SECONDS = 0.2
"""How long a worker may take to report a timeout before it is killed."""

_ENVIRONMENT = ("LD_LIBRARY_PATH", "TZ")
"""The environment variables that a worker inherits; the others may hold secrets."""

_BOOT = """\
import sys, types
package = types.ModuleType("hotcore")
package.__path__ = [sys.argv[1]]
sys.modules["hotcore"] = package
sys.path[:] = sys.argv[2:]
from hotcore.sandbox.process import main
main()
"""
"""Makes the sandbox importable without importing the package `hotcore` itself."""


class SandboxError(Exception):
    """No worker can be started: the installation is broken, which is not a mistake of the author."""


class WorkerGoneError(Exception):
    """The worker exited instead of answering."""


class Worker:
    """One process and the connection to it; used by one thread at a time."""

    def __init__(self) -> None:
        self._link, other_end = socket.socketpair()
        self._is_ready = False
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        with other_end:
            self._process = subprocess.Popen(
                [sys.executable, "-S", "-P", "-c", _BOOT, str(Path(__file__).parents[1]), *filter(None, sys.path)],
                stdin=other_end.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**environment, "PYTHONHASHSEED": "0"},
                start_new_session=True,  # so that only the parent gets Ctrl-C of the terminal
            )

    def ask(self, request: bytes, seconds: float) -> bytes:
        """The worker's answer; after a `TimeoutError` or `WorkerGoneError` the worker must be stopped."""
        with not_counted():
            self._wait_until_ready()
        deadline = time.monotonic() + seconds + GRACE_SECONDS
        try:
            self._link.settimeout(seconds + GRACE_SECONDS)
            wire.send(self._link, request)
            answer = wire.receive(self._link, deadline)
        except TimeoutError:
            raise
        except OSError:
            answer = None
        if answer is None:
            raise WorkerGoneError
        return answer

    def is_alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    def stop(self, grace: float = 0.0) -> None:
        """Ends the process, kills it when it does not exit within the grace period, and reaps it."""
        self._link.close()
        try:
            self._process.wait(grace)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def forget(self) -> None:
        """Abandons a worker that belongs to the process from which this one was forked."""
        self._link.close()
        self._process.returncode = 0

    def _wait_until_ready(self) -> None:
        if self._is_ready:
            return
        with contextlib.suppress(OSError):
            self._is_ready = wire.receive(self._link, time.monotonic() + START_SECONDS) is not None
        if not self._is_ready:
            self.stop()
            raise SandboxError(f"the sandbox does not start: {sys.executable} ended with {self._process.returncode}")


class Pool:
    """Up to `SIZE` workers for all threads of this process."""

    def __init__(self) -> None:
        self._slots = threading.BoundedSemaphore(SIZE)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()

    def ask(self, request: bytes, seconds: float) -> bytes:
        """The answer of any worker; raises `TimeoutError` or `WorkerGoneError`."""
        if not self._slots.acquire(timeout=WAIT_SECONDS):
            raise TimeoutError
        try:
            worker = self._take()
            try:
                answer = worker.ask(request, seconds)
            except BaseException as problem:
                self._drop(worker)
                if isinstance(problem, TimeoutError | WorkerGoneError):
                    self._idle.append(self._start())  # ready by the time it is needed
                raise
            self._idle.append(worker)
            return answer
        finally:
            self._slots.release()

    def stop(self) -> None:
        """Ends all workers."""
        while self._all:
            self._drop(self._all.copy().pop(), grace=1.0)
        self._idle.clear()

    def forget(self) -> None:
        """Abandons all workers; see `Worker.forget`."""
        for worker in self._all:
            worker.forget()

    def _take(self) -> Worker:
        with contextlib.suppress(IndexError):
            while not (worker := self._idle.pop()).is_alive():
                self._drop(worker)
            return worker
        return self._start()

    def _start(self) -> Worker:
        with not_counted():
            worker = Worker()
        self._all.add(worker)
        return worker

    def _drop(self, worker: Worker, grace: float = 0.0) -> None:
        self._all.discard(worker)
        worker.stop(grace)


_pool = Pool()


def ask(request: bytes, seconds: float) -> bytes:
    """The answer of a worker of this process; raises `TimeoutError` or `WorkerGoneError`."""
    return _pool.ask(request, seconds)


def stop_workers() -> None:
    """Ends the workers of this process; the next task starts new ones."""
    _pool.stop()


def _reset_after_fork() -> None:
    global _pool  # noqa: PLW0603 - the locks of the old one may be held by threads that do not exist here
    _pool.forget()
    _pool = Pool()


atexit.register(stop_workers)
os.register_at_fork(after_in_child=_reset_after_fork)
