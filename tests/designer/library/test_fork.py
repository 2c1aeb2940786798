"""Forking a template."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from designer.models import Design, May, Visibility
from designer.store.designs import design_delete, design_fork
from designer.store.share_links import share_link_create

PAGES = ("fill", "design", "history", "share", "files", "settings", "conditions")


def address(design):
    return reverse("fork", args=[design.slug])


def test_a_fork_is_one_s_own_and_private(client_of, bob, make_design):
    design = make_design(files={"x": b"y"}, tags=["net"], visibility=Visibility.PUBLIC)
    answer = client_of(bob).post(address(design))
    copy = Design.objects.get(owner=bob)
    assert answer["Location"] == reverse("fill", args=[copy.slug])
    assert copy.forked_from == design
    assert copy.newest.content == design.newest.content
    assert not copy.is_public
    assert copy.newest.message == "Forked from revision 1 of another template"


def test_what_a_person_may_not_see_cannot_be_forked(client_of, bob, make_design):
    assert client_of(bob).post(address(make_design())).status_code == 404


def test_a_visitor_signs_in_first(client, make_design):
    answer = client.post(address(make_design(visibility=Visibility.PUBLIC)))
    assert answer["Location"] == f"{reverse('login')}?next={reverse('fill', args=['web'])}"


@pytest.mark.parametrize(("may", "status"), [("view", 302), ("fill", 404)])
def test_a_link_that_shows_the_template_lets_it_be_forked(client_of, alice, bob, make_design, may, status):
    design = make_design()
    link = share_link_create(design=design, may=may, created_by=alice)
    assert client_of(bob).post(address(design), {"link": link.token}).status_code == status
    assert Design.objects.filter(owner=bob).exists() == (status == 302)


def test_a_link_is_good_for_its_own_template_only(client_of, alice, bob, make_design):
    link = share_link_create(design=make_design(), may="view", created_by=alice)
    assert client_of(bob).post(address(make_design(name="Other")), {"link": link.token}).status_code == 404


def test_looking_at_the_address_forks_nothing(client_of, bob, make_design):
    design = make_design(visibility=Visibility.PUBLIC)
    assert client_of(bob).get(address(design)).status_code == 405


# -- where it came from ------------------------------------------------------


def origin_on(client, page):
    """The page's note about the original, and its link."""
    html = client.get(page).content.decode()
    found = re.search(r'data-testid="origin">(.*?)</span>', html, re.DOTALL)
    assert found, page
    address = re.search(r'href="([^"]+)"', found[1])
    return " ".join(re.sub("<[^>]+>", "", found[1]).split()), address and address[1]


@pytest.fixture
def origin(make_design):
    return make_design(name="The origin", visibility=Visibility.PUBLIC)


@pytest.fixture
def copy(origin, bob):
    return design_fork(owner=bob, design=origin, name="Copy")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_a_fork_names_its_origin(client_of, bob, origin, copy, name):
    note = origin_on(client_of(bob), reverse(name, args=[copy.slug]))
    assert note == ("Fork of The origin", reverse("fill", args=[origin.slug]))


@pytest.mark.parametrize("is_deleted", [True, False])
@pytest.mark.parametrize("name", PAGES)
def test_an_origin_that_may_not_be_known_has_no_name(client_of, bob, origin, copy, name, is_deleted):
    if is_deleted:
        design_delete(design=origin)
    else:
        Design.objects.filter(pk=origin.pk).update(visibility=Visibility.PRIVATE)
    client, page = client_of(bob), reverse(name, args=[copy.slug])
    assert origin_on(client, page) == ("Fork of another template", None)
    assert "The origin" not in client.get(page).content.decode()


@pytest.mark.parametrize("may", May)
def test_a_link_tells_of_the_origin_what_its_holder_may_know(client, client_of, alice, bob, origin, copy, may):
    page = reverse("shared", args=[share_link_create(design=copy, created_by=bob, may=may).token])
    assert origin_on(client, page)[0] == "Fork of The origin"
    Design.objects.filter(pk=origin.pk).update(visibility=Visibility.PRIVATE)
    assert origin_on(client, page)[0] == "Fork of another template"
    assert origin_on(client_of(alice), page)[0] == "Fork of The origin"


def test_the_history_of_a_fork_keeps_the_name_of_a_private_origin(client, client_of, alice, bob, make_design):
    secret = make_design(name="Merger with ACME")
    token = share_link_create(design=secret, created_by=alice, may=May.VIEW).token
    client_of(bob).post(address(secret), {"link": token})
    copied = Design.objects.get(owner=bob)
    Design.objects.filter(pk=copied.pk).update(visibility=Visibility.PUBLIC, name="Copy")
    assert "ACME" not in client.get(reverse("history", args=[copied.slug])).content.decode()


def test_what_is_no_fork_speaks_of_no_origin(client, origin):
    assert 'data-testid="origin"' not in client.get(reverse("fill", args=[origin.slug])).content.decode()


def test_the_library_asks_for_no_origin(client_of, bob, origin, copy, django_assert_num_queries):
    client = client_of(bob)
    client.get(reverse("library"))
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("library"))
    for number in range(5):
        design_fork(owner=bob, design=origin, name=f"Copy {number}")
    with django_assert_num_queries(len(few)):
        client.get(reverse("library"))
