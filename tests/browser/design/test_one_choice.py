"""The selected card and its lines in the text are one choice."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import until_true

WEB = Path(__file__).with_name("web-service.yaml").read_text()
GROUND = """() => {
  const probe = document.createElement("i");
  probe.style.color = "var(--accent-soft)";
  document.body.append(probe);
  const wanted = getComputedStyle(probe).color;
  probe.remove();
  const line = document.querySelector(".cm-chosen");
  return getComputedStyle(line, "::before").backgroundColor === wanted;
}"""


@pytest.fixture
def opened(open_design) -> Page:
    return open_design(WEB, shows="router", panes="canvas")


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def chosen_lines(page: Page):
    return page.locator(".cm-chosen")


def test_a_selected_card_marks_its_lines(opened: Page):
    page = opened
    page.keyboard.press("t")
    node(page, "database_server").focus()
    page.keyboard.press("Space")
    expect(chosen_lines(page).first).to_contain_text("database_server:")
    expect(chosen_lines(page).last).to_contain_text("params:")
    expect(chosen_lines(page).first).to_be_in_viewport()
    assert page.evaluate(GROUND)


def test_the_text_that_comes_shows_the_selected_card(opened: Page):
    page = opened
    node(page, "database_server").focus()
    page.keyboard.press("Space")
    page.keyboard.press("t")
    expect(chosen_lines(page).first).to_contain_text("database_server:")
    expect(chosen_lines(page).first).to_be_in_viewport()


def test_the_mark_of_the_cursor_stays_in_the_head_of_its_card(opened: Page):
    page = opened
    node(page, "database_server").focus()
    page.keyboard.press("Space")
    expect(node(page, "database_server")).to_have_class(re.compile("at-text"))
    mark = page.locator(".at-text > .caret").first.bounding_box()
    head = page.locator(".at-text > .box").first.bounding_box()
    assert head["y"] < mark["y"] < mark["y"] + mark["height"] < head["y"] + head["height"]


def test_the_cursor_lights_its_card_and_moves_the_view_only_if_that_is_out_of_sight(opened: Page):
    page = opened
    page.keyboard.press("t")
    page.get_by_role("button", name="Fit", exact=True).click()
    before = node(page, "router").bounding_box()
    line = WEB[: WEB.index("  load_balancer:")].count("\n") + 1
    page.evaluate("line => designer.studio.editor.jump(line, 3)", line)
    expect(node(page, "load_balancer")).to_have_class(re.compile("at-text"))
    assert node(page, "router").bounding_box() == before
    for _ in range(8):
        page.get_by_role("button", name="Zoom in").click()
    node(page, "router").focus()
    page.keyboard.press("2")
    expect(node(page, "database_volume")).not_to_be_in_viewport()
    line = WEB[: WEB.index("  database_volume:")].count("\n") + 2
    page.evaluate("line => designer.studio.editor.jump(line, 3)", line)
    expect(node(page, "database_volume")).to_be_in_viewport()
    until_true(page, "() => document.querySelector('.at-text').dataset.name === 'database_volume'")
