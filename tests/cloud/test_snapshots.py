"""Snapshots of stacks in a real cloud: taken, restored with a confirmation or by a run, and deleted."""

import re
import time

import pytest

from designer.models import Run, RunState
from tests.cloud.test_runs import SECRET, TEMPLATE, connected, decide, everything_stored, planned, stacks, watch
from tests.cloud.test_stacks import FOREIGN

__all__ = ["connected", "stacks"]
pytestmark = pytest.mark.django_db


def test_a_snapshot_is_taken_says_what_it_restores_and_is_restored_and_deleted(connected, stacks) -> None:
    name = f"run-kept-{time.time_ns()}"
    hidden = {"key": "marked-7a15-hidden"}
    made = stacks.create_stack(name=name, template=FOREIGN, parameters=hidden)
    made = stacks.wait_for_status(made, "CREATE_COMPLETE", interval=0.5, wait=60)
    address = f"/stacks/{name}/{made.id}/?tab=snapshots"
    connected.post(address, {"snapshot": "before"})
    stacks.wait_for_status(stacks.get_stack(made.id), "SNAPSHOT_COMPLETE", interval=0.5, wait=60)
    other = FOREIGN.replace("  word: {", "  other: {").replace("[word, value]", "[other, value]")
    stacks.update_stack(stacks.get_stack(made.id), template=other, parameters=hidden)
    stacks.wait_for_status(stacks.get_stack(made.id), "UPDATE_COMPLETE", interval=0.5, wait=60)

    page = connected.get(address).content.decode()
    assert 'data-testid="snapshot-before" data-state="done"' in page
    assert "1 resource deleted, 1 resource created" in page
    assert "marked-7a15" not in page
    snapshot = re.search(r'name="restore" value="([^"]+)"', page)[1]
    assert "Nothing was sent." in connected.post(address, {"restore": snapshot, "name": "another"}).content.decode()
    assert stacks.get_stack(made.id).status == "UPDATE_COMPLETE"
    assert connected.post(address, {"restore": snapshot, "name": name}).status_code == 302
    stacks.wait_for_status(stacks.get_stack(made.id), "RESTORE_COMPLETE", interval=0.5, wait=60)
    assert {each.name for each in stacks.resources(made.id)} == {"word", "several"}
    assert "Nothing was sent." in connected.post(address, {"forget": snapshot}).content.decode()
    assert connected.post(address, {"forget": "..", "name": name}).status_code == 404  # the stack's own address
    gone = connected.post(address, {"forget": snapshot, "name": name}, follow=True).content.decode()
    assert "There are no snapshots." in gone


def test_a_snapshot_of_a_stack_from_here_is_restored_by_a_run(connected, stacks, make_design, caplog) -> None:
    caplog.set_level("DEBUG")
    design = make_design(TEMPLATE, name="From here")
    made = planned(connected, design.slug, "restored", password=SECRET)
    decide(connected, made, go="1", **{"param-password": SECRET})
    watch(made)
    name, address = made.stack_name, f"/stacks/{made.stack_name}/{made.stack_id}/"
    connected.post(f"{address}?tab=snapshots", {"snapshot": "before"})
    stacks.wait_for_status(stacks.get_stack(made.stack_id), "SNAPSHOT_COMPLETE", interval=0.5, wait=60)
    other = TEMPLATE.replace("  random: {", "  other: {").replace("[random, value]", "[other, value]")
    values = {"cidr": "10.93.0.0/24", "password": "marked-58e0-later"}
    stacks.update_stack(stacks.get_stack(made.stack_id), template=other, parameters=values)
    stacks.wait_for_status(stacks.get_stack(made.stack_id), "UPDATE_COMPLETE", interval=0.5, wait=90)

    page = connected.get(address, {"tab": "snapshots"}).content.decode()
    snapshot = re.search(r'name="plan-restore" value="([^"]+)"', page)[1]
    page = connected.post(address, {"plan-restore": snapshot}, follow=True).content.decode()
    run = Run.objects.latest("pk")
    assert f"Plan: restore {name}" in page
    assert "Snapshot “before”" in page
    actions = dict(re.findall(r'data-testid="plan-(\w+)"\s+data-action="(\w+)"', page))
    assert actions == {
        "other": "delete", "subnet": "replace", "port": "update", "random": "create",
        "network": "unchanged", "group": "unchanged", "several": "unchanged",
    }  # fmt: skip
    assert 'id="run-map"' in page
    assert 'name="param-password"' not in page  # the snapshot has it
    assert "Type the stack&#x27;s name first" in decide(connected, run, go="1")
    assert "Plan: restore" in decide(connected, run, again="1")
    decide(connected, run, go="1", confirm=name)
    assert run.state == RunState.RUNNING
    watch(run)
    assert run.state == RunState.COMPLETE
    assert {each.name for each in stacks.resources(made.stack_id)} >= {"random", "subnet"}
    outputs = {each["output_key"]: each["output_value"] for each in stacks.get_stack(made.stack_id).outputs}
    assert outputs["entry"] == f"pw={SECRET}"  # as it was
    assert outputs["range"] == "10.91.0.0/24"
    page = connected.get(f"/templates/{design.slug}/runs/{run.pk}/").content.decode()
    assert f"Run {run.pk}: restore {name}" in " ".join(page.split())
    assert SECRET not in page + everything_stored() + caplog.text
    assert connected.post(address, {"plan-restore": "../.."}).status_code == 404
    gone = connected.post(address, {"plan-restore": run.stack_id}, follow=True).content.decode()
    assert re.search("Snapshot with id .* not found", gone)  # Heat leaves the ID out
