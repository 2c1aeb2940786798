"""Access rules: what a user may not see does not exist for them."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.test import RequestFactory

from designer.models import May, Visibility
from designer.store.access import (
    get_editable_design,
    get_owned_design,
    get_readable_design,
    get_revision,
    get_shared_link,
    get_value_set,
    get_viewable_link,
)
from designer.store.share_links import share_link_create, share_link_revoke
from designer.store.value_sets import value_set_save

pytestmark = pytest.mark.both

NOBODY = AnonymousUser()


def may(look, *arguments):
    try:
        look(*arguments)
    except Http404:
        return False
    return True


def test_a_private_design_exists_only_for_its_owner(make_design, alice, charlie):
    slug = make_design().slug
    assert may(get_readable_design, alice, slug)
    assert not may(get_readable_design, charlie, slug)
    assert not may(get_readable_design, NOBODY, slug)


def test_a_public_design_is_read_by_everybody_and_changed_by_its_owner(make_design, alice, charlie):
    slug = make_design(visibility=Visibility.PUBLIC).slug
    for person in (alice, charlie, NOBODY):
        assert may(get_readable_design, person, slug)
    for look in (get_editable_design, get_owned_design):
        assert may(look, alice, slug)
        assert not may(look, charlie, slug)
        assert not may(look, NOBODY, slug)


def test_a_missing_right_looks_like_a_missing_design(make_design, charlie):
    with pytest.raises(Http404) as hidden:
        get_readable_design(charlie, make_design().slug)
    with pytest.raises(Http404) as missing:
        get_readable_design(charlie, "no-such-design")
    assert str(hidden.value) == str(missing.value)


def test_a_revision_is_found_only_in_its_own_design(make_design):
    design = make_design()
    assert get_revision(design, 1) == design.newest
    assert not may(get_revision, design, 2)


def request_of():
    return RequestFactory().get("/")


def test_a_link_works_until_it_is_revoked(make_design, alice):
    link = share_link_create(design=make_design(), created_by=alice, may=May.VIEW)
    assert get_shared_link(request_of(), link.token) == link
    assert get_viewable_link(request_of(), link.token) == link
    share_link_revoke(link=link)
    assert not may(get_shared_link, request_of(), link.token)
    assert not may(get_shared_link, request_of(), "guess")


def test_a_fill_link_does_not_open_the_template(make_design, alice):
    link = share_link_create(design=make_design(), created_by=alice, may=May.FILL)
    assert may(get_shared_link, request_of(), link.token)
    assert not may(get_viewable_link, request_of(), link.token)


def test_tokens_cannot_be_guessed(make_design, alice):
    design = make_design()
    tokens = {share_link_create(design=design, created_by=alice, may=May.VIEW).token for _ in range(20)}
    assert len(tokens) == 20
    assert min(map(len, tokens)) >= 32


def test_saved_values_are_seen_only_by_who_saved_them(make_design, alice, bob):
    design = make_design(visibility=Visibility.PUBLIC)
    value_set_save(design=design, owner=bob, name="mine", values={})
    assert may(get_value_set, bob, design, "mine")
    assert not may(get_value_set, alice, design, "mine")
    assert not may(get_value_set, NOBODY, design, "mine")


@pytest.mark.django_db
def test_a_name_that_no_database_takes_names_nothing(make_design, alice):
    assert not may(get_value_set, alice, make_design(), "web\0")
    assert not may(get_shared_link, request_of(), "\0")
    assert not may(get_viewable_link, request_of(), "\0")
