"""Sign-in by a real OpenID provider that runs on this machine."""

import html
import re
from urllib.parse import urlsplit

import pytest
import requests
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from limits import parse_many

from designer.accounts.people import administrator_make, person_invite, person_set_active
from designer.models import AuditEntry, ProviderIdentity, SecondFactor
from tests.conftest import PASSWORD
from tests.openid import CLIENT, running_provider

pytestmark = pytest.mark.enable_socket
START, BACK, PEOPLE = reverse("provider"), reverse("provider_callback"), reverse("people")


@pytest.fixture(scope="module")
def running():
    """The issuer of a provider that knows this site."""
    with running_provider(f"http://testserver{BACK}") as issuer:
        yield issuer


@pytest.fixture
def issuer(running, settings, db):
    """The configured provider; only people who were invited may come in."""
    for name, value in {**CLIENT, "OIDC_ISSUER": running, "OIDC_SIGN_UP_OPEN": False}.items():
        setattr(settings, name, value)
    return running


def begin(client, **form):
    """Press the button; return the address to which the browser goes."""
    page = client.post(START, {"password": PASSWORD, **form})
    assert page.status_code == 200, page.text
    return html.unescape(re.search(r'content="0; url=([^"]+)"', page.text)[1])


def sign_in_at(address, name="alice", change=""):
    """Sign in at the provider as a browser does; return the path to which it sends the browser back."""
    browser = requests.Session()
    address += change
    answer = browser.get(address, allow_redirects=False)
    for form in ({"prompt": "login", "login": name, "password": "any"}, {"prompt": "consent"}):
        page = browser.get(requests.compat.urljoin(address, answer.headers["Location"]))
        answer = browser.post(re.search(r'action="([^"]+)"', page.text)[1], form, allow_redirects=False)
        answer = browser.get(answer.headers["Location"], allow_redirects=False)
    parts = urlsplit(answer.headers["Location"])
    return f"{parts.path}?{parts.query}"


def come_in(client, name="alice", **form):
    return client.get(sign_in_at(begin(client, **form), name))


def signed_in_as(client):
    found = User.objects.filter(pk=client.session.get("_auth_user_id")).first()
    return found and found.get_username()


def acts():
    return [entry.act for entry in AuditEntry.objects.order_by("pk")]


def test_whoever_was_invited_comes_in_by_the_verified_address(client, issuer):
    person_invite(name="lis", email="Alice@Example.org")
    answer = come_in(client, next="/templates/new")
    assert (answer.status_code, answer.url) == (302, "/templates/new")
    assert signed_in_as(client) == "lis"
    assert acts()[-2:] == ["provider-connected", "signed-in-with-provider"]
    client.post(reverse("logout"))
    User.objects.update(email="")  # from now on the provider's own name counts
    assert come_in(client, next="https://elsewhere.example/").url == "/"
    assert signed_in_as(client) == "lis"


@pytest.mark.parametrize(
    ("name", "words"),
    [("stranger", "Nobody has been invited"), ("unverified-alice", "has not verified your e-mail address")],
)
def test_others_are_refused_with_words(client, issuer, name, words):
    person_invite(name="lis", email="unverified-alice@example.org")
    answer = come_in(client, name)
    assert answer.status_code == 403
    assert words in answer.text
    assert signed_in_as(client) is None
    assert acts()[-1] == "provider-refused"


def test_an_address_that_somebody_merely_gave_counts_for_nothing(client, issuer, bob):
    User.objects.update(email="alice@example.org")
    assert come_in(client).status_code == 403
    client.force_login(bob)
    come_in(client)  # but who is signed in may connect the two
    assert ProviderIdentity.objects.get().person == bob
    assert "Connected" in client.get(reverse("account")).text
    client.logout()
    come_in(client)
    assert signed_in_as(client) == "bob"
    person_set_active(person=bob, is_active=False)
    client.logout()
    assert "is deactivated" in come_in(client).text


def test_where_sign_up_is_open_a_new_person_gets_a_free_name(client, issuer, alice, settings):
    settings.OIDC_SIGN_UP_OPEN = True
    come_in(client)
    assert signed_in_as(client) == "alice-2"
    assert "signed-up" in acts()


def test_an_account_of_the_provider_belongs_to_one_person(client, client_of, issuer, alice, bob):
    for person in (alice, bob):
        browser = client_of(person)
        come_in(browser)
    assert [each.person for each in ProviderIdentity.objects.all()] == [alice]
    assert "belongs to somebody else" in browser.get(reverse("account")).text


def test_connecting_and_disconnecting_needs_the_password(client, client_of, issuer, alice):
    here = client_of(alice)
    assert here.post(START).url == reverse("account")
    assert here.post(START, {"password": "wrong"}).url == reverse("account")
    assert "This is not your password." in here.get(reverse("account")).text
    come_in(here)
    assert "Disconnect Example ID" in here.get(reverse("account")).text
    here.post(START, {"disconnect": "1", "password": "wrong"})
    assert ProviderIdentity.objects.exists()
    here.post(START, {"disconnect": "1", "password": PASSWORD})
    assert not ProviderIdentity.objects.exists()
    assert acts()[-1] == "provider-disconnected"
    assert come_in(client).status_code == 403


