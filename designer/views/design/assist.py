"""Assistance for a text that is being edited: completion, help and declarations at the cursor."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer import analysis
from designer.access import get_readable_design
from designer.design_page import editing, inspector
from designer.drafts.workspace import Work
from designer.files.content import Content
from designer.presentation.resource_types import find_type
from designer.views.design.requests import work_sent
from hotcore.assist import Explanation, Option, complete, complete_environment, declaration, explain
from hotcore.catalogue import shipped_catalogue
from hotcore.edits import CannotEdit, clip

ENVIRONMENTS = (".yaml", ".yml", ".env", ".json")
"""Suffixes of environment files."""


@require_POST
def assist(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer a query about a text; `what` is the kind of query."""
    found = get_readable_design(request.user, slug)
    text = request.POST.get("text", "")
    work = work_sent(request, found)
    answer = answered_beside(request, work, text) if not work.is_template else answered(request, work.template, text)
    if answer is None:
        return HttpResponseBadRequest(_("The request is not valid."), content_type="text/plain")
    return JsonResponse(answer)


def answered_beside(request: HttpRequest, work: Work, text: str) -> dict[str, Any] | None:
    """Return the answer about a file that is not a template: completion for environments, and otherwise nothing."""
    what, at = request.POST.get("what"), request.POST.get("at", "0")
    if what not in ("complete", "explain", "declaration") or not at.isascii() or not at.isdigit() or len(at) > 9:
        return None
    if what != "complete" or not work.path.endswith(ENVIRONMENTS):
        return {"from": 0, "options": [], "all": True} if what == "complete" else {}
    template = analysis.document(work.content).template
    completion = complete_environment(text, min(int(at), len(text)), template, sorted(work.template.files))
    options = [option_as_data(option) for option in completion.options]
    return {"from": completion.start, "options": options, "all": completion.is_all}


def answered(request: HttpRequest, content: Content, text: str) -> dict[str, Any] | None:
    """Return the answer as JSON-ready data; None if the query is invalid."""
    what, at = request.POST.get("what"), request.POST.get("at", "0")
    if not at.isascii() or not at.isdigit() or len(at) > 9:
        return None
    offset = min(int(at), len(text))
    if what == "complete":
        completion = complete(text, offset, shipped_catalogue(), content.files)
        options = [option_as_data(option) for option in completion.options]
        return {"from": completion.start, "options": options, "all": completion.is_all}
    if what == "explain":
        explanation = explain(text, offset, shipped_catalogue(), content.files)
        return explanation_as_data(explanation) if explanation else {}
    if what == "declaration":
        found = declaration(text, offset)
        if found is None:
            return {}
        return {"kind": found.kind, "name": found.name, "start": found.start, "uses": list(found.uses)}
    if what == "connections":
        source, target = request.POST.get("source", ""), request.POST.get("target", "")
        return {"links": editing.links(content, source, target), "back": editing.links(content, target, source)}
    if what == "type":
        return editing.about_type(request.POST.get("type", ""))
    if what == "referable":
        return {"names": editing.referable_resources(content, request.POST.get("source", ""))}
    if what == "clip":
        return clipped(text, request.POST.getlist("name"))
    if what == "attributes":
        return {"names": inspector.attributes(content, request.POST.get("resource", ""))}
    return None


def clipped(text: str, names: list[str]) -> dict[str, Any]:
    """Return resources as a fragment that can be pasted into another template, or why that is not possible."""
    try:
        piece = clip(text, names)
    except CannotEdit as refused:
        return {"refused": str(refused)}
    return {"piece": piece.text, "left": piece.left, "files": piece.files}


def explanation_as_data(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as the editor shows it; a resource type has a link to its help page."""
    data: dict[str, Any] = {"start": explanation.start, "end": explanation.end, "text": explanation.text}
    data |= {"title": explanation.title, "lines": explanation.lines}
    if explanation.type and find_type(explanation.type):
        data["link"], data["word"] = reverse("help_type", args=[explanation.type]), _("All properties and attributes")
    return data


def option_as_data(option: Option) -> dict[str, Any]:
    """Return a completion option as the editor expects it, without empty fields."""
    data: dict[str, Any] = {"label": option.label, "sort": option.sort, "detail": option.detail}
    more = {
        "apply": option.text,
        "info": option.info,
        "fields": option.has_fields,
        "old": option.is_old,
        "on": option.goes_on,
    }
    return data | {key: value for key, value in more.items() if value}
