"""The audit log."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from designer.models import Act, AuditEntry, Design, UnchangeableError
from designer.store.designs import BIN_KEEPS, design_delete, design_purge, revision_create
from designer.store.share_links import share_link_create
from tests.conftest import MINIMAL, PASSWORD


def log():
    """What the log says, oldest first."""
    entries = AuditEntry.objects.order_by("pk")
    return [(entry.actor, entry.act, entry.subject) for entry in entries]


def test_sign_ins_are_recorded_with_the_address(client, alice):
    login = reverse("login")
    client.post(login, {"username": "alice", "password": "wrong"}, REMOTE_ADDR="192.0.2.7")
    client.post(login, {"username": "my-secret-password", "password": "wrong"})
    client.post(login, {"username": "alice", "password": PASSWORD}, REMOTE_ADDR="192.0.2.7")
    client.post(reverse("logout"))
    assert log() == [
        ("", "sign-in-failed", "alice"),
        ("", "sign-in-failed", ""),
        ("alice", "signed-in", ""),
        ("alice", "signed-out", ""),
    ]
    assert set(AuditEntry.objects.exclude(subject="").values_list("client", flat=True)) == {"192.0.2.7"}


def test_what_is_shared_restored_and_deleted_is_recorded(client_of, alice, make_design):
    design = make_design()
    revision_create(design=design, author=alice, text=MINIMAL + b"# 2", based_on=1)
    client = client_of(alice)
    AuditEntry.objects.all()._raw_delete(AuditEntry.objects.db)
    share = reverse("share", args=["web"])
    client.post(share, {"visibility": "public"})
    client.post(share, {"visibility": "public"})
    client.post(share, {"visibility": "private"})
    client.post(share, {"may": "view", "label": "Bob"})
    key = design.share_links.get().pk
    client.post(share, {"revoke": key})
    client.post(reverse("restore", args=["web"]), {"revision": "1", "number": "1", "from": "2"})
    delete = reverse("settings", args=["web"]), {"delete": "1", "sure": "1"}
    client.post(*delete)
    client.post(reverse("recycle_bin"), {"restore": "web"})
    client.post(*delete)
    client.post(reverse("recycle_bin"), {"purge": "web"})
    said = [(act, subject) for actor, act, subject in log() if actor == "alice"]
    assert said == [
        ("template-published", "web"),
        ("template-withdrawn", "web"),
        ("link-created", f"web view {key} Bob"),
        ("link-revoked", f"web view {key} Bob"),
        ("revision-restored", "web 1"),
        ("template-deleted", "web"),
        ("template-restored", "web"),
        ("template-deleted", "web"),
        ("template-purged", "web"),
    ]


def test_what_two_windows_delete_for_good_is_recorded_once(make_design):
    design, the_same = make_design(), Design.objects.get()
    assert [design_purge(design=each) for each in (design, the_same)] == [True, True]
    assert [act for _actor, act, _subject in log()] == ["template-purged"]


def test_what_is_deleted_after_its_time_is_the_act_of_nobody(client_of, bob, make_design):
    """It happens while somebody else deletes a template, or by a command."""
    for slug in ("web", "later"):
        design_delete(design=make_design(slug=slug))
    make_design(slug="bobs", owner=bob)
    AuditEntry.objects.all()._raw_delete(AuditEntry.objects.db)
    outdated = timezone.now() - BIN_KEEPS - timedelta(minutes=1)
    Design.objects.filter(slug="web").update(deleted_at=outdated)
    client_of(bob).post(reverse("settings", args=["bobs"]), {"delete": "1", "sure": "1"})
    Design.objects.filter(slug="later").update(deleted_at=outdated)
    call_command("clear_bins", verbosity=0)
    assert [each for each in log() if each[1] != "signed-in"] == [
        ("", "template-purged", "web"),
        ("bob", "template-deleted", "bobs"),
        ("", "template-purged", "later"),
    ]
    assert not AuditEntry.objects.filter(act=Act.TEMPLATE_PURGED).exclude(client="").exists()


def test_what_administrators_do_is_recorded(admin, alice):
    AuditEntry.objects.all()._raw_delete(AuditEntry.objects.db)
    people = reverse("people")
    admin.post(people, {"invite": "1", "username": "dora"})
    admin.post(people, {"deactivate": alice.pk})
    admin.post(people, {"deactivate": alice.pk})
    admin.post(people, {"activate": alice.pk})
    admin.post(people, {"link": alice.pk})
    assert log() == [
        ("root", "person-invited", "dora"),
        ("root", "person-deactivated", "alice"),
        ("root", "person-activated", "alice"),
        ("root", "password-link-created", "alice"),
    ]


def test_an_entry_is_neither_changed_nor_deleted(admin):
    entry = AuditEntry.objects.first()
    for change in (entry.save, entry.delete, AuditEntry.objects.all().delete):
        with pytest.raises(UnchangeableError):
            change()
    with pytest.raises(UnchangeableError):
        AuditEntry.objects.update(actor="nobody")


def test_a_link_is_recorded_if_and_only_if_it_is_made(make_design, alice, monkeypatch):
    def refuse(*_args, **_options):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("designer.store.share_links.record", refuse)
    design = make_design()
    with pytest.raises(RuntimeError):
        share_link_create(design=design, created_by=alice, may="view")
    assert not design.share_links.exists()


def test_the_page_shows_entries_newest_first_and_by_act(admin, client, alice):
    client.post(reverse("login"), {"username": "alice", "password": PASSWORD})
    page = admin.get(reverse("audit")).text
    assert page.index('data-act="signed-in"') < page.index('data-act="administrator-made"')
    only = admin.get(reverse("audit"), {"act": Act.ADMINISTRATOR_MADE, "page": "x"}).text
    assert 'data-act="signed-in"' not in only
    assert 'data-act="administrator-made"' in only
    assert admin.get(reverse("audit"), {"act": "nonsense"}).status_code == 200
