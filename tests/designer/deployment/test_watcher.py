"""The threads that watch runs: some for each cloud, each run by one of them, whatever the others do."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from itertools import count, islice

import pytest
from django.utils import timezone

from designer.cloud.project.heat import PAGE
from designer.cloud.service.transport import AT_ONCE
from designer.deployment.runs import watcher
from designer.deployment.runs.watcher import PAGES, Watchers, look
from designer.models import Run, RunEvent, RunState, RunToken
from designer.store.designs import revision_create
from designer.store.masks import STEPS, masked, masks_of
from tests.local_service import LocalService, Responder, access_to, listed_clouds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.enable_socket]


REASON = 'Nova says: the word "marked-8f21-hidden" is not allowed, and the quota is used up.'
TEMPLATE = """\
heat_template_version: 2021-04-16
parameters: {key: {type: string, hidden: true}}
resources: {server: {type: OS::Nova::Server, properties: {flavor: m1.small, user_data: {get_param: key}}}}
"""


class Heat(LocalService):
    """A service in the place of Heat that knows no stack, and says so when it may, or tells `events` of any stack."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()
        self.asked: list[str] = []
        self.status = "CREATE_COMPLETE"
        self.stack: dict[str, object] = {}
        self.events: Callable[[], list[str]] | None = None
        super().__init__(Handler)


class Handler(Responder):
    server: Heat

    def answer(self) -> None:
        self.server.asked.append(self.path)
        self.server.may_answer.wait(60)
        if self.server.events:
            self.respond(200, self.told())
        else:
            self.respond(404, "")

    def told(self) -> dict[str, object]:
        now, rest = timezone.now().isoformat(), {"resource_status": "CREATE_IN_PROGRESS", "resource_name": "server"}
        if "/events" not in self.path and self.server.stack:
            return self.server.stack
        if "/events" not in self.path:
            return {"stack": {"id": "id-0", "stack_status": self.server.status, "creation_time": now}}
        links = [{"rel": "stack", "href": "http://heat/v1/stacks/stack-0/id-0"}]
        failed = {**rest, "resource_status": "CREATE_FAILED", "resource_status_reason": REASON}
        long = {**rest, "resource_status_reason": REASON * 20}
        stack = {"resource_status": "CREATE_COMPLETE", "physical_resource_id": "id-0", "resource_name": "stack-0"}
        beyond = {**rest, "event_time": "0001-01-01T00:00:00Z"}
        special = {"end": stack, "failed": failed, "long": long, "beyond": beyond}
        return {
            "events": [
                {"id": name, "event_time": now, "links": links, **special.get(name.partition("-")[0], rest)}
                for name in self.server.events()
            ]
        }


@pytest.fixture
def clouds(settings, tmp_path, monkeypatch):
    """Two clouds, of which the first does not answer yet."""
    monkeypatch.setattr("designer.cloud.service.transport.TIMEOUT", 60)
    found = {"slow": Heat(), "quick": Heat()}
    found["quick"].may_answer.set()
    with listed_clouds(settings, tmp_path, {name: heat.address for name, heat in found.items()}):
        yield found
    for heat in found.values():
        heat.may_answer.set()
        heat.end()


@pytest.fixture
def begin(clouds, make_design):
    """Stores a run that has begun in a cloud, with its token."""
    design = make_design()

    def store(cloud: str, number: int) -> Run:
        run = Run.objects.create(
            design=design,
            revision=design.newest,
            owner=design.owner,
            cloud=cloud,
            project_id="p",
            stack_name=f"stack-{number}",
            stack_id=f"id-{number}",
            state=RunState.RUNNING,
            started=timezone.now(),
        )
        ends = timezone.now() + timedelta(hours=1)
        access = access_to(clouds[cloud].address, "orchestration", ends=ends)
        RunToken.objects.create(run=run, cloud=cloud, project_id="p", access=access, ends=ends)
        return run

    return store


def watch(watchers: list[Watchers], until) -> None:
    """Let watchers begin to look, as the processes that watch do, until something is so."""
    deadline = time.monotonic() + 50
    while not until():
        assert time.monotonic() < deadline
        for each in watchers:
            each.begin()
        time.sleep(0.01)


