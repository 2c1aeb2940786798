"""The health check."""

import pytest
from django.db import OperationalError, connection


def test_it_answers_when_the_database_does(client, db):
    response = client.get("/healthz")
    assert (response.status_code, response.text) == (200, "ok\n")


def test_it_says_so_when_the_database_does_not(client, db):
    def refuse(execute, sql, params, many, context):
        raise OperationalError("connection lost")

    with connection.execute_wrapper(refuse):
        response = client.get("/healthz")
    assert response.status_code == 503
    assert "connection lost" not in response.text


def test_it_costs_no_session(client, db, django_assert_num_queries):
    with django_assert_num_queries(1):
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
