"""What took too long is remembered for a while, so that a form that is evaluated at every pause does not wait again.

Only digests are kept: neither expressions nor data, which may be secret, stay in memory.
"""

import hashlib
import time

SECONDS_TO_REMEMBER = 30.0
MOST_TO_REMEMBER = 256

_until: dict[bytes, float] = {}
"""Digest of a piece of work to the time (monotonic) from which it is tried again."""


def remember(work: bytes) -> None:
    """Notes that this piece of work took too long."""
    while len(_until) >= MOST_TO_REMEMBER:
        _until.pop(next(iter(_until), b""), None)
    _until[_digest(work)] = time.monotonic() + SECONDS_TO_REMEMBER


def holds(work: bytes) -> bool:
    """Whether this piece of work took too long a short while ago."""
    return bool(_until) and _until.get(_digest(work), 0.0) > time.monotonic()


def forget_all() -> None:
    """Lets everything be tried again."""
    _until.clear()


def _digest(work: bytes) -> bytes:
    return hashlib.blake2b(work, digest_size=16).digest()
