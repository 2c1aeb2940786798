"""The history, with a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from designer.store.designs import revision_create
from designer.store.value_sets import value_set_save
from tests.conftest import MINIMAL

pytestmark = pytest.mark.database


@pytest.fixture
def design(make_design, alice):
    design = make_design()
    changed = MINIMAL.replace(b"default: 2", b"default: 3").replace(b"get_param: size", b"get_param:  size")
    revision_create(design=design, author=alice, text=changed, message="Two changes", based_on=1)
    revision_create(design=design, author=alice, text=changed + b"# end\n", message="An end", based_on=2)
    return design


def test_restoring_an_earlier_revision(alice_page: Page, design):
    alice_page.goto("/templates/web/history/")
    alice_page.get_by_test_id("restore-1").click()
    expect(alice_page.get_by_text("Revision 1 restored as revision 4.")).to_be_visible()
    expect(alice_page.get_by_test_id("revision-4")).to_contain_text("Restored revision 1")
    expect(alice_page.get_by_test_id("revision-1")).to_be_visible()
    design.refresh_from_db()
    assert bytes(design.newest.text) == MINIMAL


@pytest.mark.usefixtures("design")
def test_choosing_two_revisions_and_walking_through_their_differences(alice_page: Page):
    alice_page.goto("/templates/web/history/")
    alice_page.get_by_test_id("revision-1").get_by_role("link").first.focus()
    alice_page.keyboard.press("Shift+Space")
    expect(alice_page.get_by_role("heading", name="Revision 1 to 3")).to_be_visible()
    expect(alice_page.get_by_test_id("revision-1").get_by_role("link").first).to_be_focused()
    alice_page.keyboard.press("ArrowUp")
    alice_page.keyboard.press("Space")
    expect(alice_page.get_by_role("heading", name="Revision 1 to 2")).to_be_visible()
    hunks = alice_page.locator("[data-hunk]")
    expect(hunks).to_have_text([re.compile("parameters: size"), re.compile("resources: answer")])
    effects = alice_page.get_by_test_id("change")
    expect(effects).not_to_have_count(0)
    for difference in (*effects.all(), *hunks.all()):
        alice_page.keyboard.press("Alt+ArrowDown")
        expect(difference).to_be_focused()
        expect(difference).to_have_css("outline-style", "solid")
    alice_page.keyboard.press("Alt+ArrowUp")
    expect(hunks.nth(0)).to_be_focused()


@pytest.mark.usefixtures("bounded")
def test_the_walk_through_differences_takes_only_what_can_be_seen(alice_page: Page):
    alice_page.goto("/templates/web/history/")
    folded = alice_page.locator('.effect[data-kind="added"] details li')
    expect(folded.first).to_be_hidden()
    last = alice_page.locator('.effect[data-kind="added"] .says > ul li').last
    last.focus()
    alice_page.keyboard.press("Alt+ArrowDown")
    expect(folded.first).not_to_be_focused()
    expect(last).not_to_be_focused()
    last.focus()
    alice_page.locator('.effect[data-kind="added"] summary').click()
    last.focus()
    alice_page.keyboard.press("Alt+ArrowDown")
    expect(folded.first).to_be_focused()


@pytest.mark.usefixtures("design")
def test_side_by_side_and_the_other_end_with_the_mouse(alice_page: Page):
    alice_page.goto("/templates/web/history/")
    alice_page.get_by_test_id("revision-1").hover()
    alice_page.get_by_role("link", name="Compare from revision 1").click()
    expect(alice_page.get_by_role("heading", name="Revision 1 to 3")).to_be_visible()
    alice_page.get_by_role("link", name="Side by side").click()
    row = alice_page.get_by_role("row").filter(has_text="default").first
    expect(row).to_contain_text("default: 2")
    expect(row).to_contain_text("default: 3")


@pytest.fixture
def bounded(make_design, alice):
    """Two revisions, of which the newer one refuses a saved value and has another parameter."""
    design = make_design()
    value_set_save(design=design, owner=alice, name="large", values={"size": 9})
    value_set_save(design=design, owner=alice, name="small", values={"size": 1})
    text = MINIMAL.replace(b"default: 2", b"default: 3\n    constraints: [{range: {max: 5}}]")
    more = b"".join(b"  p%d: {type: string, default: a}\n" % number for number in range(12))
    text = text.replace(b"parameters:\n", b"parameters:\n" + more)
    revision_create(design=design, author=alice, text=text, message="At most five", based_on=1)
    return design


@pytest.mark.usefixtures("bounded")
def test_what_a_revision_means_leads_to_the_values_that_it_refuses(alice_page: Page):
    alice_page.goto("/templates/web/history/")
    expect(alice_page.get_by_test_id("summary")).to_contain_text("1 of 2 saved value sets refused.")
    refused = alice_page.locator('.effect[data-kind="refused"]')
    expect(refused).to_contain_text("now must be at most 5")
    added = alice_page.locator('.effect[data-kind="added"]')
    expect(added.get_by_text("p11", exact=True)).to_be_hidden()
    added.locator("summary").focus()
    alice_page.keyboard.press("Enter")
    expect(added.get_by_text("p11", exact=True)).to_be_visible()
    refused.get_by_role("link", name="large").click()
    expect(alice_page).to_have_url(re.compile(r"/templates/web/\?set=large"))
    expect(alice_page.locator('[name="param-size"]')).to_have_value("9")


@pytest.mark.usefixtures("bounded")
def test_choosing_saved_values_by_keyboard(alice_page: Page):
    alice_page.goto("/templates/web/history/?from=1&to=1")
    expect(alice_page.get_by_test_id("meaning")).to_contain_text("No impact on stacks")
    alice_page.get_by_label("Values before").focus()
    alice_page.keyboard.press("s")
    alice_page.keyboard.press("Tab")
    alice_page.keyboard.press("l")
    alice_page.keyboard.press("Tab")
    alice_page.keyboard.press("Enter")
    expect(alice_page.get_by_text("The same revision with two value sets.")).to_be_visible()
    expect(alice_page.get_by_test_id("meaning")).to_contain_text("value changes from 1 to 9")
    alice_page.get_by_role("link", name="Swap").click()
    expect(alice_page.get_by_label("Values before")).to_have_value("large")
    expect(alice_page.get_by_test_id("meaning")).to_contain_text("value changes from 9 to 1")


@pytest.mark.usefixtures("bounded")
def test_the_comparison_of_sets_leads_to_what_a_revision_changes_under_them(alice_page: Page):
    alice_page.goto("/templates/web/")
    alice_page.locator(".values-button").click()
    alice_page.get_by_test_id("compare-values").click()
    alice_page.get_by_label("To", exact=True).select_option(label="large")
    alice_page.get_by_role("link", name="Impact of the last revision on them").click()
    expect(alice_page.get_by_label("Values before")).to_have_value("")
    expect(alice_page.get_by_test_id("meaning")).to_contain_text("Refused now")
    expect(alice_page).to_have_url(re.compile(r"history/\?set=&to_set=large$"))


@pytest.mark.usefixtures("bounded")
def test_nothing_serious_is_found_and_nothing_scrolls_sideways(alice_page: Page, expect_accessible):
    for width in (320, 390, 1280):
        alice_page.set_viewport_size({"width": width, "height": 800})
        alice_page.goto("/templates/web/history/")
        main = alice_page.get_by_role("main")
        assert main.evaluate("(part) => part.scrollWidth <= part.clientWidth")
    expect_accessible(alice_page)
