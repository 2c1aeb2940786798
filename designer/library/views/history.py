"""The history of a template: its revisions, the changes between two of them, and restoring an earlier one."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from designer.content.content import Content
from designer.content.impact import semantic_diff, semantic_diff_context
from designer.content.text_diff import counts, differences
from designer.library.queries import revision_list
from designer.models import Design, Revision, ShareLink, ValueSet
from designer.site.requests import parse_number
from designer.store.access import (
    get_editable_design,
    get_readable_design,
    get_revision,
    get_viewable_link,
    may_edit,
    value_sets_of,
)
from designer.store.designs import revision_restore
from hotcore.runtime import paused_collector

SAME = " "  # in the query, for the same values on both sides; no value set can have this name
AT_ONCE = 200  # revisions that are listed unless all are requested


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """List the revisions, newest first, and show the changes between two of them."""
    return answer(request, get_readable_design(request.user, slug))


@require_safe
def shared_history(request: HttpRequest, token: str) -> HttpResponse:
    """Show the history to the holder of a link that shows the template, without restoring."""
    link = get_viewable_link(request, token)
    return answer(request, link.design, link)


def answer(request: HttpRequest, found: Design, link: ShareLink | None = None) -> HttpResponse:
    """Return the page as the owner, a reader or the holder of a link sees it."""
    with paused_collector(len(found.newest.content.text)):
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
            **(impact_context(request, found, contents, link) if contents else {}),
        }
        return render(request, "library/history.html", context)


def impact_context(
    request: HttpRequest, found: Design, contents: tuple[Content, Content], link: ShareLink | None
) -> dict[str, object]:
    """Return the context of the impact under the selected value sets; links have no value sets."""
    sets = [] if link else list(value_sets_of(request.user, found))
    before, after = (named(sets, request.GET.get(key, "")) for key in ("set", "to_set"))
    same = request.GET.get("to_set", SAME) == SAME
    values = before.values if before else {}
    new_values = values if same else after.values if after else {}
    address = reverse("shared", args=[link.token]) if link else reverse("fill", args=[found.slug])
    saved = {each.name: each.values for each in sets}
    result = semantic_diff(*contents, saved, values=values, new_values=new_values)
    return {
        "value_sets": sets,
        "set_name": before.name if before else "",
        "to_set_name": after.name if after else "",
        "same_set": same,
        "under": under(request.GET.get("set"), request.GET.get("to_set")),
        "turned": under(*swapped_sets(request)),
        **semantic_diff_context(result, len(sets), address),
    }


def under(set_name: str | None, to_set: str | None) -> str:
    """Return the query for the selected value sets."""
    given = {"set": set_name, "to_set": to_set}
    return urlencode({key: value for key, value in given.items() if value is not None})


def swapped_sets(request: HttpRequest) -> tuple[str | None, str | None]:
    """Return the value sets of both sides in reverse order."""
    before, after = request.GET.get("set"), request.GET.get("to_set")
    return (before, after) if after in (None, SAME) else (after, before or "")


def named(sets: list[ValueSet], name: str) -> ValueSet | None:
    """Return the value set with a name; None for the defaults."""
    if name in ("", SAME):
        return None
    chosen_set = next((one for one in sets if one.name == name), None)
    if chosen_set is None:
        raise Http404
    return chosen_set


def text_address(found: Design, revision: Revision, link: ShareLink | None) -> str:
    """Return the address of a revision's text."""
    if link:
        return reverse("shared_raw_revision", args=[link.token, revision.number])
    return reverse("raw_revision", args=[found.slug, revision.number])


def chosen(request: HttpRequest, found: Design) -> tuple[Revision | None, Revision]:
    """Return the two revisions to compare; by default the newest and the previous one."""
    to = parse_number(request.GET["to"]) if "to" in request.GET else found.newest.number
    start = parse_number(request.GET["from"]) if "from" in request.GET else to - 1
    newer = get_revision(found, to)
    return (get_revision(found, start) if start > 0 else None), newer


def between(revisions: list[Revision], older: Revision, newer: Revision) -> list[Revision]:
    """Return the revisions after the earlier one up to the later one."""
    first, last = sorted((older.number, newer.number))
    return [revision for revision in revisions if first < revision.number <= last]


@require_POST
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    """Restore an earlier revision's content as a new revision."""
    found = get_editable_design(request.user, slug)
    wanted = get_revision(found, parse_number(request.POST.get("revision")))
    if not isinstance(request.user, User):
        raise Http404
    message = _("Restored revision %(number)d") % {"number": wanted.number}
    made = revision_restore(design=found, author=request.user, number=wanted.number, message=message)
    words = _("Revision %(old)d restored as revision %(new)d. Nothing was deleted.")
    messages.success(request, words % {"new": made.number, "old": wanted.number})
    return redirect("history", slug=found.slug)
