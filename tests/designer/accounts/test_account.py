"""A person's own account: their e-mail address, and their password asked again."""

import re

import pytest
from django.core import mail
from django.urls import reverse

from designer.models import AuditEntry, ConfirmedAddress
from tests.conftest import PASSWORD

NEW = "alice@new.example.org"


def ask(client, email=NEW, password=PASSWORD):
    return client.post(reverse("email"), {"email": email, "password": password})


def link_in(sent):
    (path,) = re.findall(r"http://testserver(\S+)", sent.body)
    return path


def addresses(person):
    person.refresh_from_db()
    return person.email, [each.address for each in ConfirmedAddress.objects.filter(person=person)]


@pytest.fixture
def here(alice, client_of):
    """A client on which Alice is signed in, who has an address."""
    alice.email = "alice@old.example.org"
    alice.save()
    return client_of(alice)


def test_a_new_address_counts_once_its_owner_confirms_it(here, alice, bob, client_of, settings):
    settings.SENDS_MAILS = True
    assert ask(here).url == reverse("account")
    path = link_in(mail.outbox[0])
    assert mail.outbox[0].to == [NEW]
    here.get(path)  # what scans mails opens links
    assert client_of(bob).post(path).status_code == 403
    assert addresses(alice) == ("alice@old.example.org", [])
    here.post(path)
    assert addresses(alice) == (NEW, [NEW])
    assert mail.outbox[1].to == ["alice@old.example.org"]
    assert "Confirmed" in here.get(reverse("account")).text
    assert here.post(path).status_code == 403
    assert AuditEntry.objects.filter(act="email-changed", actor="alice").count() == 1


def test_without_mails_an_address_changes_at_once_and_stays_unconfirmed(here, alice):
    ask(here)
    assert addresses(alice) == (NEW, [])
    assert "Not confirmed" in here.get(reverse("account")).text
    ask(here, "")
    assert addresses(alice) == ("", [])


@pytest.mark.parametrize("token", ["x", "a:b:c", "é"])
def test_a_made_up_link_confirms_nothing(here, alice, token):
    assert here.post(reverse("confirm_email", args=[token])).status_code == 403
    assert addresses(alice) == ("alice@old.example.org", [])


def test_the_password_is_asked_again_and_cannot_be_guessed(here, alice):
    for _ in range(5):
        page = ask(here, password="wrong")
        assert "This is not your password." in page.text
    assert ask(here).status_code == 429
    assert addresses(alice) == ("alice@old.example.org", [])
    assert here.post(reverse("password"), {"old_password": PASSWORD}).status_code == 429


def test_the_pages_need_a_person(client, db):
    for name in ("account", "email"):
        assert client.get(reverse(name)).url.startswith("/accounts/login/")
