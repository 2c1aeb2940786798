"""Keeping what stands in a form as the person's draft, with every answer to it."""

from dataclasses import dataclass, replace
from datetime import timedelta
from math import ceil
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from designer.drafts.form_store import FormWindow, OutdatedForm, find_form_draft, form_draft_write
from designer.forms.steps import Step, single_step_from
from designer.models import FormDraft
from designer.views.fill.form_steps import Outcome, step_of
from designer.views.fill.opened import Opened


@dataclass(frozen=True)
class Keeping:
    """The draft that holds the form, if one does; `newer` is one that another window has written meanwhile."""

    draft: FormDraft | None = None
    newer: FormDraft | None = None

    @property
    def counter(self) -> int:
        """The state of the draft that the page shows."""
        return self.draft.counter if self.draft else 0

    @property
    def age(self) -> int:
        """How many milliseconds ago the draft was written."""
        return ceil((timezone.now() - self.draft.changed) / timedelta(milliseconds=1)) if self.draft else 0


def keep_form(request: HttpRequest, opened: Opened, outcome: Outcome) -> Keeping:
    """Keep the form for whoever is signed in; a form as it opens needs no draft until there is one."""
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
        state |= untold_of(opened, draft)
        step = in_full(opened, draft, step) if step else None
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


def untold(opened: Opened) -> tuple[str, ...]:
    """Return what a form does not say of a draft: by a link neither files, sets nor stand-ins may be known."""
    files = () if opened.states.can_arrange else ("environments",)
    sets = ("set", "set_owner") if opened.hides_sets else ()
    return (*files, *sets) if opened.shows_template else (*files, *sets, "attributes")


def untold_of(opened: Opened, draft: FormDraft) -> dict[str, Any]:
    """Return what the draft has and a form does not say."""
    return {key: draft.state[key] for key in untold(opened) if key in draft.state}


def in_full(opened: Opened, draft: FormDraft, step: Step) -> Step:
    """Return a step, and those before it, with what the form does not say: as the draft has each, or has it now."""
    if not untold(opened):
        return step
    former = draft.former or {}
    known = [(single_step_from(opened.states, each), each) for each in (*former.get("earlier", ()), former)]

    def full(told: Step) -> Step:
        single = replace(told, earlier=(), stays=(), is_closed=False)
        for at, (seen, kept) in enumerate(known):
            if seen and replace(seen, is_closed=False) == single:
                del known[at]
                return replace(told, before=kept["state"])
        return replace(told, before={**told.before, **untold_of(opened, draft)})

    return replace(full(step), earlier=tuple(map(full, step.earlier)))


def window_of(request: HttpRequest) -> FormWindow:
    """Return the window that sends a form, with the state of the draft that it shows."""
    name, before = (request.POST.get(key, "")[:36].replace("\0", "") for key in ("window", "window-before"))
    return FormWindow(number_in(request.POST.get("draft", "")), name, before)


def number_in(text: str) -> int:
    """Return the number that a form says; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0
