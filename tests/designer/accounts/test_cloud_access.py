"""What becomes of a person's access to clouds when an administrator deactivates them."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from designer.accounts.people import administrator_make, person_set_active
from designer.deployment.runs.watcher import Watchers, take_run
from designer.models import AuditEntry, CloudConnection, CloudCredential, Run, RunState, RunToken
from designer.operation.encryption import cloud_keys, encrypt
from tests.designer.deployment.test_answers import ID
from tests.designer.deployment.test_watcher import begin, clouds, watch
from tests.local_service import LocalService, Responder, as_lab

__all__ = ["begin", "clouds"]
pytestmark = [pytest.mark.enable_socket, pytest.mark.django_db(transaction=True)]
WORDS = "Watching ended: the account of alice was deactivated. What became of the stack is not known here."


def keep_credential(owner) -> None:
    secret = encrypt("marked-51c0-secret", cloud_keys())
    CloudCredential.objects.create(owner=owner, cloud="quick", identifier="i", secret=secret)


def kept() -> dict[str, int]:
    return {kind.__name__: kind.objects.count() for kind in (CloudCredential, CloudConnection, RunToken)}


def acts() -> list[tuple[str, str]]:
    return list(AuditEntry.objects.order_by("pk").values_list("act", "subject"))


def test_whoever_is_deactivated_leaves_no_token_and_their_runs_end_with_words(alice, bob, begin, client_of) -> None:
    run, ends = begin("quick", 0), timezone.now() + timedelta(hours=1)
    Run.objects.update(masks=[[3, "digest", 3]], stack_id=ID)
    for owner in (alice, bob):
        keep_credential(owner)
        CloudConnection.objects.create(owner=owner, cloud="quick", access=b"x", ends=ends)
    admin = client_of(administrator_make(name="root"))
    admin.post("/people/", {"deactivate": alice.pk})
    assert kept() == {"CloudCredential": 1, "CloudConnection": 1, "RunToken": 0}
    assert CloudCredential.objects.get().owner == CloudConnection.objects.get().owner == bob
    assert [each for each in acts() if each[1] == "alice"] == [
        ("person-deactivated", "alice"),
        ("cloud-access-erased", "alice"),
    ]
    run.refresh_from_db()
    assert (run.state, run.masks, bool(run.ended)) == (RunState.FAILED, [], True)
    assert take_run("quick") is None
    admin.post("/people/", {"activate": alice.pk})
    page = client_of(alice).get(f"/templates/{run.design.slug}/runs/{run.pk}/")
    assert WORDS in page.text


def test_of_whoever_has_no_access_to_clouds_nothing_is_said(bob) -> None:
    person_set_active(person=bob, is_active=False)
    assert acts() == [("person-deactivated", "bob")]


def test_a_look_at_the_run_of_somebody_who_is_deactivated_meanwhile_changes_nothing(
    alice, clouds, begin, caplog
) -> None:
    clouds["slow"].events = lambda: ["0", "end"]
    run, watchers = begin("slow", 0), Watchers(threading.Event())
    watch([watchers], lambda: clouds["slow"].asked)
    person_set_active(person=alice, is_active=False)
    clouds["slow"].may_answer.set()
    watchers.join()
    run.refresh_from_db()
    assert (run.state, run.reason) == (RunState.FAILED, WORDS)
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


class Keystone(LocalService):
    """A Keystone that takes every sign-in, after it has done what takes long."""

    def __init__(self) -> None:
        self.takes_long = lambda: None
        super().__init__(OfKeystone)


class OfKeystone(Responder):
    server: Keystone

    def answer(self) -> None:
        try:
            self.server.takes_long()
        finally:
            connection.close()  # that of this thread
        now = timezone.now()
        project = {"id": "p", "name": "shop", "domain": {"id": "default", "name": "Default"}}
        token = {
            "methods": ["application_credential"],
            "user": {"id": "u", "name": "alice", "domain": {"id": "default", "name": "Default"}},
            "project": project,
            "issued_at": now.isoformat(),
            "expires_at": (now + timedelta(hours=1)).isoformat(),
            "catalog": [],
        }
        self.respond(201, {"token": token}, {"X-Subject-Token": "t", "Content-Type": "application/json"})


@pytest.fixture
def keystone(settings, tmp_path):
    with as_lab(settings, tmp_path, Keystone()) as found:
        yield found


@pytest.mark.parametrize("is_active", [True, False])
def test_whoever_is_deactivated_while_the_cloud_takes_their_sign_in_leaves_nothing(
    alice, keystone, client_of, is_active
) -> None:
    browser = client_of(alice)
    browser.raise_request_exception = False
    keystone.takes_long = lambda: person_set_active(person=alice, is_active=is_active)
    form = {"cloud": "lab", "way": "credential", "identifier": "i", "secret": "s", "keeps": "on"}
    answer = browser.post("/clouds/", form)
    assert answer.status_code == (302 if is_active else 403)
    expected = int(is_active)
    assert kept() == {"CloudCredential": expected, "CloudConnection": expected, "RunToken": 0}
