"""Updates of a real stack: planned with Heat's dry run and our difference, begun once confirmed, watched, cancelled."""

import re
import time
from typing import Any

import pytest

from designer.models import Run, RunState
from designer.store.designs import revision_create
from tests.cloud.test_runs import SECRET, TEMPLATE, connected, decide, everything_stored, planned, shows, stacks, watch
from tests.cloud.test_stacks import AROUND, INNER

__all__ = ["connected", "stacks"]
pytestmark = pytest.mark.django_db
ACTION = re.compile(r'data-testid="plan-(\w+)"\s+data-action="(\w+)"')


@pytest.fixture
def made(connected, stacks, make_design) -> Run:
    """A stack that was made here."""
    design = make_design(TEMPLATE, name="Net")
    run = planned(connected, design.slug, "update", password=SECRET)
    decide(connected, run, go="1", **{"param-password": SECRET})
    watch(run)
    assert run.state == RunState.COMPLETE
    return run


def update_of(client: Any, made: Run, **values: str) -> tuple[Run, dict[str, str]]:
    """Plan an update, as the button of the stack's page leads to it; return it with what becomes of each resource."""
    page = client.get(f"/stacks/{made.stack_name}/{made.stack_id}/").content.decode()
    assert f'action="/templates/{made.design.slug}/?stack={made.stack_name}"' in page
    sent = dict(re.findall(r'name="(param-[^"]+)" value="([^"]*)"', page))
    assert "param-password" not in sent
    form = client.post(f"/templates/{made.design.slug}/?stack={made.stack_name}", sent).content.decode()
    assert f'name="stack" form="fill" value="{made.stack_name}"' in form
    assert f'value="{sent["param-cidr"]}"' in form
    fields = {f"param-{key}": value for key, value in values.items()} | {"stack": made.stack_name}
    answer = client.post(f"/templates/{made.design.slug}/runs/", fields, follow=True)
    run = Run.objects.latest("pk")
    return run, dict(ACTION.findall(answer.content.decode()))


@pytest.mark.journey
def test_an_update_replaces_what_the_plan_says_and_keeps_hidden_values(connected, stacks, made) -> None:
    before = {each.name: each.physical_resource_id for each in stacks.resources(made.stack_id)}
    run, actions = update_of(connected, made, cidr="10.92.0.0/24", length="12")
    assert actions == {
        "network": "unchanged", "subnet": "replace", "port": "update", "group": "unchanged", "random": "unchanged",
        "several": "unchanged",
    }  # fmt: skip
    port = next(row for row in run.plan["resources"] if row["name"] == "port")
    assert (port["heat"], port["is_sure"]) == ("replace", True)
    report = connected.get(f"/templates/{run.design.slug}/runs/{run.pk}/report/")
    assert report["Content-Disposition"] == 'attachment; filename="difference.json"'
    told = report.json()
    assert {"type": "OS::Neutron::Port", "heat": "replace", "we": "update", "is_sure": True} in [
        {key: value for key, value in each.items() if key != "properties"} for each in told["resources"]
    ]
    assert told["versions"]["template"] == "2021-04-16"
    assert not re.search(r"10\.9|subnet|\bport\b|\bdemo\b|update-\d", report.content.decode())
    assert "Type the stack's name first" in decide(connected, run, go="1").replace("&#x27;", "'")
    assert run.state == RunState.PLANNED
    decide(connected, run, go="1", confirm=made.stack_name)
    assert run.state == RunState.RUNNING
    watch(run)
    assert run.state == RunState.COMPLETE
    after = {each.name: each.physical_resource_id for each in stacks.resources(made.stack_id)}
    assert {name for name in before if before[name] != after[name]} == {"subnet"}
    outputs = {each["output_key"]: each["output_value"] for each in stacks.get_stack(made.stack_id).outputs}
    assert outputs["entry"] == f"pw={SECRET}"  # as it was
    assert outputs["range"] == "10.92.0.0/24"
    page = connected.get(f"/templates/{made.design.slug}/runs/{run.pk}/").content.decode()
    assert "2 of 2" in page
    assert "replaced in" in page
    assert "1 replaced, 1 changed in place: as planned" in page
    assert "4 left alone, as planned" in page
    assert 'data-testid="differs-' not in page
    assert SECRET not in page + everything_stored()


