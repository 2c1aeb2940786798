"""Gestures of the design page: text in, edits out; nothing is stored."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer.design import answers
from designer.store.access import get_readable_design
from hotcore.edits import CannotEdit, Change, Shared
from hotcore.source import Source

REFUSED, ASKS = 422, 409
LONGEST_TITLE = 200


@require_POST
def gesture(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the edits of one or several gestures as a single change, or the reason why it is not possible."""
    get_readable_design(request.user, slug)
    asked = parsed(request)
    if asked is None:
        return HttpResponseBadRequest(
            _("The request is not a valid gesture."), content_type="text/plain; charset=utf-8"
        )
    try:
        change = answers.gestures(
            asked["text"],
            asked["steps"],
            asked["title"],
            everywhere=asked.get("everywhere") is True,
            here=asked.get("here") is True,
        )
    except Shared as shared:
        return JsonResponse({"refused": str(shared), "shared": shared.anchor}, status=ASKS)
    except CannotEdit as refused:
        return JsonResponse({"refused": str(refused)}, status=REFUSED)
    return JsonResponse(change_as_data(change))


def change_as_data(change: Change) -> dict[str, Any]:
    """Return a change as JSON-ready data."""
    marks = len(change.before) - len(Source(change.before).text)  # byte order marks, which edits do not count
    edits = [{"start": edit.start + marks, "end": edit.end + marks, "text": edit.text} for edit in change.edits]
    return {"title": change.title, "edits": edits, "files": change.files, "notes": change.notes}


def parsed(request: HttpRequest) -> dict[str, Any] | None:
    """Parse the body of a request: the text, and the names and arguments of one or several `steps`."""
    try:
        asked = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(asked, dict) or not isinstance(asked.get("text"), str):
        return None
    steps, title = asked.get("steps", [asked]), asked.get("title", "")
    if not isinstance(steps, list) or not isinstance(title, str) or not all(map(is_step, steps)):
        return None
    return {**asked, "steps": steps, "title": title[:LONGEST_TITLE]}


def is_step(step: Any) -> bool:
    """Whether data is a gesture's name with arguments."""
    return isinstance(step, dict) and isinstance(step.get("name"), str) and isinstance(step.get("arguments"), dict)
