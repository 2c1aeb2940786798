"""Sharing of a template."""

import pytest
from django.urls import reverse

from designer.models import ShareLink


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


@pytest.mark.parametrize("may", ["view", "fill"])
def test_a_link_is_made_shown_and_revoked(client, design, may):
    client.post(address(design), {"may": may})
    link = ShareLink.objects.get()
    page = client.get(address(design)).content.decode()
    assert link.may == may
    assert f"http://testserver/s/{link.token}/" in page
    answer = client.post(address(design), {"revoke": str(link.pk)}, follow=True)
    assert link.token not in answer.content.decode()
    assert client.get(f"/s/{link.token}/").status_code == 404


def test_links_of_another_template_cannot_be_revoked(client, design, make_design, bob):
    other = make_design(owner=bob)
    link = ShareLink.objects.create(design=other, may="view", created_by=bob)
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
