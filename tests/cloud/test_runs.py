"""Runs on a real OpenStack: planned, begun once, watched to their end, and nothing hidden left anywhere."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection as database
from django.test import Client
from django.utils import timezone

from designer.deployment.runs import watcher
from designer.models import Run, RunEvent, RunState, RunToken
from designer.store.designs import revision_create

pytestmark = pytest.mark.django_db
SECRET = "marked-c4f1d0-hidden"
FLAVOR = "  flavor: {type: string, constraints: [{custom_constraint: nova.flavor}]}"
TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  cidr: {type: string, default: 10.91.0.0/24}
  password: {type: string, hidden: true}
  length: {type: number, default: 12}
resources:
  network: {type: OS::Neutron::Net}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: network}, cidr: {get_param: cidr}}
  port:
    type: OS::Neutron::Port
    properties: {network: {get_resource: network}, fixed_ips: [{subnet: {get_resource: subnet}}]}
  group: {type: OS::Neutron::SecurityGroup, properties: {rules: [{protocol: tcp}]}}
  random: {type: OS::Heat::RandomString, properties: {length: {get_param: length}}}
  several:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: OS::Heat::RandomString}}
outputs:
  range: {value: {get_param: cidr}}
  address: {value: {get_attr: [port, fixed_ips, 0, ip_address]}}
  entry: {value: {list_join: ["", ["pw=", {get_param: password}]]}}
  word: {value: {get_attr: [random, value]}}
"""


@pytest.fixture
def connected(cloud, client, alice) -> Any:
    """A client of alice's, connected to the project of demo."""
    client.force_login(alice)
    fields = {"way": "password", "user": "demo", "password": "secret", "project": "demo", "domain": "Default"}
    answer = client.post("/clouds/", {"cloud": "demo", "region": "RegionOne", **fields})
    assert answer.status_code == 302, answer.content.decode()
    return client


@pytest.fixture
def stacks(openstack_cloud) -> Any:
    """Heat as openstacksdk sees it; deletes the stacks of the tests in the end."""
    heat = openstack_cloud.connection("demo").orchestration
    yield heat
    for stack in heat.stacks():
        if stack.name.startswith("run-"):
            heat.delete_stack(stack)


def planned(client: Any, slug: str, name: str, /, **values: str) -> Run:
    """Plan a run, and give its stack a name of its own."""
    answer = client.post(f"/templates/{slug}/runs/", {f"param-{key}": value for key, value in values.items()})
    assert answer.status_code == 302, answer.content.decode()
    found = Run.objects.latest("pk")
    found.stack_name = f"run-{name}-{time.time_ns()}"
    found.save(update_fields=["stack_name"])
    return found


def decide(client: Any, run: Run, **fields: str) -> str:
    """Send the form of a plan, and return the page that follows."""
    data = {"stack_name": run.stack_name, "on_failure": "keep", "minutes": "10", "tags": ""}
    data |= {"made": run.plan["made"]} | fields
    answer = client.post(f"/templates/{run.design.slug}/runs/{run.pk}/", data, follow=True)
    assert answer.status_code == 200
    run.refresh_from_db()
    return str(answer.content.decode())


def watch(run: Run, until: Callable[[Run], bool] = lambda run: bool(run.ended)) -> None:
    """Watch as the process that watches does, until something is so."""
    deadline = time.monotonic() + 600
    while not until(run):
        assert time.monotonic() < deadline, (run.state, run.reason)
        Run.objects.filter(pk=run.pk).update(leased_until=timezone.now())
        if found := watcher.take_run("demo"):
            watcher.look(found)
        time.sleep(0.3)  # between two questions, as `manage.py watch_runs` waits
        run.refresh_from_db()


def shows(page: str, name: str, state: str) -> bool:
    """Whether a page has the line of a resource in a state."""
    return bool(re.search(rf'data-testid="event-{re.escape(name)}"\s+data-state="{state}"', page))


