"""The outcome of a submitted form: its new state, and the step that led there if it replaced values."""

import time
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, QueryDict

from designer.fill.opened import Opened
from designer.fill.values.environment_upload import EnvironmentUpload
from designer.fill.values.given import given_in_address
from designer.fill.values.state import FormState
from designer.fill.values.steps import Kind, Step, step_between, step_from, step_in, step_to
from designer.models import ValueSet
from designer.store.access import find_value_set, get_readable_value_set
from designer.store.drafts.form_drafts import find_form_draft

MOVES = {"environment-up": -1, "environment-down": 1}


@dataclass(frozen=True)
class Outcome:
    """The new state of a form, the step that replaced values, and an upload, possibly a rejected one."""

    state: FormState
    step: Step | None = None
    is_redrawn: bool = False
    upload: EnvironmentUpload | None = None


def outcome_of(request: HttpRequest, opened: Opened) -> Outcome:
    """Return the outcome of a submitted form, with the steps that can be undone after it."""
    outcome = latest_outcome(request, opened)
    if outcome.step is None:
        return outcome
    return replace(outcome, step=step_to(opened.states, last_step(request, opened), outcome.step, outcome.state))


def step_of(request: HttpRequest, opened: Opened, outcome: Outcome) -> Step | None:
    """Return the last step of a submitted form: a new one, or the one that came with it, which may be closed now."""
    if outcome.step:
        return outcome.step
    step = step_in(opened.states, request.POST.get("former", ""))
    return replace(step, is_closed=True) if step and "dismiss" in request.POST else step


def latest_outcome(request: HttpRequest, opened: Opened) -> Outcome:
    """Return the outcome of a submitted form. Typed hidden values stay, whatever is replaced."""
    states, data = opened.states, request.POST
    left = states.read(data.get("state", ""))  # sent by a derived page
    before = left or states.shown(data)
    if "add" in data and states.can_arrange:
        return added(request, opened, before)
    if "restore" in data:
        return restored(request, opened)
    asked = requested_state(request, opened, before)
    if asked is None:
        return Outcome(left) if left else rearranged(opened, data, before)
    kind, name, wanted = asked
    after = states.in_place_of(before, wanted)
    return Outcome(after, step_between(states, before, after, kind, name), is_redrawn=True)


def restored(request: HttpRequest, opened: Opened) -> Outcome:
    """Return the outcome of restoring the copy of a form that this device kept, over the form or the user's draft."""
    states, data = opened.states, request.POST
    draft = find_form_draft(request.user, opened.design)
    if "over" in data:
        before = states.posted(QueryDict(data["over"]))
    elif draft:
        before = states.restored(draft.state)
    else:
        return Outcome(states.posted(data))
    state = states.in_place_of(before, states.posted(data))
    if data["restore"] == "tab":
        return Outcome(state, step_between(states, before, state, "draft"))
    step = step_between(states, before, state, "device")
    return Outcome(state, replace(step, typed=moment_before(data.get("restored-age", ""))))


def moment_before(age: str) -> int:
    """Return the Unix time of an age in seconds; 0 if it is unknown."""
    is_age = age.isascii() and age.isdigit() and len(age) < 10
    return int(time.time()) - int(age) if is_age else 0


def requested_state(request: HttpRequest, opened: Opened, before: FormState) -> tuple[Kind, str, FormState] | None:
    """Return the replacement that a button requests: its kind, its name, and the state."""
    states, data = opened.states, request.POST
    if "undo" in data:
        last = last_step(request, opened)
        return ("redo" if last.is_undone else "undo", last.name, states.restored(last.before)) if last else None
    if "choose" in data:
        return chosen(request, opened, data["choose"])
    if "revert" in data:
        original = find_set_of(request, opened, before)
        if original:
            return "set", original.set_name, original
        return "defaults", "", states.untouched()
    if "combination" in data:
        given = given_in_address(states.template, QueryDict(data["combination"]), before.bases)
        return "combination", "", replace(before, given=given, set_name="", set_owner="")
    if "arrive" in data:
        return at_address(request, opened)
    if "draft-use" in data:
        draft = find_form_draft(request.user, opened.design)
        return ("draft", "", states.restored(draft.state)) if draft else None
    return None


