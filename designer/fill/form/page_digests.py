"""Digests of what a page shows: while a digest is the same, nothing has to be sent again."""

import json

from django.http import QueryDict


def marks_in(data: QueryDict, field_name: str) -> dict[str, object]:
    """Return the digests of what the page shows by parameter name; none if they are malformed."""
    try:
        marks = json.loads(data.get(field_name) or "{}")
    except (ValueError, RecursionError):
        return {}
    return marks if isinstance(marks, dict) else {}