def everything_stored() -> str:
    """All that the database holds, as text."""
    with database.cursor() as cursor:
        texts = []
        for table in database.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            texts += [repr([bytes(cell) if isinstance(cell, memoryview) else cell for cell in row]) for row in cursor]
    return "\n".join(texts)


@pytest.mark.journey
def test_a_stack_is_planned_made_and_shown_without_a_trace_of_what_is_hidden(
    connected, stacks, make_design, caplog
) -> None:
    caplog.set_level("DEBUG")
    design = make_design(TEMPLATE, name="Net")
    run = planned(connected, design.slug, "whole", password=SECRET, length="20")
    assert [row["action"] for row in run.plan["resources"]] == ["create"] * 6
    assert (run.plan["refusal"], run.plan["ours"]) == ("", "")
    page = connected.get(f"/templates/{design.slug}/runs/{run.pk}/").content.decode()
    assert page.count('data-action="create"') == 6
    assert 'name="param-password"' in page

    assert "Type the hidden values first: password" in decide(connected, run, go="1")
    assert run.state == RunState.PLANNED
    decide(connected, run, go="1", **{"param-password": SECRET})
    assert run.state == RunState.RUNNING
    decide(connected, run, go="1", **{"param-password": SECRET})  # a second press
    assert [stack.id for stack in stacks.stacks(name=run.stack_name)] == [run.stack_id]
    assert RunToken.objects.filter(run=run).exists()

    watch(run)
    assert run.state == RunState.COMPLETE
    assert not RunToken.objects.filter(run=run).exists()
    page = connected.get(f"/templates/{design.slug}/runs/{run.pk}/").content.decode()
    assert "6 of 6" in page
    assert shows(page, "several / 1", "done")
    assert "6 added: as planned" in page
    told = connected.get(f"/templates/{design.slug}/runs/{run.pk}/events/").json()["events"]
    assert ("1", "CREATE_COMPLETE") in {(each["resource_name"], each["resource_status"]) for each in told}
    outputs = {each["output_key"]: each["output_value"] for each in stacks.get_stack(run.stack_id).outputs}
    assert outputs["address"] in page
    assert outputs["word"] in page
    assert len(outputs["word"]) == 20
    assert "as the preview said" in page
    shown = connected.post(f"/templates/{design.slug}/runs/{run.pk}/", {"show": "entry"}).content.decode()
    assert SECRET in shown  # asked for
    assert SECRET not in page + everything_stored() + caplog.text
    assert run.masks == []
    assert connected.get(f"/templates/{design.slug}/runs/").content.decode().count(run.stack_name) == 1


def test_another_person_and_another_project_see_nothing_of_a_run(connected, stacks, make_design, bob) -> None:
    design = make_design(TEMPLATE, name="Net", visibility="public")
    run = planned(connected, design.slug, "mine", password=SECRET)
    other = Client()
    other.force_login(bob)
    assert other.get(f"/templates/{design.slug}/runs/{run.pk}/").status_code == 404
    assert run.stack_name not in other.get(f"/templates/{design.slug}/runs/").content.decode()
    connected.post("/clouds/", {"disconnect": "1"})
    fields = {"way": "password", "user": "other", "password": "secret", "project": "other", "domain": "Default"}
    connected.post("/clouds/", {"cloud": "demo", "region": "RegionOne", **fields})
    assert "Connect to demo, project demo, first." in decide(connected, run, go="1", **{"param-password": SECRET})
    assert run.state == RunState.PLANNED


def test_what_heat_refuses_begins_nothing_and_says_so_in_its_words(connected, stacks, make_design) -> None:
    text = TEMPLATE.replace("  length:", f"{FLAVOR}\n  length:")
    design = make_design(text, name="Flavor")
    run = planned(connected, design.slug, "refused", password=SECRET, flavor=f"{SECRET}-flavor")
    assert "No Flavor matching" in run.plan["refusal"]
    assert SECRET not in run.plan["refusal"]
    page = decide(connected, run, go="1", **{"param-password": SECRET})
    assert "Heat refuses this plan. Nothing was sent." in page
    assert not list(stacks.stacks(name=run.stack_name))


