"""Clients of the people, signed in."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.designer.folding import FoldingClient


@pytest.fixture
def client() -> Client:
    """Nobody signed in."""
    return FoldingClient()


@pytest.fixture
def client_of() -> Callable[[User], Client]:
    """Makes a client on which a person is signed in."""

    def make(user: User) -> Client:
        client = FoldingClient()
        client.force_login(user)
        return client

    return make
