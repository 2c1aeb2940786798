"""The history, with a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from designer.services import revision_create
from tests.conftest import MINIMAL


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
    expect(alice_page.get_by_text("Revision 4 holds what revision 1 held.")).to_be_visible()
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
    alice_page.keyboard.press("Alt+ArrowDown")
    alice_page.keyboard.press("Alt+ArrowDown")
    expect(hunks.nth(1)).to_be_focused()
    alice_page.keyboard.press("Alt+ArrowUp")
    expect(hunks.nth(0)).to_be_focused()


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
