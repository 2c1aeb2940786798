"""Properties that are computed once."""

import threading
from concurrent.futures import ThreadPoolExecutor

from hotcore.runtime import cached_property


class Slow:
    """Something whose property takes until it is told to end."""

    def __init__(self) -> None:
        self.began, self.ends, self.count = threading.Event(), threading.Event(), 0

    @cached_property
    def value(self) -> int:
        """The number of times that it was computed."""
        self.began.set()
        self.ends.wait(30)
        self.count += 1
        return self.count


def test_it_is_computed_once() -> None:
    slow = Slow()
    slow.ends.set()
    assert (slow.value, slow.value, slow.count) == (1, 1, 1)


def test_one_instance_does_not_wait_for_another() -> None:
    slow, other = Slow(), Slow()
    other.ends.set()
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(lambda: slow.value)
        assert slow.began.wait(30)
        assert threading.Thread(target=lambda: other.value).start() is None
        assert other.began.wait(30)
        slow.ends.set()
        assert first.result() == 1
