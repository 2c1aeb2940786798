"""A gesture of the design page: the text comes in, the edits that it takes go out; nothing is kept."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer import editing
from designer.access import get_readable_design
from hotcore.edits import CannotEdit, Shared
from hotcore.source import Source

REFUSED, ASKS = 422, 409


@require_POST
def gesture(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the edits of one gesture, or with the reason why it cannot be made."""
    get_readable_design(request.user, slug)
    asked = asked_for(request)
    if asked is None:
        return HttpResponseBadRequest(_("This is not a gesture."), content_type="text/plain; charset=utf-8")
    try:
        change = editing.gesture(
            asked["text"], asked["name"], asked["arguments"], everywhere=bool(asked.get("everywhere"))
        )
    except Shared as shared:
        return JsonResponse({"refused": str(shared), "shared": shared.anchor}, status=ASKS)
    except CannotEdit as refused:
        return JsonResponse({"refused": str(refused)}, status=REFUSED)
    marks = len(asked["text"]) - len(Source(asked["text"]).text)  # byte order marks, which edits do not count
    edits = [{"start": edit.start + marks, "end": edit.end + marks, "text": edit.text} for edit in change.edits]
    return JsonResponse({"title": change.title, "edits": edits})


def asked_for(request: HttpRequest) -> dict[str, Any] | None:
    """Read a gesture from the body of a request: the text, the gesture's name and its arguments."""
    try:
        asked = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(asked, dict) or not isinstance(asked.get("arguments"), dict):
        return None
    return asked if all(isinstance(asked.get(key), str) for key in ("text", "name")) else None
