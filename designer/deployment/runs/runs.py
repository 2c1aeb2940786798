"""Runs: planned, begun once, cancelled; `designer.deployment.runs.watcher` sees what becomes of them."""

from collections.abc import Callable, Collection
from datetime import timedelta
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from designer.accounts.cloud_access import runs_give_up
from designer.accounts.people import person_stays
from designer.cloud.connection.run_tokens import OF_TOKEN
from designer.cloud.project.heat import ORCHESTRATION, Heat, heat_of
from designer.cloud.service.faults import CloudFault, Fault, faults_of
from designer.cloud.service.texts import readable
from designer.content import analysis
from designer.deployment.plans.plans import (
    HiddenValues,
    concealed_faults,
    hidden_values_in,
    make_plan,
    mark_new,
    outgoing_of,
    set_refusal,
    settings_of,
    states_of,
)
from designer.deployment.plans.snapshot_restore import kept_snapshot, set_snapshot
from designer.deployment.plans.stack_request import stack_request
from designer.deployment.plans.update_preview import present_stack, update_request
from designer.deployment.runs.run_form import LONGEST_LIMIT
from designer.deployment.secrets.masked_faults import masked_faults
from designer.deployment.stacks.stacks import Stack
from designer.models import AT_WORK, Act, CloudConnection, Design, Revision, Run, RunAction, RunState, RunToken
from designer.operation.audit import record
from designer.store.hidden_values import locked_content, storable_state
from designer.store.masks import masked, masks_of, without_quoted
from designer.store.run_texts import plan_without_words

UNCERTAIN = (Fault.NO_ANSWER, Fault.UNREADABLE, Fault.BROKEN)
"""Faults after which Heat may have begun what it was asked for."""
DECIDED = ("stack_name", "rolls_back", "minutes", "tags")
"""What a person decides besides the values."""


def plan_run(
    *,
    owner: User,
    design: Design,
    connection: CloudConnection,
    form: dict[str, Any],
    stack_name: str,
    hidden: HiddenValues,
    typed: list[str],
    updates: bool = False,
) -> Run:
    """Plan a run of a design's newest revision, which makes a stack or `updates` the one of that name.

    `typed` are the hidden parameters whose values have to be typed again when it begins.

    Raises `CloudFault` where the cloud cannot be asked, or has no such stack.
    """
    run = Run(
        design=design,
        revision=design.newest,
        owner=owner,
        cloud=connection.cloud,
        region=connection.region,
        project_id=connection.project_id,
        project=connection.project,
        form=form,
        stack_name=stack_name,
        plan={"typed": typed},
    )
    if updates:
        run.stack_id = heat_of(connection).id_of(stack_name)
        run.action = RunAction.UPDATE
    make_plan(run, connection, hidden)
    _store(run, run.save)
    return run


def plan_restore(
    *,
    owner: User,
    revision: Revision,
    connection: CloudConnection,
    stack: Stack,
    snapshot: str,
    hidden: Collection[str],
) -> Run:
    """Plan to bring a stack, which comes from a revision, back to a snapshot, by its ID.

    `hidden` are the parameters that the stack hides now; an older snapshot may show them. Raises `CloudFault` where the
    cloud cannot be asked, or has no such snapshot.
    """
    run = Run(
        design=revision.design,
        revision=revision,
        owner=owner,
        cloud=connection.cloud,
        region=connection.region,
        project_id=connection.project_id,
        project=connection.project,
        stack_name=stack.name,
        stack_id=stack.id,
        action=RunAction.RESTORE,
        plan={"snapshot": {"id": snapshot, "hidden": sorted(hidden)}},
    )
    heat = heat_of(connection)
    kept = kept_snapshot(heat, run)
    with faults_of(ORCHESTRATION.name):
        set_snapshot(run, kept)
        answer = heat.without_outputs(stack.name, stack.id)
        run.rolls_back = not answer.get("disable_rollback")
        run.minutes = max(1, min(int(answer.get("timeout_mins") or run.minutes), LONGEST_LIMIT))
    make_plan(run, connection, {})
    _store(run, run.save)
    return run


