"""The inspector of the design page: the form of the selected element."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from designer.design import answers
from designer.design.inspector import builders
from designer.design.inspector import inspector as inspecting
from designer.design.requests import template_sent
from designer.store.access import find_value_set, get_readable_design, may_edit
from hotcore.constraints import KINDS, TYPES

TEMPLATES = {"resources": "design/_inspector/resource.html", "parameters": "design/_inspector/parameter.html"}


@require_POST
def inspector(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the selected resource with its properties, or another declaration, under the selected values.

    With `read-only`, nothing in it can be changed: the sent text is not the one that is being edited.
    """
    found = get_readable_design(request.user, slug)
    content = template_sent(request, found)
    chosen = find_value_set(request.user, found, request.POST.get("set", ""))
    values = chosen.values if chosen else None
    name, kind = request.POST.get("name", ""), request.POST.get("kind", "resources")
    view_state = inspecting.view_state_of(request.POST.get("view", ""))
    owns = may_edit(request.user, found) and "read-only" not in request.POST
    context: dict[str, Any] = {"design": found, "name": name, "owns": owns, "set": chosen}
    context["find"] = view_state.find
    if kind == "resources":
        context["inspected"] = inspecting.resource(content, name, request.POST.get("extra", ""), values, view_state)
        context["icon"] = inspecting.icon_of(context["inspected"])
    elif kind == "parameters":
        context |= {"parameter": answers.parameter(content, name), "types": TYPES, "constraints": KINDS.values()}
    else:
        context["part"] = inspecting.outcome(content, kind, name, values, view_state)
        context["condition_parts"] = builders.condition_parts(content, name) if kind == "conditions" else None
        context["output_parts"] = builders.output_parts(content, name) if kind == "outputs" else None
        context["decisions"] = inspecting.decisions(content, name, values) if kind == "conditions" else None
    context["functions_by_context"] = inspecting.functions_by_context(content)
    return render(request, TEMPLATES.get(kind, "design/_inspector/declaration.html"), context)
