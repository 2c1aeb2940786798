"""Spelling suggestions, and lists of names in sentences."""

import sys
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from hotcore.runtime import LazyModule, regex
from hotcore.values import kind_of

if TYPE_CHECKING:
    import difflib
    import heapq
else:
    difflib, heapq = LazyModule("difflib"), LazyModule("heapq")

_MOST_CANDIDATES = 2000
_MOST_COMPARED = 12
_LONGEST = 100
_MOST_LISTED = 6
_SPECIAL_SPACE = regex(r"[^\S \t\n\r]")


def nearest(name: object, known: Iterable[object]) -> str | None:
    """The known name most similar to the given one, or None when none is similar."""
    return next(iter(near(name, known, 1)), None)


def near(name: object, known: Iterable[object], most: int) -> list[str]:
    """The known names similar to the given one, the nearest first."""
    if not isinstance(name, str) or len(name) > _LONGEST:
        return []
    candidates = tuple([item for item in known if isinstance(item, str) and len(item) <= _LONGEST][:_MOST_CANDIDATES])
    return list(_near(name, candidates, most)) if candidates else []


@lru_cache(maxsize=100)
def _near(name: str, candidates: tuple[str, ...], most: int) -> tuple[str, ...]:
    """The nearest candidates; cached, because a text is checked repeatedly while it is being typed."""
    by_folded: dict[str, list[str]] = {}
    for candidate in candidates:
        by_folded.setdefault(candidate.lower(), []).append(candidate)
    wanted = name.lower()
    pairs = {wanted[start : start + 2] for start in range(len(wanted))}

    def shared(candidate: str) -> float:
        return sum(pair in candidate for pair in pairs) - abs(len(candidate) - len(wanted)) / 2

    matches = difflib.get_close_matches(
        wanted, heapq.nlargest(_MOST_COMPARED, by_folded, key=shared), n=most, cutoff=0.6
    )
    return tuple(candidate for match in matches for candidate in by_folded[match])[:most]


_SEPARATORS = str.maketrans("", "", "_- ")
_WORD = regex(r"[^\W\d_]+")
_SHORTEST_WORD = 4
_MOST_SLIPS = 3


def is_slip(name: str, meant: str) -> bool:
    """Whether a name is probably another one, mistyped once: a letter of a word is missing, doubled, wrong or swapped
    with its neighbour, or only case and separators differ.

    Digits and short words, as in `net_a` and `port_2`, are usually chosen and not mistyped.
    """
    name, meant = name.lower(), meant.lower()
    if name.translate(_SEPARATORS) == meant.translate(_SEPARATORS):
        return True
    head = common_start(name, meant)
    tail = common_start(name[head:][::-1], meant[head:][::-1])
    wrong, right = name[head : len(name) - tail], meant[head : len(meant) - tail]
    is_swap = len(wrong) == 2 and wrong == right[::-1]
    if not is_swap and max(len(wrong), len(right)) > 1:
        return False
    word = next((found[0] for found in _WORD.finditer(meant) if found.start() <= head <= found.end()), "")
    return len(word) >= _SHORTEST_WORD and (wrong + right).isalpha()


def common_start(one: str, other: str) -> int:
    """The number of characters with which both texts start."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (first, second) in pairs if first != second), min(len(one), len(other)))


def names_of(what: str, names: Iterable[str]) -> str | None:
    """A hint that lists all names, when there are few of them."""
    known = [f"`{name}`" for name in islice(names, _MOST_LISTED + 1)]
    if not known:
        return f"The template has no {what}."
    if len(known) > _MOST_LISTED or sum(map(len, known)) > _LONGEST:
        return None
    return f"The {what} are {listed(known)}." if len(known) > 1 else f"The only {what.removesuffix('s')} is {known[0]}."


def no_name(what: str, name: object) -> str:
    """The message about a name that YAML does not read as a string."""
    return f"The name of {what} must be a string, not {kind_of(name)}; quote it."


def did_you_mean(name: object, known: Iterable[object]) -> str | None:
    """A hint with the nearest known name, or with all that the name may be a slip of; None if no known name is near."""
    if isinstance(name, str) and (odd := _SPECIAL_SPACE.search(name)):
        return f"It contains the special space character U+{ord(odd[0]):04X}; use a plain space."
    found = near(name, known, _MOST_SLIPS)
    meant = [each for each in found if is_slip(str(name), each)] or found[:1]
    return f"Did you mean {listed([f'`{each}`' for each in meant], 'or')}?" if meant else None


_SUGGESTION = regex(r"Did you mean (`[^`]+`(?:(?:, | or )`[^`]+`)*)\?")
_QUOTED = regex(r"`([^`]+)`")


def suggested(hint: str | None) -> list[str]:
    """The names that a hint of `did_you_mean` suggests, the nearest first."""
    match = _SUGGESTION.match(hint or "")
    return _QUOTED.findall(match[1]) if match else []


def listed(words: Iterable[str], last: str = "and", *, most: int = sys.maxsize) -> str:
    """Words as an enumeration, with `and` or `or` before the last; of more than `most`, the first and a count."""
    shown = list(words)
    if len(shown) > most:
        shown = [*shown[:most], f"{len(shown) - most} more"]
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}" if len(shown) > 1 else "".join(shown) or "nothing"
