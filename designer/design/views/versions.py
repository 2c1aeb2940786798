"""The template version of a text that is being edited: its requirements, and rewriting to another version."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from designer.design import template_version as template_versions
from designer.design.requests import template_sent
from designer.store.access import get_readable_design, may_edit

REFUSED = 422


@require_POST
def versions(request: HttpRequest, slug: str) -> HttpResponse:
    """Show facts about the version of a text; with `to`, return the edits that rewrite it to another version."""
    found = get_readable_design(request.user, slug)
    content = template_sent(request, found)
    if "to" not in request.POST:
        context = {"owns": may_edit(request.user, found), "about": template_versions.about(content)}
        return render(request, "design/_versions.html", context)
    plan = template_versions.rewriting(content, request.POST["to"])
    return JsonResponse(plan, status=REFUSED if "refused" in plan else 200)
