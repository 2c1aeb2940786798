"""Saving of a user's changes to a design as one revision: the file on the page and their draft."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from designer.content import analysis
from designer.content.content import Content
from designer.content.text_diff import Difference, differences
from designer.content.uploads import RefusedUpload, checked_files, checked_text
from designer.design.requests import checked_bytes, window_of
from designer.models import Revision
from designer.store.designs import LONGEST_MESSAGE, Conflict, revision_create
from designer.store.drafts.design_drafts import draft_remove
from designer.store.drafts.merge import Merged, Picks, merged
from designer.store.drafts.workspace import Work, draft_of
from designer.store.unknown_outcomes import reporting_unknown_outcome
from hotcore import Diagnostic, Severity
from hotcore.bundle_files import path_from
from hotcore.edits import Side


class NotSaved(Exception):
    """The changes could not be saved: `words` is the reason, `merge` the changes that somebody else saved meanwhile."""

    def __init__(self, words: str = "", merge: "Merge | None" = None, *, is_outdated: bool = False) -> None:
        super().__init__(words)
        self.words = words
        self.merge = merge
        self.is_outdated = is_outdated


@dataclass(frozen=True)
class Merge:
    """The changes that somebody saved meanwhile, `newer`, and those to be saved; `made` is the merged result."""

    newer: Revision
    base: Content
    mine: Content
    made: Merged

    @property
    def their_differences(self) -> list[Difference]:
        """The other user's changes."""
        return differences(self.base, self.newer.content)

    @property
    def new_errors(self) -> list[Diagnostic]:
        """The errors of the merged content that neither side has: a name that one changed and the other uses."""
        if self.made.content is None:
            return []
        alone = {(one.code, one.message) for content in (self.mine, self.newer.content) for one in errors(content)}
        return [one for one in errors(self.made.content) if (one.code, one.message) not in alone]

    @property
    def my_differences(self) -> list[Difference]:
        """The changes to be saved."""
        return differences(self.base, self.mine)


def errors(content: Content) -> list[Diagnostic]:
    """Return the errors of a content."""
    return [one for one in analysis.document(content).diagnostics if one.severity is Severity.ERROR]


def save(request: HttpRequest, user: User, work: Work) -> HttpResponse:
    """Save the typed text and the draft, and redirect; raise `NotSaved` if that is not possible."""
    try:
        work = work.with_bytes(checked_bytes(work, request.POST.get("text", "")))
        if not is_saved(work):
            check_window(request, user, work)
        checked_files(work.content.files)
        content, base = to_save(request, work)
        checked_text(content.text)
    except RefusedUpload as refused:
        raise NotSaved(str(refused)) from None
    try:
        # The draft ends if, and only if, it was saved.
        with reporting_unknown_outcome(work.design, content, base.number), transaction.atomic():
            revision = revision_create(
                design=work.design,
                author=user,
                text=content.text,
                files=content.files,
                message=message_of(request),
                based_on=base.number,
            )
            is_over = draft_remove(design=work.design, owner=user, counter=work.counter, saved=content)
    except Conflict:
        work.design.refresh_from_db()
        raise NotSaved(merge=merge_of(work, {}, over=False)) from None
    add_messages(request, work, base, revision)
    if not is_over:
        messages.info(request, _("Changes from another window were not included. They are your draft now."))
    query = "?" + urlencode({"file": work.path}) if work.path in content.files else ""
    return redirect(reverse("design", args=[work.design.slug]) + query)


def is_saved(work: Work) -> bool:
    """Whether the newest revision has this content, and is a later one: whoever saved it did not learn that."""
    newest = work.design.newest
    return newest.number != work.revision.number and newest.content_hash == work.content.hash_value


def check_window(request: HttpRequest, user: User, work: Work) -> None:
    """Raise `NotSaved` if the draft was changed in another window than the one that saves."""
    if "counter" in request.POST and not window_of(request).shows(draft_of(user, work.design), [work.path]):
        words = _("Your draft was changed or saved in another window. Save again to save the text of this window.")
        raise NotSaved(words, is_outdated=True)


def to_save(request: HttpRequest, work: Work) -> tuple[Content, Revision]:
    """Return the content to save, and the revision that it follows; raise `NotSaved` if the user has to decide.

    Changes of others in other files are included. Changes to the same file are merged if the user agrees, by `merge`
    with the number of the other revision, or overwritten by `over`.
    """
    newest = work.design.newest
    if newest.number == work.revision.number or is_saved(work):
        return work.content, work.revision
    number = str(newest.number)
    over, agreed = request.POST.get("over") == number, request.POST.get("merge") == number
    picks: dict[str, Side] = {
        key: "mine" if value == "mine" else "theirs" for key, value in request.POST.items() if key.startswith("pick:")
    }
    merge = merge_of(work, picks if agreed else {}, over=over)
    if merge.made.content is None or (merge.made.both and not over and not agreed):
        raise NotSaved(merge=merge)
    return merge.made.content, newest


def merge_of(work: Work, picks: Picks, *, over: bool) -> Merge:
    """Return the merge of the work and the newest revision."""
    newest = work.design.newest
    base, mine = (as_in(newest.content, content) for content in (work.saved, work.content))
    return Merge(newest, base, mine, merged(base, mine, newest.content, picks, over=over))


def as_in(newest: Content, content: Content) -> Content:
    """Return a content with the same file as its template as in a newer content."""
    moved = path_from(content.folder, newest.place)
    return content if newest.place == content.place or moved not in content.files else content.about(moved)


def add_messages(request: HttpRequest, work: Work, base: Revision, revision: Revision) -> None:
    """Add messages about what was saved."""
    if revision.number == base.number:
        messages.info(request, _("Nothing has changed since revision %(number)d.") % {"number": revision.number})
        return
    messages.success(request, _("Saved as revision %(number)d.") % {"number": revision.number})
    if base.number != work.revision.number and "over" not in request.POST:
        if "merge" in request.POST:
            words = _("It includes the changes of revision %(number)d.")
        else:
            words = _("It includes revision %(number)d, which changed other files in the meantime.")
        messages.info(request, words % {"number": base.number})


def message_of(request: HttpRequest) -> str:
    """Return the revision message as one line."""
    return " ".join(request.POST.get("message", "").replace("\0", "").split())[:LONGEST_MESSAGE]
