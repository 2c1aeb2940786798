"""Hidden values in the words of a cloud: recognized without being kept, and replaced.

A mask is the length of a value and a keyed digest of it, from which nobody learns the value.
"""

import hmac
import json
import re
from collections.abc import Iterable, Sequence

from designer.operation.encryption import cloud_keys
from hotcore.values import MASK

SHORTEST = 3  # characters of a value; shorter ones are everywhere
COMPARED = 256  # characters of a value that are compared
KEPT = 4000  # characters of words; a value that was cut at their end is not in them
QUOTED = re.compile(r"(?:(?<!\w)|(?<=\b[uUbB]))([\"'])(?!\1)(?:.*?\1(?!\w)|.*\Z)", re.DOTALL)
"""A quoted part of a text, also one that is quoted as `u'…'` or `b'…'`; one that was cut goes on to the end."""
LINE = 8  # characters of a line of a longer value that is recognized by itself
STEPS = (*range(SHORTEST, 17), 24, 32, 48, 64, 96, 128, 192, COMPARED)
"""How many characters of a value are compared. Each number costs a digest at every place of a text, so they are few."""

Mask = Sequence[object]
"""How many characters are compared, their digest, and how many are replaced."""


def masks_of(values: Iterable[object]) -> list[Mask]:
    """Return the masks of hidden values, of the texts in lists and maps, and of what a service may quote of them."""
    key = cloud_keys()[0]
    compared = {text: max(step for step in STEPS if step <= len(text)) for text in forms_of(values)}
    return [[compared[text], _digest(key, text[: compared[text]]), len(text)] for text in sorted(compared)]


def forms_of(values: Iterable[object]) -> set[str]:
    """Return the texts of values, of those in lists and maps, and what a service may quote of them."""
    return {form for value in values for text in _texts(value) for form in _forms(text) if len(form) >= SHORTEST}


def masked(words: str, masks: Iterable[Mask]) -> str:
    """Return words of a cloud without the values that masks recognize, the longest first."""
    wanted: dict[int, dict[object, int]] = {}
    for compared, digest, length in masks:
        alike = wanted.setdefault(int(str(compared)), {})
        alike[digest] = max(alike.get(digest, 0), int(str(length)))
    known = cloud_keys() if wanted else []
    for compared in sorted(wanted, reverse=True):
        start = 0
        while start + compared <= len(words):
            part = words[start : start + compared]
            lengths = [] if MASK in part else [wanted[compared].get(_digest(key, part)) for key in known]
            if found := next(filter(None, lengths), None):
                words = words[:start] + MASK + words[start + found :]
                start += len(MASK)
            else:
                start += 1
    return words[:KEPT]


def without_quoted(words: str) -> str:
    """Return words of a cloud without what they quote, which may be a value that nobody here knows."""
    return QUOTED.sub(lambda found: f"{found[1]}{MASK}{found[1]}", words)


def _forms(text: str) -> set[str]:
    """Return a text, its longer lines, and it as JSON and as Python quote it."""
    quoted = {json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1], repr(text)[1:-1]}
    return {text, *quoted, *(line for line in text.splitlines() if len(line) >= LINE)}


def _texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.values() for text in _texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return [str(value)] if isinstance(value, str | int | float) else []


def _digest(key: bytes, text: str) -> str:
    return hmac.digest(key, text.encode("utf-8", "surrogatepass"), "sha256").hex()
