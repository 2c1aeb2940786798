"""The page of the condition matrix."""

import json
import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.urls import reverse

from designer.models import May
from designer.store.share_links import share_link_create

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
    "constant": (f"{HEAD}conditions: {{a: true}}\n", "All conditions are constant"),
    "unreadable": ("a: [", "This text is not a valid template"),
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
    """The combinations on a page: outcomes as a string of + and -, whether it is the current one, and the link."""
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
    assert "12 combinations are possible." in together
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
    assert "Impossible combination" in impossible
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
    assert all(link is None and "key is hidden and must be typed." in row for link, row in locked)
    assert all("••••••" not in row for _, row in locked)  # what was made up to be typed
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
    """A template with a number of conditions that each read a parameter of their own."""
    inputs = "".join(f"  p{n}: {{type: boolean, default: false}}\n" for n in range(count))
    return f"{HEAD}parameters:\n{inputs}conditions:\n" + "".join(f"  c{n}: {{get_param: p{n}}}\n" for n in range(count))


def test_values_that_are_refused_are_named(page, alice):
    assert "Heat refuses the current" not in page(**{"param-env": "live"})
    alice.designs.get().value_sets.create(owner=alice, name="old", values={"env": "gone", "name": "x"})
    assert "Heat refuses the current value of env," in page(set="old")


def test_a_refused_value_leaves_what_it_does_not_decide_as_it_is_now(page, alice):
    page()
    values = alice.designs.get().value_sets
    values.create(owner=alice, name="old", values={"env": "gone"})
    html = page(set="old", view="blocks")
    assert "so no row is marked “now” where it decides." in html
    blocks = re.split(r'<section class="block"', html)[1:]
    now = {re.search(r'class="mono">(\w+)<', block)[1]: 'aria-current="true"' in block for block in blocks}
    assert now["live"] is False
    assert now["large"] is True


def test_a_refused_value_that_no_condition_reads_is_not_named(page, alice):
    text = TEXT.replace("name: {type: string, default: web}", "name: {type: number, default: 1}")
    page(text)
    alice.designs.get().value_sets.create(owner=alice, name="old", values={"name": "many"})
    html = page(set="old")
    assert "Heat refuses the current" not in html
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


def test_what_is_too_much_is_reported(page):
    inputs = "".join(f"  p{n}: {{type: boolean}}\n" for n in range(80))
    everything = ", ".join(f"{{get_param: p{n}}}" for n in range(80))
    html = page(f"{HEAD}parameters:\n{inputs}conditions:\n  a: {{and: [{everything}]}}\n")
    assert "these conditions depend on 80 parameters" in html


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


SITE = b"parameters: {env: live, key: s3cret}\n"
MORE = b"parameter_defaults: {backup: true, env: test, big: true}\n"
FILES = {"envs/site.yaml": SITE, "envs/more.yaml": MORE}
BOTH = ["envs/site.yaml", "envs/more.yaml"]
UPLOADED = {
    "environment-name": ["own.yaml", *BOTH],
    "environment-on": ["own.yaml"],
    "environment-text-own.yaml": "parameters: {env: test, big: true, key: s3cret}\n",
    "environments-shown": '["own.yaml"]',
    "param-name": "db",
    "param-env": "test",
    "param-big": "true",
}


@pytest.fixture
def site(make_design):
    """A design with environment files."""
    return make_design(TEXT, files=FILES)


@pytest.fixture
def visited(client, alice, site):
    """Opens the page of that design as Alice: at an address, or by a form."""
    client.force_login(alice)

    def visited(query=None, form=None):
        address = reverse("conditions", args=[site.slug])
        answer = client.post(address, form) if form is not None else client.get(address, query or {})
        assert answer.status_code == 200
        return answer.content.decode()

    return visited


def from_files(html):
    """The values of environment files for parameters that conditions read, as the page shows them."""
    found = re.findall(r'data-testid="from-file-(\w+)">(.*?)</div>', html.partition("only-narrow")[0], re.DOTALL)
    return {name: " ".join(re.sub(r"<.*?>", " ", said).split()) for name, said in found}


def test_environment_files_say_what_holds_at_present_and_what_has_to_be_typed(visited):
    html = visited({"environment": BOTH, "view": "together"})
    assert [row for row, is_now in words(html) if is_now] == ["++++"]
    assert from_files(html) == {
        "env": "env live from envs/site.yaml",
        "backup": "backup true from envs/more.yaml",
        "key": "key hidden from envs/site.yaml",
        "big": "big true from envs/more.yaml",
    }
    present = next(row for _, is_now, _, row in rows(html) if is_now)
    assert "The environment files and the defaults" in present
    other = next(row for outcomes, _, _, row in rows(html) if outcomes == "+-++")
    assert re.findall(r'class="given"><span class="mono">(\w+)<', other) == ["backup"]
    assert "s3cret" not in html


