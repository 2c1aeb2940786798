"""Watches runs: asks Heat what has happened, and stores it, until each has ended. `manage.py watch_runs` does it."""

import logging
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from urllib.parse import urlsplit

from django.db import connections, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from designer.cloud.project.heat import ORCHESTRATION, PAGE, Answer, Heat, heat_of, stack_id_of, time_of
from designer.cloud.service.faults import CloudFault, Fault, faults_of
from designer.cloud.service.texts import readable
from designer.cloud.service.transport import AT_ONCE
from designer.content import analysis
from designer.deployment.plans.plans import keeps_hidden_values, kept_hidden, outgoing_of
from designer.deployment.secrets.redaction import Concealing
from designer.deployment.secrets.secret_attributes import given_resources
from designer.deployment.stacks.surroundings import around
from designer.models import AT_WORK, Run, RunAction, RunEvent, RunState, RunToken
from designer.store.masks import masked

LOG = logging.getLogger("designer.cloud")
EVERY = timedelta(seconds=2)
PATIENCE = timedelta(seconds=15)  # until the next look at a cloud that does not answer
LEASE = timedelta(minutes=2)  # longer than any look takes
PAGES = 8  # of events that a look reads; the next one reads on
MOST = 20_000  # events of a run that are kept; after those, the state of the stack alone is watched
UNCERTAIN = timedelta(minutes=3)  # for which a stack may still appear after its request was cut off
FORGOTTEN = timedelta(minutes=5)  # beyond the time limit, at which Heat itself ends what it still knows of

ENDS = {
    "CREATE_COMPLETE": RunState.COMPLETE,
    "CREATE_FAILED": RunState.FAILED,
    "UPDATE_COMPLETE": RunState.COMPLETE,
    "UPDATE_FAILED": RunState.FAILED,
    "RESTORE_COMPLETE": RunState.COMPLETE,
    "RESTORE_FAILED": RunState.FAILED,
    "ROLLBACK_COMPLETE": RunState.ROLLED_BACK,
    "ROLLBACK_FAILED": RunState.FAILED,
    "DELETE_COMPLETE": RunState.ROLLED_BACK,
    "DELETE_FAILED": RunState.FAILED,
}
"""What a run is when its stack has one of these states."""
OWN_ACTIONS = ("CREATE", "UPDATE", "ROLLBACK", "DELETE")
BLINDING = (Fault.TOKEN_ENDED, Fault.NO_PROJECT, Fault.FORBIDDEN, Fault.POLICY)
"""Faults after which a cloud answers, and tells nothing to the person of the run."""
OF_RESTORING = ("RESTORE", "ROLLBACK", "DELETE")
FAILURES = ("CREATE_FAILED", "UPDATE_FAILED", "RESTORE_FAILED")  # after which Heat may roll back


class Watchers:
    """Threads that look at runs until an event, a few for each cloud: a cloud that is slow delays no other."""

    def __init__(self, ended: threading.Event) -> None:
        self._ended = ended
        self._of_clouds: dict[str, list[threading.Thread]] = {}

    def begin(self) -> None:
        """Start as many threads as there are runs whose turn it is, and as a cloud may be asked by at once."""
        for cloud, runs in Counter(_due_runs().values_list("cloud", flat=True)).items():
            threads = [each for each in self._of_clouds.get(cloud, ()) if each.is_alive()]
            for _more in range(min(runs, AT_ONCE - len(threads))):
                threads.append(threading.Thread(target=self._watch, args=(cloud,)))
                threads[-1].start()
            self._of_clouds[cloud] = threads

    def join(self) -> None:
        """Wait for the threads; after the event, each ends the look that it has begun."""
        for threads in self._of_clouds.values():
            for thread in threads:
                thread.join()

    def _watch(self, cloud: str) -> None:
        try:
            while not self._ended.is_set() and (run := take_run(cloud)):
                look(run)
        except Exception:  # the run waits for its lease, and the others do not wait for it
            LOG.exception("A run could not be looked at")
        finally:
            connections.close_all()


def take_run(cloud: str) -> Run | None:
    """Return the run in a cloud that has waited longest for its turn, and keep it from all other watchers."""
    for pk in _due_runs().filter(cloud=cloud).values_list("pk", flat=True):
        # Whoever changes the row takes the run, so the row alone is asked.
        mine = Run.objects.filter(pk=pk, state__in=AT_WORK, leased_until__lte=timezone.now())
        if mine.update(leased_until=timezone.now() + LEASE):
            run = Run.objects.select_related("token").filter(pk=pk, token__isnull=False).first()
            if run:
                return run
    return None


def _due_runs() -> QuerySet[Run]:
    due = Run.objects.filter(state__in=AT_WORK, leased_until__lte=timezone.now(), token__isnull=False)
    return due.order_by("leased_until", "pk")


