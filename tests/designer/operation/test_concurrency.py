"""The share of the work that visitors have."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections
from django.http import HttpResponse
from django.test import Client
from django.urls import path, reverse

from designer import urls
from designer.models import Throttle
from designer.operation.concurrency import SIGN_INS_WAITING, NoTurn, Turns
from hotcore.sandbox import is_guest_work

pytestmark = pytest.mark.both

STARTED, FINISH = threading.Semaphore(0), threading.Event()


def work(request):
    """Work until the test says so; what visitors do is worked on apart."""
    STARTED.release()
    FINISH.wait(30)
    return HttpResponse(f"{is_guest_work()}")


@pytest.fixture(autouse=True)
def nothing_started():
    """No work of an earlier test counts."""
    FINISH.clear()
    while STARTED.acquire(blocking=False):
        pass


urlpatterns = [path("work/", work), path("accounts/work/", work), *urls.urlpatterns]


def get(address, client, **extra):
    """Send a request from a thread, which has a connection of its own."""
    try:
        return client.get(address, **extra)
    finally:
        connections.close_all()


def post(address, client, **extra):
    """The same with a form."""
    try:
        return client.post(address, **extra)
    finally:
        connections.close_all()


@pytest.mark.urls(__name__)
def test_people_who_are_signed_in_do_not_wait_for_visitors(transactional_db, alice, settings, monkeypatch):
    settings.VISITORS, settings.VISITORS_PER_CLIENT = 2, 1
    monkeypatch.setattr("designer.middleware.WAIT_SECONDS", 0.01)
    handled = Client()  # one handler has the turns of one process
    handled.get(reverse("login"))
    signed_in = Client()
    signed_in.handler = handled.handler
    signed_in.force_login(alice)
    with ThreadPoolExecutor(8) as threads:
        busy = [threads.submit(get, "/work/", handled, REMOTE_ADDR=f"192.0.2.{number}") for number in range(2)]
        for _ in busy:
            assert STARTED.acquire(timeout=30)
        refused = handled.get("/work/", REMOTE_ADDR="192.0.2.9")
        assert refused.status_code == 429
        assert int(refused["Retry-After"]) >= 1
        assert "People who are signed in do not have to wait." in refused.text
        assert handled.get(reverse("login")).status_code == 200  # whoever wants to sign in may
        own = threads.submit(get, "/work/", signed_in)
        assert STARTED.acquire(timeout=30)
        FINISH.set()
        assert [answer.result().text for answer in (*busy, own)] == ["True", "True", "False"]
    assert handled.get("/work/", REMOTE_ADDR="192.0.2.9").status_code == 200
    assert not Throttle.objects.exists()
    assert isinstance(signed_in.session, SessionStore)


@pytest.mark.urls(__name__)
def test_sign_ins_are_worked_on_one_after_the_other(transactional_db, alice, settings, monkeypatch):
    monkeypatch.setattr("designer.middleware.SIGN_IN_SECONDS", 0.01)
    client = Client()
    client.get(reverse("login"))
    signed_in = Client()
    signed_in.handler = client.handler
    signed_in.force_login(alice)
    with ThreadPoolExecutor(8) as threads:
        busy = [threads.submit(post, "/accounts/work/", client, REMOTE_ADDR="192.0.2.1")]
        assert STARTED.acquire(timeout=30)
        refused = client.post(reverse("login"), {"login": "a", "password": "b"}, REMOTE_ADDR="192.0.2.2")
        assert refused.status_code == 429
        assert int(refused["Retry-After"]) >= 1
        busy += [threads.submit(get, "/work/", client, REMOTE_ADDR="192.0.2.2")]  # which sign-ins do not keep waiting
        busy += [threads.submit(post, "/accounts/work/", signed_in)]
        for _ in busy[1:]:
            assert STARTED.acquire(timeout=30)
        FINISH.set()
        assert [answer.result().text for answer in busy] == ["True", "True", "False"]
    assert client.post(reverse("login"), {"login": "a", "password": "b"}).status_code == 200


class Known(Turns):
    """Turns that the test can look at."""

    made: ClassVar[list[Turns]] = []

    def __init__(self, *options):
        super().__init__(*options)
        self.made.append(self)


@pytest.mark.urls(__name__)
def test_many_may_wait_for_their_sign_in(transactional_db, monkeypatch):
    monkeypatch.setattr("designer.middleware.SIGN_IN_SECONDS", 60)
    monkeypatch.setattr("designer.middleware.Turns", Known)
    client = Client()
    client.get(reverse("login"))
    with ThreadPoolExecutor(9) as threads:
        busy = [
            threads.submit(post, "/accounts/work/", client, REMOTE_ADDR=f"192.0.2.{number}")
            for number in range(1 + SIGN_INS_WAITING)
        ]
        assert STARTED.acquire(timeout=30)
        until = time.monotonic() + 30
        while not any(each._waiting.total() == SIGN_INS_WAITING for each in Known.made):
            assert time.monotonic() < until
        FINISH.set()
        assert [answer.result().status_code for answer in busy] == [200] * len(busy)


class NeverSent:
    """A body of which nothing comes until the test says so."""

    def __init__(self):
        self.asked, self.ends = threading.Event(), threading.Event()

    def read(self, *_size):
        self.asked.set()
        self.ends.wait(60)
        return b""

    readline = read


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", ["/accounts/login/", "/work/"])
def test_who_sends_slowly_keeps_nobody_waiting(transactional_db, settings, monkeypatch, address):
    settings.VISITORS = 1
    monkeypatch.setattr("designer.middleware.WAIT_SECONDS", 0.01)
    monkeypatch.setattr("designer.middleware.SIGN_IN_SECONDS", 0.01)
    client, body = Client(), NeverSent()
    client.get(reverse("login"))
    FINISH.set()
    slowly = {"wsgi.input": body, "CONTENT_LENGTH": "100", "REMOTE_ADDR": "192.0.2.1"}
    with ThreadPoolExecutor(1) as threads:
        slow = threads.submit(post, address, client, **slowly, content_type="application/x-www-form-urlencoded")
        try:
            assert body.asked.wait(30)
            assert client.post(address, {"login": "a", "password": "b"}, REMOTE_ADDR="192.0.2.2").status_code == 200
        finally:
            body.ends.set()
        assert slow.result().status_code == 200


def test_one_client_has_one_turn_and_leaves_the_others_to_others():
    turns = Turns(most=2, most_per_client=1, most_waiting=4, wait_seconds=0)
    with turns.turn("a"):
        with pytest.raises(NoTurn), turns.turn("a"):
            pass
        with turns.turn("b"), pytest.raises(NoTurn), turns.turn("c"):
            pass
        with turns.turn("c"):
            pass
    with turns.turn("a"):
        pass


def test_whoever_waits_gets_the_next_turn():
    turns = Turns(most=1, most_per_client=1, most_waiting=2, wait_seconds=30)
    entered = threading.Event()

    def take():
        with turns.turn("b"):
            entered.set()

    with ThreadPoolExecutor(1) as threads:
        with turns.turn("a"):
            taken = threads.submit(take)
            while not turns._waiting:
                pass
            assert not entered.is_set()
        taken.result(timeout=30)
    assert entered.is_set()
    assert not turns._taken
    assert not turns._waiting


def test_few_may_wait():
    turns = Turns(most=1, most_per_client=1, most_waiting=2, wait_seconds=30)

    def take(client):
        with turns.turn(client):
            pass

    with ThreadPoolExecutor(2) as threads:
        with turns.turn("a"):
            waiting = [threads.submit(take, client) for client in "bc"]
            while turns._waiting.total() < 2:
                pass
            for client in "bd":
                with pytest.raises(NoTurn), turns.turn(client):
                    pass
        for each in waiting:
            each.result(timeout=30)


def test_a_turn_ends_with_an_error():
    turns = Turns(most=1, most_per_client=1, most_waiting=2, wait_seconds=0)
    with pytest.raises(ValueError, match="broken"), turns.turn("a"):
        raise ValueError("broken")
    with turns.turn("a"):
        pass
