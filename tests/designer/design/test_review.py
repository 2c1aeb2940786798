"""The review before saving: the diff, and the impact on value sets."""

import pytest
from django.urls import reverse

from designer.models import Visibility
from designer.store.designs import revision_create
from designer.store.value_sets import value_set_save
from tests.conftest import MINIMAL


@pytest.fixture
def design(make_design):
    return make_design(MINIMAL, files={"run.sh": b"echo\n"})


@pytest.fixture
def client(client_of, alice):
    return client_of(alice)


@pytest.fixture
def look(client, design):
    """Submits a text for review, as the page does."""

    def post(text, *, part=True, **fields):
        headers = {"X-Part": "review"} if part else {}
        return client.post(reverse("review", args=["web"]), {"text": text, "based_on": 1, **fields}, headers=headers)

    return post


def text_with(old, new):
    assert old in MINIMAL.decode()
    return MINIMAL.decode().replace(old, new)


def test_the_whole_difference_is_shown_and_nothing_is_saved(look, client, design):
    client.post(reverse("draft", args=["web"]), {"file": "run.sh", "text": "exit\n", "counter": 0, "base": 1})
    page = look(text_with("default: 2", "default: 3"), message="More").content.decode()
    assert "<html" not in page
    assert [one.path for one in look(text_with("default: 2", "default: 3")).context["differences"]] == ["", "run.sh"]
    assert 'value="More"' in page
    design.refresh_from_db()
    assert design.newest.number == 1


def test_it_is_a_page_of_its_own_that_saves_without_javascript(look, client, design):
    page = look(MINIMAL.decode() + "# mine\n", part=False).content.decode()
    assert "<html" in page
    assert "# mine" in page
    assert 'name="based_on" value="1"' in page


def changes(answer):
    """The changes by kind and element, with the names of the affected value sets."""
    return {
        (change.kind, change.name): [one.name for one in change.saved]
        for row in answer.context["impact_rows"]
        for change in (*row.first, *row.more)
    }


def test_saved_values_that_would_be_refused_newly_needed_or_unused_are_reported(look, design, alice):
    value_set_save(design=design, owner=alice, name="large", values={"size": 9})
    value_set_save(design=design, owner=alice, name="small", values={"size": 1})
    text = text_with("    default: 2\n", "    constraints: [{range: {max: 5}}]\n  name: {type: string}\n")
    found = changes(look(text))
    assert found["refused", "size"] == ["large"]
    assert found["needed", "name"] == ["large", "small"]
    assert found["needed", "size"] == []
    page = look(text).content.decode()
    assert "Refused now" in page
    assert "Newly needed" in page
    assert "2 parameters newly needed, 2 of 2 saved value sets refused." in page
    assert f'href="{reverse("fill", args=["web"])}?set=large"' in page
    gone = look(
        text_with("get_param: size", "get_file: run.sh").replace("  size:\n    type: number\n    default: 2\n", "")
    )
    assert changes(gone)["removed", "size"] == ["large", "small"]


def test_what_is_only_perhaps_refused_stands_under_a_heading_of_its_own(look, design):
    kind = "    type: number\n    default: 2\n"
    answer = look(
        text_with(kind, "    type: number\n    default: 2\n    constraints: [{custom_constraint: nova.flavor}]\n")
    )
    assert [(row.heading, row.title) for row in answer.context["impact_rows"]] == [("perhaps", "Perhaps refused now")]
    page = answer.content.decode()
    assert 'data-kind="perhaps"' in page
    assert "Perhaps refused now</h3>" in page


def test_values_of_other_people_are_not_looked_at(look, design, alice, bob):
    design.value_sets.create(owner=bob, name="theirs", values={"size": 9})
    text = text_with("    default: 2\n", "    default: 2\n    constraints: [{range: {max: 5}}]\n")
    assert changes(look(text)) == {("refused", "size"): []}
    assert "theirs" not in look(text).content.decode()


def test_what_is_nothing_to_heat_says_so(look):
    assert "No impact on stacks" in look(MINIMAL.decode() + "# mine\n").content.decode()


def test_nothing_to_save(look):
    page = look(MINIMAL.decode()).content.decode()
    assert "No changes to save." in page
    assert "data-confirm" not in page
    assert "data-confirm" in look(MINIMAL.decode() + "# mine\n").content.decode()


def test_what_cannot_be_saved_is_reported(look):
    page = look("").content.decode()
    assert "The text is empty." in page
    assert "data-confirm disabled" in page


@pytest.mark.parametrize("text", ["a: [", "- 1\n", "x" * 1000, "a: \0"])
def test_broken_texts_are_compared_too(look, text):
    assert look(text).status_code == 200


def test_a_newer_revision_is_reported(look, design, alice):
    revision_create(design=design, author=alice, text=MINIMAL + b"# theirs\n", based_on=1)
    assert "saved revision 2 while you were editing" in look(MINIMAL.decode() + "# mine\n").content.decode()


@pytest.mark.parametrize("fields", [{"based_on": "x"}, {"based_on": "9"}, {"file": "no"}, {"file": "../x"}])
def test_what_makes_no_sense_is_not_found(look, fields):
    assert look("x", **fields).status_code == 404


def test_only_who_may_edit_reviews(client_of, bob, client, design):
    design.visibility = Visibility.PUBLIC
    design.save()
    fields = {"text": "x", "based_on": 1}
    assert client_of(bob).post(reverse("review", args=["web"]), fields).status_code == 404
    client.logout()
    answer = client.post(reverse("review", args=["web"]), fields)
    assert answer["Location"] == f"{reverse('login')}?next={reverse('design', args=['web'])}"
    assert client.get(reverse("review", args=["web"])).status_code == 405


def test_problems_are_counted_as_in_the_library(look):
    part = look(MINIMAL.decode() + "conditions: {idle: true}\n").content.decode()
    counted = part[part.index("problem-counts") :]
    assert "1 warning" in counted
    assert "in revision 1:" in counted
    same = look(text_with("default: 2", "default: 3")).content.decode()
    assert "The template has no problems." in same
    assert "in revision" not in same[same.index("problem-counts") :].split("</section>")[0]
