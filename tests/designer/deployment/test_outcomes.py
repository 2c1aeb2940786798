"""What a plan said and what happened, compared: by the events of a run, also those inside of nested stacks."""

from datetime import timedelta

import pytest
from django.utils import timezone

from designer.deployment.runs.outcomes import outcomes_of
from designer.models import Run, RunAction, RunEvent, RunState

pytestmark = pytest.mark.django_db
MEMBER = "s-group-abcdefghijkl"


@pytest.fixture
def ended(make_design):
    """Stores a run that has ended: its plan by resource, and its events as `stack resource STATUS`."""
    design = make_design()

    def store(
        planned: dict[str, str],
        events: list[str],
        *,
        state: str = RunState.COMPLETE,
        action: str = RunAction.UPDATE,
        **row,
    ) -> Run:
        run = Run.objects.create(
            design=design,
            revision=design.newest,
            owner=design.owner,
            stack_name="s",
            state=state,
            action=action,
            started=timezone.now(),
            ended=timezone.now(),
            plan={"resources": [{"name": name, "action": each, **row} for name, each in planned.items()]},
        )
        for number, event in enumerate(events):
            stack, resource, status = event.split(",")
            at = timezone.now() + timedelta(seconds=number)
            RunEvent.objects.create(run=run, event_id=str(number), at=at, stack=stack, resource=resource, status=status)
        return run

    return store


def found(run: Run) -> dict[str, tuple[str, str]]:
    """What happened, and how that compares, by name."""
    return {each.name: (each.happened, each.kind) for each in outcomes_of(run).all}


def test_what_became_what_was_planned_is_only_a_sum(ended):
    events = [",web,CREATE_COMPLETE", ",disk,UPDATE_COMPLETE", ",new,CREATE_COMPLETE", ",old,DELETE_COMPLETE"]
    planned = {"web": "replace", "disk": "update", "new": "create", "old": "delete", "net": "unchanged"}
    outcomes = outcomes_of(ended(planned, [*events, ",web,DELETE_COMPLETE"]))
    assert outcomes.sum == "1 added, 1 deleted, 1 replaced, 1 changed in place"
    assert outcomes.left_alone == 1
    assert not [*outcomes.different, *outcomes.settled, *outcomes.failed, *outcomes.unreached]


def test_what_is_replaced_though_it_should_be_changed_is_different(ended):
    run = ended({"web": "update", "disk": "update"}, [",web,CREATE_COMPLETE", ",web,DELETE_COMPLETE"])
    assert found(run) == {"web": ("replace", "different"), "disk": ("unchanged", "untouched")}
    assert [each.name for each in outcomes_of(run).different] == ["web", "disk"]


def test_a_failure_leaves_what_needs_it_unreached(ended):
    events = [",net,CREATE_COMPLETE", ",web,CREATE_FAILED", ",disk,CREATE_IN_PROGRESS"]
    run = ended({"net": "create", "web": "create", "disk": "create", "name": "create"}, events, state=RunState.FAILED)
    assert found(run) == {
        "net": ("create", "as-planned"),
        "web": ("failed", "failed"),
        "disk": ("unfinished", "failed"),
        "name": ("unchanged", "unreached"),
    }
    assert outcomes_of(run).is_known
    assert not outcomes_of(ended({"net": "create"}, [], state=RunState.FAILED)).is_known  # watching was given up


def test_what_a_rollback_does_is_not_what_the_plan_is_compared_with(ended):
    events = [",web,CREATE_COMPLETE", ",bad,CREATE_FAILED", ",,ROLLBACK_IN_PROGRESS", ",web,DELETE_COMPLETE"]
    run = ended({"web": "create", "bad": "create"}, events, state=RunState.ROLLED_BACK, action=RunAction.CREATE)
    assert found(run) == {"web": ("create", "as-planned"), "bad": ("failed", "failed")}
    assert outcomes_of(run).goes_back


def test_a_server_that_was_made_at_the_second_try_has_not_failed(ended):
    events = [",web,CREATE_FAILED", ",web,DELETE_COMPLETE", ",web,CREATE_COMPLETE"]
    assert found(ended({"web": "create"}, events)) == {"web": ("create", "as-planned")}


@pytest.mark.parametrize(
    ("event", "right"), [("", "we"), (",web,UPDATE_COMPLETE", ""), (",web,CREATE_COMPLETE", "heat")]
)
def test_what_happened_says_who_was_right(ended, event, right):
    run = ended({"web": "unknown"}, [event] if event else [], heat="replace", we="unchanged")
    (outcome,) = outcomes_of(run).settled
    assert outcome.told_by == right


def test_what_happens_inside_of_a_nested_stack_is_compared_too(ended):
    replaced = [f"{MEMBER},0,CREATE_COMPLETE", f"{MEMBER},0,DELETE_COMPLETE"]
    own = [f"{MEMBER},{MEMBER},UPDATE_COMPLETE", ",group,UPDATE_COMPLETE"]
    assert found(ended({"group": "unchanged"}, own)) == {"group": ("unchanged", "as-planned")}

    run = ended({"group": "update"}, [*replaced, *own])
    assert found(run) == {"group": ("update", "as-planned"), "group / 0": ("replace", "different")}

    inside = [{"name": "group / 1", "path": ["group", "1"], "action": "replace"}]
    run = ended({"group": "update"}, [*replaced, *own], inside=inside)
    assert found(run) == {"group": ("update", "as-planned"), "group / 0": ("replace", "as-planned")}

    run = ended({"group": "update"}, own, inside=inside)
    assert found(run)["group / 1"] == ("unchanged", "untouched")

    fewer = [*inside, {"name": "group", "path": ["group", "*"], "action": "delete"}]
    run = ended({"group": "update"}, [*replaced, f"{MEMBER},1,DELETE_COMPLETE"], inside=fewer)
    assert found(run)["group / 0"] == ("replace", "as-planned")
    assert found(run)["group / 1"] == ("delete", "as-planned")

    run = ended({"group": "replace"}, [*replaced, ",group,CREATE_COMPLETE"])
    assert found(run) == {"group": ("replace", "as-planned")}  # and all that is in it with it
