"""Drafts of filled forms, stored on the server: one per user and design.

Every write names the draft's counter that its window shows, so that an outdated window does not silently overwrite a
newer one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from designer.models import Design, FormDraft
from designer.store.access import Person
from designer.store.hidden_values import locked_content, storable_state


class OutdatedForm(Exception):
    """The draft was written by another window since this one loaded it. Nothing was written."""

    def __init__(self, draft: FormDraft) -> None:
        super().__init__("The form was changed in another window.")
        self.draft = draft


@dataclass(frozen=True)
class FormWindow:
    """A window that shows a form: the `counter` of its draft, its own name, and the name of the previous page.

    `sequence` counts the requests that it has sent: a server with several workers may handle a later one first.
    """

    counter: int = 0
    name: str = ""
    before: str = ""
    sequence: int = 0

    def shows(self, draft: FormDraft) -> bool:
        """Whether the window shows the current state of the draft."""
        return self.counter == draft.counter or (bool(draft.window) and draft.window in (self.name, self.before))

    def is_overtaken(self, draft: FormDraft) -> bool:
        """Whether the draft holds what the same window has sent later."""
        return bool(self.name) and self.name == draft.window and self.sequence < draft.sequence


def find_form_draft(user: Person, design: Design) -> FormDraft | None:
    """Return the user's own draft of a form."""
    return FormDraft.objects.filter(design=design, owner_id=user.pk).first() if user.is_authenticated else None


@transaction.atomic
def form_draft_write(
    *,
    design: Design,
    owner: User,
    window: FormWindow,
    state: Mapping[str, Any],
    former: Mapping[str, Any] | None = None,
    keeps_former: bool = False,
    is_decided: bool = False,
) -> FormDraft:
    """Store the state of a form, and its state before the last replacement unless that is unchanged.

    Both are without what the newest revision of `design` hides; one that was saved in the meantime may hide more.
    What a later request of the same window has stored stays. Raises `OutdatedForm` if another window wrote something
    else in the meantime, unless the user `is_decided`.
    """
    state, former = _storable(design, dict(state), former)
    draft = FormDraft.objects.filter(design=design, owner=owner).first()
    if draft is None:
        return FormDraft.objects.create(
            design=design,
            owner=owner,
            state=dict(state),
            former=former,
            window=window.name,
            sequence=window.sequence,
        )
    former = draft.former if keeps_former else former
    is_same = draft.state == state and draft.former == former
    if window.is_overtaken(draft) or (is_same and not window.shows(draft)):
        return draft
    if not (window.shows(draft) or is_decided):
        raise OutdatedForm(draft)
    draft.window, draft.sequence = window.name, window.sequence
    if is_same:
        draft.save(update_fields=["window", "sequence"])
    else:
        _save_change(draft, state, former)
    return draft


def _storable(design: Design, *sent: Mapping[str, Any] | None) -> list[Any]:
    """Lock a design, and return what was sent without what a revision hides that was saved in the meantime."""
    newest = Design.objects.select_for_update().get(pk=design.pk, deleted_at=None)
    if newest.head_id == design.head_id:
        return list(sent)
    content = locked_content(design)
    return [storable_state(content, each) for each in sent]


def _save_change(draft: FormDraft, state: Mapping[str, Any], former: Mapping[str, Any] | None) -> None:
    """Save another state, which outdates the windows that show the current one."""
    draft.state, draft.former = dict(state), former
    draft.counter += 1
    draft.save()
