"""What is to be saved, before it is: the whole difference, and what it means for saved values."""

from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from designer import analysis
from designer.access import get_editable_design, value_sets_of
from designer.drafts.workspace import Work
from designer.files.line_endings import plain
from designer.files.text_diff import counts, differences
from designer.files.uploads import RefusedUpload, checked_files, checked_text
from designer.models import ValueSet
from designer.presentation.changes import meaning, meaning_context
from designer.views.design.requests import typed_bytes, whole_number, work_from
from designer.views.design.save import LONGEST_MESSAGE
from designer.views.pages import sign_in_for


@require_POST
def review(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what saving would change: as a page, or as the dialog's content for a script."""
    if not isinstance(request.user, User):
        return sign_in_for(request, request.path.removesuffix("review/"))
    found = get_editable_design(request.user, slug)
    number = whole_number(request.POST.get("based_on"))
    typed = plain(request.POST.get("text", ""))
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
        **({} if refused or not compared else meant(work, list(value_sets_of(request.user, found)))),
        **({} if refused else problem_counts(work)),
        "newer": found.newest if found.newest.number != number else None,
        "message": request.POST.get("message", "")[:LONGEST_MESSAGE],
        "sides": "sides" in request.POST,
    }
    part = "#review" if request.headers.get("X-Part") == "review" else ""
    return render(request, f"design/review.html{part}", context)


def meant(work: Work, sets: list[ValueSet]) -> dict[str, object]:
    """Return what saving means under the defaults, and for the values that the person keeps."""
    found = meaning(work.saved, work.content, sets)
    return meaning_context(found, len(sets), reverse("fill", args=[work.design.slug]))


def problem_counts(work: Work) -> dict[str, Any]:
    """Return how many problems the template will have, and has as it is saved, as the library counts them."""
    now, before = analysis.index(work.content), analysis.index(work.saved)
    has_changed = (now.error_count, now.warning_count) != (before.error_count, before.warning_count)
    return {"problems": now, "problems_before": before if has_changed else None}
