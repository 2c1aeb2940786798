"""Value sets that users save for a design."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer.fill.form_draft import keep_form
from designer.fill.form_outcome import Outcome
from designer.fill.opened import Opened, opened_by
from designer.fill.values.value_set_form import ValueSetForm
from designer.fill.views.fill import answered, render_form
from designer.site.pages import sign_in_for
from designer.store.access import get_value_set
from designer.store.value_sets import value_set_delete, value_set_save, value_set_share


@require_POST
def values(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the form's values as a value set, or share, unshare or delete a value set."""
    if not isinstance(request.user, User):
        return sign_in_for(request, reverse("fill", args=[slug]))
    opened = opened_by(request.user, slug)
    if opened.template is None:
        raise Http404
    if "delete" in request.POST:
        return delete(request, request.user, opened)
    if "share" in request.POST or "unshare" in request.POST:
        return change_sharing(request, request.user, opened)
    return save(request, request.user, opened)


def save(request: HttpRequest, user: User, opened: Opened) -> HttpResponse:
    """Save the values under the given name, or that of their set; hidden ones are not required."""
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
    return done(request, opened, kept, _("Values saved as “%(name)s”.") % {"name": name})


def refused(request: HttpRequest, opened: Opened, outcome: Outcome, context: dict[str, Any]) -> HttpResponse:
    """Show why the values were not saved as a set; they stay in the draft."""
    return render_form(request, opened, context | {"keeping": keep_form(request, opened, outcome)})


def delete(request: HttpRequest, user: User, opened: Opened) -> HttpResponse:
    """Delete a value set; the form stays as it is."""
    name = request.POST["delete"]
    value_set_delete(value_set=get_value_set(user, opened.design, name))
    state = opened.states.posted(request.POST)
    if state.set_name == name and not state.set_owner:
        state = replace(state, set_name="")
    return done(request, opened, Outcome(state), _("Value set “%(name)s” deleted.") % {"name": name})


def change_sharing(request: HttpRequest, user: User, opened: Opened) -> HttpResponse:
    """Share a value set with everybody who may see the template, or stop sharing it."""
    is_shared = "share" in request.POST
    name = request.POST["share" if is_shared else "unshare"]
    value_set_share(value_set=get_value_set(user, opened.design, name), is_shared=is_shared)
    words = (
        _("“%(name)s” is now shared with everybody who can see the template.")
        if is_shared
        else _("“%(name)s” is now visible only to you.")
    )
    return done(request, opened, Outcome(opened.states.posted(request.POST)), words % {"name": name})


def done(request: HttpRequest, opened: Opened, outcome: Outcome, message: str) -> HttpResponse:
    """Respond with a message, on the current page or after a redirect."""
    keeping = keep_form(request, opened, outcome)
    messages.success(request, message)
    if not getattr(request, "htmx", False):
        return redirect(opened.address)
    context = answered(request, opened, outcome) | {"is_saved": True, "keeping": keeping}
    response = render_form(request, opened, context)
    response["HX-Trigger"] = "values-kept"
    return response
