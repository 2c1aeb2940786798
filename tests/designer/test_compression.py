"""Responses are compressed for whoever takes that."""

import gzip

import pytest
from django.core.handlers.base import BaseHandler
from django.test import Client, RequestFactory

from tests.benchmarks import fill

GZIP = {"accept-encoding": "gzip, deflate, br"}


@pytest.fixture
def client() -> Client:
    """A client that leaves responses as they are."""
    return Client()


@pytest.fixture
def large(make_design):
    """The address of the form of 300 parameters."""
    return f"/templates/{make_design(fill.template(300), visibility='public').slug}/"


def test_a_form_of_300_parameters_is_small(client, large):
    plain = client.get(large)
    answer = client.get(large, headers=GZIP)
    assert "Content-Encoding" not in plain
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) == int(answer["Content-Length"])
    assert len(plain.content) > 400_000
    assert len(answer.content) < 40_000
    assert gzip.decompress(answer.content).count(b"<label") == plain.content.count(b"<label")


def test_caches_keep_apart_what_is_compressed(client, large):
    for headers in ({}, GZIP):
        assert "Accept-Encoding" in client.get(large, headers=headers)["Vary"]


def test_the_part_of_a_page_is_compressed(client, db):
    answer = client.get("/", headers=GZIP | {"hx-request": "true"})
    assert answer["Content-Encoding"] == "gzip"
    assert {"HX-Request", "Accept-Encoding"} <= {name.strip() for name in answer["Vary"].split(",")}
    assert b"<html" not in gzip.decompress(answer.content)


@pytest.mark.parametrize(("query", "least"), [("", 30), ("?q=a-guess", 300)])
def test_the_length_of_a_page_does_not_tell_what_is_in_it(client, db, query, least):
    address = f"/help/problems/unknown-parameter/{query}"
    lengths = [len(client.get(address, headers=GZIP).content) for _ in range(30)]
    assert max(lengths) - min(lengths) > least


def test_a_zip_is_sent_as_it_is(client, large):
    answer = client.get(f"{large}package/", headers=GZIP)
    assert answer["Content-Type"] == "application/zip"
    assert "Content-Encoding" not in answer
    assert answer.content[:2] == b"PK"


def test_a_static_file_is_not_compressed_for_each_response(client, db):
    answer = client.get("/static/css/site/tokens.css", headers=GZIP)
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer
    answer.close()


def test_an_error_page_is_compressed(client, db):
    answer = client.get("/nowhere/", headers=GZIP)
    assert answer.status_code == 404
    assert b"<html" in gzip.decompress(answer.content)


def test_head_says_that_the_page_would_be_compressed(db):
    handler = BaseHandler()  # the client for tests drops the body itself
    handler.load_middleware()
    answer = handler.get_response(RequestFactory().head("/", headers=GZIP))
    assert (answer.content, answer["Content-Encoding"]) == (b"", "gzip")
    assert int(answer["Content-Length"]) > 1000
