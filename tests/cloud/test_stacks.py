"""The stacks of a real project: listed, looked at, acted on and deleted."""

import json
import re
import time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from designer.models import AuditEntry
from designer.store.designs import revision_create
from tests.cloud.test_runs import SECRET, TEMPLATE, connected, decide, everything_stored, planned, stacks, watch

__all__ = ["connected", "stacks"]
pytestmark = pytest.mark.django_db
FOREIGN = """\
heat_template_version: 2021-04-16
parameters: {key: {type: string, hidden: true, default: marked-2b9e-hidden}}
resources:
  word: {type: OS::Heat::RandomString, deletion_policy: Retain}
  several:
    type: OS::Heat::ResourceGroup
    properties: {count: 1, resource_def: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {
      type: OS::Heat::RandomString}}}}
outputs:
  word: {value: {get_attr: [word, value]}}
  entry: {value: {get_param: key}}
"""


@pytest.fixture
def foreign(stacks: Any) -> Any:
    """A stack that is not from here."""
    stack = stacks.create_stack(name=f"run-foreign-{time.time_ns()}", template=FOREIGN, tags="blue")
    return stacks.wait_for_status(stack, "CREATE_COMPLETE", interval=0.5, wait=60)


def test_a_stack_from_elsewhere_is_listed_found_and_opened_as_a_template(connected, foreign) -> None:
    page = connected.get("/stacks/", {"q": "BLUE"}).content.decode()
    assert f'data-testid="stack-{foreign.name}"' in page
    assert "not from here" in page
    assert foreign.name not in connected.get("/stacks/", {"q": "no such"}).content.decode()
    assert foreign.name not in connected.get("/stacks/", {"kind": "failed"}).content.decode()

    address = f"/stacks/{foreign.name}/{foreign.id}/"
    page = connected.get(address).content.decode()
    assert "marked-2b9e-hidden" not in page.partition("<h2")[2].partition('name="text"')[0]
    assert "marked-2b9e-hidden" in connected.post(address, {"show": "entry"}).content.decode()
    text = page.split('name="text" value="')[1].split('"')[0]
    opened = connected.post("/templates/new", {"text": text, "name": foreign.name}, follow=True)
    assert "OS::Heat::RandomString" in opened.content.decode()


def test_an_output_is_masked_that_tells_a_hidden_value_by_way_of_a_resource(connected, stacks) -> None:
    name = f"run-told-{time.time_ns()}"
    told = "  told: {type: OS::Heat::Value, properties: {value: {get_param: key}}, deletion_policy: {get_param: key}}\n"
    template = FOREIGN.replace("outputs:\n", f"{told}outputs:\n  told: {{value: {{get_attr: [told, value]}}}}\n")
    made = stacks.create_stack(name=name, template=template, parameters={"key": "Retain"})
    made = stacks.wait_for_status(made, "CREATE_COMPLETE", interval=0.5, wait=60)
    word = next(each["output_value"] for each in stacks.get_stack(made.id).outputs if each["output_key"] == "word")
    address = f"/stacks/{name}/{made.id}/"
    page = connected.get(address).content.decode()
    assert word in page
    assert ">Retain</pre>" not in page
    assert "whose result is not known here: told" in " ".join(page.split())
    assert ">Retain</pre>" in connected.post(address, {"show": "told"}).content.decode()


def test_the_tabs_of_a_stack_tell_what_is_nested_and_nothing_hidden(connected, stacks) -> None:
    name = f"run-tabs-{time.time_ns()}"
    values = {"key": "marked-91d4-hidden"}
    made = stacks.create_stack(name=name, template=FOREIGN, parameters=values)
    stacks.wait_for_status(made, "CREATE_COMPLETE", interval=0.5, wait=60)
    tabs = {
        tab: connected.get(f"/stacks/{name}/{made.id}/", {"tab": tab}).content.decode()
        for tab in ("list", "events", "parameters", "environment", "text", "no such tab")
    }
    assert re.search(r'data-testid="resource-several / 0 / 0"\s+data-state="done"', tabs["list"])
    assert "OS::Heat::RandomString" in tabs["text"]
    assert "Hidden, as it is in the stack" in tabs["parameters"]
    assert "key: &#x27;******&#x27;" in tabs["environment"]
    assert 'id="run-map"' in tabs["no such tab"]
    assert "marked-91d4-hidden" not in "".join(tabs.values())

    events = tabs["events"]
    assert 'data-testid="event-several / 0 / 0"' in events
    assert events.index(f'data-testid="event-{name}"') < events.index('data-testid="event-word"')  # newest first


