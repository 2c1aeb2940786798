"""What operators learn of requests: ids, log lines and metrics, and nothing that somebody typed."""

import json
import logging
import re

import pytest
from django.test import Client
from django.urls import path, reverse

from designer import urls
from designer.models import May
from designer.operation.error_reports import WithoutValues, WithoutValuesAsJson
from designer.store.share_links import share_link_create
from tests.conftest import PASSWORD

SECRET = "s3cretQword"


@pytest.fixture
def lines():
    """What a designer for a team logs, one JSON object for each line."""
    found = []

    class Listening(logging.Handler):
        def emit(self, record):
            found.append(json.loads(self.format(record)))

    listening = Listening()
    listening.setFormatter(WithoutValuesAsJson())
    requests = logging.getLogger("designer.requests")
    before = requests.level
    requests.setLevel(logging.INFO)
    for logger in (requests, logging.getLogger("django.request")):
        logger.addHandler(listening)
    yield found
    requests.setLevel(before)
    for logger in (requests, logging.getLogger("django.request")):
        logger.removeHandler(listening)


def test_a_request_has_one_line_with_its_pattern_and_its_id(client_of, alice, make_design, lines):
    make_design()
    response = client_of(alice).get(reverse("fill", args=["web"]))
    (line,) = lines
    assert (line["method"], line["route"], line["status"]) == ("GET", "/templates/<slug:slug>/", 200)
    assert 0 < line["seconds"] < 60
    assert line["request_id"] == response["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", line["request_id"])


def test_nothing_that_is_typed_is_logged(client_of, alice, make_design, lines):
    make_design(b"heat_template_version: 2021-04-16\nparameters: {key: {type: string, hidden: true}}\n")
    token = share_link_create(design=alice.designs.get(), created_by=alice, may=May.FILL).token
    client = client_of(alice)
    client.get(reverse("library"), {"q": SECRET})
    client.get(f"/templates/{SECRET}/")
    client.get(f"/{SECRET}")
    client.get(reverse("fill", args=["web"]), {"param-key": SECRET})
    client.post(reverse("fill", args=["web"]), {"param-key": SECRET})
    client.post(reverse("login"), {"username": SECRET, "password": PASSWORD})
    client.generic(SECRET.upper(), "/", SECRET, headers={"User-Agent": SECRET, "X-Request-ID": SECRET})
    client.get(reverse("shared", args=[token]))
    assert len([line for line in lines if line["logger"] == "designer.requests"]) == 8
    said = json.dumps(lines)
    assert SECRET.casefold() not in said.casefold()
    assert token not in said
    assert PASSWORD not in said


def broken(request, typed):
    """Fail with what was typed."""
    raise ValueError(typed)


urlpatterns = [path("broken/<str:typed>/", broken), *urls.urlpatterns]


@pytest.mark.urls(__name__)
def test_a_failure_has_the_id_of_its_request_and_no_message(db, lines):
    response = Client(raise_request_exception=False).get(f"/broken/{SECRET}ü/", {"typed": SECRET})
    assert response.status_code == 500
    assert {line["request_id"] for line in lines} == {response["X-Request-ID"]}
    (failure,) = (line["exception"] for line in lines if "exception" in line)
    assert "test_monitoring.py" in failure
    assert failure.endswith("ValueError")
    assert "Internal Server Error: /broken/<str:typed>/" in [line["message"] for line in lines]
    assert SECRET not in json.dumps(lines)


@pytest.mark.parametrize(
    ("given", "is_taken"),
    [("0af7651916cd43dd8448eb211c80319c", True), ("short", False), ("x" * 65, False), ("two words", False)],
)
def test_an_id_of_the_proxy_is_used(client, db, settings, given, is_taken):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert (client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"] == given) == is_taken


def test_an_id_of_anybody_else_is_not_used(client, db):
    given = "0af7651916cd43dd8448eb211c80319c"
    ids = {client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"] for _ in range(2)}
    assert len(ids) == 2
    assert given not in ids


def test_a_line_of_text_names_the_request_too():
    record = logging.makeLogRecord({"msg": "GET /s/t0ken/", "levelname": "INFO"})
    line = WithoutValues("{levelname} [{request_id}] {message}", style="{").format(record)
    assert line == "INFO [-] GET /s/…/"
