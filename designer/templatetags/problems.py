"""Where a finding stands, in words and as a link to the line of the text that holds it."""

import json
from urllib.parse import quote

from django import template

from hotcore import Diagnostic, Related, Span, file_of

register = template.Library()


@register.simple_tag(takes_context=True)
def line_address(context: template.RequestContext, span: Span | None, file: str | None) -> str:
    """Return the address of a place's line, or nothing where no text can be shown.

    The page says in `lines_at` where the template's text is, and in `linked_files` which files have theirs beside it;
    a finding in any other file, such as an environment that was loaded, leads nowhere.
    """
    lines_at = context.get("lines_at")
    if lines_at is None or span is None or (file and file not in (context.get("linked_files") or ())):
        return ""
    query = f"?file={quote(file)}" if file else ""
    # Within the page that shows the template's own text, the line alone is enough.
    return f"{lines_at}{query}#line-{span.line}"


@register.filter
def gesture_of(finding: Diagnostic) -> str:
    """Return the gesture that mends a finding as a page sends it; empty where there is none that JSON can say."""
    if finding.fix is None:
        return ""
    asked = {"name": finding.fix.gesture, "arguments": finding.fix.arguments}
    try:
        return json.dumps(asked, allow_nan=False)
    except (TypeError, ValueError):
        return ""


@register.filter
def file_seen_from(place: Related, finding: Diagnostic) -> str | None:
    """Return the file of a place that a finding names; nothing for the template itself."""
    return file_of(place, finding)
