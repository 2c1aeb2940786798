"""The review of changes before saving: the diff, and the impact on stacks and value sets."""

from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from designer.content import index
from designer.content.impact import semantic_diff, semantic_diff_context
from designer.content.line_endings import plain
from designer.content.text_diff import counts, differences
from designer.content.uploads import RefusedUpload, checked_files, checked_text
from designer.design.requests import typed_bytes, work_from
from designer.models import ValueSet
from designer.site.pages import sign_in_for
from designer.site.requests import parse_number
from designer.store.access import get_editable_design, value_sets_of
from designer.store.designs import LONGEST_MESSAGE
from designer.store.drafts.workspace import Work
from hotcore.runtime import paused_collector


@require_POST
def review(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what saving would change, as a page or as the content of a dialog."""
    if not isinstance(request.user, User):
        return sign_in_for(request, request.path.removesuffix("review/"))
    found = get_editable_design(request.user, slug)
    number = parse_number(request.POST.get("based_on"))
    typed = plain(request.POST.get("text", ""))
    with paused_collector(len(typed)):
        work = work_from(request.user, found, request.POST.get("file", ""), number)
        if work.path and work.path not in work.content.files:
            raise Http404
        work = work.with_bytes(typed_bytes(work, typed))
        refused = ""
        try:
            checked_text(work.content.text)
            checked_files(work.content.files)
        except RefusedUpload as reason:
            refused = str(reason)
        compared = differences(work.saved, work.content)
        context = {
            "design": found,
            "page": "design",
            "owns": True,
            "work": work,
            "typed": typed,
            "counter": request.POST.get("counter", ""),
            "refused": refused,
            "differences": compared,
            "counts": counts(compared),
            **({} if refused or not compared else impact_context(work, list(value_sets_of(request.user, found)))),
            **({} if refused else problem_counts(work)),
            "newer": found.newest if found.newest.number != number else None,
            "message": request.POST.get("message", "")[:LONGEST_MESSAGE],
            "sides": "sides" in request.POST,
        }
        part = "#review" if request.headers.get("X-Part") == "review" else ""
        return render(request, f"design/review.html{part}", context)


def impact_context(work: Work, sets: list[ValueSet]) -> dict[str, object]:
    """Return the context of the impact under the defaults and on the user's value sets."""
    found = semantic_diff(work.saved, work.content, {each.name: each.values for each in sets})
    return semantic_diff_context(found, len(sets), reverse("fill", args=[work.design.slug]))


def problem_counts(work: Work) -> dict[str, Any]:
    """Return the numbers of problems of the changed template, and of the saved one if they differ."""
    now, before = index.problem_counts(work.content), index.problem_counts(work.saved)
    return {"problems": now, "problems_before": before if now != before else None}
