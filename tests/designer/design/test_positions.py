"""Node positions of a diagram, stored per user and design and never in the template."""

import json

import pytest
from django.urls import reverse

from designer.store.access import positions_of

TEXT = "heat_template_version: 2021-04-16\nresources:\n  a: {type: OS::Heat::None}\n"


@pytest.fixture
def design(make_design):
    return make_design(TEXT, files={"inner.yaml": TEXT.encode()})


@pytest.fixture
def address(design):
    return reverse("positions", args=[design.slug])


def send(client, address, **what):
    return client.post(address, json.dumps(what), content_type="application/json")


def test_places_are_there_when_the_page_is_opened_again(client_of, alice, design, address):
    assert send(client_of(alice), address, places={"a": [12, -3.5]}).status_code == 204
    assert send(client_of(alice), address, places={"a": [7, 8]}).status_code == 204
    page = client_of(alice).get(reverse("design", args=[design.slug])).content.decode()
    assert 'id="positions" type="application/json">{"a": [7, 8]}<' in page
    assert bytes(design.newest.text).decode() == TEXT


def test_each_graph_of_a_design_has_places_of_its_own(client_of, alice, design, address):
    send(client_of(alice), address, places={"a": [1, 1]}, file="inner.yaml")
    assert positions_of(alice, design, "inner.yaml") == {"graph": {"a": [1, 1]}}
    assert positions_of(alice, design, "") == {}
    assert send(client_of(alice), address, places={"a": [1, 1]}, file="nowhere.yaml").status_code == 404


def test_the_map_has_places_of_its_own(client_of, alice, design, address):
    send(client_of(alice), address, places={"a": [1, 1]})
    send(client_of(alice), address, places={"a": [80, 48]}, view="map")
    assert positions_of(alice, design, "") == {"graph": {"a": [1, 1]}, "map": {"a": [80, 48]}}
    send(client_of(alice), address, places={}, view="map")
    assert positions_of(alice, design, "") == {"graph": {"a": [1, 1]}}


def test_nobody_sees_how_others_arranged_theirs(client_of, alice, bob, make_design):
    public = make_design(TEXT, visibility="public")
    send(client_of(bob), reverse("positions", args=[public.slug]), places={"a": [1, 1]})
    assert positions_of(bob, public, "") == {"graph": {"a": [1, 1]}}
    assert positions_of(alice, public, "") == {}


def test_no_places_are_forgotten(client_of, alice, design, address):
    send(client_of(alice), address, places={"a": [1, 1]})
    send(client_of(alice), address, places={})
    assert not design.positions.exists()


def test_strangers_and_who_is_signed_out_keep_nothing(client, client_of, charlie, design, address, make_design):
    assert send(client_of(charlie), address, places={"a": [1, 1]}).status_code == 404
    assert send(client, address, places={"a": [1, 1]}).status_code == 404
    public = make_design(TEXT, name="Open", visibility="public")
    assert send(client, reverse("positions", args=[public.slug]), places={"a": [1, 1]}).status_code == 404


HOSTILE = [
    b"",
    b"[",
    b"[]",
    b"\xff",
    b"[" * 100_000,
    b'{"places": 1}',
    b'{"places": {"a": 1}}',
    b'{"places": {"a": [1]}}',
    b'{"places": {"a": [1, NaN]}}',
    b'{"places": {"a": [1, Infinity]}}',
    b'{"places": {"a": [true, 1]}}',
    b'{"places": {"a": ["1", 1]}}',
    b'{"places": {"a": [1e300, 1]}}',
    b'{"places": {"a": [1%s, 1]}}' % (b"0" * 4000),
    b'{"places": {"a\\u0000": [1, 1]}}',
    b'{"places": {"a\\ud800": [1, 1]}}',
    b'{"places": {}, "view": "globe"}',
    b'{"places": {}, "view": ["map"]}',
    b'{"places": {}, "view": {"a": 1}}',
    b'{"places": {}, "file": 3}',
    b'{"places": {}, "file": "\\ud800"}',
    b'{"places": {}, "x": "' + b"x" * 1024 * 1024 + b'"}',
    json.dumps({"places": {str(number): [0, 0] for number in range(5_001)}}).encode(),
]


@pytest.mark.parametrize("body", HOSTILE, ids=[str(body[:24]) for body in HOSTILE])
def test_what_is_no_place_is_refused(client_of, alice, design, address, body):
    answer = client_of(alice).post(address, body, content_type="application/json")
    assert answer.status_code == 400
    assert not design.positions.exists()
