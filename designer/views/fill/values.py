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
    """Keep the values of the form under a name, or forget a set that was kept."""
    if not isinstance(request.user, User):
        return sign_in_for(request, reverse("fill", args=[slug]))
    opened = opened_by(request.user, slug)
    if opened.template is None:
        raise Http404
    context = filled(request.POST, opened, opened.template, given_in_form(opened.template, request.POST))
    if "delete" in request.POST:
        return forget(request, request.user, opened, context)
    return keep(request, request.user, opened, opened.template, context)


def keep(request: HttpRequest, user: User, opened: Opened, template: Template, context: dict[str, Any]) -> HttpResponse:
    """Keep the values; before that, list what does not fit, unless it is kept all the same, and ask for a name."""
    given = context["filled"].given
    judged = filled(request.POST, opened, template, given, is_for_keeping=True)
    form = judged["form"]
    if form.unkeepable or (form.wrong and "anyway" not in request.POST):
        return render_form(request, opened, judged | {"is_checked": True, "can_save_anyway": not form.unkeepable})
    if "ask" in request.POST:
        response = render_form(request, opened, context | {"wants_name": True})
        response["HX-Trigger"] = "name-wanted"
        return response
    named = ValueSetForm(request.POST)
    if not named.is_valid():
        return render_form(request, opened, context | {"name_errors": named.errors["set_name"]})
    name = named.cleaned_data["set_name"]
    value_set_save(design=opened.design, owner=user, name=name, values=given.values)
    return done(request, opened, context, _("The values are saved as “%(name)s”.") % {"name": name}, name)


def forget(request: HttpRequest, user: User, opened: Opened, context: dict[str, Any]) -> HttpResponse:
    """Delete a set of values; what stands in the form stays."""
    name = request.POST["delete"]
    value_set_delete(value_set=get_value_set(user, opened.design, name))
    kept_name = "" if context["set_name"] == name else context["set_name"]
    return done(request, opened, context, _("The saved values “%(name)s” are deleted.") % {"name": name}, kept_name)


def done(request: HttpRequest, opened: Opened, context: dict[str, Any], message: str, set_name: str) -> HttpResponse:
    """Say what was done, on the page that is there or on a new one."""
    messages.success(request, message)
    query = f"?{urlencode({'set': set_name})}" if set_name else ""
    address = reverse("fill", args=[opened.design.slug]) + query
    if not getattr(request, "htmx", False):
        return redirect(address)
    response = render_form(request, opened, context | {"is_saved": True, "set_name": set_name})
    response["HX-Replace-Url"] = address
    response["HX-Trigger"] = "values-kept"
    return response
