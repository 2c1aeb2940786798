"""The parameters of a text that is being edited: their groups, and the form as the fill page shows it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_POST

from designer.content import analysis
from designer.design import answers
from designer.design.inspector.parameter import AskedGroup
from designer.design.requests import template_sent
from designer.fill.form.filled_form import FilledForm
from designer.fill.values.environment_list import EnvironmentList
from designer.fill.values.given import given_in_form
from designer.fill.values.state import FormState
from designer.store.access import get_readable_design, may_edit

MOST_ROWS = 500  # parameters in the list of groups


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
        filled.form.show_window(QueryDict())
        context |= {"filled": filled, "form": filled.form}
    if "slots" in request.POST:
        return render(request, "design/_announcement.html", context)
    groups, left_out = first_rows(answers.asked(content))
    context |= {"groups": groups, "left_out": left_out}
    return render(request, "design/_inspector/parameter_groups.html", context)


def first_rows(groups: Iterable[AskedGroup]) -> tuple[list[AskedGroup], int]:
    """Return groups with as many parameters as people can look through, and how many are left out."""
    found, room, left_out = [], MOST_ROWS, 0
    for group in groups:
        found.append(replace(group, parameters=group.parameters[:room]))
        left_out += len(group.parameters[room:])
        room -= len(found[-1].parameters)
    return found, left_out
