"""The history of a template."""

import json

import pytest
from django.urls import reverse

from designer.content.impact import MOST_SETS
from designer.models import Visibility
from designer.store.designs import revision_create
from designer.store.share_links import share_link_create
from designer.store.value_sets import value_set_save
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
    assert "No differences" in client.get(address(design), {"from": "2", "to": "2"}).content.decode()


def test_restoring_adds_a_revision_and_deletes_none(client, design):
    answer = client.post(reverse("restore", args=[design.slug]), {"revision": "1"}, follow=True)
    design.refresh_from_db()
    assert design.newest.number == 4
    assert bytes(design.newest.text) == MINIMAL
    assert design.newest.message == "Restored revision 1"
    assert "Revision 1 restored as revision 4" in answer.content.decode()
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
    with django_assert_max_num_queries(10):
        client.get(address(design))
    for number in range(3, 30):
        revision_create(design=design, author=alice, text=MINIMAL + b"#%d\n" % number, based_on=number)
    with django_assert_max_num_queries(10):
        client.get(address(design))


def test_a_long_history_shows_the_newest_and_leads_to_the_others(client, design, alice, monkeypatch):
    monkeypatch.setattr("designer.library.views.history.AT_ONCE", 2)
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


def test_what_lies_between_is_shown_in_a_sentence(client, design):
    page = client.get(address(design)).content.decode()
    assert "One revision: Out" in page
    assert "2 revisions: Out · Three of them" in client.get(address(design) + "?from=1&to=3").content.decode()


def changes_on(answer):
    """The changes on the page by kind and element."""
    rows = answer.context["impact_rows"]
    return [(change.kind, change.name) for row in rows for change in (*row.first, *row.more)]


def test_what_it_means_stands_above_the_text(client, design):
    answer = client.get(address(design), {"from": "1", "to": "2"})
    page = answer.content.decode()
    assert changes_on(answer) == [("changed", "size"), ("changed", "answer")]
    assert "1 resource changed in place." in page
    assert page.index("Impact") < page.index('data-testid="diff"')
    assert "The default of parameter <code>size</code> changes from <code>2</code> to <code>3</code>." in page
    assert "No impact on stacks" in client.get(address(design)).content.decode()


def test_under_saved_values(client, design, alice):
    value_set_save(design=design, owner=alice, name="five & more", values={"size": 5})
    value_set_save(design=design, owner=alice, name="six", values={"size": 6})
    under = client.get(address(design), {"from": "1", "to": "2", "set": "six"})
    assert changes_on(under) == [("changed", "size")]
    assert '<option value="six" selected>' in under.content.decode()
    both = client.get(address(design), {"from": "3", "to": "3", "set": "five & more", "to_set": "six"})
    assert changes_on(both) == [("changed", "size"), ("changed", "answer")]
    page = both.content.decode()
    assert "The same revision with two value sets." in page
    assert "changes from <code>5</code> to <code>6</code>" in page
    assert "set=five+%26+more&amp;to_set=six" in page
    back = client.get(address(design), {"from": "3", "to": "3", "set": "six", "to_set": ""})
    assert "changes from <code>6</code> to <code>3</code>" in back.content.decode()


def test_saved_sets_that_are_refused_are_linked(client, make_design, alice):
    design = make_design()
    value_set_save(design=design, owner=alice, name="nine", values={"size": 9})
    text = MINIMAL.replace(b"default: 2", b"default: 2\n    constraints: [{range: {max: 5}}]")
    revision_create(design=design, author=alice, text=text, based_on=1)
    page = client.get(address(design)).content.decode()
    assert "now must be at most 5" in page
    assert f'<a href="{reverse("fill", args=[design.slug])}?set=nine">nine</a> (<code>9</code>)' in page
    assert "1 of 1 saved value set refused." in page


def test_saved_sets_that_are_not_looked_at_are_counted(client, make_design, alice):
    design = make_design()
    for number in range(MOST_SETS + 5):
        value_set_save(design=design, owner=alice, name=f"set {number:02}", values={"size": 9})
    text = MINIMAL.replace(b"default: 2", b"default: 2\n    constraints: [{range: {max: 5}}]")
    revision_create(design=design, author=alice, text=text, based_on=1)
    page = client.get(address(design)).content.decode()
    assert f"{MOST_SETS} of {MOST_SETS} saved value sets refused, 5 saved value sets not checked." in page


