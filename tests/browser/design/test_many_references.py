"""A diagram of more references than anybody can follow says so."""

from playwright.sync_api import expect

from tests.hotcore.test_hostile import dense


def test_it_says_how_many_are_shown_in_each_view_until_there_are_fewer(open_design):
    page = open_design(dense(145), shows="r0", panes="canvas")
    note = page.get_by_test_id("diagram-note")
    for view in ("outline", "graph", "map"):
        page.locator(f"[data-shows={view}]").click()
        expect(page.locator(f".studio[data-view={view}]")).to_be_visible()
        expect(note).to_be_visible()
        expect(note).to_have_text("The first 10,000 of 10,440 references are shown.")
    page.keyboard.press("t")
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(dense(9))
    expect(page.get_by_test_id("node-r144")).to_have_count(0)
    expect(note).to_be_hidden()
