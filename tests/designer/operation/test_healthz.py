"""The health check."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from django.db import connection, connections

from designer.wsgi import application


def test_it_answers_when_the_database_does(client, db):
    response = client.get("/healthz")
    assert (response.status_code, response.text) == (200, "ok\n")


def in_a_thread_of_its_own(ask):
    """The result of a function that has its own connection to the database."""

    def run():
        try:
            return ask()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(run).result()


def test_it_answers_behind_a_path_that_the_proxy_leaves_out(rf, db):
    environ = rf.get("/healthz", SCRIPT_NAME="/designer", headers={"host": "localhost"}).environ

    def ask():
        statuses = []
        with closing(application(environ, lambda status, _headers: statuses.append(status))) as body:
            return statuses, b"".join(body)

    assert in_a_thread_of_its_own(ask) == (["200 OK"], b"ok\n")


def test_it_says_so_when_the_database_does_not(client, db, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "NAME", "/no/such/database")
    response = in_a_thread_of_its_own(lambda: client.get("/healthz"))
    assert response.status_code == 503
    assert "such" not in response.text


@pytest.mark.postgresql
@pytest.mark.parametrize(("name", "status"), [(None, 200), ("/no/such/database", 503)])
def test_a_connection_that_the_database_ended_says_nothing(client, db, monkeypatch, name, status):
    def ask():
        connection.ensure_connection()
        with closing(connections.create_connection("default")) as other, other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
        if name:
            monkeypatch.setitem(connection.settings_dict, "NAME", name)
        return client.get("/healthz")

    assert in_a_thread_of_its_own(ask).status_code == status


def test_it_costs_no_session(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/healthz")


@pytest.mark.parametrize("host", ["10.0.0.7", "10.0.0.7:8000", "[fe80::1]:80", "designer.internal", "not a host", ""])
def test_it_answers_whatever_name_it_is_asked_by(client, db, settings, caplog, host):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["designer.example.org"], True
    response = client.get("/healthz", headers={"host": host})
    assert (response.status_code, response.text) == (200, "ok\n")
    assert not caplog.records


def test_no_other_address_answers_to_the_name_of_another_host(client, db, settings):
    settings.ALLOWED_HOSTS = ["designer.example.org"]
    for path in ("/", "/accounts/login/", "/healthz/", "//healthz"):
        assert client.get(path, headers={"host": "10.0.0.7"}).status_code == 400
