"""The boxes of the last time stand in for a picture that is late."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.network import Held

WEB = Path(__file__).with_name("web-service.yaml").read_text()


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def box(page: Page, selector: str) -> list[float]:
    """Where something is on the screen, to a px."""
    found = page.locator(selector).first.bounding_box()
    return [round(found[key]) for key in ("x", "y", "width", "height")]


def press_view(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_map_that_is_late_shows_its_bones_until_it_is_there(open_design, held: Held, clock):
    page = open_design(WEB, shows="router", panes="canvas")
    bones = page.locator(".graph .bone")
    frame = box(page, "[data-of=network] > .around")
    press_view(page, "Dependencies")
    expect(node(page, "network")).to_have_attribute("data-role", "card")
    clock.install(time=0)
    clock.pause_at(1000)
    with held.at("diagram"):
        press_view(page, "Map")
        clock.run_for(399)
        expect(bones).to_have_count(0)
        expect(node(page, "router")).to_have_count(0)
        clock.run_for(1)
        expect(bones.first).to_be_visible()
        assert box(page, ".graph .bone.is-frame") == pytest.approx(frame, abs=2)  # its edge
        clock.resume()
    held.let_go()
    expect(node(page, "router")).to_be_visible()
    expect(bones).to_have_count(0)
    assert box(page, "[data-of=network] > .around") == frame


def test_the_map_of_a_text_that_does_not_parse_is_loaded(open_design):
    page = open_design(WEB, shows="router", panes="canvas")
    page.keyboard.press("t")
    press_view(page, "Dependencies")
    expect(node(page, "network")).to_have_attribute("data-role", "card")
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("x: [")
    expect(page.locator("[data-broken]")).to_be_visible()
    press_view(page, "Map")
    expect(node(page, "network")).to_have_attribute("data-role", "frame")
    expect(page.locator("[data-broken]")).to_be_visible()
    expect(page.locator("[data-graph]")).to_have_css("opacity", "0.45")


def test_a_page_whose_script_is_late_shows_the_bones(alice_page: Page, make_design):
    make_design(WEB)
    page = alice_page
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/pages/design*.js", hold)
    page.goto("/templates/web/design/", wait_until="commit")
    expect(page.locator("[data-first-bones] rect").first).to_be_visible()
    waiting.pop().continue_()
    expect(node(page, "router")).to_be_visible()
    expect(page.locator("[data-first-bones]")).to_be_hidden()