def test_long_lists_of_events_are_paged(connected, foreign, monkeypatch) -> None:
    monkeypatch.setattr("designer.deployment.stacks.stack_events.PAGE", 3)
    address, found = f"/stacks/{foreign.name}/{foreign.id}/", []
    query = "?tab=events"
    while query:
        page = connected.get(f"{address}{query}").content.decode()
        found += re.findall(r'data-testid="event-[^"]+"', page)
        older = re.search(r'href="(\?tab=events&amp;after=[^"]+)"', page)
        query = older[1].replace("&amp;", "&") if older else ""
    assert len(found) == 14  # each resource, and each stack, has begun and ended
    answer = connected.get(address, {"tab": "events", "after": "no-such-event"})
    assert answer.status_code == 200  # whatever Heat makes of it


def test_a_stack_is_checked_and_deleted_only_with_its_name(connected, stacks, foreign) -> None:
    address = f"/stacks/{foreign.name}/{foreign.id}/"
    assert connected.post(address, {"action": "explode"}).status_code == 404
    assert connected.post(address, {"action": "check"}).status_code == 302
    stacks.wait_for_status(stacks.get_stack(foreign.id), "CHECK_COMPLETE", interval=0.5, wait=60)
    assert "Check complete" in connected.get(address).content.decode()
    page = connected.post(address, {"delete": "1", "name": "another"}).content.decode()
    assert "Nothing was sent." in page
    assert "Its resource goes with it: several" in " ".join(page.split())
    assert "These stay: word" in " ".join(page.split())
    assert stacks.get_stack(foreign.id).status == "CHECK_COMPLETE"
    connected.post(address, {"delete": "1", "name": foreign.name})
    deadline = time.monotonic() + 60
    while any(stack.id == foreign.id for stack in stacks.stacks()):
        assert time.monotonic() < deadline, "the stack is still there"
        time.sleep(0.3)  # between two questions
    acts = AuditEntry.objects.values_list("act", "subject")
    assert ("stack-deleted", f"demo: demo: {foreign.name}") in acts
    assert ("stack-changed", f"demo: demo: {foreign.name}: check") in acts


def test_a_stack_that_was_made_here_leads_to_its_run(connected, stacks, make_design) -> None:
    design = make_design(TEMPLATE, name="From here")
    run = planned(connected, design.slug, "here", password=SECRET)
    decide(connected, run, go="1", **{"param-password": SECRET})
    watch(run)
    page = connected.get(f"/stacks/{run.stack_name}/{run.stack_id}/").content.decode()
    assert f"/templates/{design.slug}/runs/{run.pk}/" in page
    assert SECRET not in page
    rows = connected.get("/stacks/", {"q": run.stack_name}).content.decode()
    assert "From here, revision 1" in rows

    other = TEMPLATE.replace("  random: {", "  other: {").replace("[random, value]", "[other, value]")
    stacks.update_stack(stacks.get_stack(run.stack_id), template=other, parameters={"password": SECRET})
    stacks.wait_for_status(stacks.get_stack(run.stack_id), "UPDATE_COMPLETE", interval=0.5, wait=90)
    page = connected.get(f"/stacks/{run.stack_name}/{run.stack_id}/", {"tab": "text"}).content.decode()
    assert "changed since revision 1" in connected.get("/stacks/", {"q": run.stack_name}).content.decode()
    assert 'data-kind="removed" data-section="resources" data-name="random"' in " ".join(page.split())
    assert SECRET not in page