def last_step(request: HttpRequest, opened: Opened) -> Step | None:
    """Return the step to undo: the one that came with the form, or that is stored with the draft.

    After an undo, it is the step to redo, or the previous one if that is requested.
    """
    data = request.POST
    step = step_in(opened.states, (QueryDict(data["over"]) if "over" in data else data).get("former", ""))
    if step is None and (draft := find_form_draft(request.user, opened.design)):
        step = step_from(opened.states, draft.former)
    if data.get("undo") == "earlier" and step and step.is_undone and step.earlier:
        return replace(step.earlier[-1], earlier=step.earlier[:-1])
    return step


def chosen(request: HttpRequest, opened: Opened, key: str) -> tuple[Kind, str, FormState]:
    """Return a value set by primary key, or the template's defaults."""
    if key == "defaults":
        return "defaults", "", opened.states.untouched()
    if opened.hides_sets:
        raise Http404
    found = get_readable_value_set(request.user, opened.design, key)
    owner = "" if found.owner_id == request.user.pk else found.owner.get_username()
    return "set", found.name, opened.states.of_set(found, owner)


def find_set_of(request: HttpRequest, opened: Opened, state: FormState) -> FormState | None:
    """Return the state of the value set that a state came from."""
    if not state.set_name or opened.hides_sets:
        return None
    found = find_value_set(request.user, opened.design, state.set_name, state.set_owner)
    return opened.states.of_set(found, state.set_owner) if found else None


def replaced_set(request: HttpRequest, opened: Opened, step: Step | None) -> ValueSet | None:
    """Return the value set that the last step replaced by another one."""
    if step is None or step.kind != "set" or opened.hides_sets:
        return None
    before = opened.states.restored(step.before)
    return find_value_set(request.user, opened.design, before.set_name, before.set_owner) if before.set_name else None


def at_address(request: HttpRequest, opened: Opened) -> tuple[Kind, str, FormState]:
    """Return the state that the address requests: a value set, or the values of a prefilled link."""
    data = request.GET
    name, owner = data.get("set", ""), data.get("of", "")
    found = find_value_set(request.user, opened.design, name, owner) if name and not opened.hides_sets else None
    if found:
        is_own = found.owner_id == request.user.pk
        return "set", found.name, opened.states.of_set(found, "" if is_own else owner)
    kind: Kind = "combination" if "combination" in data else "link"
    return kind, "", opened.states.at_address(data)


def rearranged(opened: Opened, data: QueryDict, before: FormState) -> Outcome:
    """Return the outcome of changes to the list of files."""
    states = opened.states
    after = states.posted(data, before)
    if states.can_arrange:
        files = after.environments
        for button, step in MOVES.items():
            files = files.moved(data.get(button, ""), step)
        files = files.without(data.get("environment-remove", ""))
        after = states.with_files(after, files)
    if after.environments.arrangement == before.environments.arrangement:
        return Outcome(after)
    return Outcome(after, step_between(states, before, after, "files"), is_redrawn=True)


def added(request: HttpRequest, opened: Opened, before: FormState) -> Outcome:
    """Return the outcome of adding uploaded and pasted files; rejected uploads change nothing."""
    present = opened.states.posted(request.POST, before)
    there = [file.text for file in present.environments.uploaded]
    upload = EnvironmentUpload(request.POST, request.FILES, there=there)
    if not upload.is_valid():
        return Outcome(present, upload=upload)
    files = present.environments
    for name, text in upload.texts:
        files = files.with_uploaded(name, text, replaces=upload.replaces)
    after = opened.states.with_files(present, files)
    return Outcome(after, step_between(opened.states, before, after, "files"), is_redrawn=True, upload=upload)
