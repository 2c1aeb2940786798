"""People and designs that the tests of the application share."""

import os
import signal
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from hypothesis import settings

from designer.models import Design
from designer.services import design_create
from tests.made_up import constraint_near_to, type_percentage

# The same examples at each run, unless somebody goes looking for others.
settings.register_profile("repeatable", derandomize=True)
settings.load_profile("default" if os.environ.get("EXPLORE") else "repeatable")

PASSWORD = "correct horse battery"

MINIMAL = b"""\
heat_template_version: 2021-04-16

parameters:
  size:
    type: number
    default: 2

resources:
  answer:
    type: OS::Heat::Value
    properties:
      value: {get_param: size}
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `make pictures` say where the pictures go."""
    parser.addoption("--pictures", help="the folder for the pictures of the README")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let Ctrl-C reach the processes that a test starts, also where the suite itself runs in the background.

    A background job is started with SIGINT ignored, and hands that on to its children.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def near_to() -> Iterator[None]:
    """A constraint of that name that Heat does not have."""
    with constraint_near_to():
        yield


@pytest.fixture
def percentage() -> Iterator[None]:
    """A parameter type of that name that Heat does not have."""
    with type_percentage():
        yield


@pytest.fixture
def alice(db: None) -> User:
    """Alice owns the designs."""
    return User.objects.create_user("alice", password=PASSWORD)


@pytest.fixture
def bob(db: None) -> User:
    """Bob is a colleague of Alice's."""
    return User.objects.create_user("bob", password=PASSWORD)


@pytest.fixture
def charlie(db: None) -> User:
    """Charlie is a stranger."""
    return User.objects.create_user("charlie", password=PASSWORD)


@pytest.fixture
def make_design(alice: User) -> Callable[..., Design]:
    """Makes designs, Alice's and private unless told otherwise."""

    def make(text: bytes | str = MINIMAL, *, owner: User = alice, name: str = "Web", **rest: object) -> Design:
        content = text.encode() if isinstance(text, str) else text
        return design_create(owner=owner, name=name, text=content, **rest)  # type: ignore[arg-type]

    return make