def test_a_stack_from_elsewhere_is_matched_by_what_its_template_says(connected, foreign, make_design, alice) -> None:
    assert listed(connected, foreign.name, kind="foreign")
    design = make_design(f"# the same, written otherwise\n{FOREIGN}", name="Same")
    page = connected.get("/stacks/", {"q": foreign.name}).content.decode()
    assert "Same, revision 1" in page
    assert not listed(connected, foreign.name, kind="foreign")
    page = connected.get(f"/stacks/{foreign.name}/{foreign.id}/").content.decode()
    assert "by content" in page
    assert f'action="/templates/{design.slug}/?stack={foreign.name}"' in page
    revision_create(design=design, author=alice, text=b"heat_template_version: 2021-04-16\n", based_on=1)
    assert "Same, revision 1" in connected.get("/stacks/", {"q": foreign.name}).content.decode()


def listed(client: Any, name: str, **query: str) -> bool:
    """Whether the list has a stack."""
    return f'data-testid="stack-{name}"' in client.get("/stacks/", query).content.decode()


def test_what_a_hidden_value_may_have_come_into_is_masked_everywhere(connected, stacks) -> None:
    name = f"run-echo-{time.time_ns()}"
    made = stacks.create_stack(name=name, template=ECHOING, parameters={"key": "marked-40ab-hidden"})
    stacks.wait_for_status(made, "CREATE_FAILED", failures=[], interval=0.5, wait=90)
    address = f"/stacks/{name}/{made.id}/"
    tabs = {tab: connected.get(address, {"tab": tab}).content.decode() for tab in TABS}
    assert "marked-40ab-hidden" not in "".join(tabs.values())
    assert "&#x27;••••••&#x27; is not an integer" in tabs["events"]
    page = tabs["map"]
    assert re.search(r'data-testid="output-echo">.*?••••', page, re.DOTALL)
    assert re.search(r'data-testid="output-mtu">.*?<pre id="output-\d+"\s*>\d+</pre>', page, re.DOTALL)
    assert "marked-40ab-hidden" in connected.post(address, {"show": "echo"}).content.decode()


def test_what_the_environment_hides_inside_of_nested_stacks_is_in_no_reason(connected, stacks) -> None:
    name = f"run-inside-{time.time_ns()}"
    environment = {"parameter_defaults": {"deep": "marked-88d3-hidden"}}
    made = stacks.create_stack(name=name, template=AROUND, files={"inner.yaml": INNER}, environment=environment)
    stacks.wait_for_status(made, "CREATE_FAILED", failures=[], interval=0.5, wait=90)
    said = [each.status_reason for each in stacks.resources(made.id)]
    assert "marked-88d3-hidden" in str(said)  # Heat tells it
    tabs = {tab: connected.get(f"/stacks/{name}/{made.id}/", {"tab": tab}).content.decode() for tab in TABS}
    assert "marked-88d3-hidden" not in "".join(tabs.values())
    assert "&#x27;••••••&#x27; is not an integer" in tabs["events"]
    assert "&#x27;••••••&#x27; is not an integer" in tabs["list"]


AROUND = "heat_template_version: 2021-04-16\nresources: {box: {type: inner.yaml}}\n"
INNER = """\
heat_template_version: 2021-04-16
parameters: {deep: {type: string, hidden: true}}
resources: {refused: {type: OS::Neutron::Net, properties: {value_specs: {mtu: {get_param: deep}}}}}
"""
ECHOING = """\
heat_template_version: 2021-04-16
parameters: {key: {type: string, hidden: true}}
resources:
  network: {type: OS::Neutron::Net, properties: {name: {get_param: key}}}
  refused: {type: OS::Neutron::Net, properties: {value_specs: {mtu: {get_param: key}}}, depends_on: network}
outputs:
  echo: {value: {list_join: ["", ["name=", {get_attr: [network, name]}]]}}
  mtu: {value: {get_attr: [network, mtu]}}
"""
TABS = ("map", "list", "events", "parameters", "environment", "text", "snapshots")


