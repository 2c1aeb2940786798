"""Assistance for a text that is being edited: completion, help and declarations at the cursor."""

import json
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer.content import analysis
from designer.content.content import Content
from designer.design import answers
from designer.design import connections as joining
from designer.design.inspector import builders, inspector
from designer.design.requests import work_sent
from designer.help.resource_types import find_type
from designer.store.access import get_readable_design
from designer.store.drafts.workspace import Work
from hotcore.assist import Explanation, Option, complete, complete_environment, declaration, explain
from hotcore.catalogue import catalogue_in_use
from hotcore.edits import CannotEdit, clip

ENVIRONMENTS = (".yaml", ".yml", ".env", ".json")
"""Suffixes of environment files."""
MOST_MOVED = 20
"""Resources that move into a network together."""


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
    found = complete_environment(text, min(int(at), len(text)), template, sorted(work.template.files))
    options = [option_as_data(option) for option in found.options]
    return {"from": found.start, "options": options, "all": found.is_all}


def answered(request: HttpRequest, content: Content, text: str) -> dict[str, Any] | None:
    """Return the answer as JSON-ready data; None if the query is invalid."""
    query, at = QUERIES.get(request.POST.get("what", "")), request.POST.get("at", "0")
    if query is None or not at.isascii() or not at.isdigit() or len(at) > 9:
        return None
    return query(request.POST, content, text, min(int(at), len(text)))


def completion(_data: QueryDict, content: Content, text: str, at: int) -> dict[str, Any]:
    """Return what can be typed at the cursor."""
    found = complete(text, at, catalogue_in_use(), content.files)
    options = [option_as_data(option) for option in found.options]
    return {"from": found.start, "options": options, "all": found.is_all}


def help_at_cursor(_data: QueryDict, content: Content, text: str, at: int) -> dict[str, Any]:
    """Return what is known of the name at the cursor."""
    explanation = explain(text, at, catalogue_in_use(), content.files)
    return explanation_as_data(explanation) if explanation else {}


def declaration_of_name(_data: QueryDict, _content: Content, text: str, at: int) -> dict[str, Any]:
    """Return where the name at the cursor is declared and used."""
    found = declaration(text, at)
    return {"kind": found.kind, "name": found.name, "start": found.start, "uses": list(found.uses)} if found else {}


def connections(data: QueryDict, content: Content, _text: str, _at: int) -> dict[str, Any]:
    """Return the properties by which two resources can refer to each other."""
    source, target = data.get("source", ""), data.get("target", "")
    return {"links": joining.links(content, source, target), "back": joining.links(content, target, source)}


def neighbours(data: QueryDict, content: Content, _text: str, _at: int) -> dict[str, Any] | None:
    """Return the candidates for a connection on one side of a resource."""
    return joining.neighbours(content, data.get("source", ""), data.get("side", ""))


def between(data: QueryDict, content: Content, _text: str, _at: int) -> dict[str, Any]:
    """Return what can be inserted into the reference of one resource to another."""
    return {"neighbours": joining.between(content, data.get("source", ""), data.get("target", ""))}


def homes(data: QueryDict, content: Content, _text: str, _at: int) -> dict[str, Any]:
    """Return where resources can live."""
    return {"homes": joining.homes(content, data.getlist("name")[:MOST_MOVED])}


QUERIES: dict[str, Callable[[QueryDict, Content, str, int], dict[str, Any] | None]] = {
    "complete": completion,
    "explain": help_at_cursor,
    "declaration": declaration_of_name,
    "connections": connections,
    "neighbours": neighbours,
    "between": between,
    "homes": homes,
    "type": lambda data, *_: answers.about_type(data.get("type", "")),
    "property": lambda data, content, *_: property_help(data, content),
    "referable": lambda data, content, *_: {"names": answers.referable_resources(content, data.get("source", ""))},
    "properties": lambda data, content, *_: {"names": answers.properties_of(content, data.get("resource", ""))},
    "readers": lambda data, _content, text, _at: {"readers": readers(data, text)},
    "condition-parts": lambda _data, content, *_: builders.condition_parts(content) or {},
    "clip": lambda data, _content, text, _at: clipped(text, data.getlist("name")),
    "attributes": lambda data, content, *_: attributes(data, content),
}
"""The kinds of queries, each with the function that answers it."""


def property_help(data: QueryDict, content: Content) -> dict[str, Any]:
    """Return what a property at a path is for; empty for an unknown one."""
    try:
        path = json.loads(data.get("path", ""))
    except (ValueError, RecursionError):
        path = None
    return answers.about_property(content, path) if is_path(path) else {"about": ()}


def is_path(path: object) -> bool:
    """Return whether something is a path of a template: a list of keys and indices."""
    return isinstance(path, list) and all(type(key) in (str, int) for key in path)


def readers(data: QueryDict, text: str) -> list[dict[str, Any]]:
    """Return what else reads the named declarations of a section."""
    return answers.readers(text, data.get("section", "resources"), data.getlist("name"))


def attributes(data: QueryDict, content: Content) -> dict[str, Any]:
    """Return the names of the attributes of a resource, and their types."""
    found = inspector.attributes(content, data.get("resource", ""))
    return {"names": list(found), "types": {name: kind for name, kind in found.items() if kind}}


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
