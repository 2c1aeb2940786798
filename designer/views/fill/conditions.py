"""What the conditions of a template can come to, and which values bring it about."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from designer import analysis
from designer.access import get_readable_design, get_viewable_link, value_sets_of
from designer.drafts.form_store import find_form_draft
from designer.forms.state import FormState
from designer.models import FormDraft
from designer.presentation.conditions import Combinations
from designer.views.fill.fill import is_explicit, secrets_in_address, without_secrets
from designer.views.fill.form_draft import keep_form
from designer.views.fill.form_source import state_kept
from designer.views.fill.form_steps import Outcome, at_address, find_set_of
from designer.views.fill.opened import Opened


@require_safe
def conditions(request: HttpRequest, slug: str) -> HttpResponse:
    """List the combinations of a design that the person may read."""
    return answer(request, Opened(get_readable_design(request.user, slug)))


@require_safe
def shared_conditions(request: HttpRequest, token: str) -> HttpResponse:
    """Show the same to the holder of a link that shows the template."""
    link = get_viewable_link(token)
    return answer(request, Opened(link.design, link))


def answer(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Answer with the page; the values that hold at present are those of a saved set, or stand in the address."""
    context: dict[str, Any] = {
        "opened": opened,
        "link": opened.link,
        "design": opened.design,
        "page": "conditions",
        "owns": not opened.link and opened.design.owner_id == request.user.pk,
    }
    template = opened.template
    if template is None:
        return render(request, "fill/unreadable.html", context)
    if secrets := secrets_in_address(request, template):
        return without_secrets(request, opened, secrets, opened.conditions_address)
    set_name = "" if opened.link else request.GET.get("set", "")
    chosen = find_value_set(request.user, opened.design, set_name) if set_name else None
    given = given_from_values(template, chosen.values) if chosen else given_in_address(template, request.GET)
    context |= {
        "combinations": Combinations(opened.content, analysis.conditions(opened.content), given, request.GET),
        "template": template,
        "chosen": chosen,
        "given": given,
        "value_sets": [] if opened.link else value_sets_of(request.user, opened.design),
    }
    response = render(request, "conditions/conditions.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response
