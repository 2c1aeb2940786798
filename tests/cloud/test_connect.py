"""Connections to a cloud: three ways to sign in, what is kept of them, and when it is erased."""

import json
import logging
from datetime import timedelta

import pytest
from django.core import serializers
from django.core.checks import run_checks
from django.test import Client
from django.utils import timezone

from designer.cloud.connection.connections import find_connection, session_of
from designer.models import AuditEntry, CloudConnection, CloudCredential
from designer.operation.encryption import cloud_keys, decrypt

PASSWORD = {"way": "password", "user": "demo", "password": "secret", "project": "demo", "domain": "Default"}


@pytest.fixture
def alices(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def connect(alices, cloud):
    """Sends the form that connects; answers with the page that follows."""

    def send(name="demo", **fields):
        return alices.post("/clouds/", {"cloud": name, "region": "RegionOne", **fields}, follow=True)

    return send


def facts(response):
    html = response.content.decode()
    assert "<dl" in html, html
    return html[html.index("<dl") : html.index("</dl>")]


def test_a_password_is_traded_for_a_token_of_its_project(connect, alice):
    page = connect(**PASSWORD)
    assert "demo, RegionOne" in facts(page)
    connection = CloudConnection.objects.get(owner=alice)
    assert (connection.cloud, connection.project, connection.user) == ("demo", "demo", "demo")
    assert 0 < connection.minutes_left <= 60
    networks = session_of(connection).get(network_address(connection), log=False).json()["networks"]
    assert {"private", "public"} <= {network["name"] for network in networks}
    acts = AuditEntry.objects.values_list("act", "subject")
    assert ("cloud-connected", "demo: demo") in acts


def network_address(connection):
    plugin = session_of(connection).auth
    catalogue = plugin.get_access(session_of(connection)).service_catalog
    return catalogue.url_for(service_type="network") + "/v2.0/networks"


def test_without_a_project_it_is_chosen_afterwards(connect, alices, alice):
    page = connect(**PASSWORD | {"project": ""})
    assert "none chosen yet" in facts(page)
    assert not CloudConnection.objects.get(owner=alice).project_id
    html = page.content.decode()
    chosen = html.split('<option value="')[1].split('"')[0]
    page = alices.post("/clouds/", {"project_id": chosen}, follow=True)
    assert "demo" in facts(page)
    assert CloudConnection.objects.get(owner=alice).project_id == chosen
    assert alices.post("/clouds/", {"project_id": "f" * 32}).status_code == 404


def test_an_application_credential_is_kept_only_if_its_owner_says_so(connect, alices, cloud, alice):
    identity = cloud.connection("demo").identity
    made = identity.create_application_credential(cloud.connection("demo").current_user_id, f"made-{timezone.now()}")
    fields = {"way": "credential", "identifier": made.id, "secret": made.secret}
    connect(**fields)
    assert CloudConnection.objects.get(owner=alice).project == "demo"
    assert not CloudCredential.objects.exists()

    connect(**fields, keeps="on")
    kept = CloudCredential.objects.get(owner=alice)
    assert decrypt(kept.secret, cloud_keys()) == made.secret
    alices.post("/clouds/", {"disconnect": "1"})
    assert made.id in alices.get("/clouds/").content.decode()
    connect(way=kept.way)
    assert CloudConnection.objects.get(owner=alice).project == "demo"
    alices.post("/clouds/", {"remove": str(kept.pk)})
    assert not CloudCredential.objects.exists()


def test_a_kept_credential_is_its_owners_alone(connect, client_of_bob, alice, bob):
    CloudCredential.objects.create(owner=alice, cloud="demo", identifier="x" * 32, secret=b"y")
    key = CloudCredential.objects.get().way
    page = client_of_bob.get("/clouds/").content.decode()
    assert "x" * 32 not in page
    sent = {"cloud": "demo", "region": "RegionOne", "way": key}
    assert client_of_bob.post("/clouds/", sent).status_code == 404
    client_of_bob.post("/clouds/", {"remove": key.removeprefix("kept-")})
    assert CloudCredential.objects.count() == 1


@pytest.fixture
def client_of_bob(bob, cloud):
    client = Client()
    client.force_login(bob)
    return client


def test_the_file_signs_in_where_it_is_the_persons_own(connect, alice, settings):
    connect("demo-app", way="file")
    assert CloudConnection.objects.get(owner=alice).project == "demo"


def test_the_file_of_a_team_signs_nobody_in_and_may_hold_no_secret(cloud, clouds_file, connect, settings):
    settings.LOCAL = False
    clouds_file(cloud.clouds_file)
    assert "holds no sign-in" in connect(way="file").content.decode()
    assert not CloudConnection.objects.exists()
    assert {message.id for message in run_checks()} >= {"designer.E001"}


@pytest.mark.parametrize(
    "fields",
    [
        PASSWORD | {"password": "wrong"},
        PASSWORD | {"project": "nowhere"},
        {"way": "credential", "identifier": "0" * 32, "secret": "wrong"},
    ],
)
def test_what_the_cloud_refuses_is_said_and_nothing_is_kept(connect, fields):
    page = connect(**fields).content.decode()
    assert 'data-fault="wrong-sign-in"' in page
    assert 'value="wrong"' not in page
    assert not CloudConnection.objects.exists()


def test_wrong_passwords_are_limited_and_recorded_and_a_right_one_begins_anew(connect):
    wrong = PASSWORD | {"password": "wrong"}
    for _ in range(2):
        assert [connect(**wrong).status_code for _ in range(4)] == [200] * 4
        assert "data-fault" not in connect(**PASSWORD).text
    assert [connect(**wrong).status_code for _ in range(6)] == [200] * 5 + [429]
    assert connect(**PASSWORD).status_code == 429
    assert [each.subject for each in AuditEntry.objects.filter(act="cloud-refused")] == ["demo"] * 13


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"cloud": "http://127.0.0.1/"}, "Select a valid choice"),
        ({"region": "Elsewhere"}, "Select a valid choice"),
        (PASSWORD | {"user": ""}, "This field is required"),
        (PASSWORD | {"user": "a\0b"}, "Null characters"),
        ({"way": "kept-1"}, ""),
        ({"way": ""}, ""),
    ],
)
def test_what_is_no_form_connects_nobody(connect, fields, said):
    page = connect(**fields)
    assert page.status_code in (200, 404)
    assert said in page.content.decode()
    assert not CloudConnection.objects.exists()


