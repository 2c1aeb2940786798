"""The safe fixes of what the lint rules find in a text, all or those of a kind: the text comes in, edits go out."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer.access import get_readable_design
from designer.design_page.fixes import mended
from designer.drafts.workspace import work_on
from designer.views.design.gesture import REFUSED, change_as_data
from hotcore.edits import CannotEdit


@require_POST
def mend(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the edits of all safe fixes, with a `code` of what has it, hints only with `hints`."""
    found = get_readable_design(request.user, slug)
    asked = asked_for(request.body)
    if asked is None:
        return HttpResponseBadRequest(_("This is not a question about the text."), content_type="text/plain")
    work = work_on(request.user, found, asked.get("file", "")).with_text(asked["text"])
    if not work.is_template:
        raise Http404
    try:
        change = mended(work.template, asked["text"], asked.get("code", ""), hints=asked.get("hints") is not False)
    except CannotEdit as refused:
        return JsonResponse({"refused": str(refused)}, status=REFUSED)
    return JsonResponse(change_as_data(change))


def asked_for(body: bytes) -> dict[str, Any] | None:
    """Read what is asked: a `text`, and perhaps the `file` that it is of and a `code`."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        return None
    texts = ("text", "file", "code")
    is_asked = isinstance(asked, dict) and "text" in asked and all(isinstance(asked.get(key, ""), str) for key in texts)
    return asked if is_asked else None
