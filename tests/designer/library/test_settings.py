"""The settings of a template, and its deletion."""

import pytest
from django.urls import reverse

from designer.models import Design


@pytest.fixture
def client(client_of, alice):
    return client_of(alice)


def address(design):
    return reverse("settings", args=[design.slug])


def test_name_description_and_tags(client, make_design):
    design = make_design(tags=["old"])
    assert 'value="old"' in client.get(address(design)).content.decode()
    client.post(address(design), {"name": "New name", "description": "Two\nlines", "tags": "Net, a b ,, net"})
    design.refresh_from_db()
    assert (design.name, design.description.splitlines(), design.slug) == ("New name", ["Two", "lines"], "web")
    assert [tag.name for tag in design.tags.all()] == ["a b", "net"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"name": ""}, "required"),
        ({"name": "x" * 121}, "120"),
        ({"tags": ",".join(f"t{number}" for number in range(13))}, "13 tags are too many"),
        ({"tags": "x" * 41}, "is too long. A tag"),
        ({"description": "x" * 4001}, "4000"),
    ],
)
def test_what_does_not_fit_is_shown_and_nothing_typed_is_lost(client, make_design, given, reason):
    design = make_design()
    sent = {"name": "Typed", "description": "Typed too", "tags": "", **given}
    page = client.post(address(design), sent).content.decode()
    assert reason in page
    assert "<title>Error:" in page
    assert sent["description"][:100] in page
    design.refresh_from_db()
    assert design.name == "Web"


def test_deleting_asks_first(client, make_design):
    design = make_design()
    assert "Select the checkbox first" in client.post(address(design), {"delete": "1"}).content.decode()
    assert Design.objects.count() == 1
    answer = client.post(address(design), {"delete": "1", "sure": "on"}, follow=True)
    assert "Template “Web” is in the recycle bin." in answer.content.decode()
    assert client.get(address(design)).status_code == 404


def test_only_the_owner(client_of, bob, make_design):
    design = make_design(visibility="public")
    assert client_of(bob).get(address(design)).status_code == 404
    assert client_of(bob).post(address(design), {"delete": "1", "sure": "on"}).status_code == 404
    assert Design.objects.count() == 1