def test_a_connection_ends_with_its_session(connect, alices, client_of_bob, alice):
    connect(**PASSWORD)
    alices.post("/clouds/", {"disconnect": "1"})
    assert not CloudConnection.objects.exists()
    connect(**PASSWORD)
    alices.post("/accounts/logout/")
    assert not CloudConnection.objects.exists()

    alices.force_login(alice)
    connect(**PASSWORD)
    CloudConnection.objects.update(ends=timezone.now() - timedelta(seconds=1))
    page = alices.get("/clouds/").content.decode()
    assert 'name="secret"' in page  # the form, to sign in again
    assert bytes(CloudConnection.objects.get().access) == b""


def test_a_connection_is_of_one_session_and_one_person(connect, alices, client_of_bob, alice, rf):
    connect(**PASSWORD)
    key = CloudConnection.objects.get().pk
    session = client_of_bob.session
    session["cloud-connection"] = key
    session.save()
    assert "Disconnect" not in client_of_bob.get("/clouds/").content.decode()


def test_keys_are_changed_without_losing_tokens(connect, alice, settings):
    connect(**PASSWORD)
    connection = CloudConnection.objects.get()
    old = settings.CLOUD_KEYS[0]
    settings.CLOUD_KEYS = ["a new one", old]
    assert decrypt(connection.access, cloud_keys())
    settings.CLOUD_KEYS = ["a new one"]
    assert decrypt(connection.access, cloud_keys()) is None


def test_neither_secrets_nor_tokens_are_anywhere(connect, alices, server_template, cloud, caplog):
    """A marked secret and the token itself are looked for in all tables, the session, pages and the log."""
    caplog.set_level(logging.DEBUG)
    user = cloud.connection("demo").current_user_id
    made = cloud.connection("demo").identity.create_application_credential(user, f"marked-{timezone.now()}")
    caplog.clear()
    pages = [connect(way="credential", identifier=made.id, secret=made.secret, keeps="on")]
    connection = CloudConnection.objects.get()
    token = json.loads(decrypt(connection.access, cloud_keys()))["auth_token"]
    pages += [alices.get("/clouds/"), alices.get(f"/templates/{server_template.slug}/")]
    pages.append(alices.get(f"/templates/{server_template.slug}/choices/?name=flavor"))
    pages.append(connect(way="credential", identifier=made.id, secret=made.secret + "x"))
    stored = serializers.serialize("json", [*CloudConnection.objects.all(), *CloudCredential.objects.all()])
    everything = [page.content.decode() for page in pages]
    everything += [stored, json.dumps(dict(alices.session)), caplog.text]
    everything += [str(entry) for entry in AuditEntry.objects.values_list()]
    for marked in (made.secret, token):
        assert [text for text in everything if marked in text] == []
    assert "POST /v3/auth/tokens 201" in caplog.text


def test_strangers_and_pages_without_clouds_know_nothing_of_clouds(
    client, alice, server_template, clouds_file, tmp_path
):
    assert client.get("/clouds/").status_code == 302
    clouds_file(tmp_path / "none.yaml")
    client.force_login(alice)
    assert client.get("/clouds/").status_code == 404
    assert b"cloud-connect" not in client.get(f"/templates/{server_template.slug}/").content


def test_find_connection_needs_the_cloud_to_be_listed_still(connect, alices, clouds_file, tmp_path, rf, alice):
    connect(**PASSWORD)
    clouds_file(tmp_path / "none.yaml")
    request = rf.get("/")
    request.user, request.session = alice, alices.session
    assert find_connection(request) is None
