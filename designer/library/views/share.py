"""The sharing of a template: private, public, or by link."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.fill.opened import Opened
from designer.fill.values.environment_list import EnvironmentFile, EnvironmentList, arranged
from designer.library.queries import active_links
from designer.library.share_link_form import ShareLinkForm
from designer.models import Design, May, ShareLink, Visibility
from designer.site.requests import parse_number
from designer.store.access import get_owned_design
from designer.store.designs import design_update
from designer.store.drafts.form_drafts import find_form_draft
from designer.store.share_links import share_link_create, share_link_revoke


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change who can access the template; for its owner only."""
    found = get_owned_design(request.user, slug)
    form = ShareLinkForm()
    made: ShareLink | None = None
    if request.method == "POST" and request.POST.get("may") in May.values and isinstance(request.user, User):
        form = ShareLinkForm(request.POST)
        if form.is_valid():
            made, form = make_link(request, request.user, found, form), ShareLinkForm()
    elif request.method == "POST":
        change(request, found)
        return redirect("share", slug=found.slug)
    links = list(active_links(found))
    content = found.newest.content
    for link in links:
        link.files = len(arranged(content, link.environments).in_force)  # type: ignore[attr-defined]
    context = {
        "design": found,
        "page": "share",
        "owns": True,
        "links": links,
        "form": form,
        "made": made,
        "made_address": request.build_absolute_uri(reverse("shared", args=[made.token])) if made else "",
        "kinds": May,
        "environments": environments_of(request, found),
        "address": request.build_absolute_uri(reverse("fill", args=[found.slug])),
    }
    return render(request, "library/share.html", context)


def change(request: HttpRequest, found: Design) -> None:
    """Perform the requested change."""
    if request.POST.get("visibility") in Visibility.values:
        design_update(design=found, visibility=request.POST["visibility"])
        words = _("Everybody can now find and read it.") if found.is_public else _("It is now private.")
        messages.success(request, words)
    elif "revoke" in request.POST:
        link = get_object_or_404(active_links(found), pk=parse_number(request.POST["revoke"]))
        share_link_revoke(link=link)
        messages.success(request, _("Share link revoked."))
    else:
        raise Http404


def make_link(request: HttpRequest, user: User, found: Design, form: ShareLinkForm) -> ShareLink:
    """Create the requested link. The options about environments and outputs apply only to fill-only links."""
    data = request.POST
    chosen = environments_of(request, found).with_on(data.getlist("environment"))
    files = EnvironmentList(tuple(filter(is_included, chosen)))
    fills = data["may"] == May.FILL
    return share_link_create(
        design=found,
        created_by=user,
        may=data["may"],
        environments=Opened(found).states.kept_files(files) if files else (),
        may_see_environments=fills and "may_see_environments" in data,
        may_see_outputs=fills and "may_see_outputs" in data,
        **form.options,
    )


def is_included(file: EnvironmentFile) -> bool:
    """Whether a link includes a file: all but uploaded ones that are disabled."""
    return file.is_on or not file.is_uploaded


def environments_of(request: HttpRequest, found: Design) -> EnvironmentList:
    """Return the environment files as the user left them in the form; none if the text cannot be read."""
    opened = Opened(found)
    if opened.template is None:
        return EnvironmentList()
    draft = find_form_draft(request.user, found)
    return opened.states.restored(draft.state).environments if draft else opened.states.files
