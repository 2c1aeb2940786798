"""Requests for a template after the session has ended elsewhere."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from designer.models import May, Visibility
from designer.store.share_links import share_link_create, share_link_revoke
from tests.conftest import PASSWORD

PAGES = ("fill", "design", "history", "files", "settings", "share", "conditions")
SERVER = "http://testserver"


def htmx(page=""):
    return {"HX-Request": "true", **({"HX-Current-URL": SERVER + page} if page else {})}


def next_of(address):
    assert urlsplit(address).path == reverse("login")
    return parse_qs(urlsplit(address).query)["next"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_cannot_be_read_offers_to_sign_in_and_comes_back(client, alice, make_design, name):
    page = reverse(name, args=[make_design().slug]) + "?to=1&set=prod"
    response = client.get(page)
    assert response.status_code == 404
    html = response.content.decode()
    address = html.partition('class="steps"')[2].partition('href="/accounts/login/')[2].partition('"')[0]
    signed_in = client.post(f"/accounts/login/{address}", {"username": "alice", "password": PASSWORD})
    assert signed_in.url == page
    assert client.get(page).status_code == 200


@pytest.mark.parametrize("slug", ["web", "no-such-template"])
def test_a_script_is_reported_that_its_person_is_signed_out(client, make_design, slug):
    make_design()
    page = f"/templates/{slug}/?set=prod"
    for response in (
        client.post(f"/templates/{slug}/", {"param-size": "3"}, headers=htmx(page)),
        client.post(f"/templates/{slug}/values/", {"set_name": "eu"}, headers=htmx(page)),
        client.get(page, headers=htmx(page)),
    ):
        assert response.status_code == 403
        assert next_of(response["X-Sign-In"]) == [page]


@pytest.mark.parametrize(
    "elsewhere", ["http://evil.example/templates/web/", "javascript:alert(1)", "//evil.example", "http://["]
)
def test_signing_in_leads_to_no_other_host(client, make_design, elsewhere):
    make_design()
    response = client.post("/templates/web/", headers={"HX-Request": "true", "HX-Current-URL": elsewhere})
    assert next_of(response["X-Sign-In"]) == ["/templates/web/"]


def test_who_is_signed_in_is_not_asked_to_sign_in(client_of, bob, make_design):
    make_design()
    response = client_of(bob).post("/templates/web/", headers=htmx("/templates/web/"))
    assert response.status_code == 404
    assert "X-Sign-In" not in response


def test_nobody_is_asked_to_sign_in_where_that_does_not_help(client, alice, make_design):
    link = share_link_create(design=make_design(visibility=Visibility.PUBLIC), created_by=alice, may=May.FILL)
    assert "X-Sign-In" not in client.post("/templates/web/", headers=htmx("/templates/web/"))
    share_link_revoke(link=link)
    response = client.post(reverse("shared", args=[link.token]), headers=htmx())
    assert response.status_code == 404
    assert "X-Sign-In" not in response
