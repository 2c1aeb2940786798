"""The color theme."""

import pytest
from django.urls import reverse


def test_the_choice_is_in_the_first_byte_of_the_next_page(client, db):
    assert b"data-bs-theme" not in client.get("/").content
    client.post(reverse("theme"), {"theme": "dark", "next": "/"})
    assert b'data-bs-theme="dark"' in client.get("/").content
    client.post(reverse("theme"), {"theme": "system", "next": "/"})
    assert b"data-bs-theme" not in client.get("/").content


@pytest.mark.parametrize(
    ("given", "goes"),
    [
        ("/templates/new?x=1", "/templates/new?x=1"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example/", "/"),
        ("", "/"),
    ],
)
def test_it_goes_back_to_the_page_but_never_elsewhere(client, given, goes):
    answer = client.post(reverse("theme"), {"theme": "light", "next": given})
    assert (answer.status_code, answer["Location"]) == (302, goes)


def test_another_colour_is_refused(client):
    assert client.post(reverse("theme"), {"theme": '"><script>'}).status_code == 400
    assert client.get(reverse("theme")).status_code == 405


def test_a_forged_cookie_reaches_no_page(client, db):
    client.cookies["theme"] = '"><script>alert(1)</script>'
    assert b"<script>alert" not in client.get("/").content
