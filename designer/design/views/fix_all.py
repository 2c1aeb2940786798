"""All safe fixes for a text, or those of one code, as edits."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer.design.safe_fixes import fix_safely
from designer.design.views.gesture import REFUSED, change_as_data
from designer.store.access import get_readable_design
from designer.store.drafts.workspace import work_on
from hotcore.edits import CannotEdit


@require_POST
def fix_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the edits of all safe fixes, or of those with a `code`; for hints unless `hints` is false."""
    found = get_readable_design(request.user, slug)
    asked = parsed(request.body)
    if asked is None:
        return HttpResponseBadRequest(_("The request is not valid."), content_type="text/plain")
    work = work_on(request.user, found, asked.get("file", "")).with_text(asked["text"])
    if not work.is_template:
        raise Http404
    try:
        change = fix_safely(work.template, asked["text"], asked.get("code", ""), hints=asked.get("hints") is not False)
    except CannotEdit as refused:
        return JsonResponse({"refused": str(refused)}, status=REFUSED)
    return JsonResponse(change_as_data(change))


def parsed(body: bytes) -> dict[str, Any] | None:
    """Parse the request: a `text`, and optionally its `file` and a `code`."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        return None
    texts = ("text", "file", "code")
    is_asked = isinstance(asked, dict) and "text" in asked and all(isinstance(asked.get(key, ""), str) for key in texts)
    return asked if is_asked else None
