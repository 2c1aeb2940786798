"""Texts and values of a cloud, as a person reads them, and as any database keeps them."""

from typing import Any

from designer.forms.json_text import json_text
from hotcore import to_json

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
