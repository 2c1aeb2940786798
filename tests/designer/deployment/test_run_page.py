"""The page of a run: what it sends again while it is at work, what is new in its plan, and what its result compares."""

import json
import re

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from designer.deployment.plans.plans import is_as_read, mark_new, unmarked
from designer.deployment.runs.card_notes import card_notes
from designer.deployment.runs.progress import progress_of
from designer.models import Run, RunEvent, RunState
from tests.designer.deployment.test_watcher import begin, clouds

__all__ = ["begin", "clouds"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.enable_socket]


def tell(run, resource, status):
    """Store an event of a run."""
    name = f"{resource} {status}"
    RunEvent.objects.create(run=run, event_id=name, at=timezone.now(), resource=resource, status=status, reason="No.")


def sent(client, run, mark=""):
    """What the page gets when it asks again, and the mark of what it shows then."""
    address = f"/templates/{run.design.slug}/runs/{run.pk}/?seen={mark}"
    html = client.get(address, HTTP_HX_REQUEST="true").content.decode()
    return " ".join(html.split()), re.search(r'seen=([^"]+)"', html)[1]


def test_a_page_that_watches_a_failure_learns_what_happens_then(client, alice, begin):
    client.force_login(alice)
    run = begin("quick", 0)
    run.plan = {"resources": [{"name": name, "action": "create"} for name in ("bad", "one", "two")]}
    run.save()
    tell(run, "bad", "CREATE_FAILED")
    tell(run, "one", "CREATE_IN_PROGRESS")
    html, mark = sent(client, run)
    assert 'id="run-decision"' in html
    assert "Heat ends what is at work: <code>one</code>" in html

    tell(run, "one", "CREATE_COMPLETE")
    tell(run, "two", "CREATE_IN_PROGRESS")
    html, again = sent(client, run, mark)
    assert again == mark
    assert 'id="run-decision"' not in html  # what is unfolded in it stays so
    assert 'id="run-what-happens"' in html
    assert "Heat ends what is at work: <code>two</code>" in html


def test_failures_after_those_that_are_explained_are_counted(client, alice, begin):
    client.force_login(alice)
    run = begin("quick", 0)
    for number in range(5):
        tell(run, f"bad_{number}", "CREATE_FAILED")
    _html, mark = sent(client, run)
    tell(run, "bad_5", "CREATE_FAILED")
    html, mark = sent(client, run, mark)
    assert "One more has failed; the list has it." in html
    tell(run, "bad_6", "CREATE_FAILED")
    assert "2 more have failed; the list has them." in sent(client, run, mark)[0]


def test_all_events_of_a_run_are_a_file_with_the_words_that_were_stored(client, alice, bob, begin):
    client.force_login(alice)
    run = begin("quick", 0)
    address = f"/templates/{run.design.slug}/runs/{run.pk}/"
    tell(run, "bad", "CREATE_IN_PROGRESS")
    tell(run, "bad", "CREATE_FAILED")
    tell(run, "", "CREATE_FAILED")
    page = client.get(address).content.decode()
    assert f'href="{address}events/"' in page
    answer = client.get(f"{address}events/")
    assert answer["Content-Disposition"] == f'attachment; filename="run-{run.pk}-events.json"'
    events = answer.json()["events"]
    assert [(each["resource_name"], each["resource_status"]) for each in events] == [
        ("bad", "CREATE_IN_PROGRESS"),
        ("bad", "CREATE_FAILED"),
        (run.stack_name, "CREATE_FAILED"),
    ]
    assert events[1]["resource_status_reason"] == "No."
    client.force_login(bob)
    assert client.get(f"{address}events/").status_code == 404


