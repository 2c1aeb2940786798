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
    content = found.newest.content
    for link in links:
        link.address = request.build_absolute_uri(reverse("shared", args=[link.token]))  # type: ignore[attr-defined]
        link.files = len(arranged(content, link.environments).in_force)  # type: ignore[attr-defined]
    context = {
        "design": found,
        "page": "share",
        "owns": True,
        "links": links,
        "kinds": May,
        "environments": environments_of(request, found),
        "address": request.build_absolute_uri(reverse("fill", args=[found.slug])),
    }
    return render(request, "library/share.html", context)


def change(request: HttpRequest, found: Design) -> None:
    """Do the one thing that the form asks for."""
    if request.POST.get("visibility") in Visibility.values:
        design_update(design=found, visibility=request.POST["visibility"])
        words = _("Everybody can find and read it now.") if found.is_public else _("It is private now.")
        messages.success(request, words)
    elif request.POST.get("may") in May.values and isinstance(request.user, User):
        make_link(request, request.user, found)
        messages.success(request, _("The link is ready to be copied."))
    elif "revoke" in request.POST:
        link = get_object_or_404(active_links(found), pk=whole_number(request.POST["revoke"]))
        share_link_revoke(link=link)
        messages.success(request, _("The link does not work any more."))
    else:
        raise Http404


def make_link(request: HttpRequest, user: User, found: Design) -> ShareLink:
    """Make the link that the form asks for. What only the holder of a link to fill may lack counts for such a link."""
    data = request.POST
    chosen = environments_of(request, found).with_on(data.getlist("environment"))
    files = EnvironmentList(tuple(filter(goes_along, chosen)))
    fills = data["may"] == May.FILL
    return share_link_create(
        design=found,
        created_by=user,
        may=data["may"],
        environments=Opened(found).states.kept_files(files) if files else (),
        may_see_environments=fills and "may_see_environments" in data,
        may_see_outputs=fills and "may_see_outputs" in data,
    )


def goes_along(file: EnvironmentFile) -> bool:
    """Whether a link keeps a file: an uploaded one that is off is nobody else's business."""
    return file.is_on or not file.is_uploaded


def environments_of(request: HttpRequest, found: Design) -> EnvironmentList:
    """Return the environment files as the person left them in the form; a text that cannot be read has none."""
    opened = Opened(found)
    if opened.template is None:
        return EnvironmentList()
    draft = find_form_draft(request.user, found)
    return opened.states.restored(draft.state).environments if draft else opened.states.files
