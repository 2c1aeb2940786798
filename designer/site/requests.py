"""Parsing of what forms and addresses of all pages send."""

from django.http import Http404


def parse_number(text: str | None) -> int:
    """Parse the number of a revision or a draft's counter from a form."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 18:
        raise Http404
    return int(text)
