"""Signed-in clients for the test users."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from tests.designer.folding import FoldingClient

HERE = Path(__file__).parent
SAME_ON_ANY = tuple(
    HERE / each
    for each in ("leaks", "fill/test_one_truth.py", "fill/test_names_of_mappings.py", "help", "test_tagged_values.py")
)
"""Tests that compare pages with each other or with the command line, or ask all pages for an answer, which no database
influences."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use the database, which run on PostgreSQL; leave out what SQLite does not have."""
    if connection.vendor == "sqlite":
        items[:] = [item for item in items if not item.get_closest_marker("postgresql")]
    for item in items:
        if HERE not in item.path.parents or any(item.path.is_relative_to(path) for path in SAME_ON_ANY):
            continue
        if item.get_closest_marker("django_db") or {"db", "transactional_db"} & {*getattr(item, "fixturenames", ())}:
            item.add_marker(pytest.mark.database)


@pytest.fixture
def client() -> Client:
    """A client without a signed-in user."""
    return FoldingClient()


@pytest.fixture
def client_of() -> Callable[[User], Client]:
    """Creates a client on which a user is signed in."""

    def make(user: User) -> Client:
        client = FoldingClient()
        client.force_login(user)
        return client

    return make