def states(cloud: str) -> set[str]:
    return set(Run.objects.filter(cloud=cloud).values_list("state", flat=True))


def test_a_cloud_that_does_not_answer_delays_no_other(clouds, begin):
    for number in range(AT_ONCE + 2):
        begin("slow", number)
    for number in range(AT_ONCE + 2):
        begin("quick", number)
    watchers = [Watchers(threading.Event())]
    watch(watchers, lambda: states("quick") == {RunState.ROLLED_BACK} and len(clouds["slow"].asked) >= AT_ONCE)
    assert states("slow") == {RunState.RUNNING}
    assert len(clouds["slow"].asked) == AT_ONCE

    clouds["slow"].may_answer.set()
    watch(watchers, lambda: states("slow") == {RunState.ROLLED_BACK})
    watchers[0].join()


def test_a_run_is_looked_at_by_one_watcher_at_a_time(clouds, begin):
    for number in range(8):
        begin("quick", number)
    watchers = [Watchers(threading.Event()) for _each in range(3)]
    watch(watchers, lambda: states("quick") == {RunState.ROLLED_BACK})
    for each in watchers:
        each.join()
    assert set(Counter(clouds["quick"].asked).values()) == {1}


def test_watchers_that_end_finish_the_looks_that_have_begun_and_begin_no_other(clouds, begin):
    for number in range(AT_ONCE + 1):
        begin("slow", number)
    ended = threading.Event()
    watchers = Watchers(ended)
    watch([watchers], lambda: len(clouds["slow"].asked) == AT_ONCE)
    ended.set()
    clouds["slow"].may_answer.set()
    watchers.join()
    assert len(clouds["slow"].asked) == AT_ONCE
    assert Counter(Run.objects.values_list("state", flat=True)) == {RunState.ROLLED_BACK: AT_ONCE, RunState.RUNNING: 1}


def test_a_look_ends_at_a_heat_that_tells_the_same_events_again(clouds, begin):
    clouds["quick"].events = lambda: [*map(str, range(PAGE - 1)), "end"]
    look(begin("quick", 0))
    assert RunEvent.objects.count() == PAGE
    assert Run.objects.get().state == RunState.COMPLETE


def test_a_look_ends_at_a_heat_that_always_has_more_and_the_next_one_reads_on(clouds, begin):
    numbers = count()
    clouds["quick"].events = lambda: [str(next(numbers)) for _each in range(PAGE)]
    run = begin("quick", 0)
    look(run)
    assert RunEvent.objects.count() == PAGES * PAGE
    assert Run.objects.get().state == RunState.RUNNING

    clouds["quick"].events = lambda: [str(next(numbers)), "end"]
    look(Run.objects.get())
    assert RunEvent.objects.count() == PAGES * PAGE + 2
    assert Run.objects.get().state == RunState.COMPLETE


def test_a_look_keeps_the_pages_that_it_has_read_before_one_that_makes_no_sense(clouds, begin):
    numbers = map(str, count())
    clouds["quick"].events = lambda: [*islice(numbers, PAGE)] if len(clouds["quick"].asked) < 5 else ["beyond"]
    look(begin("quick", 0))
    assert RunEvent.objects.count() == 3 * PAGE
    assert Run.objects.get().state == RunState.AWAY
    assert clouds["quick"].asked[-1].endswith(f"marker={3 * PAGE - 1}")
    look(Run.objects.get())
    assert [path.rpartition("=")[2] for path in clouds["quick"].asked[-2:]] == ["False", f"{3 * PAGE - 1}"]


