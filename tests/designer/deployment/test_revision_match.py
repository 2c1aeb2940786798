"""Which revision a stack comes from: the person's own ones, and those of their runs."""

from dataclasses import replace

import pytest
from django.utils import timezone

from designer.deployment.stacks import revision_match
from designer.deployment.stacks.revision_match import Digests, matched_stack
from designer.deployment.stacks.stacks import Stack
from designer.models import CloudConnection, Run, RunState, Visibility

pytestmark = pytest.mark.database

TEXT = "heat_template_version: 2021-04-16\nresources:\n  web: {type: OS::Heat::None}\n"
SENT = {"heat_template_version": "2021-04-16", "resources": {"web": {"type": "OS::Heat::None"}}}


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    """Forget what other tests have looked at."""
    monkeypatch.setattr(revision_match, "OF_STACKS", Digests(10))
    monkeypatch.setattr(revision_match, "OF_REVISIONS", Digests(10))


@pytest.fixture
def connection(alice) -> CloudConnection:
    return CloudConnection(owner=alice, cloud="lab", region="", project_id="p")


@pytest.fixture
def stack() -> Stack:
    made = timezone.now()
    return Stack("shop", "s", "CREATE_COMPLETE", "", made=made, updated=None, tags=(), run=None)


def test_an_own_revision_with_the_same_content_is_found(make_design, connection, stack):
    design = make_design(TEXT)
    assert matched_stack(connection, stack, SENT).origin == design.newest


def test_what_somebody_else_publishes_is_not_offered(make_design, bob, connection, stack):
    make_design(TEXT, owner=bob, visibility=Visibility.PUBLIC)
    found = matched_stack(connection, stack, SENT)
    assert found.match is not None
    assert found.origin is None


def test_what_the_person_has_run_is_found_whoever_owns_it(make_design, alice, bob, connection, stack):
    design = make_design(TEXT, owner=bob, visibility=Visibility.PUBLIC)
    place = {"cloud": "lab", "project_id": "p", "stack_name": "shop", "stack_id": "s"}
    run = Run.objects.create(design=design, revision=design.newest, owner=alice, state=RunState.COMPLETE, **place)
    found = matched_stack(connection, replace(stack, run=run), SENT)
    assert found.origin == design.newest
    assert not found.is_changed


def test_a_search_that_was_cut_short_says_nothing(make_design, connection, stack, monkeypatch):
    make_design(TEXT)
    monkeypatch.setattr(revision_match, "SECONDS", -1)
    assert matched_stack(connection, stack, SENT).match is None
