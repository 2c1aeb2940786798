"""The diagram of a template: as data for the design page, and as a file to download."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods

from designer.content.content import Content
from designer.content.line_endings import plain
from designer.design import answers
from designer.design.requests import work_sent
from designer.design.views.design import text_context
from designer.design.views.positions import FARTHEST, MOST, is_position
from designer.models import Design, DiagramView
from designer.store.access import find_value_set, get_readable_design
from designer.store.drafts.workspace import Work
from hotcore.runtime import paused_collector

TYPES = {
    "svg": "image/svg+xml",
    "dot": "text/vnd.graphviz; charset=utf-8",
    "mermaid": "text/plain; charset=utf-8",
    "json": "application/json",
}


@require_http_methods(["GET", "HEAD", "POST"])
def diagram(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the diagram of the saved template or of a sent text, as a file or as data with problems."""
    found = get_readable_design(request.user, slug)
    if request.method != "POST":
        return as_file(found, found.newest.content, request.GET.get("format", "svg"))
    work = work_sent(request, found)
    content = work.template
    chosen = find_value_set(request.user, found, request.POST.get("set", ""))
    values = chosen.values if chosen else None
    if "format" in request.POST:
        return as_file(found, content, request.POST["format"], values)
    with paused_collector(len(content.text)):
        drawn = answers.diagram(content, values, shown_sent(request)) or {"broken": answers.parse_error(content)}
        if request.POST.get("only") == "diagram":
            return JsonResponse(drawn)
        return JsonResponse({**drawn, **diagnostics_of(request, work)})


def diagnostics_of(request: HttpRequest, work: Work) -> dict[str, str]:
    """Return the rendered list of problems and its mark; only the mark if the page has already `seen` that list.

    It is sent with the diagram, so that both are of the same text.
    """
    context = text_context(request.user, work, plain(request.POST.get("text", "")))
    template = context["template"]
    counts = (len(template.parameters), len(template.resources), len(template.outputs)) if template else ()
    mark = "-".join([context["diagnostics"].mark, *map(str, counts)])
    if request.POST.get("seen") == mark:
        return {"mark": mark}
    return {"mark": mark, "diagnostics": render_to_string("design/design.html#diagnostics", context, request)}


def shown_sent(request: HttpRequest) -> answers.Shown:
    """Parse what the page shows: the `view`, its `places`, the point `near` of a new item, and names."""
    near = request.POST.get("near", "").split(",")
    try:
        point = (float(near[0]), float(near[1])) if len(near) == 2 else None
    except ValueError:
        point = None
    is_near = point is not None and all(abs(number) <= FARTHEST for number in point)
    return answers.Shown(
        DiagramView.MAP if request.POST.get("view") == DiagramView.MAP else DiagramView.DEPENDENCIES,
        read_positions(request.POST.get("places", "")),
        point if is_near else None,
        request.POST.get("origin") or None,
        tidy=read_names(request.POST.get("tidy", "")),
        unfolded=read_names(request.POST.get("unfolded", "")),
        frames_given=request.POST.get("given") != "off",
    )


def read_names(sent: str) -> frozenset[str]:
    """Parse a JSON list of names, ignoring what is none."""
    try:
        names = json.loads(sent) if sent else []
    except (ValueError, RecursionError):
        return frozenset()
    return frozenset(name for name in names[:MOST] if isinstance(name, str)) if isinstance(names, list) else frozenset()


def read_positions(sent: str) -> dict[str, tuple[float, ...]]:
    """Parse the previous corners of boxes, and their sizes if these follow, a JSON map, ignoring malformed ones."""
    try:
        places = json.loads(sent) if sent else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(places, dict) or len(places) > MOST:
        return {}
    return {name: tuple(map(float, place)) for name, place in places.items() if is_position(place)}


def as_file(found: Design, content: Content, form: str, values: Mapping[str, Any] | None = None) -> HttpResponse:
    """Return a diagram as a file."""
    text = answers.exported(content, form, values) if form in TYPES else None
    if text is None:
        raise Http404
    name = f"{found.slug}.{'mmd' if form == 'mermaid' else form}"
    return HttpResponse(
        text,
        content_type=TYPES[form],
        headers={"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"},
    )
