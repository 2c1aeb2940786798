"""Marks of what a page shows: as long as a mark is the same, nothing has to be sent again."""

import json

from django.http import QueryDict


def marks_in(data: QueryDict, field_name: str) -> dict[str, object]:
    """Return the marks of what the page shows, by the names of parameters; what cannot be read counts as none."""
    try:
        marks = json.loads(data.get(field_name) or "{}")
    except (ValueError, RecursionError):
        return {}
    return marks if isinstance(marks, dict) else {}
