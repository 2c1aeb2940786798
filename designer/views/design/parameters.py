"""The parameters of a text that is being edited: their groups, and the form as the fill page shows it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from designer import analysis
from designer.access import get_readable_design, may_edit
from designer.design_page import editing
from designer.forms.environment_list import EnvironmentList
from designer.forms.filled import FilledForm
from designer.forms.given import given_in_form
from designer.forms.state import FormState
from designer.views.design.requests import template_sent


@require_POST
def parameters(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the groups, and the form with test values, which are not stored.

    With `slots`, only the messages about the typed values are rendered.
    """
    found = get_readable_design(request.user, slug)
    content = template_sent(request, found)
    template = analysis.document(content).template
    context: dict[str, Any] = {"owns": may_edit(request.user, found), "template": template, "controls_stay": True}
    if template is not None:
        given = given_in_form(template, request.POST)
        filled = FilledForm(
            content, template, FormState(given, EnvironmentList(), {}), [], is_submitted="check" in request.POST
        )
        filled.form.unfold()
        context |= {"filled": filled, "form": filled.form}
    if "slots" in request.POST:
        response = render(request, "design/_announcement.html", context)
    else:
        response = render(
            request, "design/_inspector/parameter_groups.html", {**context, "groups": editing.asked(content)}
        )
    response["Cache-Control"] = "private, no-store"
    return response