def look(run: Run) -> None:
    """Ask Heat about a run once, and store what it says."""
    try:
        with faults_of(ORCHESTRATION.name):  # also for an answer that has another shape
            _store(run, heat_of(run.token))
    except CloudFault as fault:
        state = RunState.BLIND if fault.fault in BLINDING else RunState.AWAY
        has_ended = fault.fault is Fault.TOKEN_ENDED and run.token.has_ended  # of which the cloud is not asked
        with transaction.atomic():
            _take_masks(run)
            reason, wait = ("", EVERY) if has_ended else (masked(fault.words, run.masks), PATIENCE)
            _change(run, state=state, reason=reason, leased_until=timezone.now() + wait)


def _store(run: Run, heat: Heat) -> None:
    if not run.stack_id and not _find_stack(run, heat):
        return
    stack = _stack_of(run, heat)
    known = list(run.events.filter(resource="").values_list("status", flat=True))
    is_read = stack is not None and run.events.count() < MOST
    events, there_may_be_more = _keep_new_events(run, heat) if is_read else ([], False)
    own = [event.status for event in events if not event.resource]
    end = None if there_may_be_more else _end_of(run, stack, known, own)
    reason = readable(stack.get("stack_status_reason") or "") if stack else ""
    if end is None and stack is not None and _never_began(run, stack, [*known, *own]):
        end, reason = RunState.FAILED, _never_begun()
    if end is None and _is_forgotten(run, events):
        end, reason = RunState.FAILED, _forgotten(run)
    if end is None:
        is_cancelled = Run.objects.filter(pk=run.pk, is_cancelled=True).exists()
        state = RunState.CANCELLING if is_cancelled else RunState.RUNNING
        _change(run, state=state, reason="", seen=timezone.now(), leased_until=timezone.now() + EVERY)
        return
    concealing = _concealing_of(run)
    with transaction.atomic():
        _take_masks(run)
        end_run(run, end, concealing.reason(masked(reason, run.masks)))


def _end_of(run: Run, stack: Answer | None, known: list[str], own: list[str]) -> RunState | None:
    """Return how a run has ended, by what Heat has said of its stack since it began; None if it has not.

    `known` are the states that were stored before this look, `own` those that it has found. Checks and the like, which
    others may ask for, are none of the run's; and of a deleted stack Heat tells no last event.
    """
    status = next((each for each in reversed([*known, *own]) if _action(each) in _own_actions(run)), None)
    status = status or _silent_status(run, stack)
    if status and stack and _action(status) == _action(str(stack["stack_status"])):
        status = str(stack["stack_status"])
    if stack is None:
        end = RunState.ROLLED_BACK if run.action == RunAction.CREATE else RunState.FAILED
    elif status is None:
        return None
    elif status in FAILURES and run.rolls_back and own and not run.is_cancelled:
        return None  # Heat rolls back after it has said so; the next look sees whether it does
    else:
        found = ENDS.get(status)
        if found is None:
            return None
        end = found
    return RunState.CANCELLED if run.is_cancelled and end != RunState.COMPLETE else end


def _silent_status(run: Run, stack: Answer | None) -> str | None:
    """Return what has become of a stack without resources, of which Heat tells no event; None if that is not known."""
    status, updated = (str(stack["stack_status"]), stack.get("updated_time")) if stack else ("", None)
    if run.action == RunAction.CREATE:
        return status if _action(status) == "CREATE" else None
    is_own = run.started and updated and time_of(str(updated)) >= run.started - timedelta(seconds=5)
    return status if is_own and _action(status) == run.action.upper() else None


def _own_actions(run: Run) -> tuple[str, ...]:
    """Return the actions of Heat's that a run, and what becomes of it, consist of."""
    return OF_RESTORING if run.is_restore else OWN_ACTIONS


def _never_began(run: Run, stack: Answer, statuses: Sequence[str]) -> bool:
    """Whether Heat knows nothing of an update after some time: the state of the stack is that of before."""
    if not run.changes_stack or run.started is None or timezone.now() <= run.started + UNCERTAIN:
        return False
    is_known = any(_action(each) in _own_actions(run) for each in statuses) or _silent_status(run, stack)
    return not is_known and not str(stack["stack_status"]).endswith("IN_PROGRESS")


def _never_begun() -> str:
    return _("The update has not reached Heat: nothing of it was begun, and the stack is as it was. Plan again.")


def _is_forgotten(run: Run, events: Sequence[RunEvent]) -> bool:
    """Whether nothing has happened for longer than the time limit: a Heat that was stopped does not go on by itself."""
    last = events[-1].at if events else run.events.order_by("-pk").values_list("at", flat=True).first() or run.started
    return last is not None and timezone.now() > last + timedelta(minutes=run.minutes) + FORGOTTEN


def _forgotten(run: Run) -> str:
    return _(
        "Heat says that the stack is at work, but nothing has happened for longer than the time limit of %(minutes)d "
        "min. Heat may have been stopped meanwhile, and does not go on by itself. Cancel the stack, or delete it."
    ) % {"minutes": run.minutes}


def _action(status: str) -> str:
    return status.partition("_")[0]