def test_a_plan_says_what_of_the_quota_it_needs_and_what_does_not_fit(connected, stacks, make_design) -> None:
    server = "{type: OS::Nova::Server, properties: {image: cirros, flavor: m1.small, networks: [{network: private}]}}"
    several = f"{{type: OS::Heat::ResourceGroup, properties: {{count: 12, resource_def: {server}}}}}"
    text = f"heat_template_version: 2021-04-16\nresources:\n  many: {several}\n  net: {{type: OS::Neutron::Net}}\n"
    run = planned(connected, make_design(text).slug, "quota")
    rows = {row["thing"]: row for row in run.plan["quota"]["rows"]}
    assert (rows["servers"]["needed"], rows["servers"]["limit"]) == (12, 10)
    assert (rows["cores"]["needed"], rows["memory"]["needed"]) == (12, 12 * 2048)
    assert rows["network"]["needed"] == 1
    page = connected.get(f"/templates/{run.design.slug}/runs/{run.pk}/").content.decode()
    assert re.search(r"Servers: \d+ missing\.", page)
    assert "Networks:" not in page
    assert page.index('data-testid="quota-servers"') < page.index('data-testid="quota-network"')


def test_a_typed_hidden_value_is_asked_for_again_even_where_there_is_a_default(connected, stacks, make_design) -> None:
    text = TEMPLATE.replace("hidden: true}", "hidden: true, default: changeme}")
    run = planned(connected, make_design(text).slug, "default", password=SECRET)
    assert "Type the hidden values first: password" in decide(connected, run, go="1")
    decide(connected, run, go="1", **{"param-password": SECRET})
    watch(run)
    outputs = {each["output_key"]: each["output_value"] for each in stacks.get_stack(run.stack_id).outputs}
    assert outputs["entry"] == f"pw={SECRET}"


def test_what_heat_refuses_at_the_beginning_is_said_without_what_is_hidden(connected, stacks, make_design) -> None:
    pattern = 'hidden: true, constraints: [{allowed_pattern: "[a-z]+"}]}'
    run = planned(connected, make_design(TEMPLATE.replace("hidden: true}", pattern)).slug, "begin", password="good")
    page = decide(connected, run, go="1", **{"param-password": SECRET})
    assert run.state == RunState.PLANNED
    assert "does not match pattern" in page
    assert SECRET not in page + everything_stored()


def test_a_plan_begins_only_as_the_page_has_shown_it(connected, stacks, make_design) -> None:
    run = planned(connected, make_design("heat_template_version: 2021-04-16\nresources: {}\n").slug, "shown")
    assert "The plan has changed meanwhile." in decide(connected, run, go="1", made="2020-01-01T00:00:00+00:00")
    assert run.state == RunState.PLANNED


def test_another_region_is_another_place(connected, stacks, make_design) -> None:
    run = planned(connected, make_design("heat_template_version: 2021-04-16\nresources: {}\n").slug, "region")
    Run.objects.filter(pk=run.pk).update(region="RegionTwo")
    assert "Connect to demo, project demo, first." in decide(connected, run, go="1")
    assert run.state == RunState.PLANNED


def test_a_run_of_which_nothing_is_heard_can_be_given_up(connected, stacks, make_design) -> None:
    design = make_design("heat_template_version: 2021-04-16\nresources: {r: {type: OS::Heat::RandomString}}\n")
    run = planned(connected, design.slug, "lost")
    decide(connected, run, go="1")
    RunToken.objects.filter(run=run).update(ends=timezone.now())
    watch(run, lambda run: run.state == RunState.BLIND)
    assert "Stop watching" in connected.get(f"/templates/{design.slug}/runs/{run.pk}/").content.decode()
    decide(connected, run, forget="1")
    assert (run.state, run.masks) == (RunState.FAILED, [])
    assert not RunToken.objects.filter(run=run).exists()


