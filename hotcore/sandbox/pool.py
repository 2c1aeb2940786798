"""The pool of worker processes: started on first use, kept warm, replaced after a timeout, ended with their parent.

A worker is a new interpreter, not a fork: it has neither the memory nor the environment nor the threads of its parent.
It exits when its end of the connection is closed, which the system does however the parent dies.
"""

import atexit
import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from hotcore.runtime import LazyModule
from hotcore.sandbox import wire
from hotcore.sandbox.clock import not_counted

socket: Any = LazyModule("socket")
subprocess: Any = LazyModule("subprocess")

SIZE = 2
"""The greatest number of workers of one process; further threads wait for a free one."""

GUEST_NICENESS = 10
"""By how much the system prefers other processes to the workers of guests."""

START_SECONDS = 30.0
"""How long a worker may take to start; it takes 0.15 seconds on an idle machine."""

WAIT_SECONDS = 5.0
"""How long a task waits for a free worker before it counts as not evaluated."""

GRACE_SECONDS = 0.2
"""How long a worker may take to report a timeout before it is killed."""

_OF_YAQL = (b'["evaluate"', b'["check"')
"""The starts of requests for which a worker needs yaql, which takes three times as long to import as all else."""

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

    def __init__(self, niceness: int = 0) -> None:
        self._link, other_end = socket.socketpair()
        self._is_ready = self._has_yaql = self._is_used = False
        environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        with other_end:
            self._process = subprocess.Popen(  # without the options of this Python: yaql reads its docstrings
                [sys.executable, "-S", "-P", "-c", _BOOT, str(Path(__file__).parents[1]), *filter(None, sys.path)],
                stdin=other_end.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**environment, "PYTHONHASHSEED": "0"},
                start_new_session=True,  # so that only the parent gets Ctrl-C of the terminal
            )
        if niceness:
            os.setpriority(os.PRIO_PROCESS, self._process.pid, niceness)

    def ask(self, request: bytes, seconds: float) -> bytes:
        """The worker's answer; after a `TimeoutError` or `WorkerGoneError` the worker must be stopped."""
        with not_counted():
            self._wait_until_ready()
            if request.startswith(_OF_YAQL):
                self._load_yaql()
        self._is_used = True
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
        if not self._is_ready:
            self._wait_for_answer()
            self._is_ready = True

    def _load_yaql(self) -> None:
        if self._has_yaql:
            return
        try:
            self._wait_for_answer(["load", 0])
        except SandboxError:
            if self._is_used:  # earlier tasks may have left too little memory; a new worker has enough
                raise WorkerGoneError from None
            raise
        self._has_yaql = True

    def _wait_for_answer(self, request: list[object] | None = None) -> None:
        answer = None
        with contextlib.suppress(OSError):
            if request:
                wire.send(self._link, wire.encode(request))
            answer = wire.receive(self._link, time.monotonic() + START_SECONDS)
        if answer is None:
            self.stop()
            raise SandboxError(f"the sandbox does not start: {sys.executable} ended with {self._process.returncode}")


class Pool:
    """Up to `size` workers for all threads of this process."""

    def __init__(self, size: int, niceness: int = 0) -> None:
        self._niceness = niceness
        self._slots = threading.BoundedSemaphore(size)
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
            worker = Worker(self._niceness)
        self._all.add(worker)
        return worker

    def _drop(self, worker: Worker, grace: float = 0.0) -> None:
        self._all.discard(worker)
        worker.stop(grace)


_guest_size = 1
_pool = Pool(SIZE)
_guest_pool = Pool(_guest_size, GUEST_NICENESS)
_is_guest: ContextVar[bool] = ContextVar("is_guest", default=False)


def ask(request: bytes, seconds: float) -> bytes:
    """The answer of a worker of this process; raises `TimeoutError` or `WorkerGoneError`."""
    return (_guest_pool if is_guest_work() else _pool).ask(request, seconds)


@contextlib.contextmanager
def guest_work() -> Iterator[None]:
    """Sends the tasks of the `with` block to workers of their own, so that no other task waits for them."""
    token = _is_guest.set(True)
    try:
        yield
    finally:
        _is_guest.reset(token)


def is_guest_work() -> bool:
    """Whether the current task is a guest's."""
    return _is_guest.get()


def set_guest_workers(size: int) -> None:
    """Sets the greatest number of workers that guests share, which is 1 at first; to be called before any work."""
    global _guest_size, _guest_pool
    _guest_pool.stop()
    _guest_size, _guest_pool = size, Pool(size, GUEST_NICENESS)


def stop_workers() -> None:
    """Ends the workers of this process; the next task starts new ones."""
    _pool.stop()
    _guest_pool.stop()


def _reset_after_fork() -> None:
    global _pool, _guest_pool
    _pool.forget()
    _guest_pool.forget()
    _pool, _guest_pool = Pool(SIZE), Pool(_guest_size, GUEST_NICENESS)


atexit.register(stop_workers)
os.register_at_fork(after_in_child=_reset_after_fork)
