"""The second factor: set up, asked for at sign-in, required, and reset."""

import re

import pyotp
import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from designer.accounts.one_time_codes import decrypted
from designer.accounts.people import administrator_make, password_path
from designer.models import AuditEntry, RecoveryCode, SecondFactor
from tests.conftest import PASSWORD

SET_UP, CODE, LOGIN = reverse("second_factor"), reverse("code"), reverse("login")


@pytest.fixture(autouse=True)
def offered(settings):
    settings.SECOND_FACTOR = "offered"


def set_up(client):
    """Set up the second factor as an app does; return its secret and the recovery codes."""
    page = client.get(SET_UP).text
    secret = re.search(r'data-testid="key">(\w+)<', page)[1]
    sealed = re.search(r'name="secret" value="([^"]+)"', page)[1]
    form = {"add": "1", "secret": sealed, "code": pyotp.TOTP(secret).now(), "password": PASSWORD}
    answer = client.post(SET_UP, form)
    return secret, re.findall(r"\b(?:\w{4}-){3}\w{4}\b", answer.text)


def now(secret):
    """The code that the app shows, as if it were the first one in its 30 seconds."""
    SecondFactor.objects.update(last_step=0)
    return pyotp.TOTP(secret).now()


def give_password(client, **rest):
    return client.post(LOGIN, {"username": "alice", "password": PASSWORD, **rest})


def is_signed_in(client):
    return "_auth_user_id" in client.session


def acts():
    return [entry.act for entry in AuditEntry.objects.order_by("pk")]


def test_secrets_that_were_stored_before_stay_readable(settings):
    settings.SECRET_KEY = "k" * 50
    stored = (
        "gAAAAABrCuHOVuzgnox61nnt7DfAkYoy4Yd5KpyOurdkgHVQ2uvENEYawBeUHhnPE4i1YsDlvWsP4tFu"
        "W9fyT32xxgSTwv9Brye3D288_FeReJ_HFNmR3FA="
    )
    assert decrypted(stored) == "JBSWY3DPEHPK3PXP"


def test_a_code_is_asked_for_after_the_password_and_what_was_sent_goes_on(client, client_of, alice):
    secret, codes = set_up(client_of(alice))
    assert len(codes) == 10
    page = give_password(client, next="/templates/new", **{"carried-text": "kept"})
    assert 'name="carried-text" value="kept"' in page.text
    assert not is_signed_in(client)
    form = {"next": "/templates/new", "carried-text": "kept"}
    assert "is wrong" in client.post(CODE, {**form, "code": "000000"}).text
    answer = client.post(CODE, {**form, "code": now(secret)})
    assert is_signed_in(client)
    assert 'action="/templates/new"' in answer.text
    assert acts()[-2:] == ["code-failed", "signed-in"]


def test_a_code_and_a_recovery_code_count_once(client, client_of, alice):
    secret, codes = set_up(client_of(alice))
    code = now(secret)
    for given, expected in ((code, True), (code, False), (codes[0].upper(), True), (codes[0], False)):
        client.logout()
        give_password(client)
        client.post(CODE, {"code": given})
        assert is_signed_in(client) == expected, given
    assert RecoveryCode.objects.count() == 9
    assert "recovery-code-used" in acts()
    with connection.cursor() as cursor:
        cursor.execute("SELECT secret FROM designer_secondfactor")
        assert secret not in cursor.fetchone()[0]


def test_wrong_codes_are_limited_although_the_password_is_right(client, client_of, alice):
    secret, _codes = set_up(client_of(alice))
    for _ in range(5):
        give_password(client)
        client.post(CODE, {"code": "000000"})
    give_password(client)
    answer = client.post(CODE, {"code": now(secret)})
    assert answer.status_code == 429
    assert "Too many attempts" in answer.text
    assert not is_signed_in(client)


def test_no_way_in_leaves_the_code_out(client, client_of, alice):
    set_up(client_of(alice))
    assert client.get(CODE).url == LOGIN
    reset = client.get(password_path(alice), follow=True).redirect_chain[-1][0]
    new = "another long secret"
    assert client.post(reset, {"new_password1": new, "new_password2": new}).url == CODE
    assert not is_signed_in(client)
    alice.refresh_from_db()
    alice.set_password(PASSWORD)  # what has been given counts no more
    alice.save()
    assert client.get(CODE).url == LOGIN


def test_required_means_that_nothing_else_is_open(client, alice, settings):
    settings.SECOND_FACTOR = "required"
    give_password(client)
    assert client.get("/").url == SET_UP
    assert client.post(reverse("new"), {"text": "x"}).url == SET_UP
    set_up(client)
    assert client.get("/").status_code == 200
    client.post(SET_UP, {"remove": "1", "password": PASSWORD})
    assert client.get("/").url == SET_UP
    client.post(reverse("logout"))
    assert client.get("/").status_code == 200


def test_a_reset_reaches_the_sessions_that_are_open(client_of, alice, settings):
    settings.SECOND_FACTOR = "required"
    here = client_of(alice)
    set_up(here)
    assert here.get("/").status_code == 200
    call_command("reset_second_factor", "alice")
    assert here.get("/").url == SET_UP


def test_turning_it_off_needs_the_password_and_is_recorded(client, client_of, alice):
    here = client_of(alice)
    _secret, codes = set_up(here)
    assert "10 unused recovery codes" in here.get(SET_UP).text
    renewed = here.post(SET_UP, {"renew": "1", "password": PASSWORD}).text
    assert codes[0] not in renewed
    here.post(SET_UP, {"remove": "1", "password": "wrong"})
    assert SecondFactor.objects.exists()
    here.post(SET_UP, {"remove": "1", "password": PASSWORD})
    assert not RecoveryCode.objects.exists()
    assert give_password(client).status_code == 302
    assert [act for act in acts() if "factor" in act or "codes" in act] == [
        "second-factor-added",
        "recovery-codes-renewed",
        "second-factor-removed",
    ]


def test_an_administrator_or_a_command_resets_it(client, client_of, alice):
    root = client_of(administrator_make(name="root"))
    people = reverse("people")
    set_up(client_of(alice))
    assert root.get(people).text.count("Reset second factor") == 1
    root.post(people, {"reset": alice.pk})
    assert give_password(client).status_code == 302
    entry = AuditEntry.objects.get(act="second-factor-reset")
    assert (entry.actor, entry.subject) == ("root", "alice")
    set_up(client_of(alice))
    call_command("reset_second_factor", "alice")
    assert not SecondFactor.objects.exists()


def test_a_secret_of_another_person_or_another_key_does_not_work(client, client_of, alice, bob, settings):
    page = client_of(bob).get(SET_UP).text
    secret = re.search(r'data-testid="key">(\w+)<', page)[1]
    sealed = re.search(r'name="secret" value="([^"]+)"', page)[1]
    form = {"add": "1", "secret": sealed, "code": pyotp.TOTP(secret).now(), "password": PASSWORD}
    assert "not the code" in client_of(alice).post(SET_UP, form).text
    secret, codes = set_up(client_of(alice))
    settings.SECRET_KEY = "another one"
    for given, expected in ((now(secret), False), (codes[0], True)):
        give_password(client)
        client.post(CODE, {"code": given})
        assert is_signed_in(client) == expected


def test_switched_off_nothing_of_it_is_seen(client, client_of, alice, settings):
    set_up(client_of(alice))
    settings.SECOND_FACTOR = "off"
    assert give_password(client).status_code == 302
    assert client.get(SET_UP).status_code == 404
    assert "econd factor" not in client.get(reverse("account")).text
