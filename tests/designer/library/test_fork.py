"""Taking a template into one's own library."""

import pytest
from django.urls import reverse

from designer.models import Design, ShareLink, Visibility


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
    assert copy.newest.message == "Forked from “Web”, revision 1"


def test_what_a_person_may_not_see_cannot_be_forked(client_of, bob, make_design):
    assert client_of(bob).post(address(make_design())).status_code == 404


def test_a_visitor_signs_in_first(client, make_design):
    answer = client.post(address(make_design(visibility=Visibility.PUBLIC)))
    assert answer["Location"] == f"{reverse('login')}?next={reverse('fill', args=['web'])}"


@pytest.mark.parametrize(("may", "status"), [("view", 302), ("fill", 404)])
def test_a_link_that_shows_the_template_lets_it_be_forked(client_of, alice, bob, make_design, may, status):
    design = make_design()
    link = ShareLink.objects.create(design=design, may=may, created_by=alice)
    assert client_of(bob).post(address(design), {"link": link.token}).status_code == status
    assert Design.objects.filter(owner=bob).exists() == (status == 302)


def test_a_link_is_good_for_its_own_template_only(client_of, alice, bob, make_design):
    link = ShareLink.objects.create(design=make_design(), may="view", created_by=alice)
    assert client_of(bob).post(address(make_design(name="Other")), {"link": link.token}).status_code == 404


def test_looking_at_the_address_forks_nothing(client_of, bob, make_design):
    design = make_design(visibility=Visibility.PUBLIC)
    assert client_of(bob).get(address(design)).status_code == 405
