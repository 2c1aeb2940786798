"""People and designs that the tests of the application share."""

import gc
import os
import random
import signal
from collections.abc import Callable, Iterator

import pytest
from _pytest import runner
from django.contrib.auth.models import User
from hypothesis import settings

from designer.models import Design
from designer.store.designs import design_create
from hotcore.runtime import in_one_stack_chunk
from tests.made_up import constraint_near_to, type_percentage

EXPLORES = bool(os.environ.get("EXPLORE"))
"""Whether to try all that laws hold for instead of a sample, and to search for new examples."""

# The same examples in each run, unless new ones are searched.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("default" if EXPLORES else "repeatable")

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
    """Add the option for the folder of the pictures."""
    parser.addoption("--pictures", help="the folder for the pictures of the README")


def pytest_configure(config: pytest.Config) -> None:
    """Give a test the same random numbers in each run, whatever the order of the tests."""
    if not EXPLORES and hasattr(config.option, "randomly_reset_seed"):
        config.option.randomly_reset_seed = False


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test where deep calls map no memory, as requests and commands do."""
    return in_one_stack_chunk(runner.pytest_runtest_protocol, item, nextitem)


def pytest_runtest_call(item: pytest.Item) -> None:
    """Reset the random numbers at the start of a test."""
    if not EXPLORES:
        random.seed(item.nodeid)


def pytest_collection_finish() -> None:
    """Look for unreachable cycles less often: each look walks over thousands of tests that stay where they are."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


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
    """Creates designs, by default Alice's and private."""

    def make(text: bytes | str = MINIMAL, *, owner: User = alice, name: str = "Web", **rest: object) -> Design:
        content = text.encode() if isinstance(text, str) else text
        return design_create(owner=owner, name=name, text=content, **rest)  # type: ignore[arg-type]

    return make
