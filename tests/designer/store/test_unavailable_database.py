"""A database that responds, but cannot write."""

import html
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from designer.models import Revision
from designer.operation.sessions import UNAVAILABLE
from tests.conftest import MINIMAL, PASSWORD

pytestmark = [pytest.mark.database, pytest.mark.both]

UNKNOWN = "It is not known whether this was saved."


@contextmanager
def unwritable() -> Iterator[None]:
    """Let the database have no room left on SQLite, and only read on PostgreSQL."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if is_sqlite:
            cursor.execute("VACUUM")  # what earlier tests have freed would be room
        # Less than what is in use means: no more than that.
        cursor.execute("PRAGMA max_page_count = 1" if is_sqlite else "SET default_transaction_read_only = on")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            most = f"PRAGMA max_page_count = {2**32 - 2}"
            cursor.execute(most if is_sqlite else "SET default_transaction_read_only = off")


def test_whoever_signs_in_learns_that_the_database_cannot_write(transactional_db, alice, client):
    client.raise_request_exception = False
    with unwritable():
        for _ in range(300):  # until there is really no room
            response = client.post(reverse("login"), {"username": "alice", "password": PASSWORD})
            client.cookies.clear()
            if response.status_code != 302:
                break
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert UNKNOWN in response.text
    assert client.post(reverse("login"), {"username": "alice", "password": PASSWORD}).status_code == 302


@contextmanager
def losing_answers() -> Iterator[None]:
    """Let the connection be lost when the database has ended a transaction, before it says so."""

    def end(self: BaseDatabaseWrapper) -> None:
        real(self)
        raise OperationalError("server closed the connection unexpectedly")

    real = BaseDatabaseWrapper._commit
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "_commit", end)
        yield


def test_who_saves_is_not_told_what_nobody_knows(transactional_db, alice, client, make_design):
    make_design()
    client.raise_request_exception = False
    client.force_login(alice)
    page, form = reverse("design", args=["web"]), {"text": MINIMAL.decode() + "# 2\n", "based_on": "1"}
    with losing_answers():
        response = client.post(page, form)
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert UNKNOWN in response.text
    assert "Nothing was changed" not in response.text
    assert "Saved as revision 2." in client.post(page, form, follow=True).text
    assert Revision.objects.count() == 2


SUCCEEDED = "Your last save succeeded: “Web” was saved as revision 2."
FAILED = "Your last save of “Web” failed."


@contextmanager
def losing_questions() -> Iterator[None]:
    """Let the connection be lost before the database is asked to end a transaction."""

    def end(self: BaseDatabaseWrapper) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "_commit", end)
        yield


@pytest.fixture
def unsure(transactional_db, alice, client, make_design) -> Callable[..., HttpResponse]:
    """Sends a save of which Alice does not learn the outcome."""
    make_design()
    client.raise_request_exception = False
    client.force_login(alice)

    def send(losing: Callable[[], AbstractContextManager[None]]) -> HttpResponse:
        with losing():
            answer = client.post(reverse("design", args=["web"]), SECOND)
        assert answer.status_code == 503
        assert "the next page says whether it was" in answer.text
        return answer

    return send


SECOND = {"text": MINIMAL.decode() + "# 2\n", "based_on": "1"}


@pytest.mark.parametrize(("losing", "told"), [(losing_answers, SUCCEEDED), (losing_questions, FAILED)])
@pytest.mark.parametrize("page", ["library", "design", "fill"])
def test_the_next_page_finds_out_whether_a_save_took_place(unsure, client, losing, told, page):
    cookie = unsure(losing).cookies["unknown-save"]
    assert cookie["httponly"]
    address = reverse(page, args=[] if page == "library" else ["web"])
    with losing_pages():
        assert client.get(address).status_code == 503
    assert told in html.unescape(client.get(address).text)
    assert told not in html.unescape(client.get(address).text)


@contextmanager
def losing_pages() -> Iterator[None]:
    """Let the database be gone."""

    def refuse(*_arguments: object) -> None:
        raise OperationalError("connection lost")

    with connection.execute_wrapper(refuse):
        yield


@pytest.mark.parametrize("losing", [losing_answers, losing_questions])
def test_who_saves_again_is_told_once(unsure, client, losing):
    unsure(losing)
    text = html.unescape(client.post(reverse("design", args=["web"]), SECOND, follow=True).text)
    assert "Saved as revision 2." in text
    assert "Your last save" not in text
    assert "Your last save" not in html.unescape(client.get(reverse("library")).text)
    assert Revision.objects.count() == 2


def test_who_saves_something_else_meanwhile_is_told_what_stands_in_the_way(unsure, client):
    unsure(losing_answers)
    answer = client.post(reverse("design", args=["web"]), {**SECOND, "text": SECOND["text"] + "# 3\n"})
    assert answer.status_code == 200  # somebody has saved a newer revision, which is this one
    assert SUCCEEDED in html.unescape(answer.text)
    assert "Your last save" not in client.get(reverse("library")).text


def test_the_save_of_another_template_leaves_the_question(unsure, client, make_design):
    unsure(losing_questions)
    make_design(name="Other")
    text = html.unescape(client.post(reverse("design", args=["other"]), SECOND).text)
    assert "Your last save" not in text
    assert FAILED in html.unescape(client.get(reverse("library")).text)


HASH = "0" * 64
WRONG = [
    "",
    "1",
    f"1-1-{HASH[1:]}",
    f"{'9' * 18}-1-{HASH}",
    f"{'9' * 19}-1-{HASH}",
    f"1-{'9' * 10}-{HASH}",
    f"٣-1-{HASH}",
]


@pytest.mark.parametrize("asked", WRONG)
def test_a_cookie_of_somebody_s_making_says_nothing(alice, client, make_design, asked):
    design = make_design()
    client.force_login(alice)
    session = client.cookies["sessionid"].value

    def open_with(cookie: str) -> HttpResponse:
        sent = f"sessionid={session}; unknown-save={cookie}".encode().decode("latin-1")
        return Client().get(reverse("library"), headers={"cookie": sent})

    answer = open_with(asked.replace("٣", f"{design.pk}".translate({48 + digit: 0x660 + digit for digit in range(10)})))
    assert answer.status_code == 200
    assert "Your last save" not in answer.text
    assert FAILED in html.unescape(open_with(f"{design.pk}-1-{HASH}").text)


def test_a_save_of_somebody_else_is_told_to_nobody(unsure, client, bob):
    unsure(losing_answers)
    asked = client.cookies["unknown-save"].value
    client.force_login(bob)
    client.cookies["unknown-save"] = asked
    assert "Your last save" not in client.get(reverse("library")).text


def test_who_only_reads_is_told_that_nothing_was_changed(transactional_db, client):
    def refuse(*_arguments: object) -> None:
        raise OperationalError("connection lost")

    client.raise_request_exception = False
    with connection.execute_wrapper(refuse):
        response = client.get(reverse("library"))
    assert response.status_code == 503
    assert "Nothing was changed." in response.text


def test_a_session_that_cannot_be_saved_is_no_bad_request(transactional_db, alice, client):
    client.force_login(alice)
    session = client.session
    session["rest"] = secrets.token_hex(500_000)
    with unwritable(), pytest.raises(UNAVAILABLE):
        session.save()


def test_a_session_that_ended_meanwhile_is_one(transactional_db, alice, client):
    client.force_login(alice)
    session = client.session
    session["a"] = 1
    Session.objects.all().delete()
    with pytest.raises(UpdateError):
        session.save()
