"""Nearest names: what somebody may have meant."""

from collections.abc import Iterable
from difflib import get_close_matches

_MOST_CANDIDATES = 2000


def nearest(name: object, known: Iterable[object]) -> str | None:
    """The known name that is most like the given one, or None when none is alike."""
    if not isinstance(name, str) or len(name) > 100:
        return None
    candidates = [item for item in known if isinstance(item, str)][:_MOST_CANDIDATES]
    by_folded = {candidate.lower(): candidate for candidate in candidates}
    match = get_close_matches(name.lower(), by_folded, n=1, cutoff=0.6)
    return by_folded[match[0]] if match else None


def did_you_mean(name: object, known: Iterable[object]) -> str | None:
    """A hint with the nearest known name, or None."""
    match = nearest(name, known)
    return f"Did you mean `{match}`?" if match else None