def update_instead(*, run: Run, connection: CloudConnection, hidden: HiddenValues) -> None:
    """Turn a plan of a new stack, whose name is taken, into one that updates the stack of that name."""
    run.stack_id = heat_of(connection).id_of(run.stack_name)
    run.action = RunAction.UPDATE
    plan_again(run=run, connection=connection, hidden=hidden)


def plan_again(*, run: Run, connection: CloudConnection, hidden: HiddenValues) -> None:
    """Plan a run anew, of what is the design's newest revision now; mark what is new since the plan before."""
    if not run.is_restore:
        _take_newest(run)
    before = run.plan
    make_plan(run, connection, hidden)
    mark_new(run.plan, before)
    changed = Run.objects.filter(pk=run.pk, state=RunState.PLANNED)
    decided = {name: getattr(run, name) for name in (*DECIDED, "action", "stack_id")}
    _store(run, lambda: changed.update(revision=run.revision, form=run.form, plan=run.plan, **decided))


@transaction.atomic
def _store(run: Run, write: Callable[[], object]) -> None:
    """Write a run without the values that its design hides by now: while the cloud was asked, a revision may have."""
    form = storable_state(locked_content(run.design), run.form)
    if form != run.form:
        run.form, run.plan = form, plan_without_words(run.plan)
    write()


def _take_newest(run: Run) -> None:
    """Set the newest revision, and the form as that revision has it."""
    newest = run.design.newest
    if analysis.document(newest.content).template is None:
        raise CloudFault(Fault.REFUSED, _("The newest revision cannot be read. Mend it on the design page first."))
    state = states_of(run).restored(run.form)
    run.revision = newest
    states = states_of(run)
    run.form = states.kept(states.restored(run.form | {"values": dict(state.given.values)}))


def begin_run(*, run: Run, connection: CloudConnection, hidden: HiddenValues) -> bool:
    """Send a planned run to Heat, with its hidden values, which are then forgotten; once, however often it is asked.

    Returns whether this call has begun it. Raises `CloudFault` if Heat refuses: then it is a plan again.
    """
    heat = heat_of(connection)
    with masked_faults(hidden.values()):
        if run.changes_stack:
            run.begins_after = heat.last_event(run.stack_name, run.stack_id)
        send, values = _sending(run, heat, hidden)
    return _begin(run, connection, send, values)


def _sending(run: Run, heat: Heat, hidden: HiddenValues) -> tuple[Callable[[], str], list[object]]:
    """Return what asks Heat to begin a run, and returns the stack's ID; and the hidden values that Heat works with."""
    if run.is_restore:
        kept = kept_snapshot(heat, run)
        sent = partial(heat.restore_snapshot, run.stack_name, run.stack_id, str(kept.answer["id"]))
        with faults_of(ORCHESTRATION.name):
            return partial(_sent, run, sent), list(kept.hidden_values())
    outgoing = outgoing_of(run, hidden)
    values = hidden_values_in(outgoing, hidden)
    request = stack_request(outgoing, run.stack_name) | settings_of(run)
    if not run.changes_stack:
        return partial(heat.create, request), values
    method, request = update_request(request, present_stack(heat, run.stack_name, run.stack_id), outgoing)
    sent = partial(heat.update, run.stack_name, run.stack_id, method, request)
    return partial(_sent, run, sent), values


def _sent(run: Run, send: Callable[[], None]) -> str:
    send()
    return run.stack_id