def test_a_newest_revision_that_cannot_be_read_is_said(connected, stacks, make_design, alice) -> None:
    design = make_design("heat_template_version: 2021-04-16\nresources: {}\n")
    run = planned(connected, design.slug, "broken")
    revision_create(design=design, author=alice, text=b"a: [", based_on=1)
    assert "The newest revision cannot be read." in decide(connected, run, again="1")


def test_a_name_that_is_taken_is_told_and_the_plan_waits(connected, stacks, make_design) -> None:
    design = make_design("heat_template_version: 2021-04-16\nresources: {r: {type: OS::Heat::RandomString}}\n")
    first = planned(connected, design.slug, "taken")
    decide(connected, first, go="1")
    second = planned(connected, design.slug, "taken")
    second.stack_name = first.stack_name
    page = decide(connected, second, go="1")
    assert f"A stack is called {first.stack_name} already" in page
    assert "already exists" in page
    assert "Update it" in page
    assert second.state == RunState.PLANNED
    assert not RunToken.objects.filter(run=second).exists()
    watch(first)


@pytest.mark.long  # Nova takes a minute and more to find no host
def test_a_failure_is_told_at_the_resource_with_its_property_and_line(connected, stacks, make_design) -> None:
    design = make_design(
        "heat_template_version: 2021-04-16\n"
        "parameters: {size: {type: string}}\n"
        "resources:\n"
        "  before: {type: OS::Heat::RandomString}\n"
        "  server:\n"
        "    type: OS::Nova::Server\n"
        "    properties:\n"
        "      image: cirros\n"
        "      flavor: {get_param: size}\n"
        "      networks: [{network: private}]\n"
        "  after: {type: OS::Heat::RandomString, depends_on: server}\n"
    )
    run = planned(connected, design.slug, "fails", size="m1.huge")
    decide(connected, run, go="1")
    watch(run)
    assert run.state == RunState.FAILED
    page = connected.get(f"/templates/{design.slug}/runs/{run.pk}/").content.decode()
    assert "No host of this cloud has room for it." in page
    assert "No valid host was found" in page
    assert "<code>flavor</code>" in page
    assert "line 9" in page
    assert "<code>m1.huge</code>" in page
    assert f'href="/templates/{design.slug}/design/#resources/server/properties/flavor"' in page
    assert shows(page, "server", "failed")
    assert 'data-testid="event-after"' not in page


def test_a_run_goes_on_when_the_designer_was_killed_between_the_request_and_its_answer(
    connected, stacks, make_design
) -> None:
    design = make_design("heat_template_version: 2021-04-16\nresources: {r: {type: OS::Heat::RandomString}}\n")
    run = planned(connected, design.slug, "killed")
    decide(connected, run, go="1")
    stack_id = run.stack_id
    Run.objects.filter(pk=run.pk).update(stack_id="", state=RunState.STARTING)
    run.refresh_from_db()
    watch(run)
    assert (run.state, run.stack_id) == (RunState.COMPLETE, stack_id)


def test_to_cancel_what_heat_has_done_meanwhile_deletes_nothing(connected, stacks, make_design) -> None:
    design = make_design("heat_template_version: 2021-04-16\nresources: {r: {type: OS::Heat::RandomString}}\n")
    run = planned(connected, design.slug, "late")
    decide(connected, run, go="1")
    watch(run)
    Run.objects.filter(pk=run.pk).update(state=RunState.RUNNING, ended=None)  # as if nobody had looked since
    decide(connected, run, cancel="1")
    assert run.state == RunState.RUNNING
    assert [stack.status for stack in stacks.stacks(name=run.stack_name)] == ["CREATE_COMPLETE"]