def test_a_new_revision_adds_and_deletes_and_a_default_comes_back(connected, stacks, made, alice) -> None:
    text = TEMPLATE.replace("  random: {", "  other: {").replace("[random, value]", "[other, value]")
    revision_create(design=made.design, author=alice, text=text.encode(), based_on=1)
    run, actions = update_of(connected, made)
    assert (actions["random"], actions["other"]) == ("delete", "create")
    assert actions["network"] == "unchanged"
    page = connected.get(f"/templates/{made.design.slug}/runs/{run.pk}/").content.decode()
    drawn = {name for name in ("network", "random", "other", "port") if f'data-name="{name}"><title>' in page}
    assert drawn == {"network", "random", "other", "port"}  # also what goes
    page = connected.get(f"/templates/{made.design.slug}/runs/{run.pk}/?only=changes").content.decode()
    drawn = {name for name in ("network", "random", "other", "port") if f'data-name="{name}"><title>' in page}
    assert drawn == {"random", "other"}
    decide(connected, run, go="1", confirm=made.stack_name)
    watch(run)
    assert run.state == RunState.COMPLETE
    assert {each.name for each in stacks.resources(made.stack_id)} >= {"other", "network"}


def test_a_plan_whose_revision_has_changed_is_made_anew_and_says_what_is_new(connected, stacks, made, alice) -> None:
    run, _actions = update_of(connected, made, cidr="10.92.0.0/24", length="12")
    text = TEMPLATE.replace("  random: {", "  other: {type: OS::Heat::RandomString}\n  random: {")
    revision_create(design=made.design, author=alice, text=text.encode(), based_on=1)
    page = decide(connected, run, go="1", confirm=made.stack_name)
    assert run.state == RunState.PLANNED
    assert "The plan has changed." in page
    assert {row["name"]: row["since"] for row in run.plan["resources"] if "since" in row} == {"other": "new"}
    assert page.count("New since the plan that you read") == 1
    assert f"Type {made.stack_name} to confirm." in page
    assert "Type the stack" in decide(connected, run, go="1")
    decide(connected, run, go="1", confirm=made.stack_name)
    assert run.state == RunState.RUNNING  # now it has been read
    watch(run)


def test_what_is_replaced_inside_of_a_group_is_planned_confirmed_and_compared(connected, stacks, make_design) -> None:
    members = "{type: OS::Heat::RandomString, properties: {length: {get_param: length}}}"
    design = make_design(TEMPLATE.replace("{type: OS::Heat::RandomString}}", f"{members}}}"), name="Net")
    made = planned(connected, design.slug, "inside", password=SECRET)
    decide(connected, made, go="1", **{"param-password": SECRET})
    watch(made)
    (group,) = [each for each in stacks.resources(made.stack_id) if each.name == "several"]
    before = {each.physical_resource_id for each in stacks.resources(group.physical_resource_id)}
    run, actions = update_of(connected, made, length="20")
    assert actions["several"] == "update"
    (row,) = [each for each in run.plan["resources"] if each["name"] == "several"]
    assert [(each["name"], each["action"]) for each in row["inside"]] == [("several / 0", "replace")]
    assert "Type the stack" in decide(connected, run, go="1")
    decide(connected, run, go="1", confirm=made.stack_name)
    watch(run)
    assert run.state == RunState.COMPLETE
    page = connected.get(f"/templates/{design.slug}/runs/{run.pk}/").content.decode()
    outcomes = dict(re.findall(r'data-testid="outcome-([^"]+)"\s+data-kind="([^"]+)"', page))
    assert outcomes["several / 0"] == outcomes["several / 1"] == outcomes["random"] == "as-planned"
    assert set(outcomes.values()) == {"as-planned"}
    after = {each.physical_resource_id for each in stacks.resources(group.physical_resource_id)}
    assert (len(after), len(after & before)) == (2, 0)


def test_a_plan_of_a_new_stack_becomes_an_update_where_its_name_is_taken(connected, stacks, made) -> None:
    answer = connected.post(f"/templates/{made.design.slug}/runs/", {"param-password": SECRET})
    assert answer.status_code == 302
    run = Run.objects.latest("pk")
    page = decide(connected, run, again="1", stack_name=made.stack_name, **{"param-password": SECRET})
    assert "already exists" in page
    assert f"A stack is called {made.stack_name} already" in page
    assert "Update it" in page
    assert "Choose another name" in page
    page = decide(connected, run, update="1", stack_name=made.stack_name)
    assert f"Plan: update {made.stack_name}" in page
    assert (run.action, run.stack_id) == ("update", made.stack_id)
    assert "As it is in the stack" in page


