"""The condition matrix of a template: the possible combinations of conditions, and values that lead to them."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from designer.content import analysis
from designer.fill.condition_page import Combinations
from designer.fill.form_draft import keep_form
from designer.fill.form_outcome import Outcome, at_address, find_set_of
from designer.fill.form_source import state_kept
from designer.fill.opened import Opened, without_collector
from designer.fill.values.state import FormState
from designer.fill.views.fill import is_explicit, secrets_in_address, without_secrets
from designer.models import FormDraft
from designer.store.access import get_readable_design, get_viewable_link, value_sets_of
from designer.store.drafts.form_drafts import find_form_draft


@require_http_methods(["GET", "HEAD", "POST"])
def conditions(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the condition matrix of a design that the user may read."""
    return answer(request, Opened(get_readable_design(request.user, slug)))


@require_http_methods(["GET", "HEAD", "POST"])
def shared_conditions(request: HttpRequest, token: str) -> HttpResponse:
    """Show the condition matrix to the holder of a link that shows the template."""
    link = get_viewable_link(request, token)
    return answer(request, Opened(link.design, link))


@without_collector
def answer(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Return the page under the state of the form."""
    context = opened.page_context(request.user, "conditions")
    template = opened.template
    if template is None:
        return render(request, "fill/unreadable.html", context)
    if secrets := secrets_in_address(request, template):
        return without_secrets(request, opened, secrets, opened.conditions_address)
    draft = find_form_draft(request.user, opened.design)
    if request.method == "POST":
        state = state_kept(request, opened)
        if "state" not in request.POST:
            draft = keep_form(request, opened, Outcome(state)).draft
    else:
        state = state_at(request, opened, draft)
    states = opened.states
    original = find_set_of(request, opened, state)
    context |= {
        "combinations": Combinations(
            opened.content,
            analysis.conditions(opened.content, state.environments.in_force),
            state,
            request.GET,
            states.files.names_on,
            is_sent=request.method == "POST",
            is_left=request.method != "POST" and not is_explicit(request),
        ),
        "template": template,
        "chosen": state.set_name if original else "",
        "is_edited": states.is_edited(state, original or states.untouched()),
        "value_sets": [] if opened.link else value_sets_of(request.user, opened.design),
        "kept_state": json.dumps(states.kept(state)),
        "draft": draft,
    }
    response = render(request, "fill/conditions.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def state_at(request: HttpRequest, opened: Opened, draft: FormDraft | None) -> FormState:
    """Return the state that the address requests, else the form as the user left it."""
    if is_explicit(request):
        return at_address(request, opened)[2]
    return opened.states.restored(draft.state) if draft else opened.states.untouched()
