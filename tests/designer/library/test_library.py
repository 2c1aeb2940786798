"""The library: search and filters."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.urls import reverse

from designer.content.content import Content
from designer.content.index import index
from designer.library.thumbnail import thumbnail
from designer.models import Design, Visibility
from designer.site.times import words_ago
from designer.store.share_links import share_link_create

pytestmark = pytest.mark.both

SERVER = """\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
resources:
  gateway:
    type: OS::Nova::Server
    properties: {image: debian, flavor: {get_param: flavor}}
"""
PUBLIC = Visibility.PUBLIC


def names(answer):
    return [design.name for design in answer.context["page"]]


def test_a_visitor_sees_public_templates_only(client, make_design):
    make_design(name="Open", visibility=PUBLIC)
    make_design(name="Secret")
    answer = client.get("/")
    assert names(answer) == ["Open"]
    assert "Secret" not in answer.content.decode()


def test_a_person_sees_their_own_as_well(client_of, bob, make_design):
    make_design(name="Alice's", visibility=PUBLIC)
    make_design(name="Bob's", owner=bob)
    make_design(name="Alice's secret")
    assert set(names(client_of(bob).get("/"))) == {"Alice's", "Bob's"}


@pytest.mark.parametrize("words", ["gate", "OS::Nova", "FLAVOR", "bastion gateway", "outside"])
def test_words_are_found_in_names_descriptions_types_and_parameters(client, make_design, words):
    make_design(SERVER, name="Bastion", description="A way in from outside.", visibility=PUBLIC)
    make_design(name="Other", visibility=PUBLIC)
    assert names(client.get("/", {"q": words})) == ["Bastion"]


def test_filters_narrow_together_and_their_links_keep_each_other(client, make_design, bob):
    make_design(SERVER, name="One", tags=["net"], visibility=PUBLIC)
    make_design(SERVER, name="Two", visibility=PUBLIC)
    make_design(name="Three", tags=["net"], owner=bob, visibility=PUBLIC)
    answer = client.get("/", {"tag": "net", "version": "2018-08-31"})
    assert names(answer) == ["One"]
    page = answer.content.decode()
    assert "/?owner=bob&amp;tag=net&amp;version=2018-08-31" in page
    assert "/?version=2018-08-31" in page  # the chosen tag's link takes it away
    assert names(client.get("/", {"owner": "bob"})) == ["Three"]


def test_the_rail_says_how_many_each_filter_shows(client, make_design):
    make_design("not: [a template", name="Broken", visibility=PUBLIC)
    make_design(name="Fine", tags=["net"], visibility=PUBLIC)
    context = client.get("/").context
    assert context["everything"].count == 2
    assert [(choice.word, choice.count) for choice in context["tags"]["first"]] == [("net", 1)]
    assert [choice.count for choice in context["problems"]["first"]] == [1, 0]
    assert names(client.get("/", {"problems": "errors"})) == ["Broken"]


def test_order(client, make_design):
    make_design(name="B", visibility=PUBLIC)
    make_design(SERVER.replace("resources:", "resources:\n  more: {type: OS::Heat::None}"), name="A", visibility=PUBLIC)
    make_design(name="C", visibility=PUBLIC)
    assert names(client.get("/")) == ["C", "A", "B"]
    assert names(client.get("/", {"sort": "name"})) == ["A", "B", "C"]
    assert names(client.get("/", {"sort": "size"}))[0] == "A"


def test_the_line_says_what_it_is(client_of, alice, make_design):
    design = make_design(SERVER, name="Bastion", description="A way in. It has a second sentence.", tags=["net"])
    row = client_of(alice).get("/").content.decode()
    for words in ("Bastion", "A way in.", "1 resource", "1 parameter", "2018-08-31", "Only you", "net", "No problems"):
        assert words in row
    assert "second sentence" not in row
    assert reverse("fill", args=[design.slug]) in row
    share_link_create(design=design, created_by=alice, may="fill")
    assert ">Link<" in client_of(alice).get("/").content.decode().replace("</svg>", "</svg>>").replace("\n", "")


def test_nothing_there_yet_offers_the_next_steps(client, db):
    page = client.get("/").content.decode()
    assert "No templates yet" in page
    assert reverse("new") in page


def test_no_match_offers_to_clear_the_filters(client, make_design):
    make_design(visibility=PUBLIC)
    page = client.get("/", {"q": "<nothing>"}).content.decode()
    assert "No matching templates" in page
    assert "Clear filters" in page
    assert "<nothing>" not in page


@pytest.mark.parametrize(
    "query", ["page=x", "page=-1", "page=99999999999999999999", "sort=x", "q=%00", "problems=x", "tag=" + "x" * 5000]
)
def test_an_address_that_makes_no_sense_still_shows_the_library(client, make_design, query):
    make_design(visibility=PUBLIC)
    assert client.get(f"/?{query}").status_code == 200


def test_no_query_is_made_per_line(client_of, alice, make_design, django_assert_num_queries):
    client = client_of(alice)
    make_design(tags=["one"])
    client.get("/")
    with django_assert_num_queries(9):  # who it is (2), how many, the lines, their tags, and what the rail counts (4)
        client.get("/")
    for number in range(25):
        make_design(name=f"Web {number}", tags=["one", f"two-{number}"])
    with django_assert_num_queries(9):
        client.get("/")


def test_numbers_that_an_older_designer_counted_are_counted_anew(client, make_design):
    text = "heat_template_version: 2021-04-16\nconditions: {idle: true}\n"
    design = make_design(text, visibility=PUBLIC)
    Design.objects.filter(pk=design.pk).update(indexed_by=0, warning_count=0)
    page = client.get("/", {"problems": "warnings"})
    assert "1 warning" in page.content.decode()
    assert [one.pk for one in page.context["page"]] == [design.pk]


def test_a_database_that_takes_no_writes_shows_the_older_numbers(client, make_design):
    design = make_design(visibility=PUBLIC, name="Open")
    Design.objects.filter(pk=design.pk).update(indexed_by=0, warning_count=7)
    only_reads, again = (
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF")
        if connection.vendor == "sqlite"
        else ("SAVEPOINT writing; SET TRANSACTION READ ONLY", "ROLLBACK TO SAVEPOINT writing")
    )
    with connection.cursor() as cursor:
        cursor.execute(only_reads)
        page = client.get("/")
        cursor.execute(again)
    assert names(page) == ["Open"]
    assert "7 warnings" in page.content.decode()


def test_pages(client, make_design):
    for number in range(65):
        make_design(name=f"D{number:03}", visibility=PUBLIC)
    first = client.get("/", {"sort": "name"})
    assert names(first)[:2] == ["D000", "D001"]
    assert len(names(first)) == 30
    assert "/?sort=name&amp;page=2" in first.content.decode()
    assert names(client.get("/", {"sort": "name", "page": "3"})) == [f"D{number:03}" for number in range(60, 65)]


def test_htmx_gets_the_same_list_without_the_frame(client, make_design):
    make_design(name="Open", visibility=PUBLIC)
    answer = client.get("/", {"q": "open", "sort": "changed", "owner": ""}, headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert "Open" in part
    assert "<html" not in part
    assert answer["HX-Replace-Url"] == "/?q=open"
    assert "HX-Request" in answer["Vary"]
    assert 'href="/?q=open&amp;version=2021-04-16"' in part  # the filters follow the search


def test_names_of_others_are_never_markup(client, make_design):
    make_design(name="<script>alert(1)</script>", tags=["<b>x</b>"], description="<i>", visibility=PUBLIC)
    page = client.get("/").content.decode()
    assert "<script>alert" not in page
    assert "<b>x" not in page


NOW = datetime(2026, 5, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (timedelta(seconds=3), "just now"),
        (timedelta(minutes=12), "12 min ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=11), "11 hours ago"),
        (timedelta(hours=13), "yesterday"),
        (timedelta(days=3), "3 days ago"),
        (timedelta(days=8), "last week"),
        (timedelta(days=20), "2 weeks ago"),
        (timedelta(days=100), "9 Feb 2026"),
    ],
)
def test_times_are_shown_as_people_say_them(before, words):
    assert words_ago(NOW - before, NOW) == words


STACK = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.0.0.0/24}}
  server: {type: OS::Nova::Server, properties: {flavor: m1, image: i, networks: [{port: {get_resource: port}}]}}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
  disk: {type: OS::Cinder::Volume, properties: {size: {get_attr: [server, name]}}}
"""