@pytest.mark.journey
def test_an_update_that_fails_is_rolled_back(connected, stacks, made, alice) -> None:
    broken = "  broken: {type: OS::Heat::TestResource, properties: {fail: true}}\n"
    text = TEMPLATE.replace("  random: {", f"{broken}  random: {{")
    revision_create(design=made.design, author=alice, text=text.encode(), based_on=1)
    run, actions = update_of(connected, made)
    assert actions["broken"] == "create"
    decide(connected, run, go="1", on_failure="roll-back", confirm=made.stack_name)
    watch(run)
    assert run.state == RunState.ROLLED_BACK
    page = connected.get(f"/templates/{made.design.slug}/runs/{run.pk}/").content.decode()
    assert "Test Resource failed" in page
    assert shows(page, "broken", "failed")
    assert f'href="/templates/{made.design.slug}/?stack={made.stack_name}"' in page  # to mend it
    assert "broken" not in {each.name for each in stacks.resources(made.stack_id)}


@pytest.mark.parametrize("hides", [False, True])
def test_what_an_environment_file_gave_goes_when_it_is_switched_off(connected, stacks, make_design, hides) -> None:
    text = SWITCHED.replace("HIDES", str(hides).lower())
    design = make_design(text, name="Switched")
    name = f"run-switched-{time.time_ns()}"
    given = {"parameter_defaults": {"length": 20}, "resource_registry": {"Own::Word": "OS::Heat::RandomString"}}
    made = stacks.create_stack(name=name, template=text, environment=given, parameters={"key": SECRET})
    stacks.wait_for_status(made, "CREATE_COMPLETE", interval=0.5, wait=60)
    connected.post(f"/templates/{design.slug}/runs/", {"stack": name, "param-key": "" if hides else SECRET})
    run = Run.objects.latest("pk")
    decide(connected, run, go="1", confirm=name)
    watch(run)
    assert run.state == RunState.COMPLETE
    left = stacks.session.get(f"/stacks/{name}/{made.id}/environment", endpoint_filter=HEAT).json()
    outputs = {each["output_key"]: each["output_value"] for each in stacks.get_stack(made.id).outputs}
    assert outputs["entry"] == SECRET
    # Heat keeps all of an environment or nothing, and the hidden value has to stay.
    assert left["parameter_defaults"] == (given["parameter_defaults"] if hides else {})
    assert ("Own::Word" in left["resource_registry"]) is hides
    assert len(outputs["word"]) == (20 if hides else 9)


def test_what_stays_hidden_inside_of_nested_stacks_is_in_no_reason_of_a_run(connected, stacks, make_design) -> None:
    name, quiet = f"run-deep-{time.time_ns()}", INNER.replace("{mtu: {get_param: deep}}", "{}")
    environment = {"parameter_defaults": {"deep": "marked-3b60-hidden"}}
    made = stacks.create_stack(name=name, template=AROUND, files={"inner.yaml": quiet}, environment=environment)
    stacks.wait_for_status(made, "CREATE_COMPLETE", interval=0.5, wait=60)
    design = make_design(AROUND, name="Around", files={"inner.yaml": INNER.encode()})
    connected.post(f"/templates/{design.slug}/runs/", {"stack": name})
    run = Run.objects.latest("pk")
    decide(connected, run, go="1", confirm=name)
    watch(run)
    assert run.state in (RunState.FAILED, RunState.ROLLED_BACK)
    assert "is not an integer" in str([*run.events.values_list("reason", flat=True)])
    assert "marked-3b60-hidden" not in everything_stored()
    assert "marked-3b60-hidden" not in connected.get(f"/templates/{design.slug}/runs/{run.pk}/").content.decode()


SWITCHED = """\
heat_template_version: 2021-04-16
parameters:
  key: {type: string, hidden: HIDES}
  length: {type: number, default: 9}
resources: {word: {type: OS::Heat::RandomString, properties: {length: {get_param: length}}}}
outputs: {word: {value: {get_attr: [word, value]}}, entry: {value: {get_param: key}}}
"""
HEAT = {"service_type": "orchestration", "interface": "public"}