def test_what_was_masked_once_is_not_masked_again_where_heat_begins_anew_each_time(clouds, begin, monkeypatch):
    names = [*(f"long-{number}" for number in range(8)), *map(str, range(PAGE - 9)), "end"]
    clouds["quick"].status, clouds["quick"].events = "CREATE_IN_PROGRESS", lambda: names[:-1]
    run = begin("quick", 0)
    run.masks = masks_of(["".join(chr(97 + at % 26) for at in range(length)) for length in STEPS])
    run.save()
    look(run)
    assert RunEvent.objects.count() == PAGE - 1
    clouds["quick"].status, clouds["quick"].events = "CREATE_COMPLETE", lambda: names
    words: list[str] = []

    def noted(text: str, masks: object) -> str:
        words.append(text)
        return masked(text, masks)

    monkeypatch.setattr(watcher, "masked", noted)
    look(Run.objects.get())
    assert words == ["", ""]  # of the event of the end, and of the stack
    assert RunEvent.objects.count() == PAGE
    assert Run.objects.get().state == RunState.COMPLETE


@pytest.mark.parametrize("told", [{"stack": None}, {"stack": {"id": "no-id", "creation_time": "2099-01-01T00:00:00Z"}}])
@pytest.mark.parametrize("stack_id", ["id-0", ""])
def test_a_stack_of_another_shape_is_neither_gone_nor_taken_for_the_one_of_the_run(clouds, begin, told, stack_id):
    clouds["quick"].events, clouds["quick"].stack = list, told
    run = begin("quick", 0)
    run.stack_id = stack_id
    run.save()
    look(run)
    run.refresh_from_db()
    assert (run.state, run.stack_id) == (RunState.AWAY, stack_id)
    assert "could not be read" in run.reason


def test_why_a_look_fails_is_kept_without_hidden_values(clouds, begin, monkeypatch):
    refused = {"error": {"message": "The word marked-8f21-hidden is not allowed."}}
    monkeypatch.setattr(Handler, "answer", lambda handler: handler.respond(400, refused))
    run = begin("quick", 0)
    run.masks = masks_of(["marked-8f21-hidden"])
    run.save()
    look(run)
    assert Run.objects.get().reason == "The word •••••• is not allowed."


def test_what_a_revision_hides_is_masked_in_what_comes_later(clouds, begin):
    run = begin("quick", 0)
    run.form = {"values": {"key": "marked-8f21-hidden"}, "environments": []}
    run.save()
    revision_create(design=run.design, author=run.owner, text=TEMPLATE.encode(), based_on=1)
    clouds["quick"].events = lambda: ["failed"]
    look(run)  # as a watcher does that has read the run before
    assert RunEvent.objects.get().reason == REASON.replace("marked-8f21-hidden", "••••••")


def test_a_look_stores_no_event_at_a_time_that_no_database_has(clouds, begin):
    clouds["quick"].events = lambda: ["0", "beyond"]
    look(begin("quick", 0))
    assert RunEvent.objects.count() == 0
    assert Run.objects.get().state == RunState.AWAY


def test_a_heat_that_sends_more_events_than_asked_for_fills_no_more_than_its_pages(clouds, begin):
    numbers = count()
    clouds["quick"].events = lambda: [str(next(numbers)) for _each in range(3 * PAGE)]
    look(begin("quick", 0))
    assert RunEvent.objects.count() == PAGES * PAGE


def test_a_run_of_more_events_than_are_kept_goes_on_to_the_end_of_its_stack(clouds, begin, monkeypatch):
    monkeypatch.setattr(watcher, "MOST", PAGES * PAGE)
    numbers = count()
    clouds["quick"].events = lambda: [str(next(numbers)) for _each in range(PAGE)]
    run = begin("quick", 0)
    look(run)
    look(Run.objects.get())
    assert RunEvent.objects.count() == PAGES * PAGE
    assert Run.objects.get().state == RunState.COMPLETE


@pytest.mark.parametrize("typed", [[], ["key"]])
def test_a_hidden_value_that_has_stayed_in_the_stack_is_not_quoted_in_what_is_stored(clouds, begin, make_design, typed):
    run = begin("quick", 0)
    design = make_design(TEMPLATE, name="Hides")
    run.design, run.revision, run.plan = design, design.newest, {"kept": ["key"], "typed": typed}
    run.save()
    clouds["quick"].events = lambda: ["failed"]
    look(run)
    told = REASON if typed else REASON.replace("marked-8f21-hidden", "••••••")  # what is typed has a mask of its own
    assert RunEvent.objects.get().reason == told
