"""The form of what is chosen on the design page, made of the text that is being edited."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from designer import editing
from designer.access import get_readable_design
from designer.views.design import may_edit, opened

FUNCTIONS = ("get_param", "get_resource", "get_attr", "yaml")
"""The ways to say a value that is not written out."""


@require_POST
def inspector(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the properties of the chosen resource, or the fields of another declaration."""
    found = get_readable_design(request.user, slug)
    content = opened(found, found.newest, "").with_text(request.POST.get("text", "").encode("utf-8", "replace"))
    name = request.POST.get("name", "")
    context = {"name": name, "owns": may_edit(request.user, found)}
    if (kind := request.POST.get("kind", "resources")) != "resources":
        context["part"] = editing.part(content, kind, name)
        return render(request, "design/_part.html", context)
    context["inspected"] = editing.inspected(content, name, request.POST.get("extra", ""))
    context["functions"] = FUNCTIONS
    return render(request, "design/_inspector.html", context)
