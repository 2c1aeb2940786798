"""Sharing of a template."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from limits import parse_many

from designer.models import ShareLink
from designer.store.share_links import share_link_create


@pytest.fixture
def client(client_of, alice):
    return client_of(alice)


@pytest.fixture
def design(make_design):
    return make_design()


def address(design):
    return reverse("share", args=[design.slug])


def test_public_and_private_again(client, client_of, bob, design):
    readable = reverse("raw", args=[design.slug])
    assert client_of(bob).get(readable).status_code == 404
    client.post(address(design), {"visibility": "public"})
    assert client_of(bob).get(readable).status_code == 200
    client.post(address(design), {"visibility": "private"})
    assert client_of(bob).get(readable).status_code == 404


def made_address(page):
    """The address of the link that a page says was just made."""
    (found,) = re.findall(r'data-url="http://testserver(/s/[^"]+)"', page.text)
    return found


@pytest.mark.parametrize("may", ["view", "fill"])
def test_a_link_is_made_shown_once_and_revoked(client, design, may):
    made = client.post(address(design), {"may": may, "label": " For  Bob "})
    path, link = made_address(made), ShareLink.objects.get()
    assert (link.may, link.label) == (may, "For Bob")
    assert client.get(path).status_code == 200
    later = client.get(address(design)).text
    assert path.split("/")[2] not in later
    assert "For Bob" in later
    assert "last used" in later
    client.post(address(design), {"revoke": str(link.pk)}, follow=True)
    assert client.get(path).status_code == 404


def test_nobody_who_reads_the_database_can_use_a_link(client, design):
    token = made_address(client.post(address(design), {"may": "view"})).split("/")[2]
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM designer_sharelink")
        (stored,) = cursor.fetchall()
    assert token not in repr(stored)
    for each in filter(lambda value: isinstance(value, str) and value, stored):
        assert client.get(reverse("shared", args=[each])).status_code == 404


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"expires": "2020-01-01"}, "Choose today or a later day."),
        ({"expires": "soon"}, "Enter a valid date."),
        ({"most_uses": "0"}, "greater than or equal to 1"),
        ({"label": "x" * 81}, "at most 80 characters"),
    ],
)
def test_a_link_that_cannot_be_made_says_why(client, design, given, reason):
    page = client.post(address(design), {"may": "view", **given}).text
    assert reason in page
    assert "<title>Error: Share" in page
    assert not ShareLink.objects.exists()


def test_a_link_works_until_its_last_day_is_over(client, design):
    tomorrow = timezone.localdate() + timedelta(days=1)
    path = made_address(client.post(address(design), {"may": "view", "expires": str(tomorrow)}))
    assert client.get(path).status_code == 200
    ShareLink.objects.update(expires=timezone.now())
    assert client.get(path).status_code == 404
    assert "Over" in client.get(address(design)).text


def test_a_use_is_a_browser_and_a_link_may_have_a_number_of_them(client, design):
    path = made_address(client.post(address(design), {"may": "view", "most_uses": "2"}))
    first, second, third = Client(), Client(), Client()
    for browser in (first, second, first):
        assert browser.head(path).status_code == 200
        for _ in range(2):
            assert browser.get(path).status_code == 200
    assert third.head(path).status_code == third.get(path).status_code == 404
    assert first.post(path, {"param-size": "3"}).status_code == 200
    assert first.get(f"{path}raw/").status_code == 200
    assert "2 of 2 uses" in client.get(address(design)).text


def test_the_cookie_of_one_link_opens_no_other(client, design):
    paths = [made_address(client.post(address(design), {"may": "view", "most_uses": "1"})) for _ in range(2)]
    visitor = Client()
    assert visitor.get(paths[0]).status_code == 200
    (name,) = [name for name in visitor.cookies if name.startswith("link-")]
    newest = ShareLink.objects.order_by("-pk").first()
    assert Client().get(paths[1]).status_code == 200
    visitor.cookies[f"link-{newest.pk}"] = visitor.cookies[name].value
    assert visitor.get(paths[1]).status_code == 404


def test_whoever_guesses_links_has_to_wait(client, design, settings):
    settings.THROTTLES = settings.THROTTLES | {"link": parse_many("3 per hour")}
    path = made_address(client.post(address(design), {"may": "view"}))
    visitor = Client()
    codes = [visitor.get(f"/s/guess{number}/").status_code for number in range(5)]
    assert codes == [404, 404, 404, 429, 429]
    answer = visitor.get(path)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 60
    assert "Try again in 60 minutes." in answer.text
    assert visitor.get(path, REMOTE_ADDR="192.0.2.8").status_code == 200


def test_links_of_another_template_cannot_be_revoked(client, design, make_design, bob):
    link = share_link_create(design=make_design(owner=bob), may="view", created_by=bob)
    assert client.post(address(design), {"revoke": str(link.pk)}).status_code == 404
    assert ShareLink.objects.get().revoked_at is None


@pytest.mark.parametrize("given", [{}, {"visibility": "everybody"}, {"may": "edit"}, {"revoke": "x"}])
def test_nothing_else_can_be_asked_for(client, design, given):
    assert client.post(address(design), given).status_code == 404


def test_only_the_owner_shares(client_of, bob, make_design):
    design = make_design(visibility="public")
    assert client_of(bob).get(address(design)).status_code == 404
    assert client_of(bob).post(address(design), {"may": "view"}).status_code == 404
    assert ShareLink.objects.count() == 0
