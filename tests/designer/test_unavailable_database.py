"""A database that responds, but cannot write."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import connection
from django.urls import reverse

from designer.sessions import UNAVAILABLE
from tests.conftest import PASSWORD

pytestmark = pytest.mark.database


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
    assert "Nothing was changed." in response.text
    assert client.post(reverse("login"), {"username": "alice", "password": PASSWORD}).status_code == 302


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
