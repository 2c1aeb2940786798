"""A short-lived record of tasks that timed out, so that a form that is evaluated repeatedly does not wait again.

Only digests are stored: neither expressions nor data, which may be secret, stay in memory.
"""

import time
from typing import Any

from hotcore.runtime import LazyModule
from hotcore.sandbox.pool import is_guest_work

hashlib: Any = LazyModule("hashlib")

SECONDS_TO_REMEMBER = 30.0
MAX_REMEMBERED = 256

_until: dict[bytes, float] = {}
"""Digest of a task to the time (monotonic) from which it is tried again."""


def remember(work: bytes) -> None:
    """Records that this task timed out."""
    while len(_until) >= MAX_REMEMBERED:
        _until.pop(next(iter(_until), b""), None)
    _until[_digest(work)] = time.monotonic() + SECONDS_TO_REMEMBER


def has(work: bytes) -> bool:
    """Whether this task timed out recently."""
    return bool(_until) and _until.get(_digest(work), 0.0) > time.monotonic()


def _digest(work: bytes) -> bytes:
    """A digest of a task; one that a guest got no worker for is still tried for others."""
    person = b"guest" if is_guest_work() else b""
    return bytes(hashlib.blake2b(work, digest_size=16, person=person).digest())
