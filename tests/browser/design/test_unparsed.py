"""While the text does not parse, the diagram and the forms stay as they were and change nothing."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import Held

WEB = Path(__file__).with_name("web-service.yaml").read_text()
MISTAKE = "x: ["


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def inspector(page: Page):
    return page.get_by_role("complementary", name="Inspector")


def place(page: Page, name: str) -> list[float]:
    """The corner of a node on the screen."""
    box = node(page, name).locator(".box").first.bounding_box()
    return [box["x"], box["y"]]


def break_text(page: Page) -> None:
    """Write something at the end of the text that does not parse."""
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(MISTAKE)
    expect(page.locator("[data-broken]")).to_be_visible()


@pytest.fixture
def broken(open_design) -> Page:
    page = open_design(WEB, shows="router", panes="canvas")
    page.keyboard.press("t")
    break_text(page)
    return page


def test_the_diagram_stays_and_says_since_which_line(broken: Page):
    page = broken
    line = WEB.count("\n") + 1
    expect(page.locator("[data-broken]")).to_contain_text(f"As it was before line {line}")
    expect(page.locator("[data-broken]")).to_contain_text("Invalid YAML")
    expect(page.locator("[data-graph]")).to_have_css("opacity", "0.45")
    before = place(page, "router")
    page.locator("[data-graph]").hover()
    page.mouse.wheel(0, 40)
    expect(node(page, "router")).to_be_visible()
    assert place(page, "router") == pytest.approx([before[0], before[1] - 40], abs=1)  # it moves by whole pixels
    size = page.locator("[data-zoom]").inner_text()
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator("[data-zoom]")).not_to_have_text(size)
    page.get_by_role("button", name="Outline", exact=True).first.click()
    page.get_by_role("searchbox", name="Filter the outline").click()  # fails if the message lies on it
    note, last = (page.locator(each).last.bounding_box() for each in ("[data-broken]", "[data-outline-find]"))
    assert note["y"] > last["y"] + last["height"]


def test_keys_change_nothing_and_say_why(broken: Page):
    page = broken
    before = place(page, "router")
    for key in ("F2", "Delete", "n", "c", "Alt+ArrowRight"):
        page.evaluate("designer.studio.say('nothing yet')")
        node(page, "router").focus()
        page.keyboard.press(key)
        expect(page.locator("[data-said]")).to_contain_text("cannot be parsed")
        expect(page.locator("dialog[open], [popover]:popover-open")).to_have_count(0)
        assert place(page, "router") == before, key


def test_a_card_does_not_move_and_says_why(broken: Page):
    page = broken
    page.get_by_role("button", name="Fit", exact=True).click()
    box = node(page, "router").locator(".box").first.bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 160, box["y"] + 90, steps=4)
    page.mouse.up()
    expect(page.locator("[data-said]")).to_contain_text("cannot be parsed")
    assert place(page, "router") == [box["x"], box["y"]]
    node(page, "router").hover()
    expect(page.get_by_test_id("plus-router-uses")).to_be_hidden()


def test_the_inspector_shows_the_last_valid_state_and_leads_to_the_error(broken: Page):
    page = broken
    node(page, "database_server").focus()
    page.keyboard.press("Enter")
    form = inspector(page)
    expect(form.get_by_role("heading", name="database_server")).to_be_visible()
    flavor = form.get_by_test_id("property-flavor").locator("[data-value]")
    expect(flavor).to_have_value("m1.medium")
    expect(flavor).to_have_js_property("readOnly", True)
    expect(form.locator("[data-rename], [data-remove], [data-duplicate]")).to_have_count(0)
    expect(form.locator("[data-unparsed]")).to_contain_text("As it was before line")
    form.get_by_role("button", name="Go to it").click()
    expect(page.get_by_test_id("code-editor")).to_be_focused()
    expect(page.locator("[data-place]")).to_contain_text(f"Line {WEB.count(chr(10)) + 1}")


def test_all_comes_back_with_a_text_that_parses(broken: Page):
    page = broken
    node(page, "database_server").focus()
    page.keyboard.press("Enter")
    flavor = inspector(page).get_by_test_id("property-flavor").locator("[data-value]")
    expect(flavor).to_have_js_property("readOnly", True)
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    for _ in MISTAKE:
        page.keyboard.press("Backspace")
    expect(page.locator("[data-broken]")).to_be_hidden()
    expect(page.locator("[data-graph]")).to_have_css("opacity", "1")
    expect(inspector(page).locator("[data-unparsed]")).to_have_count(0)
    expect(flavor).to_have_js_property("readOnly", False)
    flavor.fill("m1.large")
    flavor.press("Enter")
    expect(page.locator("[data-said]")).to_contain_text("flavor")
    assert "flavor: m1.large" in page.evaluate("designer.studio.editor.text()")


def test_what_was_typed_into_a_field_is_sent_once_the_text_parses(broken: Page, held: Held):
    page = broken
    for _ in MISTAKE:
        page.keyboard.press("Backspace")
    expect(page.locator("[data-broken]")).to_be_hidden()
    node(page, "database_server").focus()
    page.keyboard.press("Enter")
    flavor = inspector(page).get_by_test_id("property-flavor").locator("[data-value]")
    flavor.focus()
    with held.at("diagram"):
        page.evaluate("text => designer.studio.editor.replace(designer.studio.editor.text() + text, 'typing')", MISTAKE)
        flavor.fill("m1.large")
    held.let_go()
    expect(flavor).to_have_js_property("readOnly", True)
    expect(flavor).to_have_value("m1.large")
    node(page, "router").focus()
    expect(inspector(page)).to_contain_text("Not sent yet")
    page.keyboard.press("Enter")
    expect(inspector(page).get_by_role("heading", name="router")).to_be_visible()
    page.get_by_test_id("undo").click()
    expect(page.locator("[data-said]")).to_contain_text("flavor")
    assert "flavor: m1.large" in page.evaluate("designer.studio.editor.text()")


def test_a_page_that_opens_with_such_a_text_shows_what_was_saved(broken: Page):
    page = broken
    page.reload()
    expect(page.locator("[data-broken]")).to_contain_text("As it was before line")
    expect(page.locator("[data-graph]")).to_have_css("opacity", "0.45")
    node(page, "database_server").focus()
    page.keyboard.press("Enter")
    flavor = inspector(page).get_by_test_id("property-flavor").locator("[data-value]")
    expect(flavor).to_have_value("m1.medium")
    expect(flavor).to_have_js_property("readOnly", True)


def test_it_is_accessible(broken: Page, expect_accessible):
    page = broken
    node(page, "database_server").focus()
    page.keyboard.press("Enter")
    expect(inspector(page).locator("[data-unparsed]")).to_be_visible()
    expect_accessible(page)
