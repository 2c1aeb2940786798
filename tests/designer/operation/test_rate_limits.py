"""Limits of attempts to sign in and up, and of guessed links."""

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.urls import reverse

from designer.models import Throttle
from designer.operation.rate_limits import TooManyAttempts, check_attempts, count_attempt
from tests.conftest import PASSWORD
from tests.processes import outputs_of_two

LOGIN, SIGN_UP = reverse("login"), reverse("signup")


def try_password(client, password, name="alice", **sent):
    return client.post(LOGIN, {"username": name, "password": password}, **sent)


def is_signed_in(client):
    return "_auth_user_id" in client.session


def test_after_five_wrong_passwords_even_the_right_one_waits(client, alice):
    for _ in range(5):
        assert try_password(client, "wrong").status_code == 200
    answer = try_password(client, PASSWORD)
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 300
    assert "Too many attempts. Try again in 5 minutes." in answer.text
    assert 'value="alice"' in answer.text
    assert PASSWORD not in answer.text
    assert not is_signed_in(client)


def test_other_people_and_other_places_are_not_held_up(client, alice, bob):
    for _ in range(6):
        try_password(client, "wrong")
    assert try_password(client, PASSWORD, REMOTE_ADDR="192.0.2.9").status_code == 302
    client.logout()
    assert try_password(client, PASSWORD, name="bob").status_code == 302


def test_the_limit_ends_by_itself(client, alice):
    for _ in range(6):
        try_password(client, "wrong")
    Throttle.objects.update(until=0)
    assert try_password(client, PASSWORD).status_code == 302


def test_many_right_passwords_are_no_attack(client, alice):
    for _ in range(30):
        assert try_password(client, PASSWORD).status_code == 302
        client.logout()


def test_a_right_password_ends_the_count(client, alice):
    for _ in range(3):
        for _ in range(4):
            try_password(client, "wrong")
        assert try_password(client, PASSWORD).status_code == 302
        client.logout()


def test_one_client_cannot_try_a_password_on_everybody(client, db):
    codes = [try_password(client, "summer", name=f"person{number}").status_code for number in range(25)]
    assert codes == [200] * 20 + [429] * 5


def test_many_clients_cannot_try_all_passwords_of_one_person(client, alice):
    codes = [try_password(client, "wrong", REMOTE_ADDR=f"192.0.2.{number}").status_code for number in range(55)]
    assert codes == [200] * 50 + [429] * 5


@pytest.mark.parametrize("name", ["ALICE", "Alice", " alice", "alice  ", "\uff41lice", "\u3000alice"])
def test_another_spelling_is_the_same_name(client, alice, name):
    for _ in range(5):
        try_password(client, "wrong")
    assert try_password(client, "wrong", name=name).status_code == 429


def test_nobody_s_name_and_address_are_stored(client, alice):
    try_password(client, "wrong", REMOTE_ADDR="192.0.2.77")
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM designer_throttle")
        stored = repr(cursor.fetchall())
    assert "alice" not in stored
    assert "192.0.2.77" not in stored


def test_accounts_are_limited(client, db, settings):
    from limits import parse_many

    settings.THROTTLES = settings.THROTTLES | {"sign-up": parse_many("2 per hour")}
    for number in range(2):
        form = {"username": f"dora{number}", "password1": PASSWORD, "password2": PASSWORD}
        assert client.post(SIGN_UP, form).status_code == 302
        client.logout()
    answer = client.post(SIGN_UP, {"username": "erin", "password1": PASSWORD, "password2": PASSWORD})
    assert answer.status_code == 429
    assert "Retry-After" in answer
    assert User.objects.count() == 2


def test_counters_that_are_over_do_not_pile_up(db):
    count_attempt("link", "192.0.2.1")
    Throttle.objects.update(until=0)
    count_attempt("link", "192.0.2.2")
    assert Throttle.objects.count() == 1


def test_a_check_counts_nothing(db, settings):
    from limits import parse_many

    settings.THROTTLES = {"link": parse_many("1 per hour")}
    check_attempts("link", "192.0.2.1")
    check_attempts("link", "192.0.2.1")
    count_attempt("link", "192.0.2.1")
    with pytest.raises(TooManyAttempts):
        check_attempts("link", "192.0.2.1")


def test_two_processes_count_together(transactional_db, alice):
    code = f"""
client = Client()
for _ in range(20):
    answer = client.post("{LOGIN}", {{"username": "alice", "password": "wrong"}})
    print(answer.status_code)
"""
    codes = "".join(outputs_of_two(code)).split()
    assert sorted(codes) == ["200"] * 5 + ["429"] * 35


# -- nothing that a stranger posts is stored


@pytest.mark.parametrize("address", ["/templates/new", "/templates/nowhere/design/", "/templates/nowhere/", "/s/x/"])
def test_what_a_stranger_posts_is_not_stored(client, db, address):
    text = "heat_template_version: wallaby\n# " + "x" * 500_000
    for _ in range(3):
        answer = client.post(address, {"text": text, "based_on": "1", "message": "m", "param-a": "b"})
        assert answer.status_code in (200, 302, 404)
    assert not Session.objects.exists()
