"""The page about people."""

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from tests.conftest import PASSWORD

PEOPLE, FORGOT = reverse("people"), reverse("forgot")
NEW = "another long secret"


def password_link(page):
    """The path of the link that a page shows."""
    (found,) = re.findall(r'data-url="http://testserver(/[^"]+)"', page)
    return found


def set_password(path, password=NEW):
    """Follow a link as a browser does, and set a password; return the browser and the last answer."""
    browser = Client()
    answer = browser.get(path, follow=True)
    if not answer.redirect_chain:
        return browser, answer
    form = {"new_password1": password, "new_password2": password}
    return browser, browser.post(answer.redirect_chain[-1][0], form)


def signed_in_as(browser):
    return browser.session.get("_auth_user_id")


@pytest.mark.parametrize("name", ["people", "instance", "audit"])
def test_for_others_the_pages_of_administrators_do_not_exist(client, client_of, alice, name):
    assert client.get(reverse(name)).status_code == 404
    assert client_of(alice).get(reverse(name)).status_code == 404
    assert client_of(alice).post(PEOPLE, {"deactivate": alice.pk}).status_code == 404
    assert "Administration" not in client_of(alice).get("/").text


def test_somebody_who_is_invited_sets_a_password_by_the_link(admin):
    page = admin.post(PEOPLE, {"invite": "1", "username": "dora", "email": ""}).text
    path = password_link(page)
    assert password_link(page) not in admin.get(PEOPLE).text
    browser, answer = set_password(path)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    dora = User.objects.get(username="dora")
    assert signed_in_as(browser) == str(dora.pk)
    assert dora.check_password(NEW)
    assert "This link has been used" in set_password(path)[1].text


@pytest.mark.parametrize("name", ["alice", "ALICE", "samples", "", "a b", "x" * 151])
def test_an_invitation_needs_a_name_that_is_free(admin, alice, name):
    before = User.objects.count()
    page = admin.post(PEOPLE, {"invite": "1", "username": name, "email": "x@example.org"}).text
    assert "<title> Error: People" in page or "Error: People" in page
    assert User.objects.count() == before


def test_an_invitation_goes_by_mail_where_mails_can_be_sent(admin, settings):
    settings.SENDS_MAILS = True
    page = admin.post(PEOPLE, {"invite": "1", "username": "dora", "email": "dora@example.org"}, follow=True).text
    assert "The invitation was sent." in page
    assert "data-url" not in page
    (sent,) = mail.outbox
    assert sent.to == ["dora@example.org"]
    assert "Your user name is dora." in sent.body
    (path,) = re.findall(r"http://testserver(\S+)", sent.body)
    assert set_password(path)[1].status_code == 302


def test_whoever_is_deactivated_is_signed_out_and_stays_out(admin, client_of, alice, make_design):
    design = make_design(visibility="public")
    hers = client_of(alice)
    admin.post(PEOPLE, {"deactivate": alice.pk})
    assert hers.get(reverse("password")).status_code == 302
    again = Client().post(reverse("login"), {"username": "alice", "password": PASSWORD})
    assert again.status_code == 200
    assert hers.get(reverse("fill", args=[design.slug])).status_code == 200
    admin.post(PEOPLE, {"activate": alice.pk})
    assert hers.get(reverse("password")).status_code == 302
    assert admin.get(PEOPLE).status_code == 200
    assert Client().post(reverse("login"), {"username": "alice", "password": PASSWORD}).status_code == 302


def test_an_administrator_cannot_lock_themself_out(admin, root):
    assert admin.post(PEOPLE, {"deactivate": root.pk}).status_code == 404
    assert User.objects.get(pk=root.pk).is_active


def test_a_forgotten_password_is_set_by_an_administrator_s_link(admin, alice, client_of):
    hers = client_of(alice)
    browser, _answer = set_password(password_link(admin.post(PEOPLE, {"link": alice.pk}).text))
    assert signed_in_as(browser) == str(alice.pk)
    assert hers.get(reverse("password")).status_code == 302
    assert User.objects.get(pk=alice.pk).check_password(NEW)


