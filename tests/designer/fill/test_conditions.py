"""The page of everything that the conditions of a template can come to."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.urls import reverse

from designer.models import May
from designer.services import share_link_create

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  env: {type: string, default: dev, constraints: [allowed_values: [dev, test, live]]}
  backup: {type: boolean, default: false}
  key: {type: string, default: opensesame, hidden: true}
  name: {type: string, default: web}
  big: {type: boolean, default: false}
conditions:
  live: {equals: [{get_param: env}, live]}
  saved: {and: [live, {get_param: backup}]}
  locked: {not: {equals: [{get_param: key}, opensesame]}}
  large: {get_param: big}
  both: {and: [live, {not: live}]}
resources:
  server: {type: OS::Heat::None}
  store: {type: OS::Heat::None, condition: saved}
outputs:
  place: {value: 1, condition: saved}
"""
HEAD = "heat_template_version: 2021-04-16\n"
UNREADABLE_PAGES = {
    "none": (f"{HEAD}resources: {{}}\n", "This template has no conditions"),
    "constant": (f"{HEAD}conditions: {{a: true}}\n", "No condition ever changes"),
    "unreadable": ("a: [", "This text cannot be read as a template"),
}


@pytest.fixture
def page(client, alice, make_design):
    """Opens the page of a private design of Alice's."""
    client.force_login(alice)

    def page(text=TEXT, **query):
        design = alice.designs.filter(name="Web").first() or make_design(text)
        return client.get(reverse("conditions", args=[design.slug]), query).content.decode()

    return page


def rows(html):
    """The combinations that a page shows: outcomes as a word of + and -, whether it is the present one, the link."""
    found = []
    for mark, row in re.findall(r'<tr data-testid="combination"(.*?)>(.*?)</tr>', html, re.DOTALL):
        values = re.findall(r'class="outcome"[^>]*data-value="(\w+)"', row)
        link = re.search(r'data-row href="([^"]*)"', row)
        found.append(
            (
                "".join("+" if value == "true" else "-" for value in values),
                "current" in mark,
                unescape(link[1]) if link else None,
                row,
            )
        )
    return found


def words(html):
    return [(outcomes, is_now) for outcomes, is_now, _, _ in rows(html)]


def test_all_together_or_in_blocks(page):
    together = page()
    assert len(rows(together)) == 12
    assert "12 combinations can come about." in together
    assert words(page(view="blocks")) == [
        ("++", False), ("+-", False), ("--", True), ("+", False), ("-", True), ("+", False), ("-", True),
    ]  # fmt: skip


def test_conditions_that_never_change_are_named(page):
    html = page()
    assert re.search(r'data-testid="constant-both" data-value="false"', html)
    assert 'data-testid="filter-both"' not in html


def test_filters_leave_only_what_fits(page):
    assert {outcomes[0] for outcomes, *_ in rows(page(**{"is-live": "false"}))} == {"-"}
    assert len(rows(page(**{"is-live": "true", "is-saved": "true", "is-large": "true"}))) == 2
    impossible = page(**{"is-live": "false", "is-saved": "true"})
    assert not rows(impossible)
    assert "That cannot come about" in impossible
    assert len(rows(page(**{"is-live": "perhaps", "is-nothing": "true"}))) == 12


def test_the_present_row_is_that_of_the_values_in_the_address_or_of_a_set(page, alice, make_design):
    assert [row for row, is_now in words(page()) if is_now] == ["----"]
    assert [row for row, is_now in words(page(**{"param-env": "live"})) if is_now] == ["+---"]
    design = alice.designs.get()
    design.value_sets.create(owner=alice, name="live & large", values={"env": "live", "big": True})
    html = page(set="live & large")
    assert [row for row, is_now in words(html) if is_now] == ["+--+"]
    assert "Now: live &amp; large" in html
    assert "?set=live%20%26%20large" in html


def test_a_row_fills_in_its_values_over_those_that_are_there(page):
    html = page(**{"param-env": "live", "param-backup": "true", "param-name": "db", "view": "blocks"})
    links = {outcomes: link for outcomes, _, link, _ in rows(html)[:3]}
    assert parse_qs(urlsplit(links["+-"]).query) == {
        "param-name": ["db"],
        "param-env": ["live"],
        "combination": ["1"],
    }
    assert parse_qs(urlsplit(links["--"]).query) == {"param-name": ["db"], "combination": ["1"]}
    assert links["--"].startswith("/templates/web/?")