def test_a_stack_is_abandoned_with_its_data_in_a_file_and_adopted_from_it(connected, stacks, caplog) -> None:
    caplog.set_level("DEBUG")
    name = f"run-given-{time.time_ns()}"
    made = stacks.create_stack(name=name, template=FOREIGN, parameters={"key": "marked-e0d2-hidden"})
    made = stacks.wait_for_status(made, "CREATE_COMPLETE", interval=0.5, wait=60)
    word = next(each for each in stacks.resources(made.id) if each.name == "word").physical_resource_id
    address = f"/stacks/{name}/{made.id}/"
    exported = connected.post(address, {"export": "1"})
    assert json.loads(exported.content)["resources"]["word"]["resource_id"] == word
    assert "Nothing was sent." in connected.post(address, {"abandon": "1"}).content.decode()
    given = connected.post(address, {"abandon": "1", "name": name})
    for answer in (exported, given):
        assert answer.status_code == 200, answer.headers
        assert "no-store" in answer["Cache-Control"]
        assert answer["Content-Disposition"] == f'attachment; filename="{name}.json"'
    assert json.loads(given.content)["resources"]["word"]["resource_id"] == word

    def adopt(content: bytes, name: str) -> Any:
        file = SimpleUploadedFile("stack.json", content)
        return connected.post("/stacks/", {"name": name, "adopt": file}, follow=True)

    assert "is not the data of a stack" in adopt(b"[1]", f"{name}-again").content.decode()
    assert "Give a file, and a name" in adopt(given.content, "1 wrong").content.decode()
    page, again = "", adopt(given.content, f"{name}-again").redirect_chain[-1][0]
    deadline = time.monotonic() + 60
    while "Adopt complete" not in page.partition("<main")[0]:
        assert time.monotonic() < deadline, page
        time.sleep(0.3)  # between two questions
        page = connected.get(again, {"tab": "list"}).content.decode()
    assert f"<code>{word}</code>" in page
    assert "marked-e0d2" not in everything_stored() + caplog.text


def test_who_only_looks_is_offered_no_change(cloud, client, alice, foreign) -> None:
    client.force_login(alice)
    fields = {"way": "password", "user": "reader", "password": "secret", "project": "demo", "domain": "Default"}
    client.post("/clouds/", {"cloud": "demo", "region": "RegionOne", **fields})
    address = f"/stacks/{foreign.name}/{foreign.id}/"
    page = client.get(address, {"drift": "1"}).content.decode()
    assert "Your role only looks" in page
    for button in ('value="suspend"', 'name="delete"', 'name="abandon"', 'name="export"'):
        assert button not in page
    assert 'value="check"' in page  # which is no change
    assert "adopt" not in client.get("/stacks/").content.decode().partition("<main")[2]
    told = client.post(address, {"action": "suspend"}, follow=True).content.decode()  # asked all the same
    assert "The project&#x27;s policy does not allow it" in told


def test_what_is_no_stack_of_the_project_is_said_and_nothing_else_is_asked(connected) -> None:
    unknown = connected.get("/stacks/no-such/5f1b1f4e-6a34-4d1c-9d3e-8f3f5a1f2b3c/")
    assert unknown.status_code == 404
    assert "could not be found" in unknown.content.decode()
    assert connected.get("/stacks/../5f1b1f4e-6a34-4d1c-9d3e-8f3f5a1f2b3c/").status_code == 404
    assert connected.get("/stacks/a%2Fb/5f1b1f4e-6a34-4d1c-9d3e-8f3f5a1f2b3c/").status_code == 404


def test_without_a_connection_the_page_offers_one(client, alice, cloud) -> None:
    client.force_login(alice)
    assert "You are not connected to a project." in client.get("/stacks/").content.decode()
    client.logout()
    assert client.get("/stacks/").status_code == 302