@pytest.mark.parametrize("given", [{}, {"link": "999"}, {"deactivate": "x"}, {"delete": "1"}])
def test_nothing_else_can_be_asked_for(admin, given):
    assert admin.post(PEOPLE, given).status_code == 404


def test_people_are_found_by_name_and_address(admin, alice, bob):
    page = admin.get(PEOPLE, {"q": "ALI"}).text
    assert 'data-testid="person-alice"' in page
    assert 'data-testid="person-bob"' not in page
    assert 'data-testid="person-root"' in admin.get(PEOPLE, {"q": "root@"}).text
    call_command("load_samples")
    assert 'data-testid="person-samples"' not in admin.get(PEOPLE).text
    assert admin.get(PEOPLE, {"q": "\0", "page": "x"}).status_code == 200


def test_the_page_takes_the_same_queries_for_many_people(admin, django_assert_max_num_queries):
    User.objects.bulk_create(User(username=f"p{number}") for number in range(60))
    with django_assert_max_num_queries(7):
        assert admin.get(PEOPLE).text.count('data-testid="person-') == 50


# -- forgotten passwords


def test_a_forgotten_password_is_set_by_mail(client, alice, settings):
    settings.SENDS_MAILS = True
    User.objects.update(email="alice@example.org")
    for address in ("alice@example.org", "nobody@example.org"):
        page = client.post(FORGOT, {"email": address}, follow=True).text
        assert "If an account has this e-mail address" in page
    (sent,) = mail.outbox
    (path,) = re.findall(r"http://testserver(\S+)", sent.body)
    browser, _answer = set_password(path)
    assert signed_in_as(browser) == str(alice.pk)


def test_whoever_signs_up_may_give_an_address_where_mails_are_sent(client, db, settings):
    address = reverse("signup")
    assert 'name="email"' not in client.get(address).text
    settings.SENDS_MAILS = True
    form = {"username": "dora", "password1": NEW, "password2": NEW}
    assert "valid email address" in client.post(address, {**form, "email": "nonsense"}).text
    assert client.post(address, {**form, "email": "dora@example.org"}).status_code == 302
    assert User.objects.get().email == "dora@example.org"
    client.logout()
    assert client.post(address, {**form, "username": "erin", "email": ""}).status_code == 302


def test_without_a_mail_server_the_page_says_whom_to_ask(client, alice):
    assert "Ask an administrator" in client.get(FORGOT).text
    User.objects.update(email="alice@example.org")
    client.post(FORGOT, {"email": "alice@example.org"})
    assert not mail.outbox


def test_mails_to_reset_a_password_are_limited(client, alice, settings):
    from limits import parse_many

    settings.SENDS_MAILS = True
    settings.THROTTLES = settings.THROTTLES | {"sign-up": parse_many("2 per hour")}
    codes = [client.post(FORGOT, {"email": "alice@example.org"}).status_code for _ in range(3)]
    assert codes == [302, 302, 429]


# -- closed sign-up, and the command


def test_sign_up_can_be_closed(client, db, settings):
    settings.SIGN_UP_OPEN = False
    address = reverse("signup")
    form = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD}
    assert client.get(address).status_code == client.post(address, form).status_code == 403
    assert not User.objects.exists()
    assert address not in client.get(reverse("login")).text


def test_a_command_makes_an_administrator_who_sets_a_password(db, capsys, monkeypatch):
    monkeypatch.setenv("PORT", "8123")
    call_command("make_administrator", "root", email="root@example.org")
    said = capsys.readouterr().out
    (path,) = re.findall(r"http://127\.0\.0\.1:8123(\S+)", said)
    browser, _answer = set_password(path)
    assert browser.get(PEOPLE).status_code == 200


def test_the_command_makes_a_person_with_a_password_an_administrator(alice, client_of, capsys):
    call_command("make_administrator", "alice")
    assert "http" not in capsys.readouterr().out
    assert client_of(alice).get(PEOPLE).status_code == 200
    assert User.objects.get().check_password(PASSWORD)


@pytest.mark.parametrize(("name", "email"), [("a b", ""), ("", ""), ("root", "nonsense")])
def test_the_command_refuses_what_is_no_name(db, name, email):
    with pytest.raises(CommandError):
        call_command("make_administrator", name, email=email)
    assert not User.objects.exists()
