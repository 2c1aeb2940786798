"""Locations and quick fixes of diagnostics."""

import json
from urllib.parse import quote

from django import template

from designer.content.diagnostics import missing_values
from hotcore import Diagnostic
from hotcore.diagnostics import Related, file_of
from hotcore.source import Span

register = template.Library()


@register.simple_tag(takes_context=True)
def line_address(context: template.RequestContext, span: Span | None, file: str | None) -> str:
    """Return the address of a location's line; empty if no page shows the text.

    The page sets `lines_at` to the address of the template's text, and `linked_files` to the files whose text is shown
    there too. A diagnostic in any other file, such as an uploaded environment, has no link.
    """
    lines_at = context.get("lines_at")
    if lines_at is None or span is None or (file and file not in (context.get("linked_files") or ())):
        return ""
    query = f"?file={quote(file)}" if file else ""
    # On the page that shows the template's text, the fragment is enough.
    return f"{lines_at}{query}#line-{span.line}"


@register.filter
def gesture_of(diagnostic: Diagnostic) -> str:
    """Return the gesture of a diagnostic's quick fix as JSON; empty if there is none or JSON cannot express it."""
    if diagnostic.fix is None:
        return ""
    asked = {"name": diagnostic.fix.gesture, "arguments": diagnostic.fix.arguments}
    try:
        return json.dumps(asked, allow_nan=False)
    except (TypeError, ValueError):
        return ""


@register.filter
def missing_of(diagnostic: Diagnostic) -> str:
    """Return the missing values that a diagnostic is about as JSON; empty if there are none."""
    missing = missing_values(diagnostic)
    return json.dumps(missing) if missing else ""


@register.filter
def file_seen_from(place: Related, diagnostic: Diagnostic) -> str | None:
    """Return the file of a related location; None for the template itself."""
    return file_of(place, diagnostic)
