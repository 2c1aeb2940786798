"""Named sets of values, kept by a person for a design."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer.access import get_value_set
from designer.forms.value_set import ValueSetForm
from designer.services import value_set_delete, value_set_save, value_set_share
from designer.views.fill.fill import answered, render_form
from designer.views.fill.form_draft import keep_form
from designer.views.fill.form_steps import Outcome
from designer.views.fill.opened import Opened, opened_by
from designer.views.pages import sign_in_for


@require_POST
def values(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the values of the form under a name, show a kept set to others or to nobody else, or forget it."""
    if not isinstance(request.user, User):
        return sign_in_for(request, reverse("fill", args=[slug]))
    opened = opened_by(request.user, slug)
    if opened.template is None:
        raise Http404
    if "delete" in request.POST:
        return forget(request, request.user, opened)
    if "share" in request.POST or "unshare" in request.POST:
        return show_to_others(request, request.user, opened)
    return keep(request, request.user, opened)


def keep(request: HttpRequest, user: User, opened: Opened) -> HttpResponse:
    """Keep the values under the name that was given, or that of their set; hidden ones are not asked for."""
    outcome = Outcome(opened.states.posted(request.POST))
    state = outcome.state
    context = answered(request, opened, outcome)
    if context["form"].unkeepable:
        checked = answered(request, opened, outcome, is_checked=True)
        return refused(request, opened, outcome, checked)
    own_name = context["set_name"] if not context["set_owner"] else ""
    named = ValueSetForm({"set_name": own_name} if "save" in request.POST and own_name else request.POST)
    if not named.is_valid():
        return refused(request, opened, outcome, context | {"name_errors": named.errors["set_name"]})
    name = named.cleaned_data["set_name"]
    value_set_save(
        design=opened.design,
        owner=user,
        name=name,
        values=state.given.values,
        environments=opened.states.kept_files(state.environments),
    )
    kept = Outcome(replace(state, set_name=name, set_owner=""))
    return done(request, opened, kept, _("The values are saved as “%(name)s”.") % {"name": name})


def refused(request: HttpRequest, opened: Opened, outcome: Outcome, context: dict[str, Any]) -> HttpResponse:
    """Say why the values are in no set yet; they are kept as a draft."""
    return render_form(request, opened, context | {"keeping": keep_form(request, opened, outcome)})


def forget(request: HttpRequest, user: User, opened: Opened) -> HttpResponse:
    """Delete a set of values; what stands in the form stays."""
    name = request.POST["delete"]
    value_set_delete(value_set=get_value_set(user, opened.design, name))
    state = opened.states.posted(request.POST)
    if state.set_name == name and not state.set_owner:
        state = replace(state, set_name="")
    return done(request, opened, Outcome(state), _("The saved values “%(name)s” are deleted.") % {"name": name})


def show_to_others(request: HttpRequest, user: User, opened: Opened) -> HttpResponse:
    """Show a set to everybody who may see the template, or to its owner only."""
    is_shared = "share" in request.POST
    name = request.POST["share" if is_shared else "unshare"]
    value_set_share(value_set=get_value_set(user, opened.design, name), is_shared=is_shared)
    words = _("Whoever may see the template sees “%(name)s” too.") if is_shared else _("Only you see “%(name)s” now.")
    return done(request, opened, Outcome(opened.states.posted(request.POST)), words % {"name": name})


def done(request: HttpRequest, opened: Opened, outcome: Outcome, message: str) -> HttpResponse:
    """Say what was done, on the page that is there or on a new one."""
    keeping = keep_form(request, opened, outcome)
    messages.success(request, message)
    if not getattr(request, "htmx", False):
        return redirect(opened.address)
    context = answered(request, opened, outcome) | {"is_saved": True, "keeping": keeping}
    response = render_form(request, opened, context)
    response["HX-Trigger"] = "values-kept"
    return response
