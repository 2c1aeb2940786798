"""The arrangement "Canvas", in which the page opens: the diagram is the page, and panels lie over it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import until_true

PANES = None  # the page on a first visit
FILL = """() => {  // this device keeps so much that there is no room for a single character
    for (let size = 2 ** 24, number = 0; size >= 1; )
        try {
            localStorage.setItem(`filler${number}`, "x".repeat(size));
            number += 1;
        } catch {
            size = Math.floor(size / 2);
        }
}"""
WEB = Path(__file__).with_name("web-service.yaml").read_text()


@pytest.fixture
def opened(alice_page: Page, make_design) -> Page:
    make_design(WEB)
    alice_page.set_viewport_size({"width": 1440, "height": 900})
    alice_page.goto("/templates/web/design/")
    expect(alice_page.get_by_test_id("node-router")).to_be_visible()
    return alice_page


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def inspector(page: Page):
    return page.get_by_role("complementary", name="Inspector")


def size(page: Page) -> tuple[float, float]:
    """The width and the height of the diagram on the screen."""
    box = page.locator("[data-graph]").bounding_box()
    return box["width"], box["height"]


def place(page: Page, name: str) -> list[float]:
    """The corner of a node on the screen."""
    box = node(page, name).locator(".box").first.bounding_box()
    return [box["x"], box["y"]]


def test_the_diagram_has_the_page_and_no_panel_resizes_it(opened: Page):
    page = opened
    whole = size(page)
    assert whole[0] == 1440
    expect(page.get_by_test_id("code-editor")).to_be_hidden()
    expect(inspector(page)).to_be_hidden()
    before = place(page, "load_balancer")
    node(page, "router").click()
    expect(inspector(page).get_by_role("heading", name="router")).to_be_visible()
    assert size(page) == whole
    assert place(page, "load_balancer") == before
    page.keyboard.press("Escape")
    expect(inspector(page)).to_be_hidden()
    assert place(page, "load_balancer") == before
    expect(node(page, "router")).to_be_focused()
    page.keyboard.press("a")
    page.get_by_test_id("palette-search").fill("volume")
    page.keyboard.press("Enter")
    expect(page.locator("[data-said]")).to_have_text("Add resource volume")
    assert size(page) == whole


def test_what_a_panel_would_cover_comes_into_view(opened: Page):
    page = opened
    node(page, "database_volume").focus()
    page.keyboard.press("Enter")
    expect(inspector(page).get_by_role("heading", name="database_volume")).to_be_visible()
    left = inspector(page).bounding_box()["x"]
    until_true(
        page,
        """left => {
          const box = document.querySelector("[data-testid=node-database_volume] .box");
          return box.getBoundingClientRect().right < left;
        }""",
        arg=left,
    )


def test_the_folded_panel_is_a_layer_while_it_is_used(opened: Page):
    page = opened
    types = page.get_by_test_id("palette-item-OS::Cinder::Volume")
    expect(types).to_be_hidden()
    page.keyboard.press("a")
    expect(page.get_by_test_id("palette-search")).to_be_focused()
    page.keyboard.type("volume")
    expect(types).to_be_visible()
    page.keyboard.press("Enter")
    expect(node(page, "volume")).to_be_focused()
    expect(types).to_be_hidden()
    expect(page.get_by_test_id("palette-search")).to_have_value("")
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    expect(types).to_be_hidden()
    expect(node(page, "volume")).to_be_focused()


def test_keys_bring_the_text_and_fold_the_inspector_and_both_are_remembered(opened: Page):
    page = opened
    node(page, "router").click()
    expect(inspector(page)).to_be_visible()
    page.keyboard.press("i")
    expect(inspector(page)).to_be_hidden()
    node(page, "network").focus()
    page.keyboard.press("Space")
    expect(node(page, "network")).to_have_attribute("aria-pressed", "true")
    expect(inspector(page)).to_be_hidden()
    page.keyboard.press("t")
    expect(page.get_by_test_id("code-editor")).to_be_visible()
    expect(page.get_by_test_id("arrange-split")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_test_id("code-editor")).to_be_visible()
    page.keyboard.press("t")
    expect(page.get_by_test_id("code-editor")).to_be_hidden()
    page.reload()
    expect(page.get_by_test_id("arrange-canvas")).to_have_attribute("aria-pressed", "true")
    node(page, "router").click()
    expect(inspector(page)).to_be_hidden()
    page.keyboard.press("i")
    expect(inspector(page).get_by_role("heading", name="router")).to_be_visible()


def test_a_problem_leads_from_its_layer_to_the_text(opened: Page):
    page = opened
    page.keyboard.press("Alt+p")
    problems = page.get_by_role("complementary", name="Problems")
    expect(problems).to_be_visible()
    problems.locator("[data-jump]").first.click()
    expect(page.get_by_test_id("code-editor")).to_be_visible()
    expect(page.locator("[data-place]")).to_contain_text("Line 206")


def test_a_blank_template_offers_its_types_at_once(alice_page: Page, make_design):
    make_design("heat_template_version: 2021-04-16\n")
    alice_page.set_viewport_size({"width": 1440, "height": 900})
    alice_page.goto("/templates/web/design/")
    expect(alice_page.get_by_test_id("palette-item-OS::Nova::Server")).to_be_visible()


def test_a_text_that_does_not_parse_is_shown(alice_page: Page, make_design):
    design = make_design(WEB)
    alice_page.set_viewport_size({"width": 1440, "height": 900})
    alice_page.goto(f"/templates/{design.slug}/design/")
    alice_page.keyboard.press("t")
    alice_page.get_by_test_id("code-editor").focus()
    alice_page.keyboard.press("Control+a")
    alice_page.keyboard.type("resources: [")
    expect(alice_page.locator("[data-broken]")).to_be_visible()
    alice_page.get_by_test_id("arrange-canvas").click()
    expect(alice_page.get_by_test_id("code-editor")).to_be_hidden()
    alice_page.reload()
    expect(alice_page.get_by_test_id("code-editor")).to_be_visible()


def test_what_is_not_the_diagram_is_left_by_escape_or_by_adding(alice_page: Page, make_design):
    make_design("heat_template_version: 2021-04-16\n")
    page = alice_page
    page.goto("/templates/web/design/")
    page.get_by_role("button", name="Parameters", exact=True).click()
    page.reload()
    expect(page.get_by_role("button", name="Parameters", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("a")
    page.keyboard.type("keypair")
    page.keyboard.press("Enter")
    expect(node(page, "key_pair")).to_be_focused()
    page.get_by_role("button", name="Parameters", exact=True).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Map", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(node(page, "key_pair")).to_be_focused()
    page.keyboard.press("f")
    expect(page.get_by_role("region", name="Template")).to_be_hidden()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Template")).to_be_visible()


def test_it_is_accessible(opened: Page, expect_accessible):
    page = opened
    node(page, "database_server").click()
    expect(inspector(page).get_by_role("heading", name="database_server")).to_be_visible()
    expect_accessible(page)


def test_a_device_without_room_shows_every_view(opened: Page):
    opened.evaluate(FILL)
    opened.locator("[data-shows=parameters]").evaluate("button => button.click()")
    expect(opened.locator("[data-asked]")).to_be_visible()
    opened.keyboard.press("m")
    opened.reload()
    expect(node(opened, "router")).to_be_visible()