def test_the_only_way_in_is_not_disconnected(client, issuer):
    person_invite(name="lis", email="alice@example.org")
    come_in(client)
    client.post(START, {"disconnect": "1"})
    assert ProviderIdentity.objects.exists()
    page = client.get(reverse("account")).text
    assert "Set a password first" in page
    assert "Disconnect" not in page


def test_an_administrator_disconnects_an_account_that_is_somebody_elses_now(client, client_of, issuer, alice):
    lis = person_invite(name="lis", email="alice@example.org")
    come_in(client)
    admin = client_of(administrator_make(name="root"))
    page = " ".join(admin.get(PEOPLE).text.split())
    assert (page.count("Connected with Example ID"), page.count("Disconnect Example ID")) == (1, 1)
    page = admin.post(PEOPLE, {"disconnect": lis.pk}, follow=True).text
    assert "lis is signed out, and can no longer sign in with Example ID." in page
    assert "Disconnect Example ID" not in page
    assert AuditEntry.objects.latest("pk").act == "provider-reset"
    assert (AuditEntry.objects.latest("pk").actor, AuditEntry.objects.latest("pk").subject) == ("root", "lis")
    assert client.get(reverse("account")).status_code == 302
    assert "Nobody has been invited" in come_in(client).text  # the provider still verifies the address
    assert not ProviderIdentity.objects.exists()
    page = admin.post(PEOPLE, {"link": lis.pk}).text
    assert 'data-testid="password-link"' in page


def test_to_disconnect_somebody_is_for_administrators_and_for_others_than_themselves(
    client, client_of, issuer, settings
):
    lis = person_invite(name="lis", email="alice@example.org")
    come_in(client)
    root = administrator_make(name="root")
    ProviderIdentity.objects.create(person=root, issuer=issuer, subject="root")
    for browser in (Client(), client):
        assert browser.post(PEOPLE, {"disconnect": lis.pk}).status_code == 404
    admin = client_of(root)
    assert admin.post(PEOPLE, {"disconnect": root.pk}).status_code == 404
    settings.OIDC_ISSUER = ""
    assert "Connected with" not in admin.get(PEOPLE).text
    assert admin.post(PEOPLE, {"disconnect": lis.pk}).status_code == 404
    assert ProviderIdentity.objects.count() == 2


def test_what_did_not_begin_here_or_was_changed_is_refused(client, issuer, settings):
    person_invite(name="lis", email="alice@example.org")
    back = sign_in_at(begin(client))
    for path, status in (
        (re.sub("state=[^&]+", "state=another", back), 403),
        (f"{BACK}?error=access_denied", 403),
        (re.sub("iss=[^&]+", "iss=https%3A%2F%2Felsewhere.example", back), 502),
        (sign_in_at(begin(client), change="&wrong=nonce"), 502),
        (re.sub("code=[^&]+", "code=another", sign_in_at(begin(client))), 502),
    ):
        answer = client.get(path)
        assert answer.status_code == status, path
        assert "You are not signed in" in answer.text
    assert client.get(back).status_code == 302
    client.logout()
    assert client.get(back).status_code == 403  # a second time
    assert signed_in_as(client) is None


def test_a_wrong_or_absent_provider_is_told_in_words_and_nobody_else_is_asked(client, issuer, settings, caplog):
    # whose own name for itself is another one; which leads to another host; which is away
    for settings.OIDC_ISSUER in (f"{issuer}/", f"{issuer}/moved", "http://127.0.0.1:1"):
        answer = client.post(START)
        assert answer.status_code == 502
        assert "Example ID does not answer as it should" in answer.text
    assert [
        record.args[0].args[0] for record in caplog.records if record.name == "designer.accounts.views.provider"
    ] == [
        "another issuer",
        "an address at another host",
        "ConnectionError",
    ]
    assert requests.get(f"{issuer}/strayed", timeout=60).text == "0"


def test_whoever_has_a_second_factor_is_asked_for_it_and_others_need_none(client, issuer, settings):
    settings.SECOND_FACTOR = "required"
    person = person_invite(name="lis", email="alice@example.org")
    come_in(client)
    assert client.get("/").status_code == 200
    client.logout()
    SecondFactor.objects.create(person=person, secret="")
    assert come_in(client, next="/templates/new").url == "/accounts/code/?next=%2Ftemplates%2Fnew"
    assert signed_in_as(client) is None


def test_attempts_are_limited_and_count_only_if_they_fail(client, issuer, settings):
    person_invite(name="lis", email="alice@example.org")
    settings.THROTTLES = {**settings.THROTTLES, "sign-in": parse_many("1 per 5 minutes")}
    for _ in range(5):  # four times the limit, as for all names of a client
        client.logout()
        come_in(client)
    assert signed_in_as(client) == "lis"
    for _ in range(4):
        client.post(START)
    assert client.post(START).status_code == 429


def test_without_a_provider_there_is_nothing_of_it(client, client_of, alice):
    assert client.post(START).status_code == 404
    assert client.get(BACK).status_code == 404
    assert "Sign in with" not in client.get(reverse("login")).text
    assert "onnected" not in client_of(alice).get(reverse("account")).text
    assert client.post(reverse("login"), {"username": "alice", "password": PASSWORD}).status_code == 302
