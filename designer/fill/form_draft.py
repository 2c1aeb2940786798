"""Storage of a form's state as the user's draft on every request."""

from dataclasses import dataclass, replace
from datetime import timedelta
from math import ceil
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from designer.fill.form_outcome import Outcome, step_of
from designer.fill.opened import Opened
from designer.fill.values.steps import Step, single_step_from
from designer.models import FormDraft
from designer.store.drafts.form_drafts import FormWindow, OutdatedForm, find_form_draft, form_draft_write


@dataclass(frozen=True)
class Keeping:
    """The draft that stores the form, if any; `newer` is one that another window has written in the meantime."""

    draft: FormDraft | None = None
    newer: FormDraft | None = None

    @property
    def counter(self) -> int:
        """The counter of the draft that the page shows."""
        return self.draft.counter if self.draft else 0

    @property
    def age(self) -> int:
        """The age of the draft in milliseconds."""
        return ceil((timezone.now() - self.draft.changed) / timedelta(milliseconds=1)) if self.draft else 0


def keep_form(request: HttpRequest, opened: Opened, outcome: Outcome) -> Keeping:
    """Store the form of a signed-in user; an untouched form does not start a draft."""
    user = request.user
    if not isinstance(user, User):
        return Keeping()
    states, data = opened.states, request.POST
    state = states.kept(outcome.state)
    draft = find_form_draft(user, opened.design)
    if draft is None and outcome.step is None and state == states.kept(states.untouched()):
        return Keeping()
    step = step_of(request, opened, outcome)
    if draft:
        state |= undisclosed_state(opened, draft)
        step = completed_step(opened, draft, step) if step else None
    try:
        draft = form_draft_write(
            design=opened.design,
            owner=user,
            window=window_of(request),
            state=state,
            former=step.kept if step else None,
            keeps_former=step is None and "former" not in data,
            is_decided="draft-mine" in data or "draft-use" in data,
        )
    except OutdatedForm as outdated:
        return Keeping(newer=outdated.draft)
    return Keeping(draft=draft)


def undisclosed_keys(opened: Opened) -> tuple[str, ...]:
    """Return the keys of a draft that the form does not show: files, sets and stand-ins, depending on the link."""
    files = () if opened.states.can_arrange else ("environments",)
    sets = ("set", "set_owner") if opened.hides_sets else ()
    return (*files, *sets) if opened.shows_template else (*files, *sets, "attributes")


def undisclosed_state(opened: Opened, draft: FormDraft) -> dict[str, Any]:
    """Return the part of a draft that the form does not show."""
    return {key: draft.state[key] for key in undisclosed_keys(opened) if key in draft.state}


def completed_step(opened: Opened, draft: FormDraft, step: Step) -> Step:
    """Return a step and the previous ones, completed with the draft's data that the form does not show."""
    if not undisclosed_keys(opened):
        return step
    former = draft.former or {}
    known = [(single_step_from(opened.states, each), each) for each in (*former.get("earlier", ()), former)]

    def completed(step: Step) -> Step:
        single = replace(step, earlier=(), stays=(), is_closed=False)
        for at, (seen, kept) in enumerate(known):
            if seen and replace(seen, is_closed=False) == single:
                del known[at]
                return replace(step, before=kept["state"])
        return replace(step, before={**step.before, **undisclosed_state(opened, draft)})

    return replace(completed(step), earlier=tuple(map(completed, step.earlier)))


def window_of(request: HttpRequest) -> FormWindow:
    """Return the window that sent a form, with the draft's counter that it shows, and the number of its request."""
    name, before = (request.POST.get(key, "")[:36].replace("\0", "") for key in ("window", "window-before"))
    counter, sequence = (number_in(request.POST.get(key, "")) for key in ("draft", "window-sequence"))
    return FormWindow(counter, name, before, sequence)


def number_in(text: str) -> int:
    """Parse a number from a form; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0
