"""Sign-up, sign-in, sign-out, passwords, and the local user's sign-in link."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse

from designer.accounts.sign_in_links import link_token, local_user
from tests.conftest import PASSWORD


def signed_in_as(client):
    return User.objects.filter(pk=client.session.get("_auth_user_id")).first()


def test_a_new_account_is_signed_in_and_goes_on_where_it_was(client, db):
    form = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD, "next": "/templates/new"}
    response = client.post(reverse("signup"), form)
    assert (response.status_code, response.url) == (302, "/templates/new")
    assert signed_in_as(client).username == "dora"


@pytest.mark.parametrize("address", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
@pytest.mark.parametrize("view", ["signup", "login"])
def test_nobody_is_sent_elsewhere(client, alice, view, address):
    form = {"username": "alice", "password": PASSWORD} if view == "login" else {"username": "dora"}
    response = client.post(reverse(view), {**form, "password1": PASSWORD, "password2": PASSWORD, "next": address})
    assert (response.status_code, response.url) == (302, "/")


@pytest.mark.parametrize("following", ["/accounts/login/", "/accounts/login/?next=/accounts/login/"])
def test_whoever_is_signed_in_is_not_sent_in_circles(client_of, alice, following):
    response = client_of(alice).get(reverse("login"), {"next": following})
    assert (response.status_code, response.url) == (302, "/")
    assert client_of(alice).get(reverse("login"), {"next": "/templates/new"}).url == "/templates/new"


@pytest.mark.parametrize("name", ["alice", "Alice", "samples", "SAMPLES"])
def test_a_taken_name_is_refused(client, alice, name):
    response = client.post(reverse("signup"), {"username": name, "password1": PASSWORD, "password2": PASSWORD})
    assert response.status_code == 200
    assert "already exists" in response.text
    assert User.objects.count() == 1


def test_a_password_never_comes_back(client, alice):
    for view, form in {
        "signup": {"username": "dora", "password1": "s3cret-one", "password2": "s3cret-two"},
        "login": {"username": "alice", "password": "s3cret-one"},
    }.items():
        response = client.post(reverse(view), form)
        assert response.status_code == 200
        assert "s3cret" not in response.text


def test_signing_out_needs_a_post(client_of, alice):
    client = client_of(alice)
    assert client.get(reverse("logout")).status_code == 405
    assert client.post(reverse("logout")).status_code == 302
    assert signed_in_as(client) is None


def test_the_password_changes_and_other_places_are_signed_out(client_of, alice):
    here, elsewhere = client_of(alice), client_of(alice)
    form = {"old_password": PASSWORD, "new_password1": "another long secret", "new_password2": "another long secret"}
    assert here.post(reverse("password"), form).status_code == 302
    assert here.get(reverse("password")).status_code == 200
    assert elsewhere.get(reverse("password")).status_code == 302
    assert User.objects.get().check_password("another long secret")


def test_the_password_page_needs_a_person(client, db):
    assert client.get(reverse("password")).url == "/accounts/login/?next=/accounts/password/"


def test_a_form_without_its_token_is_refused(db):
    from django.test import Client

    response = Client(enforce_csrf_checks=True).post(reverse("login"), {"username": "alice", "password": PASSWORD})
    assert response.status_code == 403


# -- the link of `make run`


def test_the_local_link_works_once(client, db):
    link = reverse("local", args=[link_token(local_user())])
    assert client.get(link).status_code == 302
    assert signed_in_as(client) == local_user()
    client.logout()
    assert client.get(link).status_code == 403
    assert signed_in_as(client) is None


def test_a_used_link_makes_older_ones_worthless(client, db):
    older, newer = link_token(local_user()), link_token(local_user())
    client.get(reverse("local", args=[newer]))
    assert client.get(reverse("local", args=[older])).url == reverse("library")
    client.logout()
    assert client.get(reverse("local", args=[older])).status_code == 403


def test_a_link_ends_after_a_while(client, db, settings):
    token = link_token(local_user())
    settings.SIGN_IN_LINK_SECONDS = -1
    assert client.get(reverse("local", args=[token])).status_code == 403


@pytest.mark.parametrize("token", ["x", "1-", "-", "zzzzzzzzzzzzzzzz-1-2", "1-abc-def", "é"])
def test_a_made_up_link_signs_nobody_in(client, alice, token):
    assert client.get(reverse("local", args=[token])).status_code == 403
    assert signed_in_as(client) is None


def test_a_team_s_designer_has_no_local_link(client, db, settings):
    settings.LOCAL = False
    assert client.get(reverse("local", args=[link_token(local_user())])).status_code == 404


def test_the_local_user_without_a_password_can_set_one(client, db):
    client.get(reverse("local", args=[link_token(local_user())]))
    assert "Old password" not in client.get(reverse("password")).text
    client.post(reverse("password"), {"new_password1": PASSWORD, "new_password2": PASSWORD})
    assert "Old password" in client.get(reverse("password")).text
    assert local_user().check_password(PASSWORD)


def test_the_local_user_is_made_once(db):
    assert local_user() == local_user()
    assert not local_user().has_usable_password()


def test_on_one_s_own_machine_the_page_says_how_to_get_in(client, db, settings):
    settings.LOCAL = True
    assert "<code>make link</code>" in client.get(reverse("login")).content.decode()
    assert "<code>make link</code>" in client.get(reverse("local", args=["1-used"])).content.decode()
    settings.LOCAL = False
    assert "make link" not in client.get(reverse("login")).content.decode()


def test_the_command_prints_a_link_that_signs_in(client, settings, db, capsys, monkeypatch):
    settings.LOCAL = True
    monkeypatch.setenv("PORT", "8123")
    call_command("sign_in_link")
    address = capsys.readouterr().out.strip()
    assert address.startswith("http://127.0.0.1:8123/accounts/local/")
    assert client.get(address.removeprefix("http://127.0.0.1:8123"))["Location"] == "/"
    assert "_auth_user_id" in client.session
    settings.LOCAL = False
    with pytest.raises(CommandError, match="DESIGNER_LOCAL=1"):
        call_command("sign_in_link")
