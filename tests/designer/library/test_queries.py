"""Queries of the library: their results and their number."""

import pytest
from django.contrib.auth.models import AnonymousUser

from designer.library.queries import Tally, library_counts, library_designs, revision_list
from designer.models import May, Visibility
from designer.store.designs import design_update, revision_create
from designer.store.share_links import share_link_create, share_link_revoke

pytestmark = pytest.mark.both

NOBODY = AnonymousUser()
PUBLIC = Visibility.PUBLIC


def names(page):
    return [design.name for design in page]


@pytest.fixture
def library(make_design, bob):
    make_design(name="Web", tags=["net", "web"], visibility=PUBLIC, description="Serves PAGES")
    make_design(name="Database", tags=["net"], text=b"heat_template_version: rocky\n")
    make_design(name="Batch", owner=bob, visibility=PUBLIC)
    make_design(name="Secret", owner=bob)


@pytest.mark.usefixtures("library")
def test_everybody_finds_what_they_may_read(alice, bob):
    assert set(names(library_designs(alice))) == {"Web", "Database", "Batch"}
    assert set(names(library_designs(bob))) == {"Web", "Batch", "Secret"}
    assert set(names(library_designs(NOBODY))) == {"Web", "Batch"}


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("web", {"Web"}),
        ("serves pages", {"Web"}),
        ("PAGES serves", {"Web"}),
        ("size", {"Web", "Batch"}),
        ("os::heat::value", {"Web", "Batch"}),
        ("answer", {"Web", "Batch"}),
        ("web nowhere", set()),
        ("%", set()),
        ("secret", set()),
    ],
)
def test_the_search_reads_names_descriptions_parameters_and_resources(alice, text, found):
    assert set(names(library_designs(alice, text=text))) == found


@pytest.mark.usefixtures("library")
def test_filters_narrow_each_other(alice):
    assert set(names(library_designs(alice, tag="net"))) == {"Web", "Database"}
    assert names(library_designs(alice, tag="net", version="2018-08-31")) == ["Database"]
    assert names(library_designs(alice, owner="bob")) == ["Batch"]
    assert names(library_designs(alice, owner="bob", tag="net")) == []


def test_designs_with_problems_are_found(alice, make_design):
    make_design(name="Fine")
    make_design(name="Broken", text="resources: [")
    assert names(library_designs(alice, problems="errors")) == ["Broken"]
    assert names(library_designs(alice, problems="none")) == ["Fine"]


@pytest.mark.usefixtures("library")
def test_the_order_can_be_chosen(alice):
    assert names(library_designs(alice)) == ["Batch", "Database", "Web"]
    assert names(library_designs(alice, sort="name")) == ["Batch", "Database", "Web"]
    assert names(library_designs(alice, sort="created")) == ["Batch", "Database", "Web"]
    assert names(library_designs(alice, sort="size"))[-1] == "Database"
    assert names(library_designs(alice, sort="no-such-order")) == ["Batch", "Database", "Web"]


def test_a_save_brings_a_design_to_the_top_and_a_new_name_does_not(alice, make_design):
    first, second = make_design(name="First"), make_design(name="Second")
    design_update(design=first, description="Other words")
    assert names(library_designs(alice)) == ["Second", "First"]
    revision_create(design=first, author=alice, text=b"a: 1\n", based_on=1)
    assert names(library_designs(alice)) == ["First", "Second"]
    assert second.name == "Second"


@pytest.mark.usefixtures("library")
def test_the_counts_are_those_of_what_one_may_read(alice):
    counts = library_counts(alice)
    assert (counts.everything, counts.mine) == (3, 2)
    assert counts.owners == [Tally("alice", 2), Tally("bob", 1)]
    assert counts.tags == [Tally("net", 2), Tally("web", 1)]
    assert counts.versions == [Tally("2021-04-16", 2), Tally("2018-08-31", 1)]
    assert library_counts(NOBODY).mine == 0


def test_a_row_says_whether_a_link_is_in_force(alice, make_design):
    link = share_link_create(design=make_design(), created_by=alice, may=May.VIEW)
    assert library_designs(alice)[0].has_link
    share_link_revoke(link=link)
    assert not library_designs(alice)[0].has_link


def test_a_page_costs_the_same_for_one_and_for_many(alice, make_design, django_assert_num_queries):
    def row(design):
        return design.owner.username, design.head.author.username, [tag.name for tag in design.tags.all()], design.shape

    for number in range(40):
        make_design(name=f"Design {number}", tags=["one", "two"])
    with django_assert_num_queries(3):
        page = library_designs(alice)
        assert len([row(design) for design in page]) == 30
    assert len(library_designs(alice, page=2)) == 10
    assert len(library_designs(alice, page="everything")) == 30


def test_the_history_is_listed_without_reading_texts(alice, make_design, django_assert_num_queries):
    design = make_design()
    revision_create(design=design, author=alice, text=b"a: 1\n", based_on=1)
    with django_assert_num_queries(1):
        assert [(row.number, row.author.username) for row in revision_list(design)] == [(2, "alice"), (1, "alice")]