def test_the_defaults_are_a_link_too(page, client):
    link = next(link for outcomes, _, link, _ in rows(page()) if outcomes == "----")
    assert urlsplit(link).query == "defaults=1&combination=1"
    assert "data-chosen" in client.get(link).content.decode()


def test_hidden_values_are_in_no_page_and_no_link(page, client):
    html = page()
    locked = [(link, row) for outcomes, _, link, row in rows(html) if outcomes[2] == "+"]
    assert all(link is None and "key is hidden and has to be typed." in row for link, row in locked)
    assert "opensesame" not in html
    answer = client.get(reverse("conditions", args=["web"]), {"param-key": "s3cret", "param-env": "live"})
    assert answer["Location"] == "/templates/web/conditions/?param-env=live"


def test_what_comes_and_goes_stands_beside(page):
    row = next(row for outcomes, _, _, row in rows(page(view="blocks")) if outcomes == "++")
    assert re.findall(r'data-part="(\w+)" data-value="(\w+)"', row) == [("store", "true"), ("place", "true")]


@pytest.mark.parametrize("slug", ["three-tiers", "batch-workers", "private-network", "single-server"])
def test_a_form_that_was_filled_with_a_row_has_just_these_conditions(client, alice, samples, slug):
    client.force_login(alice)
    html = client.get(reverse("conditions", args=[slug]), {"view": "together"}).content.decode()
    names = re.findall(r'data-testid="filter-(\w+)"', html)
    found = rows(html)
    assert found
    for outcomes, _, link, _ in [found[0], found[len(found) // 2], found[-1]]:
        form = client.get(link).content.decode()
        shown = dict(re.findall(r'data-testid="condition-(\w+)" data-value="(\w+)"', form))
        assert [shown[name] for name in names] == ["true" if one == "+" else "false" for one in outcomes]


@pytest.fixture
def samples(db):
    """The sample library."""
    call_command("load_samples")


def test_many_combinations_come_in_pages(page):
    count = 9
    inputs = "".join(f"  p{n}: {{type: boolean, default: false}}\n" for n in range(count))
    tests = "".join(f"  c{n}: {{get_param: p{n}}}\n" for n in range(count))
    html = page(f"{HEAD}parameters:\n{inputs}conditions:\n{tests}")
    assert len(rows(html)) == 2 * count
    html = page(view="together", page="3")
    assert len(rows(html)) == 50
    assert "101 to 150 of 512." in html
    assert "Page 3 of 11" in html
    assert "page=4&amp;view=together" in html or "view=together&amp;page=4" in html
    assert "page=" not in re.search(r'data-testid="filter-c0".*?</li>', html, re.DOTALL)[0]


def independent(count):
    """A template with so many conditions of which each reads a parameter of its own."""
    inputs = "".join(f"  p{n}: {{type: boolean, default: false}}\n" for n in range(count))
    return f"{HEAD}parameters:\n{inputs}conditions:\n" + "".join(f"  c{n}: {{get_param: p{n}}}\n" for n in range(count))


def test_values_that_are_refused_are_named(page, alice):
    assert "Heat refuses the present" not in page(**{"param-env": "live"})
    alice.designs.get().value_sets.create(owner=alice, name="old", values={"env": "gone", "name": "x"})
    assert "Heat refuses the present value of env," in page(set="old")


def test_a_refused_value_leaves_what_it_does_not_decide_as_it_is_now(page, alice):
    page()
    values = alice.designs.get().value_sets
    values.create(owner=alice, name="old", values={"env": "gone"})
    html = page(set="old", view="blocks")
    assert "so nothing is marked as now where it decides." in html
    blocks = re.split(r'<section class="block"', html)[1:]
    now = {re.search(r'class="mono">(\w+)<', block)[1]: 'aria-current="true"' in block for block in blocks}
    assert now["live"] is False
    assert now["large"] is True


def test_a_refused_value_that_no_condition_reads_is_not_named(page, alice):
    text = TEXT.replace("name: {type: string, default: web}", "name: {type: number, default: 1}")
    page(text)
    alice.designs.get().value_sets.create(owner=alice, name="old", values={"name": "many"})
    html = page(set="old")
    assert "Heat refuses the present" not in html
    assert 'aria-current="true"' in html


def test_many_blocks_come_in_pages(page):
    html = page(independent(45))
    assert len(rows(html)) == 2 * 20
    assert "1 to 20 of 45." in html
    assert "Page 1 of 3" in html
    html = page(blocks="3", **{"is-c44": "true", "is-c0": "true"})
    assert words(html) == [*[("+", False), ("-", True)] * 4, ("+", False)]
    assert re.findall(r'data-testid="filter-(\w+)"', html) == ["c0", "c40", "c41", "c42", "c43", "c44"]
    assert "blocks=2" in re.search(r'rel="prev" href="([^"]*)"', html)[1]
    assert 'rel="next"' not in html
    assert 'id="block-41"' in html


def test_rows_of_very_many_conditions_come_in_shorter_pages(page):
    tests = "".join(f"  c{n}: {{equals: [{{get_param: p}}, v{n}]}}\n" for n in range(50))
    html = page(f"{HEAD}parameters:\n  p: {{type: string, default: ''}}\nconditions:\n{tests}")
    assert len(rows(html)) == 40
    assert "1 to 40 of 51." in html


@pytest.mark.parametrize(("text", "is_said"), [(TEXT, True), (TEXT.replace(", hidden: true", ""), False)])
def test_what_was_typed_for_hidden_parameters_does_not_count_and_the_page_says_so(page, text, is_said):
    assert ("Here they count as not given" in page(text)) is is_said


@pytest.mark.parametrize(("text", "said"), UNREADABLE_PAGES.values(), ids=UNREADABLE_PAGES)
def test_a_page_without_rows_says_why(page, text, said):
    html = page(text)
    assert said in html
    assert not rows(html)


def test_what_is_too_much_is_told(page):
    inputs = "".join(f"  p{n}: {{type: boolean}}\n" for n in range(80))
    everything = ", ".join(f"{{get_param: p{n}}}" for n in range(80))
    html = page(f"{HEAD}parameters:\n{inputs}conditions:\n  a: {{and: [{everything}]}}\n")
    assert "these conditions read 80 parameters together" in html


@pytest.mark.parametrize(
    "query",
    [
        {"view": "x", "page": "nothing", "page-1": "-5", "is-live": "\0"},
        {"set": "\0"},
        {"param-env": "not allowed", "param-backup": "\ud800".encode("utf-8", "surrogatepass")},
        {"param-nothing": "x" * 5000},
    ],
)
def test_any_address_has_an_answer(page, query):
    assert len(rows(page(**query))) == 12


def test_strangers_see_nothing(page, client, charlie):
    page()
    client.force_login(charlie)
    assert client.get(reverse("conditions", args=["web"])).status_code == 404
    client.logout()
    assert client.get(reverse("conditions", args=["web"])).status_code == 404


def test_a_link_that_shows_the_template_shows_them_and_one_to_fill_does_not(make_design, alice, client):
    design = make_design(TEXT)
    design.value_sets.create(owner=alice, name="mine", values={"env": "live"})
    link = share_link_create(design=design, created_by=alice, may=May.VIEW)
    token = link.token
    html = client.get(reverse("shared_conditions", args=[link.token]), {"set": "mine"}).content.decode()
    assert [row for row, is_now in words(html) if is_now] == ["----"]
    assert all(fills is None or fills.startswith(reverse("shared", args=[token])) for _, _, fills, _ in rows(html))
    assert "values-menu" not in html
    assert reverse("shared_conditions", args=[link.token]) in client.get(link_address(link)).content.decode()
    fill_only = share_link_create(design=design, created_by=alice, may=May.FILL)
    assert client.get(reverse("shared_conditions", args=[fill_only.token])).status_code == 404
    assert "/conditions/" not in client.get(link_address(fill_only)).content.decode()


def link_address(link):
    return reverse("shared", args=[link.token])


def test_the_form_leads_there_with_its_values(page, client):
    page()
    html = client.get(reverse("fill", args=["web"]), {"param-name": "db"}).content.decode()
    assert 'href="/templates/web/conditions/?param-name=db"' in html
    assert 'href="/templates/web/conditions/"' in client.get(reverse("design", args=["web"])).content.decode()


def test_no_query_for_each_row(page, django_assert_max_num_queries):
    page()
    with django_assert_max_num_queries(8):
        page(view="together")
