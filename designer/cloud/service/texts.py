"""Texts and values of a cloud, as a person reads them, and as any database keeps them."""

import json
import re
from datetime import UTC, datetime
from typing import Any

from designer.site.json_text import json_text
from hotcore import to_json

YEARS = range(1970, 9000)  # in which any time zone and any database has a time
MOST = 500_000  # values in an answer; its bytes alone say little of the memory and time that they take
REFUSED = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")  # how JSON writes what `readable` leaves out
LONGEST = 8000  # characters of Heat's words, before hidden values are taken out of them


def as_text(value: Any) -> str:
    """Return a value as a person reads it: a text as it is, anything else as JSON."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else json_text(to_json(value))


def readable(text: object, longest: int | None = LONGEST) -> str:
    """Return a text of a cloud's as any database keeps it, which is without NUL and lone surrogates."""
    return str(text).replace("\0", "").encode("utf-8", "replace").decode()[:longest]


def storable(value: Any) -> Any:
    """Return JSON whose texts any database keeps."""
    if isinstance(value, dict):
        return {readable(key, None): storable(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [storable(each) for each in value]
    return readable(value, None) if isinstance(value, str) else value


def json_of(content: bytes) -> Any:
    """Return the JSON of an answer as any database keeps it; raise `ValueError` for one of too many values."""
    if content.count(b",") > MOST:
        raise ValueError
    found = json.loads(content.decode())  # of bytes, it would take halves of characters
    return storable(found) if REFUSED.search(content) else found


def storable_time(time: datetime) -> datetime:
    """Return a time in UTC as any database keeps it; raise `ValueError` or `OverflowError` for one that none does."""
    found = time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
    if found.year not in YEARS:
        raise ValueError
    return found
