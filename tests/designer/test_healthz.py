"""What load balancers ask."""

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
