"""The revisions of a template, what changed between two of them, and going back to an earlier one."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from designer.access import (
    get_editable_design,
    get_readable_design,
    get_revision,
    get_viewable_link,
    value_sets_of,
)
from designer.files.content import Content
from designer.files.text_diff import counts, differences
from designer.models import Design, Revision, ShareLink, ValueSet
from designer.presentation.changes import meaning, meaning_context
from designer.queries import revision_list
from designer.services import revision_restore
from designer.views.design.requests import may_edit, whole_number

SAME = " "  # in the address, for the same values on both sides; no saved set has such a name
AT_ONCE = 200  # revisions that are listed before somebody asks for all of them


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """List the revisions, newest first, and show the difference of the two that the address names."""
    return answer(request, get_readable_design(request.user, slug))


@require_safe
def shared_history(request: HttpRequest, token: str) -> HttpResponse:
    """Show the same to the holder of a link that shows the template; nothing can be restored there."""
    link = get_viewable_link(token)
    return answer(request, link.design, link)


def answer(request: HttpRequest, found: Design, link: ShareLink | None = None) -> HttpResponse:
    """Answer with the page, as its owner, a reader or the holder of a link sees it."""
    everything = "all" in request.GET
    revisions = list(revision_list(found)[: None if everything else AT_ONCE])
    older, newer = chosen(request, found)
    made = between(revisions, older, newer) if older else []
    contents = (older.content, newer.content) if older else None
    compared = differences(*contents) if contents else []
    context = {
        "design": found,
        "page": "history",
        "link": link,
        "owns": not link and may_edit(request.user, found),
        "revisions": revisions,
        "earlier": 0 if everything else max(found.revisions.count() - AT_ONCE, 0),
        "from_revision": older,
        "to_revision": newer,
        "differences": compared,
        "counts": counts(compared),
        "between": made,
        "said": [revision.message for revision in made if revision.message][:3],
        "sides": request.GET.get("view") == "sides",
        "raw": text_address(found, newer, link),
        "all": everything,
        **(meant(request, found, contents, link) if contents else {}),
    }
    return render(request, "library/history.html", context)


def meant(
    request: HttpRequest, found: Design, contents: tuple[Content, Content], link: ShareLink | None
) -> dict[str, object]:
    """Return what the step means, under the saved values that the address names; links know no saved values."""
    sets = [] if link else list(value_sets_of(request.user, found))
    before, after = (named(sets, request.GET.get(key, "")) for key in ("set", "to_set"))
    same = request.GET.get("to_set", SAME) == SAME
    values = before.values if before else {}
    new_values = values if same else after.values if after else {}
    address = reverse("shared", args=[link.token]) if link else reverse("fill", args=[found.slug])
    result = meaning(*contents, sets, values=values, new_values=new_values)
    return {
        "value_sets": sets,
        "set_name": before.name if before else "",
        "to_set_name": after.name if after else "",
        "same_set": same,
        "under": under(request.GET.get("set"), request.GET.get("to_set")),
        "turned": under(*sets_turned(request)),
        **meaning_context(result, len(sets), address),
    }


def under(set_name: str | None, to_set: str | None) -> str:
    """Return what the address of this page says of saved values."""
    given = {"set": set_name, "to_set": to_set}
    return urlencode({key: value for key, value in given.items() if value is not None})


def sets_turned(request: HttpRequest) -> tuple[str | None, str | None]:
    """Return the saved values of both sides in the other order."""
    before, after = request.GET.get("set"), request.GET.get("to_set")
    return (before, after) if after in (None, SAME) else (after, before or "")


def named(sets: list[ValueSet], name: str) -> ValueSet | None:
    """Return the saved set of a name; None for the defaults, which have none."""
    if name in ("", SAME):
        return None
    chosen_set = next((one for one in sets if one.name == name), None)
    if chosen_set is None:
        raise Http404
    return chosen_set


def text_address(found: Design, revision: Revision, link: ShareLink | None) -> str:
    """Return where the text of a revision is, for whoever looks at the history."""
    if link:
        return reverse("shared_raw_revision", args=[link.token, revision.number])
    return reverse("raw_revision", args=[found.slug, revision.number])


def chosen(request: HttpRequest, found: Design) -> tuple[Revision | None, Revision]:
    """Return the two revisions to compare; without a choice the newest and the one before it."""
    to = whole_number(request.GET["to"]) if "to" in request.GET else found.newest.number
    start = whole_number(request.GET["from"]) if "from" in request.GET else to - 1
    newer = get_revision(found, to)
    return (get_revision(found, start) if start > 0 else None), newer


def between(revisions: list[Revision], older: Revision, newer: Revision) -> list[Revision]:
    """Return the revisions after the one up to the other, whichever was made first."""
    first, last = sorted((older.number, newer.number))
    return [revision for revision in revisions if first < revision.number <= last]


@require_POST
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an earlier revision's content the newest again, as a new revision."""
    found = get_editable_design(request.user, slug)
    wanted = get_revision(found, whole_number(request.POST.get("revision")))
    if not isinstance(request.user, User):
        raise Http404
    message = _("Restored revision %(number)d") % {"number": wanted.number}
    made = revision_restore(design=found, author=request.user, number=wanted.number, message=message)
    words = _("Revision %(new)d holds what revision %(old)d held. Nothing was deleted.")
    messages.success(request, words % {"new": made.number, "old": wanted.number})
    return redirect("history", slug=found.slug)