@pytest.mark.parametrize("query", ["set=nobody", "to_set=nobody", "set=%00", "set=" + "x" * 300])
def test_saved_values_that_do_not_exist(client, design, query):
    assert client.get(f"{address(design)}?{query}").status_code == 404


def test_saved_values_of_others_are_neither_named_nor_used(client_of, bob, design, alice):
    value_set_save(design=design, owner=alice, name="mine", values={"size": 5})
    design.visibility = Visibility.PUBLIC
    design.save()
    assert "mine" not in client_of(bob).get(address(design)).content.decode()
    assert client_of(bob).get(address(design), {"set": "mine"}).status_code == 404


def test_a_link_tells_what_it_means_without_saved_values(client, design, alice):
    value_set_save(design=design, owner=alice, name="mine", values={"size": 5})
    token = share_link_create(design=design, created_by=alice, may="view").token
    shared = reverse("shared_history", args=[token])
    page = client.get(shared, {"from": "1", "to": "2"}).content.decode()
    assert "changes from <code>2</code> to <code>3</code>" in page
    assert "mine" not in page
    assert client.get(shared, {"set": "mine"}).status_code == 404


def test_hidden_values_appear_nowhere_but_in_the_text(client, make_design, alice):
    text = MINIMAL.replace(b"    default: 2", b"    default: 271828\n    hidden: true")
    design = make_design(text)
    revision_create(design=design, author=alice, text=text.replace(b"271828", b"314159"), based_on=1)
    page = client.get(address(design)).content.decode()
    meant = page[page.index("Impact") : page.index('data-testid="diff"')]
    assert "The default of parameter <code>size</code> changes." in meant
    assert "271828" not in meant
    assert "314159" not in meant


def test_many_changes_are_folded(client, make_design, alice):
    design = make_design()
    more = b"".join(b"  p%d: {type: string, default: a}\n" % number for number in range(30))
    text = MINIMAL.replace(b"parameters:\n", b"parameters:\n" + more)
    revision_create(design=design, author=alice, text=text, based_on=1)
    page = client.get(address(design)).content.decode()
    assert "Show all: 22 more" in page
    assert page.count('data-testid="change"') == 30


def test_places_inside_of_values_are_shown_with_the_lines_that_differ(client, make_design, alice):
    script = "".join(f"echo {number}\n" for number in range(30))
    steps = {f"step{number}": {"run": script, "as": "root"} for number in range(9)}
    text = "heat_template_version: 2021-04-16\noutputs:\n  plan: {value: %s}\n"
    design = make_design((text % json.dumps(steps)).encode())
    steps["step0"] = {"run": script.replace("echo 7\n", "echo <b>\n"), "as": "root"}
    steps |= {name: {**step, "as": "nobody"} for name, step in steps.items()}
    revision_create(design=design, author=alice, text=(text % json.dumps(steps)).encode(), based_on=1)
    page = client.get(address(design), {"from": "1", "to": "2"}).content.decode()
    assert "Output <code>plan</code> changes in 10 places." in page
    assert "<code>step0.as</code> changes from <code>root</code> to <code>nobody</code>." in page
    assert '<span class="del">- echo 7' in page
    assert '<span class="add">+ echo &lt;b&gt;' in page
    assert page.count('data-testid="place"') == 10
    steps |= {f"more{number}": {"run": "x"} for number in range(9)}
    revision_create(design=design, author=alice, text=(text % json.dumps(steps)).encode(), based_on=2)
    page = client.get(address(design), {"from": "1", "to": "3"}).content.decode()
    assert page.count('data-testid="place"') == 19
    assert "7 more places" in page


@pytest.mark.parametrize("text", [b"a: [", b"\xff", b"- 1\n", b"heat_template_version: 2099-01-01\n", b"x" * 1000])
def test_broken_texts_have_a_meaning_too(client, make_design, alice, text):
    design = make_design()
    revision_create(design=design, author=alice, text=text, based_on=1)
    revision_create(design=design, author=alice, text=MINIMAL, based_on=2)
    assert ("refused", "") in changes_on(client.get(address(design), {"from": "1", "to": "2"}))
    assert client.get(address(design), {"from": "2", "to": "3"}).status_code == 200
