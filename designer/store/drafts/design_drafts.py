"""Drafts of designs, stored on the server: one per user and design.

A draft is a set of changes to the revision that it is based on; only files that differ are stored. Every write names
the state of the draft that its window shows; a window with an older state of the same files is refused by `Outdated`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from designer.content.content import Content
from designer.content.uploads import LARGEST_TEXT, checked_files, checked_text
from designer.models import Design, Draft, DraftFile, Revision

TEMPLATE = ""
"""The path of the template itself in a draft."""

_FIRST = 2**41
"""Above the counters of earlier releases, which began with the milliseconds of a clock."""
_MOST_WRITES = 2**20
"""By so much the counters of two drafts differ at their start."""

Changes = Mapping[str, bytes | None]
"""Changed files by path; None for a removed one."""

Fresh = Sequence[tuple[str, Sequence[str]]]
"""The fresh resources of a file: each with the paths of missing values that are errors by now."""


class Outdated(Exception):
    """A write came from a window that shows an older state of the draft. Nothing was written."""

    def __init__(self, draft: Draft | None) -> None:
        super().__init__("The draft was changed in another window.")
        self.draft = draft


def overlaid(content: Content, changes: Changes) -> Content:
    """Return a content with changes applied."""
    template = changes.get(TEMPLATE)
    files = {**content.files, **{path: data for path, data in changes.items() if path}}
    left = {path: data for path, data in files.items() if data is not None}
    return Content(content.text if template is None else template, left, content.path)


def changes_between(base: Content, content: Content) -> dict[str, bytes | None]:
    """Return the changes from a base to a content."""
    found: dict[str, bytes | None] = {} if base.text == content.text else {TEMPLATE: content.text}
    for path in sorted(base.files.keys() | content.files.keys()):
        if base.files.get(path) != content.files.get(path):
            found[path] = content.files.get(path)
    return found


def changes_of(draft: Draft) -> dict[str, bytes | None]:
    """Return the changes that a draft holds."""
    return {file.path: None if file.content is None else bytes(file.content) for file in draft.files.all()}


@dataclass(frozen=True)
class Window:
    """A window that shows a draft: the `counter` of that state, the revision that it is `based_on`, its own name, and
    the name of the previous page, which may have written when it was left."""

    counter: int
    based_on: int = 0
    name: str = ""
    before: str = ""

    def shows(self, draft: Draft | None, paths: Iterable[str] | None) -> bool:
        """Whether the window shows the current state of these files of the draft, or of all."""
        if self.counter == (draft.counter if draft else 0):
            return True
        if draft is None:
            return False
        if draft.window and draft.window in (self.name, self.before):
            return True
        written = draft.files.filter(counter__gt=self.counter)
        if paths is not None:
            written = written.filter(path__in=list(paths))
        return draft.base.number == self.based_on and not written.exists()


@transaction.atomic
def draft_write(*, design: Design, owner: User, window: Window, changes: Changes, fresh: Fresh = ()) -> Draft | None:
    """Write files to a user's draft, with what is fresh in them; a new draft is based on the revision of the window.

    Returns the draft, or None if nothing differs from its base any more. Raises `Outdated` if another window has made
    other changes in the meantime, and `RefusedUpload` for files that are too large.
    """
    try:
        draft = _current(design, owner, window, changes)
    except Outdated as outdated:
        if outdated.draft and _has(outdated.draft, changes):
            return outdated.draft
        raise
    revision = draft.base if draft else design.revisions.get(number=window.based_on)
    before = revision.content
    content = overlaid(overlaid(before, changes_of(draft) if draft else {}), changes)
    _check(content)
    left = changes_between(before, content)
    if not left:
        Draft.objects.filter(design=design, owner=owner, given_up=False).delete()
        return None
    draft = _counted(draft, design, owner, revision, window.name)
    draft.files.exclude(path__in=left).delete()
    for path in changes.keys() & left.keys():
        DraftFile.objects.update_or_create(
            draft=draft, path=path, defaults={"content": left[path], "counter": draft.counter, "fresh": fresh}
        )
    return draft


@transaction.atomic
def draft_write_fresh(*, design: Design, owner: User, window: Window, path: str, fresh: Fresh) -> None:
    """Write what is fresh in a file of a draft; its text stays, so that no window is behind."""
    draft = _current(design, owner, window, [path])
    if draft:
        draft.files.filter(path=path).update(fresh=fresh)


@transaction.atomic
def draft_give_up(*, design: Design, owner: User, window: Window) -> None:
    """Discard a draft, so that the user sees the saved revision again."""
    draft = _current(design, owner, window, None)
    if draft:
        draft.given_up = True
        draft.save()


@transaction.atomic
def draft_bring_back(*, design: Design, owner: User) -> Draft | None:
    """Restore the draft that was discarded last, if none has been started since."""
    draft = _locked(design, owner)
    if draft is None or not draft.given_up:
        return None
    draft.given_up = False
    return _counted(draft, design, owner, draft.base, "")


@transaction.atomic
def draft_remove(*, design: Design, owner: User, counter: int, saved: Content) -> bool:
    """Delete a user's draft after it was saved as of `counter`; return whether it is gone.

    A draft with later changes that are not in what was saved stays.
    """
    draft = _locked(design, owner)
    is_newer = draft is not None and not draft.given_up and draft.counter != counter
    if draft and is_newer and overlaid(draft.base.content, changes_of(draft)).hash_value != saved.hash_value:
        return False
    Draft.objects.filter(design=design, owner=owner).delete()
    return True


def _locked(design: Design, owner: User) -> Draft | None:
    """Return the draft, locked until the transaction ends by a lock on its design, since the draft may not exist."""
    Design.objects.select_for_update().get(pk=design.pk, deleted_at=None)
    return Draft.objects.select_related("base").filter(design=design, owner=owner).first()


def _current(design: Design, owner: User, window: Window, paths: Iterable[str] | None) -> Draft | None:
    draft = _locked(design, owner)
    found = draft if draft and not draft.given_up else None
    if not window.shows(found, paths):
        raise Outdated(found)
    return found


def _has(draft: Draft, changes: Changes) -> bool:
    """Whether a draft already holds some changes: a page that is left and comes back may send them twice."""
    held = changes_of(draft)
    return all(path in held and held[path] == data for path, data in changes.items())


def _counted(draft: Draft | None, design: Design, owner: User, base: Revision, window: str) -> Draft:
    """Return the draft, saved with a new counter that no earlier draft has had."""
    if draft is None:
        Draft.objects.filter(design=design, owner=owner).delete()
        draft = Draft(design=design, owner=owner, base=base, counter=0, window=window)
        draft.save()
        draft.counter = (
            _FIRST + draft.pk * _MOST_WRITES
        )  # the database numbers drafts, whatever the clocks of nodes say
        draft.save(update_fields=["counter"])
        return draft
    draft.counter += 1
    draft.window = window
    draft.changed = timezone.now()
    draft.save()
    return draft


def _check(content: Content) -> None:
    """Refuse a content that is too large; a template may be empty or invalid while it is edited."""
    if len(content.text) > LARGEST_TEXT:
        checked_text(content.text)
    checked_files(content.files)