def test_a_run_that_never_reached_heat_fails_instead_of_waiting_forever(
    connected, stacks, make_design, monkeypatch
) -> None:
    monkeypatch.setattr(watcher, "UNCERTAIN", watcher.EVERY * 0)
    design = make_design("heat_template_version: 2021-04-16\nresources: {r: {type: OS::Heat::RandomString}}\n")
    run = planned(connected, design.slug, "never")
    decide(connected, run, go="1")
    Run.objects.filter(pk=run.pk).update(stack_id="", state=RunState.STARTING, stack_name=f"{run.stack_name}-not")
    run.refresh_from_db()
    watch(run)
    assert run.state == RunState.FAILED
    assert "there is no such stack" in run.reason


def test_watching_pauses_with_the_token_and_goes_on_with_the_next_sign_in(connected, stacks, make_design) -> None:
    design = make_design("heat_template_version: 2021-04-16\nresources: {r: {type: OS::Heat::RandomString}}\n")
    run = planned(connected, design.slug, "blind")
    decide(connected, run, go="1")
    RunToken.objects.filter(run=run).update(ends=timezone.now())
    watch(run, lambda run: run.state == RunState.BLIND)
    page = connected.get(f"/templates/{design.slug}/runs/{run.pk}/").content.decode()
    assert "Watching paused: your token has ended." in page
    fields = {"way": "password", "user": "demo", "password": "secret", "project": "demo", "domain": "Default"}
    connected.post("/clouds/", {"cloud": "demo", "region": "RegionOne", **fields})
    watch(run)
    assert run.state == RunState.COMPLETE
    assert RunEvent.objects.filter(run=run, resource="r", status="CREATE_COMPLETE").count() == 1


def test_a_run_is_cancelled_with_what_was_made(connected, stacks, make_design) -> None:
    design = make_design(
        "heat_template_version: 2021-04-16\nresources:\n  quick: {type: OS::Heat::RandomString}\n"
        "  slow: {type: OS::Heat::TestResource, properties: {wait_secs: 120}}\n"
    )
    run = planned(connected, design.slug, "cancel")
    decide(connected, run, go="1")
    watch(run, lambda run: run.events.filter(resource="slow").exists())
    decide(connected, run, cancel="1")
    assert run.state == RunState.CANCELLING
    watch(run)
    assert run.state == RunState.CANCELLED
    assert not [stack for stack in stacks.stacks(name=run.stack_name) if stack.status == "CREATE_COMPLETE"]


def test_without_clouds_the_command_that_watches_says_so(settings) -> None:
    settings.CLOUDS = False
    with pytest.raises(Exception, match="No clouds are set up"):
        call_command("watch_runs")


def test_real_attributes_become_stand_ins_but_none_that_tells_a_secret(connected, stacks, make_design) -> None:
    text = TEMPLATE.replace(
        "outputs:\n",
        "  told: {type: OS::Heat::Value, properties: {value: {get_param: password}}}\n"
        "outputs:\n  network: {value: {get_attr: [network, name]}}\n  told: {value: {get_attr: [told, value]}}\n",
    )
    design = make_design(text, name="Net")
    run = planned(connected, design.slug, "real", password=SECRET)
    decide(connected, run, go="1", **{"param-password": SECRET})
    watch(run)
    page = connected.get(f"/templates/{design.slug}/runs/{run.pk}/").content.decode()
    assert "Use 2 real attributes as stand-ins" in page
    connected.post(f"/templates/{design.slug}/", {"param-cidr": "10.95.0.0/24"})  # the form as it is left
    answer = connected.post(f"/templates/{design.slug}/runs/{run.pk}/", {"stand-ins": "1"}, follow=True)
    form = answer.content.decode()
    outputs = {each["output_key"]: each["output_value"] for each in stacks.get_stack(run.stack_id).outputs}
    assert "2 real attributes stand in." in form
    assert outputs["address"] in form  # in the preview of the outputs
    assert outputs["network"] in form
    assert 'value="10.95.0.0/24"' in form
    assert outputs["word"] not in form
    assert SECRET not in form + everything_stored()
