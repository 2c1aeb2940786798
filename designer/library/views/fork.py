"""Forking of a template to the user's own library."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer.models import Design
from designer.site.pages import sign_in_for
from designer.store.access import get_readable_design, get_viewable_link
from designer.store.designs import design_fork


@require_POST
def fork(request: HttpRequest, slug: str) -> HttpResponse:
    """Copy the newest revision of a template that the user may read, and open the copy."""
    if not isinstance(request.user, User):
        return sign_in_for(request, reverse("fill", args=[slug]))
    found = original(request, slug)
    # Without the name: people who can read the copy's history may not be allowed to know of the original.
    message = _("Forked from revision %(number)d of another template") % {"number": found.newest.number}
    copy = design_fork(owner=request.user, design=found, message=message)
    messages.success(request, _("Template forked. Only you can see the copy."))
    return redirect("fill", slug=copy.slug)


def original(request: HttpRequest, slug: str) -> Design:
    """Return the template to copy, which the user may read or has a link to."""
    token = request.POST.get("link")
    if not token:
        return get_readable_design(request.user, slug)
    design = get_viewable_link(request, token).design
    if design.slug != slug:
        raise Http404
    return design