def test_later_files_win_and_the_page_names_them_in_their_order(visited):
    html = visited({"environment": BOTH[::-1]})
    named = re.search(r'data-testid="files-in-force">(.*?)</p>', html, re.DOTALL)[1]
    assert re.findall(r">(envs/[^<]*)<", named) == BOTH[::-1]
    assert not from_files(visited())


def test_a_row_fills_the_form_under_the_same_files(visited, client):
    html = visited({"environment": BOTH, "param-name": "db", "view": "together"})
    link = next(link for outcomes, _, link, _ in rows(html) if outcomes == "--++")
    assert parse_qs(urlsplit(link).query) == {
        "param-env": ["dev"],
        "param-name": ["db"],
        "environment": BOTH,
        "combination": ["1"],
    }
    form = client.get(link).content.decode()
    shown = dict(re.findall(r'data-testid="condition-(\w+)" data-value="(\w+)"', form))
    assert [shown[name] for name in ("live", "saved", "locked", "large")] == ["false", "false", "true", "true"]


def test_the_way_to_the_page_and_back_keeps_the_files(visited, client, site):
    html = client.get(reverse("fill", args=[site.slug]), {"environment": BOTH, "param-name": "db"}).content.decode()
    link = unescape(re.search(r'id="all-combinations"[^>]*href="([^"]*)"', html)[1])
    assert parse_qs(urlsplit(link).query) == {"param-name": ["db"], "environment": BOTH}
    html = client.get(link).content.decode()
    back = unescape(re.search(r'data-testid="back-to-form"\s+href="([^"]*)"', html)[1])
    assert urlsplit(back).path == reverse("fill", args=[site.slug])
    assert parse_qs(urlsplit(back).query) == {"param-name": ["db"], "environment": BOTH}


def followed(html, filtered, word):
    """The query of a filter's option."""
    choices = re.search(rf'data-testid="filter-{filtered}">(.*?)</li>', html, re.DOTALL)[1]
    return next(
        urlsplit(unescape(address)).query
        for address, said in re.findall(r'href="([^"]*)"[^>]*>(\w+)</a>', choices)
        if said == word
    )


def test_a_filter_keeps_every_file_and_empty_values(client, alice, site):
    query = f"environment={BOTH[0]}&environment={BOTH[1]}&param-name=&view=together&page=1"
    address = reverse("conditions", args=[site.slug])
    client.force_login(alice)
    html = client.get(f"{address}?{query}").content.decode()
    there = followed(html, "saved", "true")
    assert parse_qs(there, keep_blank_values=True) == {
        "environment": BOTH,
        "param-name": [""],
        "view": ["together"],
        "is-saved": ["true"],
    }
    html = client.get(f"{address}?{there}").content.decode()
    assert [row for row, is_now in words(html) if is_now] == ["++++"]
    assert "is-saved" not in followed(html, "saved", "either")


def test_a_filter_keeps_that_no_file_is_on(client, alice, site):
    files = [{"name": "envs/site.yaml", "on": True}]
    link = share_link_create(design=site, created_by=alice, may=May.VIEW, environments=files)
    address = reverse("shared_conditions", args=[link.token])
    there = followed(client.get(f"{address}?environment=").content.decode(), "saved", "false")
    assert parse_qs(there, keep_blank_values=True) == {"environment": [""], "is-saved": ["false"]}
    assert not from_files(client.get(f"{address}?{there}").content.decode())


def test_a_value_that_was_typed_over_a_file_counts_and_the_page_says_so(visited):
    html = visited({"environment": BOTH, "param-env": "dev", "view": "together"})
    assert from_files(html)["env"] == "env live from envs/site.yaml , overridden"
    assert [row for row, is_now in words(html) if is_now] == ["--++"]


def test_a_plain_address_has_the_form_as_it_was_left(visited, client, site):
    client.post(
        reverse("fill", args=[site.slug]),
        {"environment-name": BOTH, "environment-on": ["envs/site.yaml"], "environments-shown": "[]"},
    )
    assert from_files(visited())["env"] == "env live from envs/site.yaml"
    assert not from_files(visited({"defaults": "1"}))


def test_a_saved_set_brings_its_files(visited, alice, site):
    files = [{"name": "envs/site.yaml", "on": True}]
    site.value_sets.create(owner=alice, name="prod", values={"backup": True}, environments=files)
    html = visited({"set": "prod"})
    assert from_files(html)["env"] == "env live from envs/site.yaml"
    assert "Now: prod<" in html