def test_a_result_says_loudly_what_became_otherwise_than_planned(client, alice, begin):
    client.force_login(alice)
    run = begin("quick", 0)
    planned = {"one": "update", "two": "update", "three": "unchanged"}
    rows = [{"name": name, "type": "", "action": action} for name, action in planned.items()]
    run.plan, run.action, run.state, run.ended = {"resources": rows}, "update", "complete", timezone.now()
    run.stack_id = "5b1f6c1e-0c6e-4a9b-8b1e-0f2d3c4b5a69"
    run.save()
    tell(run, "one", "UPDATE_COMPLETE")
    tell(run, "two", "CREATE_COMPLETE")
    page = " ".join(client.get(f"/templates/{run.design.slug}/runs/{run.pk}/").content.decode().split())
    assert "1 changed in place: as planned" in page
    assert re.search("<code>two</code>: <strong>replaced</strong>. The plan said: changed in place.", page)
    assert "One left alone, as planned" in page
    assert "2 of 2" in page
    assert re.search(r'data-testid="outcome-two"\s+data-kind="different"', page)


def test_lines_that_are_new_since_the_plan_that_was_read_are_marked(client, alice, begin):
    client.force_login(alice)
    run = begin("quick", 0)
    before = {"resources": [{"name": name, "type": "", "action": "update"} for name in ("one", "two", "old")]}
    rows = [{"name": "one", "type": "", "action": "update"}, {"name": "two", "type": "", "action": "replace"}]
    quota = [{"thing": "servers", "needed": 2, "left": left, "limit": 9} for left in (2, 1)]
    before["quota"] = {"rows": quota[:1]}
    run.plan = {"made": "", "resources": [*rows, {"name": "new", "type": "", "action": "unchanged"}]}
    run.plan["quota"] = {"rows": quota[1:]}
    mark_new(run.plan, before)
    assert not is_as_read(run.plan, before)
    assert not is_as_read(before | {"quota": {"rows": quota[1:]}}, before)
    assert is_as_read(before, before | {"quota": {"rows": quota[1:]}})
    run.action, run.state = "update", "planned"
    run.save()
    page = " ".join(client.get(f"/templates/{run.design.slug}/runs/{run.pk}/").content.decode().split())
    lines = dict(re.findall(r'<li data-testid="plan-(\w+)"(.*?)</li>', page))
    assert "Servers: 1 missing. <span" in page.split('data-testid="quota-short"')[1]
    assert "New since" in page.split('data-testid="quota-short"')[1].partition("</p>")[0]
    assert "since" not in lines["one"]
    assert "Different from the plan that you read" in lines["two"]
    assert "New since the plan that you read" in lines["new"]
    assert "<details open>" in page  # where the new one is, which stays unchanged
    assert "No longer in the plan that you read: <code>old</code>" in page
    again = {"resources": [{**row} for row in map(unmarked, run.plan["resources"])], "quota": run.plan["quota"]}
    mark_new(again, run.plan)
    assert not any("since" in row for row in again["resources"])  # it has been read now
    assert is_as_read(again, run.plan)


def test_cards_of_a_run_at_work_say_what_is_done_and_what_they_wait_for(alice, make_design, begin):
    text = "heat_template_version: 2021-04-16\nresources:\n"
    for name, needs in (("one", "[]"), ("two", "one"), ("three", "[one, two]")):
        text += f"  {name}: {{type: OS::Heat::None, depends_on: {needs}}}\n"
    run = begin("quick", 0)
    run.design = make_design(text)
    run.revision = run.design.newest
    run.plan = {"resources": [{"name": name, "action": "create"} for name in ("one", "two", "three")]}
    tell(run, "one", "CREATE_COMPLETE")
    tell(run, "two", "CREATE_IN_PROGRESS")
    notes = json.loads(card_notes(progress_of(run)))
    assert notes["two"].startswith("making, ")
    assert notes == {"two": notes["two"], "three": "waits for two"}
    run.state = "failed"
    assert json.loads(card_notes(progress_of(run))) == {}


@pytest.mark.parametrize(("action", "words"), [("update", "Cancel run"), ("restore", "What can be done")])
def test_only_what_heat_can_cancel_is_offered_to_be_cancelled(action, words) -> None:
    run = Run(action=action, state=RunState.RUNNING, stack_id="an-id")
    assert words in render_to_string("deployment/_run/foot.html", {"run": run, "connection": object()})