def _begin(run: Run, connection: CloudConnection, send: Callable[[], str], hidden: list[object]) -> bool:
    begun: dict[str, Any] = {
        "state": RunState.STARTING,
        "started": timezone.now(),
        "masks": masks_of(hidden),
        "reason": "",
    }
    options = {name: getattr(run, name) for name in (*DECIDED, "begins_after")}
    lease = timezone.now() + timedelta(minutes=2)  # nobody else looks at it before Heat has answered
    with transaction.atomic():
        mine = Run.objects.filter(pk=run.pk, state=RunState.PLANNED)
        if not person_stays(run.owner) or not mine.update(leased_until=lease, **begun, **options):
            return False
        RunToken.objects.create(run=run, **{name: getattr(connection, name) for name in OF_TOKEN})
        record(Act.RUN_STARTED, f"{run.cloud}: {run.project}: {run.stack_name}")
    try:
        with concealed_faults(run, hidden):
            stack_id = send()
    except CloudFault as fault:
        if fault.fault in UNCERTAIN and not fault.is_unsent:  # Heat may have begun: whoever watches finds out
            Run.objects.filter(pk=run.pk).update(leased_until=timezone.now())
            return True
        with transaction.atomic():
            fault = _without_forgotten(run, fault)
            set_refusal(run, fault)
            mine = Run.objects.filter(pk=run.pk, state=RunState.STARTING)
            mine.update(state=RunState.PLANNED, started=None, masks=[], plan=run.plan)
            RunToken.objects.filter(run=run).delete()
        raise fault from None
    begun_here = Run.objects.filter(pk=run.pk, state=RunState.STARTING)
    begun_here.update(stack_id=stack_id, state=RunState.RUNNING, leased_until=timezone.now())
    return True


def _without_forgotten(run: Run, fault: CloudFault) -> CloudFault:
    """Lock a run until the transaction ends; drop values of it that a revision has hidden meanwhile, from its plan and
    from the words of Heat."""
    stored = Run.objects.select_for_update().filter(pk=run.pk).first()
    if stored is None or stored.form == run.form:
        return fault
    run.plan = plan_without_words(run.plan)
    return fault.reworded(masked(without_quoted(fault.rest), stored.masks))


def cancel_run(*, run: Run, connection: CloudConnection, rolls_back: bool) -> None:
    """Cancel a run: leave what there is, or go back to what was before. Raises `CloudFault` if Heat refuses."""
    if run.is_restore:
        raise CloudFault(Fault.REFUSED, _("Heat cannot cancel the restoring of a snapshot. It ends by itself."))
    heat = heat_of(connection)
    if rolls_back and run.action == RunAction.UPDATE:
        heat.act(run.stack_name, run.stack_id, "cancel_update")
    elif rolls_back:
        with faults_of(ORCHESTRATION.name):
            status = str(heat.without_outputs(run.stack_name, run.stack_id)["stack_status"])
        if status != "CREATE_IN_PROGRESS":  # nobody has looked for a while; somebody may change it already
            words = _("The stack has been made meanwhile (%(status)s). Nothing was deleted.")
            raise CloudFault(Fault.CONFLICT, words % {"status": readable(status)})
        heat.delete(run.stack_name, run.stack_id)
    else:
        heat.act(run.stack_name, run.stack_id, "cancel_without_rollback")
    mine = Run.objects.filter(pk=run.pk, state__in=AT_WORK)
    mine.update(state=RunState.CANCELLING, is_cancelled=True, leased_until=timezone.now())
    record(Act.RUN_CANCELLED, f"{run.cloud}: {run.project}: {run.stack_name}")


def run_at_work(run: Run) -> Run | None:
    """Return the person's run that is at work in the stack that a plan would update."""
    there = {name: getattr(run, name) for name in ("owner", "cloud", "region", "project_id", "stack_id")}
    return Run.objects.filter(**there, state__in=AT_WORK).select_related("design").first() if run.stack_id else None


def cancel_stack(*, run: Run, connection: CloudConnection, rolls_back: bool) -> None:
    """Cancel what is at work in the stack that a plan would update. Raises `CloudFault` if Heat refuses."""
    other = run_at_work(run)
    if other:
        # To go back from a creation means to delete the stack.
        cancel_run(run=other, connection=connection, rolls_back=rolls_back and other.action == RunAction.UPDATE)
        return
    action = "cancel_update" if rolls_back else "cancel_without_rollback"
    heat_of(connection).act(run.stack_name, run.stack_id, action)
    record(Act.STACK_CHANGED, f"{connection}: {run.stack_name}: {action}")


def stop_watching(*, run: Run) -> None:
    """Give up a run of which nothing can be heard any more; its stack stays as it is."""
    lost = Run.objects.filter(pk=run.pk, state__in=(RunState.BLIND, RunState.AWAY))
    words = _("Watching was given up. What became of the stack is not known here.")
    runs_give_up(lost, words)