@transaction.atomic
def end_run(run: Run, state: RunState, reason: str) -> None:
    """Store the end of a run, and erase what only watching needed."""
    _change(run, state=state, reason=reason, seen=timezone.now(), ended=timezone.now(), masks=[])
    RunToken.objects.filter(run=run).delete()


def _find_stack(run: Run, heat: Heat) -> bool:
    """Find the stack of a run whose beginning was cut off; without one after some time, the run has failed."""
    assert run.started is not None
    try:
        stack = heat.stack(run.stack_name)
    except CloudFault as fault:
        if fault.fault is not Fault.GONE:
            raise
        stack = {}
    if stack and time_of(str(stack["creation_time"])) >= run.started - timedelta(seconds=5):
        run.stack_id = stack_id_of(stack)
        _change(run, stack_id=run.stack_id)
        return True
    if timezone.now() < run.started + UNCERTAIN:
        _change(run, leased_until=timezone.now() + EVERY)
    else:
        end_run(run, RunState.FAILED, _("Heat has not answered the request, and there is no such stack. Plan again."))
    return False


def _stack_of(run: Run, heat: Heat) -> Answer | None:
    """Return the stack of a run; None for one that is gone."""
    try:
        return heat.without_outputs(run.stack_name, run.stack_id)
    except CloudFault as fault:
        if fault.fault is not Fault.GONE:
            raise
        return None


def _keep_new_events(run: Run, heat: Heat) -> tuple[list[RunEvent], bool]:
    """Store what has happened since the last event, page by page; return it, and whether there may be more.

    So a page that cannot be read costs none before it, and the run stays with whoever reads many.
    """
    after = run.events.order_by("-pk").values_list("event_id", flat=True).first() or run.begins_after
    found: list[RunEvent] = []
    for _page in range(PAGES):
        page = heat.events(run.stack_name, run.stack_id, after)[:PAGE]
        found += _keep(run, [_event_of(run, answer) for answer in page])
        if len(page) < PAGE or str(page[-1]["id"]) == after:  # the end, or a Heat that begins anew each time
            return found, False
        after = str(page[-1]["id"])
        _change(run, leased_until=timezone.now() + LEASE)
    return found, True


@transaction.atomic
def _keep(run: Run, events: list[RunEvent]) -> list[RunEvent]:
    """Store those of some events that are new, without hidden values, and return them."""
    _take_masks(run)
    told = run.events.filter(event_id__in=[event.event_id for event in events])
    stored = set(told.values_list("event_id", flat=True))
    found = [event for event in events if event.event_id not in stored]
    for event in found:
        event.reason = masked(event.reason, run.masks)
    if any(event.status.endswith("FAILED") for event in found):
        _conceal(run, found)
    RunEvent.objects.bulk_create(found, ignore_conflicts=True)
    return found


def _take_masks(run: Run) -> None:
    """Lock a run until the transaction ends, and add the masks of what a revision has hidden meanwhile."""
    newest = Run.objects.select_for_update().filter(pk=run.pk).values_list("masks", flat=True).first() or []
    run.masks = [*run.masks, *(mask for mask in newest if mask not in run.masks)]


def _event_of(run: Run, event: Answer) -> RunEvent:
    """Return an event as Heat tells it, with hidden values; one about the stack itself names no resource."""
    links = {link["rel"]: urlsplit(link["href"]).path for link in event["links"]}
    is_nested = not links["stack"].endswith(run.stack_id)
    is_own = not is_nested and event.get("physical_resource_id") == run.stack_id
    return RunEvent(
        run=run,
        event_id=readable(event["id"], 64),
        at=time_of(str(event["event_time"])),
        stack=readable(links["stack"].rsplit("/", 2)[-2], 255) if is_nested else "",
        resource="" if is_own else readable(event["resource_name"], 255),
        status=readable(event["resource_status"], 40),
        reason=readable(event.get("resource_status_reason") or ""),
    )


def _conceal(run: Run, events: Iterable[RunEvent]) -> None:
    """Take out of the reasons of events what may be a hidden value that has stayed in the stack."""
    concealing = _concealing_of(run)
    for event in events:
        path = (*around(run.stack_name, event.stack), event.resource)
        event.reason = concealing.reason(event.reason, path[0])


def _concealing_of(run: Run) -> Concealing:
    """Return what hides the values that have stayed in the stack: nobody has typed them."""
    if not keeps_hidden_values(run):
        return Concealing()
    kept, hides_inside = kept_hidden(run), run.plan.get("hides_inside", False)
    outgoing = outgoing_of(run, {})
    preview = analysis.preview(outgoing.content, outgoing.values, environments=outgoing.environments.in_force)
    nested = {name for name, each in preview.resources.items() if each.nested is not None} if hides_inside else set()
    given = frozenset({*given_resources(preview, kept), *nested})
    return Concealing(resources=given, present=frozenset(preview.resources), hides_something=True)


def _change(run: Run, **fields: object) -> None:
    """Change a run that is at work; one that has ended meanwhile stays as it is."""
    Run.objects.filter(pk=run.pk, state__in=AT_WORK).update(**fields)
