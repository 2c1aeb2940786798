"""Turns for the requests of visitors, people who are not signed in: how many are worked on at the same time."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

SIGN_INS_WAITING = 8
"""How many sign-ins wait in each process until the one that is worked on is done."""

PROVIDER_WAITING = 2
"""How many wait to be sent to the provider of accounts, which may be slow to answer."""

THREADS = 20
"""Threads of each process, of which visitors and sign-ins take some at most, at work or waiting."""


def threads_taken(visitors: int) -> int:
    """Return how many threads they take at most, where a process works on so many requests of visitors."""
    return 3 * visitors + 1 + SIGN_INS_WAITING + 1 + PROVIDER_WAITING


class NoTurn(Exception):
    """There are too many requests already. Another attempt may succeed after `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Try again in {seconds} seconds.")
        self.seconds = seconds


class Turns:
    """Turns in one process: `most` at a time, of which one client has `most_per_client`.

    `most_waiting` may wait for a turn, of which one client has half: whoever sends many requests keeps itself waiting,
    not others.
    """

    def __init__(self, most: int, most_per_client: int, most_waiting: int, wait_seconds: float) -> None:
        self.most, self.most_per_client = most, most_per_client
        self.most_waiting, self.wait_seconds = most_waiting, wait_seconds
        self._changed = threading.Condition()
        self._taken: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def turn(self, client: str) -> Iterator[None]:
        """Hold a turn for the `with` block; raise `NoTurn` if there is none within the time to wait."""
        self._take(client)
        try:
            yield
        finally:
            with self._changed:
                self._leave(self._taken, client)
                self._changed.notify_all()

    def _take(self, client: str) -> None:
        with self._changed:
            if not self._is_free(client):
                self._wait(client)
            self._taken[client] += 1

    def _wait(self, client: str) -> None:
        if self._waiting.total() >= self.most_waiting or self._waiting[client] >= self.most_waiting // 2:
            raise NoTurn(self._seconds())
        self._waiting[client] += 1
        try:
            until = time.monotonic() + self.wait_seconds
            while not self._is_free(client):
                left = until - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    raise NoTurn(self._seconds())
        finally:
            self._leave(self._waiting, client)

    def _is_free(self, client: str) -> bool:
        return self._taken.total() < self.most and self._taken[client] < self.most_per_client

    def _seconds(self) -> int:
        return max(1, round(self.wait_seconds))

    @staticmethod
    def _leave(counter: Counter[str], client: str) -> None:
        counter[client] -= 1
        if not counter[client]:
            del counter[client]
