"""The form of what is chosen on the design page, made of the text that is being edited."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from designer.access import find_value_set, get_readable_design
from designer.design_page import editing
from designer.design_page import inspector as inspecting
from designer.views.design.requests import may_edit, template_sent
from hotcore.constraints import KINDS, TYPES

TEMPLATES = {"resources": "design/_inspector/resource.html", "parameters": "design/_inspector/parameter.html"}


@require_POST
def inspector(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the chosen resource with its properties, or another declaration, under the values that are chosen."""
    found = get_readable_design(request.user, slug)
    content = template_sent(request, found)
    chosen = find_value_set(request.user, found, request.POST.get("set", ""))
    values = chosen.values if chosen else None
    name, kind = request.POST.get("name", ""), request.POST.get("kind", "resources")
    wish = inspecting.wish_of(request.POST.get("view", ""))
    context: dict[str, Any] = {"design": found, "name": name, "owns": may_edit(request.user, found), "set": chosen}
    if kind == "resources":
        context["inspected"] = inspecting.resource(content, name, request.POST.get("extra", ""), values, wish)
    elif kind == "parameters":
        context |= {"parameter": editing.parameter(content, name), "types": TYPES, "constraints": KINDS.values()}
    else:
        context["part"] = inspecting.outcome(content, kind, name, values, wish)
        context["decisions"] = inspecting.decisions(content, name, values) if kind == "conditions" else None
    context["ways"] = inspecting.ways(content)
    return render(request, TEMPLATES.get(kind, "design/_inspector/declaration.html"), context)
