"""A memo of what one request or one command works out more than once, kept until it ends and never longer.

Like the values that it is worked out from, it may be secret.
"""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_MOST = 256_000_000
"""Bytes of results that are kept, roughly; then the oldest are dropped."""

_BYTES_OF_ENTRY = 300
"""What an entry takes apart from its result."""


class _Memo:
    def __init__(self) -> None:
        self.results: dict[Hashable, tuple[Any, int]] = {}
        self.size = 0


_memo: ContextVar[_Memo | None] = ContextVar("memo", default=None)


@contextmanager
def memo() -> Iterator[None]:
    """Keeps results within the `with` block, apart from those that are kept around it."""
    token = _memo.set(_Memo())
    try:
        yield
    finally:
        _memo.reset(token)


def kept(key: Hashable) -> Any:
    """The result that is kept under a key; None if there is none, or no memo."""
    known = _memo.get()
    found = known and known.results.get(key)
    return found[0] if found else None


def keep(key: Hashable, result: Any, size: int) -> None:
    """Keeps a result that nobody may change, of so many bytes, if there is a memo."""
    known = _memo.get()
    if known is None or key in known.results:
        return
    size += _BYTES_OF_ENTRY
    known.results[key] = result, size
    known.size += size
    while known.size > _MOST:
        oldest = next(iter(known.results))
        known.size -= known.results.pop(oldest)[1]
