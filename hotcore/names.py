"""Nearest names: what somebody may have meant."""

from collections.abc import Iterable
from difflib import get_close_matches
from heapq import nlargest

from hotcore.values import kind_of

_MOST_CANDIDATES = 2000
_MOST_COMPARED = 12
_LONGEST = 100


def nearest(name: object, known: Iterable[object]) -> str | None:
    """The known name that is most like the given one, or None when none is alike."""
    if not isinstance(name, str) or len(name) > _LONGEST:
        return None
    candidates = [item for item in known if isinstance(item, str) and len(item) <= _LONGEST][:_MOST_CANDIDATES]
    by_folded = {candidate.lower(): candidate for candidate in candidates}
    wanted = name.lower()
    pairs = {wanted[start : start + 2] for start in range(len(wanted))}

    def shared(candidate: str) -> float:
        return sum(pair in candidate for pair in pairs) - abs(len(candidate) - len(wanted)) / 2

    match = get_close_matches(wanted, nlargest(_MOST_COMPARED, by_folded, key=shared), n=1, cutoff=0.6)
    return by_folded[match[0]] if match else None


def no_name(what: str, name: object) -> str:
    """The message about a name that YAML does not take for a text."""
    return f"The name of {what} is a text, not {kind_of(name)}; put it in quotes."


def did_you_mean(name: object, known: Iterable[object]) -> str | None:
    """A hint with the nearest known name, or None."""
    match = nearest(name, known)
    return f"Did you mean `{match}`?" if match else None
