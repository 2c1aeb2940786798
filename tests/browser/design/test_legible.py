"""What is written on the map at every zoom: large enough, never on something else, and shown where it has no room."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.design.test_map import SERVICE, node
from tests.browser.network import drawn, until_true
from tests.hotcore.diagram.pictured import shop

ZOOMS = (1.5, 1, 0.8, 0.7, 0.6, 0.53, 0.47, 0.42, 0.3, 0.15)
ZOOM_TO = """(zoom) => {
  const { viewport } = designer.studio.graph, { left, top } = viewport.extent(), { free } = viewport;
  viewport.place({ k: zoom, x: free.left + 24 - left * zoom, y: free.top + 24 - top * zoom });
}"""
TEXTS = """() => [...document.querySelectorAll("[data-graph] :is(.nodes, .edges, .shelf) text")]
  .filter((text) => text.checkVisibility() && text.textContent)
  .map((text) => {
    const { left, top, width, height } = text.getBoundingClientRect(), { a } = text.getScreenCTM();
    const kind = text.getAttribute("class") || "badge", size = parseFloat(getComputedStyle(text).fontSize) * a;
    const ink = { left, right: left + width, top: top + height * 0.2, bottom: top + height * 0.8 };
    return { text: text.textContent, kind, size, ...ink };
  })"""
CARDS = """() => [...document.querySelectorAll("[data-graph] .whole:not(.around, .strip)")].map((card) => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  return { text: card.closest("[data-of]").dataset.of, left, top, right, bottom };
})"""
COVERED = """() => {
  const { byName } = designer.studio.graph, found = [];
  for (const ring of document.querySelectorAll("[data-graph] .handle .ring")) {
    const { of } = ring.closest("[data-of]").dataset, one = ring.getBoundingClientRect();
    if (!["frame", "lane"].includes(byName.get(of).role)) continue;
    const heads = [...byName.values()].filter(({ name, inside, role }) =>
      name === of || name === byName.get(of).inside || (role === "lane" && inside === of));
    for (const { name } of heads)
      for (const text of designer.studio.graph.element(name)?.querySelectorAll(":is(.name, .type)") || []) {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        const ink = { top: top + (bottom - top) * 0.2, bottom: bottom - (bottom - top) * 0.2 };
        const across = Math.min(one.right, right) - Math.max(one.left, left);
        if (across > 1.5 && Math.min(one.bottom, ink.bottom) - Math.max(one.top, ink.top) > 1.5)
          found.push([of, ring.parentNode.dataset.side, text.textContent]);
      }
  }
  return found;
}"""
SLACK = 1.5  # px: the width of a text is known only roughly where it is drawn


def overlap(one, other) -> bool:
    return (
        one["left"] + SLACK < other["right"]
        and other["left"] + SLACK < one["right"]
        and one["top"] + SLACK < other["bottom"]
        and other["top"] + SLACK < one["bottom"]
    )


def overlapping(ones, others):
    return [
        (one["text"], other["text"])
        for at, one in enumerate(ones)
        for other in (ones[at + 1 :] if ones is others else others)
        if overlap(one, other)
    ]


@pytest.fixture
def page(alice_page: Page) -> Page:
    alice_page.set_viewport_size({"width": 1440, "height": 900})
    alice_page.emulate_media(reduced_motion="reduce")
    return alice_page


@pytest.mark.parametrize(("template", "chosen"), [("service", "database_server"), ("shop", "db_lb")])
def test_texts_are_large_enough_and_lie_on_nothing_else(page: Page, make_design, template, chosen):
    make_design(SERVICE if template == "service" else shop())
    page.goto("/templates/web/design/")
    page.get_by_test_id("arrange-canvas").click()
    node(page, chosen).click()
    expect(page.locator("[data-graph] .where").first).to_be_attached()
    drawn(page)
    for zoom in ZOOMS:
        page.evaluate(ZOOM_TO, zoom)
        texts = page.evaluate(TEXTS)
        assert texts
        assert [one for one in texts if one["size"] < 11] == [], zoom
        written = [one for one in texts if one["kind"] != "badge"]
        assert overlapping(written, written) == [], zoom
        names = [one for one in texts if one["kind"] in ("where", "count")]
        assert overlapping(names, page.evaluate(CARDS)) == [], zoom
        assert page.evaluate(COVERED) == [], zoom


def test_a_zoom_by_the_wheel_ends_with_texts_that_are_large_enough(page: Page, make_design):
    make_design(shop())
    page.goto("/templates/web/design/")
    page.get_by_test_id("arrange-canvas").click()
    drawn(page)
    page.evaluate(ZOOM_TO, 1)
    page.locator("[data-graph]").hover()
    page.keyboard.down("Control")
    for _ in range(5):
        page.mouse.wheel(0, 12)
    page.keyboard.up("Control")
    expect(page.locator("[data-zoom]")).to_have_text("55 %")
    until_true(page, f"({TEXTS})().every(({{ size }}) => size >= 11)")


def ground(page: Page, name: str) -> bytes:
    """A picture of a spot of a card where nothing is written."""
    box = node(page, name).bounding_box()
    return page.screenshot(clip={"x": box["x"] + 5, "y": box["y"] + 4, "width": 3, "height": 3})


def test_a_name_without_room_is_on_a_flag(page: Page, make_design):
    make_design(SERVICE)
    page.goto("/templates/web/design/")
    page.get_by_test_id("arrange-canvas").click()
    flags = page.locator("[data-graph] .flag")
    node(page, "database_attachment").click()
    expect(flags).to_have_count(0)
    page.evaluate(ZOOM_TO, 0.3)
    node(page, "router").hover()
    expect(flags).to_have_text(["database_attachment", "router"])
    node(page, "router").click()
    expect(flags).to_have_text("router")
    assert ground(page, "load_balancer") == ground(page, "router")  # also of what is drawn together with other cards
    assert re.fullmatch(r"30 %", page.locator("[data-zoom]").inner_text())  # what is pointed at is not moved
    page.keyboard.press("2")
    expect(page.locator("[data-zoom]")).to_have_text("100 %")
    expect(flags).to_have_count(0)


def test_the_path_of_a_card_is_lit_until_escape(page: Page, make_design):
    make_design(SERVICE)
    page.goto("/templates/web/design/")
    page.get_by_test_id("arrange-canvas").click()
    node(page, "database_server").click()
    page.keyboard.press("Shift+]")
    lit = page.locator("[data-graph] .node.on-path")
    expect(lit.locator("visible=true").first).to_be_attached()
    names = {one.get_attribute("data-name") for one in lit.all()}
    assert {"database_server", "database_port", "database_volume", "network"} <= names
    assert not names & {"load_balancer", "router"}
    page.keyboard.press("Escape")
    expect(lit).to_have_count(0)
    expect(node(page, "database_server")).to_have_attribute("aria-pressed", "true")


def test_the_view_is_where_it_was_left(page: Page, make_design):
    make_design(SERVICE)
    page.goto("/templates/web/design/")
    page.get_by_test_id("arrange-canvas").click()
    zoom = page.locator("[data-zoom]")
    page.get_by_role("button", name="Zoom in").click()
    left = zoom.inner_text()
    page.reload()
    expect(node(page, "router")).to_be_attached()
    expect(zoom).to_have_text(left)
    page.get_by_role("button", name="Fit", exact=True).click()
    expect(zoom).not_to_have_text(left)
