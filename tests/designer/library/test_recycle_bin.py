"""The recycle bin: what is deleted can be restored for 30 days, and nobody can open it meanwhile."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from designer.models import Design, May, Revision, Run, RunState, Visibility
from designer.store.designs import design_delete
from designer.store.share_links import share_link_create
from designer.store.value_sets import value_set_save
from tests.conftest import MINIMAL
from tests.designer.folding import FoldingClient

pytestmark = pytest.mark.both

BIN = reverse("recycle_bin")


@pytest.fixture
def client(client_of, alice):
    return client_of(alice)


@pytest.fixture
def deleted(make_design, alice):
    """A public design with a link and a value set that its owner has deleted."""
    design = make_design(visibility=Visibility.PUBLIC, tags=["net"])
    value_set_save(design=design, owner=alice, name="small", values={"size": "1"})
    design.link = share_link_create(design=design, created_by=alice, may=May.VIEW)
    design_delete(design=design)
    return design


def addresses(design):
    pages = ("fill", "design", "history", "settings", "share", "raw", "environment", "package", "files", "conditions")
    links = ("shared", "shared_raw", "shared_history", "shared_package")
    found = [reverse(name, args=[design.slug]) for name in pages]
    return found + [reverse(name, args=[design.link.token]) for name in links]


def statuses(client, design):
    return {client.get(address).status_code for address in addresses(design)}


def test_what_is_deleted_can_be_opened_by_nobody(client, client_of, bob, deleted):
    assert statuses(client, deleted) == {404}
    assert statuses(client_of(bob), deleted) == {404}
    for reader in (client, client_of(bob)):
        page = reader.get(reverse("library")).content.decode()
        assert "Web" not in page
        assert "?tag=net" not in page


def test_nothing_is_written_to_what_is_deleted(client, deleted):
    before = Revision.objects.count()
    draft = {"text": "x", "counter": "0", "base": "1"}
    assert client.post(reverse("draft", args=["web"]), draft).status_code == 404
    saved = {"text": MINIMAL.decode() + "# 2\n", "based_on": "1", "counter": "0"}
    assert client.post(reverse("design", args=["web"]), saved).status_code == 404
    assert Revision.objects.count() == before


def test_it_comes_back_as_it_was(client, client_of, bob, deleted):
    page = client.get(BIN).content.decode()
    assert 'data-testid="deleted-web"' in page
    answer = client.post(BIN, {"restore": "web"}, follow=True)
    assert "Template “Web” restored." in answer.content.decode()
    assert statuses(client, deleted) == {200}
    assert client_of(bob).get(reverse("raw", args=["web"])).content == MINIMAL
    assert deleted.value_sets.get().name == "small"
    assert "The recycle bin is empty." in client.get(BIN).content.decode()


def test_it_can_be_deleted_for_good(client, deleted):
    answer = client.post(BIN, {"purge": "web"}, follow=True)
    assert "Template “Web” deleted for good." in answer.content.decode()
    assert not Design.objects.exists()
    assert not Revision.objects.exists()


def test_its_address_stays_taken(make_design, deleted):
    assert make_design().slug == "web-2"
    assert deleted.slug == "web"


def test_it_is_one_s_own(client, client_of, bob, deleted, make_design):
    other = client_of(bob)
    assert "The recycle bin is empty." in other.get(BIN).content.decode()
    for action in ("restore", "purge"):
        assert other.post(BIN, {action: "web"}).status_code == 404
        assert client.post(BIN, {action: make_design(name="There").slug}).status_code == 404
        assert client.post(BIN, {action: "a\0"}).status_code == 404
    assert client.post(BIN, {}).status_code == 404
    assert Design.objects.get(slug="web").deleted_at


def test_who_is_not_signed_in_signs_in_first(db):
    assert FoldingClient().get(BIN)["Location"] == f"{reverse('login')}?next={BIN}"


@pytest.mark.parametrize(("days", "is_left"), [(29, True), (31, False)])
@pytest.mark.parametrize("by", ["command", "next"])
def test_after_30_days_it_is_gone(deleted, make_design, days, is_left, by):
    Design.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now() - timedelta(days=days))
    if by == "command":
        call_command("clear_bins", verbosity=0)
    else:
        design_delete(design=make_design(name="Another"))
    assert Design.objects.filter(pk=deleted.pk).exists() == is_left


def test_the_number_of_queries_does_not_grow(client, deleted, make_design, django_assert_max_num_queries):
    for number in range(5):
        design_delete(design=make_design(name=f"Web {number}"))
    with django_assert_max_num_queries(3):
        assert client.get(BIN).content.decode().count('data-testid="deleted-') == 6


def run_of(design, **fields):
    """A run of a template as Heat has begun it."""
    place = {"cloud": "lab", "project_id": "p", "stack_name": "shop", "stack_id": "s"}
    return Run.objects.create(design=design, revision=design.newest, owner=design.owner, **place, **fields)


def test_a_template_with_a_run_at_work_is_kept(client, make_design):
    design = make_design()
    run = run_of(design, state=RunState.RUNNING)
    assert "Its run is not shown until then." in client.get(reverse("settings", args=[design.slug])).content.decode()
    design_delete(design=design)
    Design.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    call_command("clear_bins")
    page = client.post(BIN, {"purge": design.slug}, follow=True).content.decode()
    assert "at work in a cloud" in page
    assert "So does its run. The stack stays in its cloud." in page
    Run.objects.filter(pk=run.pk).update(state=RunState.COMPLETE)
    client.post(BIN, {"purge": design.slug})
    assert not Design.objects.exists()


def test_a_run_of_somebody_else_keeps_no_template(client, make_design, bob):
    design = make_design()
    run = run_of(design, state=RunState.BLIND)
    Run.objects.filter(pk=run.pk).update(owner=bob)
    design_delete(design=design)
    assert "run" not in client.get(BIN).content.decode().partition("<main")[2]
    client.post(BIN, {"purge": design.slug})
    assert not Design.objects.exists()
