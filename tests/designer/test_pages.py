"""What all pages have in common."""

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from designer.templatetags.parts import backticks, first_sentence, initials


def test_a_missing_page_and_a_missing_right_look_the_same(client_of, bob, make_design):
    client = client_of(bob)
    missing = client.get("/templates/no-such/")
    hidden = client.get(reverse("fill", args=[make_design().slug]))
    assert missing.status_code == hidden.status_code == 404
    same = [page.content.decode().replace("no-such", "web").split("<main")[1] for page in (missing, hidden)]
    assert same[0] == same[1]


@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
def test_error_pages_need_neither_a_request_nor_the_database(name):
    page = render_to_string(name)
    assert "<h1>" in page
    assert reverse("library") in page


def test_an_old_page_is_explained(alice, make_design):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    answer = client.post(reverse("share", args=[make_design().slug]), {"may": "fill"})
    assert answer.status_code == 403
    assert "has expired" in answer.content.decode()


def test_names_in_a_diagnostic_are_code_and_never_markup():
    assert backticks("No `<b>` is called `a`.") == "No <code>&lt;b&gt;</code> is called <code>a</code>."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("One. Two.", "One."), ("Version 1.2 of it. More", "Version 1.2 of it."), ("a\n  b", "a b"), ("", "")],
)
def test_the_first_sentence(text, sentence):
    assert first_sentence(text) == sentence


def test_initials(alice):
    assert initials(alice) == "A"
    alice.first_name, alice.last_name = "Alice", "Liddell"
    assert initials(alice) == "AL"
