"""Who reaches a template: nobody else, everybody, or whoever has a link."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.access import get_owned_design
from designer.drafts.form_store import find_form_draft
from designer.forms.environment_list import EnvironmentFile, EnvironmentList, arranged
from designer.models import Design, May, ShareLink, Visibility
from designer.queries import active_links
from designer.services import design_update, share_link_create, share_link_revoke
from designer.views.design.requests import whole_number
from designer.views.fill.opened import Opened


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change who reaches the template. Only its owner does either."""
    found = get_owned_design(request.user, slug)
    if request.method == "POST":
        change(request, found)
        return redirect("share", slug=found.slug)
    links = list(active_links(found))
    for link in links:
        link.address = request.build_absolute_uri(reverse("shared", args=[link.token]))  # type: ignore[attr-defined]
    context = {
        "design": found,
        "page": "share",
        "owns": True,
        "links": links,
        "kinds": May,
        "address": request.build_absolute_uri(reverse("fill", args=[found.slug])),
    }
    return render(request, "share/share.html", context)


def change(request: HttpRequest, found: Design) -> None:
    """Do the one thing that the form asks for."""
    if request.POST.get("visibility") in Visibility.values:
        design_update(design=found, visibility=request.POST["visibility"])
        words = _("Everybody can find and read it now.") if found.is_public else _("It is private now.")
        messages.success(request, words)
    elif request.POST.get("may") in May.values and isinstance(request.user, User):
        share_link_create(design=found, created_by=request.user, may=request.POST["may"])
        messages.success(request, _("The link is ready to be copied."))
    elif "revoke" in request.POST:
        link = get_object_or_404(active_links(found), pk=whole_number(request.POST["revoke"]))
        share_link_revoke(link=link)
        messages.success(request, _("The link does not work any more."))
    else:
        raise Http404
