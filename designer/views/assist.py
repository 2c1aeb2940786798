"""Help at a place of a text that is being edited: what may stand there, what stands there, where it is declared."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer import editing
from designer.access import get_readable_design
from designer.content import Content
from designer.views.design import opened
from hotcore.assist import complete, declaration, explain
from hotcore.catalogue import shipped_catalogue

MOST_OPTIONS = 200


@require_POST
def assist(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer a question about a text: `what` is `complete`, `explain`, `declaration` or `connections`."""
    found = get_readable_design(request.user, slug)
    text = request.POST.get("text", "")
    content = opened(found, found.newest, "").with_text(text.encode("utf-8", "replace"))
    answer = answered(request, content, text)
    if answer is None:
        return HttpResponseBadRequest(_("This is not a question about the text."), content_type="text/plain")
    return JsonResponse(answer)


def answered(request: HttpRequest, content: Content, text: str) -> dict[str, Any] | None:
    """Return the answer as JSON-ready data; None for a question that makes no sense."""
    what, at = request.POST.get("what"), request.POST.get("at", "0")
    if not at.isascii() or not at.isdigit() or len(at) > 9:
        return None
    offset = min(int(at), len(text))
    if what == "complete":
        completion = complete(text, offset, shipped_catalogue(), content.files)
        options = [
            {"label": option.label, "detail": option.detail, "apply": option.text or option.label, "info": option.info}
            for option in completion.options[:MOST_OPTIONS]
        ]
        return {"from": completion.start, "options": options}
    if what == "explain":
        explanation = explain(text, offset, shipped_catalogue())
        if explanation is None:
            return {}
        return {"start": explanation.start, "end": explanation.end, "text": explanation.text}
    if what == "declaration":
        found = declaration(text, offset)
        if found is None:
            return {}
        return {"kind": found.kind, "name": found.name, "start": found.start, "uses": list(found.uses)}
    if what == "connections":
        source, target = request.POST.get("source", ""), request.POST.get("target", "")
        return {"paths": editing.connections(content, source, target)}
    return None