def shape_of(text: str) -> dict:
    return index(Content(text.encode(), {})).shape


def test_a_thumbnail_is_the_map_of_its_template():
    shape = shape_of(STACK)
    assert (len(shape["frames"]), len(shape["cards"]), len(shape["rows"]), len(shape["lines"])) == (1, 2, 1, 1)
    (x, y, width, height), cards = shape["frames"][0], sorted(shape["cards"])
    inside = [x <= left <= x + width and y <= top <= y + height for left, top, *_ in cards]
    assert sorted(inside) == [False, True]
    drawn = thumbnail(shape)
    assert drawn.cards.count("M") == drawn.cards.count("z") == 2
    assert all(left >= 0 and left + wide <= 104 and top >= 0 and top + high <= 50 for left, top, wide, high in cards)


def test_a_thumbnail_of_a_large_template_stays_small():
    cards = "".join(f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {n}}}}}\n" for n in range(300))
    shape = shape_of(f"heat_template_version: 2021-04-16\nresources:\n{cards}")
    assert len(shape["cards"]) == 300
    assert all(left + wide <= 104.1 and top + high <= 50.1 for left, top, wide, high in shape["cards"])
    chain = "".join(f"  r{n}: {{type: OS::Heat::Value, depends_on: r{n + 1}}}\n" for n in range(60))
    text = f"heat_template_version: 2021-04-16\nresources:\n{chain}  r60: {{type: OS::Heat::Value}}\n"
    assert shape_of(text)["lines"] == []


def test_a_template_without_resources_or_with_an_outdated_index_has_a_blank_thumbnail():
    for shape in (shape_of("heat_template_version: 2021-04-16\n"), {}, {"boxes": [{"layer": 0}], "edges": [[0, 0]]}):
        drawn = thumbnail(shape)
        assert (drawn.frames, drawn.cards, drawn.rows, drawn.lines) == ("", "", "", "")
