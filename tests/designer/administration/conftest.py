"""An administrator."""

import pytest
from django.contrib.auth.models import User

from designer.accounts.people import administrator_make


@pytest.fixture
def admin(client_of, db):
    """A client on which the administrator is signed in."""
    return client_of(administrator_make(name="root", email="root@example.org"))


@pytest.fixture
def root(admin):
    """The administrator."""
    return User.objects.get(username="root")