def test_uploaded_files_go_there_and_back_with_the_form(visited, client, site):
    fill = reverse("fill", args=[site.slug])
    html = client.post(fill, UPLOADED).content.decode()
    assert re.search(r'<button[^>]*id="all-combinations"[^>]*formaction="/templates/web/conditions/"', html, re.DOTALL)
    html = visited(form={**UPLOADED, "param-key": "s3cret"})
    assert from_files(html) == {"env": "env test from own.yaml", "big": "big true from own.yaml"}
    assert "s3cret" not in html
    carried = {
        "state": unescape(re.search(r'name="state" value="([^"]*)"', html)[1]),
        "draft": re.search(r'name="draft" value="(\d+)"', html)[1],
    }
    only = client.post(f"{reverse('conditions', args=[site.slug])}?is-live=true&is-locked=false", carried)
    only = only.content.decode()
    assert from_files(only) == from_files(html)
    assert {outcomes[0] for outcomes, _, _, _ in rows(only)} == {"+"}
    row = next(row for outcomes, _, _, row in rows(only) if outcomes == "++-+")
    chosen = unescape(re.search(r'name="combination" value="([^"]*)"', row)[1])
    form = client.post(fill, {**carried, "combination": chosen})
    shown = dict(re.findall(r'data-testid="condition-(\w+)" data-value="(\w+)"', form.content.decode()))
    assert [shown[name] for name in ("live", "saved", "locked", "large")] == ["true", "true", "false", "true"]
    assert [file.name for file in form.context["state"].environments if file.is_in_force] == ["own.yaml"]
    assert form.context["state"].given.values == {"name": "db", "env": "live", "backup": "true"}
    assert form.context["step"].kind == "combination"
    assert form.context["keeping"].newer is None
    back = client.post(fill, carried)
    assert back.context["state"].given.values == {"name": "db"}
    assert [file.name for file in back.context["state"].environments if file.is_in_force] == ["own.yaml"]


def test_a_link_has_the_files_that_its_maker_left_on_until_its_holder_switches_them_off(client, alice, site):
    link = share_link_create(
        design=site, created_by=alice, may=May.VIEW, environments=[{"name": "envs/site.yaml", "on": True}]
    )
    address = reverse("shared_conditions", args=[link.token])
    assert from_files(client.get(address).content.decode())["env"] == "env live from envs/site.yaml"
    off = {"environment-name": BOTH, "environments-shown": '["envs/site.yaml"]', "param-env": "live"}
    form = client.post(link_address(link), off).content.decode()
    there = unescape(re.search(r'id="all-combinations"[^>]*href="([^"]*)"', form)[1])
    assert there == f"{address}?environment="
    html = client.get(there).content.decode()
    assert not from_files(html)
    assert all("environment=" in fills for _, _, fills, _ in rows(html) if fills)


def test_a_refused_value_of_a_file_is_named(visited):
    own = {**UPLOADED, "environment-text-own.yaml": "parameters: {env: nowhere}\n", "param-env": "nowhere"}
    html = visited(form=own)
    assert "Heat refuses the current value of env," in html
    assert all(">env<" in row for outcomes, _, _, row in rows(html) if outcomes[0] == "+")


def test_more_files_than_a_link_has_room_for_go_with_the_form(client, alice, make_design):
    names = [f"envs/{'long-name-' * 12}{number}.yaml" for number in range(40)]
    design = make_design(TEXT, files=dict.fromkeys(names, b"parameters: {env: live}\n"))
    client.force_login(alice)
    form = {"environment-name": names, "environment-on": names, "environments-shown": json.dumps(names)}
    answer = client.post(reverse("fill", args=[design.slug]), {**form, "param-env": "live"})
    html = answer.content.decode()
    assert "Too long for a link" in html
    assert re.search(r'<button[^>]*id="all-combinations"', html)
    html = client.get(reverse("conditions", args=[design.slug])).content.decode()
    state = unescape(re.search(r'name="state" value="([^"]*)"', html)[1])
    back = client.post(reverse("fill", args=[design.slug]), {"state": state})
    assert back.context["state"].environments.names_on == names


def state_of(form):
    """The values in the form of a response."""
    state = form.context["state"]
    files = [(file.name, file.is_on) for file in state.environments if file.is_uploaded]
    return files, state.set_name, state.given.values, state.attributes or {}


OFF = {**UPLOADED, "environment-on": [], "environments-shown": "[]"}


@pytest.mark.parametrize("form", [OFF, {"set": "prod", "param-name": "db"}], ids=["uploaded file", "set"])
def test_an_uploaded_file_that_is_off_and_the_set_go_there_and_back(client, alice, site, form):
    client.force_login(alice)
    site.value_sets.create(owner=alice, name="prod", values={"name": "db"})
    fill, there = (reverse(name, args=[site.slug]) for name in ("fill", "conditions"))
    left = client.post(fill, form)
    assert re.search(r'<button[^>]*id="all-combinations"', left.content.decode())
    html = client.post(there, form).content.decode()
    assert re.search(r'<button[^>]*data-testid="back-to-form"', html)
    state = unescape(re.search(r'name="state" value="([^"]*)"', html)[1])
    assert state_of(client.post(fill, {"state": state})) == state_of(left)
    plain = client.get(there).content.decode()
    assert re.search(r'data-testid="back-to-form"\s+href="([^"]*)"', plain)[1] == fill
    assert state_of(client.get(fill)) == state_of(left)
