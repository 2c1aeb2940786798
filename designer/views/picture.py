"""The picture of a template: as data for the design page while it is edited, and as a file to take away."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_http_methods

from designer import editing
from designer.access import find_value_set, get_readable_design
from designer.views.design import opened

TYPES = {
    "svg": "image/svg+xml",
    "dot": "text/vnd.graphviz; charset=utf-8",
    "mermaid": "text/plain; charset=utf-8",
    "json": "application/json",
}


@require_http_methods(["GET", "HEAD", "POST"])
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the picture of the saved template as a file, or of a text that is sent as data."""
    found = get_readable_design(request.user, slug)
    if request.method == "POST":
        content = opened(found, found.newest, "").with_text(request.POST.get("text", "").encode("utf-8", "replace"))
        chosen = find_value_set(request.user, found, request.POST.get("set", ""))
        return JsonResponse(editing.picture(content, chosen.values if chosen else None) or {"broken": True})
    form = request.GET.get("format", "svg")
    text = editing.drawn(found.newest.content, form) if form in TYPES else None
    if text is None:
        raise Http404
    name = f"{found.slug}.{'mmd' if form == 'mermaid' else form}"
    return HttpResponse(
        text,
        content_type=TYPES[form],
        headers={"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"},
    )
