"""A template's text at its own address, byte for byte."""

from urllib.parse import quote, urljoin

import pytest

from designer.models import May, Visibility
from designer.store.designs import revision_create
from designer.store.share_links import share_link_create, share_link_revoke

FIRST = b"heat_template_version: 2021-04-16\r\n# \xc3\xa9\xff\t"
SECOND = b"heat_template_version: rocky\n"


@pytest.fixture
def design(make_design, alice):
    design = make_design(FIRST, visibility=Visibility.PUBLIC)
    revision_create(design=design, author=alice, text=SECOND, based_on=1)
    return design


def test_everybody_fetches_a_public_template_as_it_was_saved(client, design):
    response = client.get(f"/templates/{design.slug}/raw/")
    assert response.content == SECOND
    assert response["Content-Type"] == "text/yaml; charset=utf-8"
    assert client.get(f"/templates/{design.slug}/raw/1/").content == FIRST


def test_a_missing_stroke_leads_on(client, design, alice, make_design):
    link = share_link_create(design=design, created_by=alice, may=May.VIEW)
    for address in (f"/templates/{design.slug}/raw/1", f"/s/{link.token}/raw/1"):
        assert client.get(address)["Location"] == address + "/"
        assert client.get(address, follow=True).content == FIRST
        assert client.get(address.replace("/raw/1", "/raw/9")).status_code == 404
    assert client.get("/templates/new/?x=1")["Location"] == "/templates/new?x=1"
    named = make_design(FIRST, name="Named", files={"1": b"a file"}, visibility=Visibility.PUBLIC)
    assert client.get(f"/templates/{named.slug}/raw/1").content == b"a file"


def test_whoever_may_view_fetches_every_revision_by_the_link(client, design, alice, make_design):
    view, fill = (share_link_create(design=design, created_by=alice, may=may).token for may in (May.VIEW, May.FILL))
    assert client.get(f"/s/{view}/raw/1/").content == FIRST
    assert client.get(f"/s/{fill}/raw/1/").status_code == 404
    assert client.get(f"/s/{fill}/raw/1").status_code == 404


def test_what_is_not_there_is_not_found(client, client_of, charlie, design, make_design):
    assert client.get(f"/templates/{design.slug}/raw/3/").status_code == 404
    private = make_design(name="Mine")
    assert client_of(charlie).get(f"/templates/{private.slug}/raw/").status_code == 404
    assert client_of(private.owner).get(f"/templates/{private.slug}/raw/").status_code == 200


def test_a_view_link_gives_the_text_and_a_fill_link_does_not(client, alice, make_design):
    design = make_design(FIRST)
    view, fill = (share_link_create(design=design, created_by=alice, may=may) for may in (May.VIEW, May.FILL))
    assert client.get(f"/s/{view.token}/raw/").content == FIRST
    refused = client.get(f"/s/{fill.token}/raw/")
    assert refused.status_code == 404
    assert b"heat_template_version" not in refused.content
    share_link_revoke(link=view)
    assert client.get(f"/s/{view.token}/raw/").status_code == 404


@pytest.mark.parametrize("may", May.values)
def test_files_lie_where_a_client_looks_for_them_beside_the_template(client, alice, make_design, may):
    files = {"run.sh": b"echo\r\n", "nested/a b.yaml": b"\xff"}
    design = make_design(FIRST, files=files, visibility=Visibility.PUBLIC)
    revision_create(design=design, author=alice, text=FIRST, files={"run.sh": b"exit\n"}, based_on=1)
    private = make_design(FIRST, files=files, name="Mine")
    token = share_link_create(design=private, created_by=alice, may=may).token
    for address, expected in (
        (f"/templates/{design.slug}/raw/", {"run.sh": b"exit\n", "nested/a b.yaml": None}),
        (f"/templates/{design.slug}/raw/1/", files),
        (f"/templates/{private.slug}/raw/", dict.fromkeys(files)),
        (f"/s/{token}/raw/", files if may == May.VIEW else dict.fromkeys(files)),
    ):
        for path, content in expected.items():
            response = client.get(urljoin(address, quote(path)))
            assert (response.content if response.status_code == 200 else None) == content, (address, path)
            if content:
                assert response["Content-Type"] == "application/octet-stream"


def test_nothing_is_changed_there(client_of, alice, design):
    assert client_of(alice).post(f"/templates/{design.slug}/raw/").status_code == 405
