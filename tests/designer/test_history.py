"""The history of a template."""

import pytest
from django.urls import reverse

from designer.models import Visibility
from designer.services import revision_create, share_link_create
from tests.conftest import MINIMAL


@pytest.fixture
def client(client_of, alice):
    return client_of(alice)


@pytest.fixture
def design(make_design, alice):
    """Three revisions; the second changes the default, the third adds an output."""
    design = make_design(message="First")
    changed = MINIMAL.replace(b"default: 2", b"default: 3")
    revision_create(design=design, author=alice, text=changed, message="Three of them", based_on=1)
    revision_create(design=design, author=alice, text=changed + b"outputs: {}\n", message="Out", based_on=2)
    design.refresh_from_db()
    return design


def address(design):
    return reverse("history", args=[design.slug])


def test_the_newest_change_is_shown_at_first(client, design):
    answer = client.get(address(design))
    page = answer.content.decode()
    assert [answer.context["from_revision"].number, answer.context["to_revision"].number] == [2, 3]
    assert page.index('data-testid="revision-3"') < page.index('data-testid="revision-1"')
    assert "Three of them" in page
    assert "outputs" in page


def test_any_two_can_be_compared_and_pieces_are_named(client, design):
    page = client.get(address(design), {"from": "1", "to": "2"}).content.decode()
    assert "Revision 1 to 2" in page
    assert "parameters: size" in page
    assert '<span class="tone-ok">+1</span><span class="tone-bad">−1</span>' in page
    backwards = client.get(address(design), {"from": "3", "to": "1"})
    assert backwards.context["counts"] == {"added": 1, "removed": 2}


def test_side_by_side(client, design):
    page = client.get(address(design), {"from": "1", "to": "2", "view": "sides"}).content.decode()
    assert "diff pairs" in page


def test_one_revision_so_far(client, make_design):
    page = client.get(address(make_design())).content.decode()
    assert "One revision so far" in page
    assert "restore-1" not in page


def test_the_same_twice_says_so(client, design):
    assert "Not one byte differs" in client.get(address(design), {"from": "2", "to": "2"}).content.decode()


def test_restoring_adds_a_revision_and_deletes_none(client, design):
    answer = client.post(reverse("restore", args=[design.slug]), {"revision": "1"}, follow=True)
    design.refresh_from_db()
    assert design.newest.number == 4
    assert bytes(design.newest.text) == MINIMAL
    assert design.newest.message == "Restored revision 1"
    assert "Revision 4 holds what revision 1 held" in answer.content.decode()
    assert design.revisions.count() == 4


def test_each_revision_leads_to_its_bytes(client, design):
    page = client.get(address(design)).content.decode()
    assert reverse("raw_revision", args=[design.slug, 3]) in page


def test_who_only_reads_restores_nothing(client_of, bob, make_design, alice):
    design = make_design(visibility=Visibility.PUBLIC)
    revision_create(design=design, author=alice, text=b"a: b\n", based_on=1)
    page = client_of(bob).get(address(design)).content.decode()
    assert "restore-1" not in page
    assert client_of(bob).post(reverse("restore", args=[design.slug]), {"revision": "1"}).status_code == 404
    assert design.revisions.count() == 2


@pytest.mark.parametrize("query", ["from=9&to=1", "to=0", "from=x", "to=-1", "to=" + "9" * 30])
def test_a_revision_that_does_not_exist(client, design, query):
    assert client.get(f"{address(design)}?{query}").status_code == 404


def test_no_query_is_made_per_revision(client, design, alice, django_assert_max_num_queries):
    with django_assert_max_num_queries(9):
        client.get(address(design))
    for number in range(3, 30):
        revision_create(design=design, author=alice, text=MINIMAL + b"#%d\n" % number, based_on=number)
    with django_assert_max_num_queries(9):
        client.get(address(design))


def test_a_long_history_shows_the_newest_and_leads_to_the_others(client, design, alice, monkeypatch):
    monkeypatch.setattr("designer.views.history.AT_ONCE", 2)
    page = client.get(address(design)).content.decode()
    assert 'data-testid="revision-1"' not in page
    assert "One earlier revision" in page
    assert 'data-testid="revision-1"' in client.get(address(design), {"all": "1"}).content.decode()


def test_words_of_others_are_never_markup(client, make_design, alice):
    design = make_design(b"a: <script>alert(1)</script>\n")
    revision_create(design=design, author=alice, text=b"a: <img src=x>\n", message="<b>", based_on=1)
    page = client.get(address(design)).content.decode()
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "<b>" not in page


def test_a_link_to_view_shows_the_history_and_changes_nothing(client, design, alice):
    view, fill = (share_link_create(design=design, created_by=alice, may=may).token for may in ("view", "fill"))
    client.logout()
    html = client.get(reverse("shared_history", args=[view])).content.decode()
    assert 'data-testid="revision-3"' in html
    assert 'data-testid="diff"' in html
    assert "restore" not in html
    assert f"/templates/{design.slug}/" not in html  # a private template is reached by the link alone
    assert f'href="/s/{view}/raw/3/"' in html
    assert reverse("shared_history", args=[view]) in client.get(reverse("shared", args=[view])).content.decode()
    assert client.get(reverse("shared_history", args=[view]) + "?from=1&to=2&view=sides").status_code == 200
    assert client.get(reverse("shared_history", args=[fill])).status_code == 404
    assert f"/s/{fill}/history" not in client.get(reverse("shared", args=[fill])).content.decode()


def test_what_lies_between_is_said_in_a_sentence(client, design):
    page = client.get(address(design)).content.decode()
    assert "One revision: Out</p>" in page
    assert "2 revisions: Out · Three of them</p>" in client.get(address(design) + "?from=1&to=3").content.decode()
