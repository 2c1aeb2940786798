"""The page of a run at work sends again what has changed: also what is at work after a failure, and later failures."""

import re

import pytest
from django.utils import timezone

from designer.models import RunEvent
from tests.designer.test_watching import begin, clouds

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
