"""Metrics for Prometheus: off unless there is a token, and only for whoever has it."""

import re

import pytest
from django.urls import reverse

TOKEN = "token-of-this-test"


@pytest.fixture
def scrape(client, db, settings):
    """Asks as Prometheus does, by the address of the node."""
    settings.METRICS_TOKEN = TOKEN

    def ask(token=TOKEN):
        return client.get("/metrics", headers={"host": "10.0.0.7:8000", "Authorization": f"Bearer {token}"})

    return ask


def value(text, sample):
    """The value of a sample; 0 if it was never counted."""
    found = re.search(rf"^{re.escape(sample)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_they_are_off(client, db):
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("token", ["", "another", TOKEN + "x", "ü"])
def test_they_are_for_who_has_the_token(scrape, token):
    response = scrape(token)
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert not response.content


def test_requests_are_counted_by_pattern(scrape, client, make_design):
    make_design(visibility="public")
    sample = 'designer_requests_total{method="GET",route="/templates/<slug:slug>/",status="200"}'
    time = 'designer_request_seconds_count{route="/templates/<slug:slug>/"}'
    before = scrape().text
    for _ in range(3):
        assert client.get(reverse("fill", args=["web"])).status_code == 200
    client.get("/nothing/here")
    after = scrape().text
    assert value(after, sample) - value(before, sample) == 3
    assert value(after, time) - value(before, time) == 3
    assert 'route="none",status="404"' in after
    assert "web" not in after
    assert "nothing" not in after
