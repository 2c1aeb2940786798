"""The picture of the diagram as a file: what is shown, in a document of its own."""

import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import until_true

WEB = Path(__file__).with_name("web-service.yaml").read_text()
SVG = "{http://www.w3.org/2000/svg}"
PLACES = """names => names.map(name => {
  const {x, y} = designer.studio.graph.byName.get(name);
  return [x, y];
})"""


@pytest.fixture
def page(open_design) -> Page:
    return open_design(WEB, shows="router", panes="canvas")


def taken(page: Page, form: str) -> bytes:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Export the diagram").click()
    with page.expect_download() as file:
        page.get_by_role("button", name=form, exact=True).click()
    return file.value.path().read_bytes()


def read(svg: bytes) -> ET.Element:
    return ET.fromstring(svg)


def texts(svg: ET.Element) -> dict[str, ET.Element]:
    return {"".join(one.itertext()): one for one in svg.iter(f"{SVG}text")}


def move(page: Page, name: str, dx: int, dy: int) -> None:
    box = page.get_by_test_id(f"node-{name}").bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + 14)
    page.mouse.down()
    page.mouse.move(box["x"] + 30 + dx, box["y"] + 14 + dy, steps=3)
    page.mouse.up()
    expect(page.get_by_test_id("undo")).to_have_accessible_name(f"Undo: Move {name}")


def test_the_picture_is_what_is_shown_and_needs_nothing_else(page: Page):
    page.get_by_test_id("zoom").get_by_role("button", name="Fit").click()
    move(page, "router", -60, 150)
    page.get_by_test_id("node-database_server").click()
    svg = read(taken(page, "SVG"))
    shown = texts(svg)
    assert {"router", "network", "resource", "load_balancer", "database_server", "database_volume"} <= shown.keys()
    assert "Nova::Server · m1.medium" in shown  # as at 100 %
    one, other = page.evaluate(PLACES, ["router", "database_volume"])
    items = {
        item: [float(n) for n in item.get("transform")[10:-1].split()] for item in svg.iter() if item.get("transform")
    }
    placed = {text: place for item, place in items.items() for text in texts(item)}
    assert (placed["router"], placed["database_volume"]) == (one, other)
    written = ET.tostring(svg, encoding="unicode")
    assert not {"script", "foreignObject", "image", "style", "use"} & {
        each.tag.removeprefix(SVG) for each in svg.iter()
    }
    assert not [word for word in ("var(", "url(http", "class=", "data-") if word in written]
    assert len(list(svg.iter(f"{SVG}svg"))) > 10  # its icons


def test_the_picture_has_the_theme_and_the_view_of_the_page(page: Page):
    light = read(taken(page, "SVG")).find(f"{SVG}rect").get("fill")
    page.emulate_media(color_scheme="dark")
    page.get_by_role("button", name="Dependencies").click()
    until_true(page, "designer.studio.graph.mode === 'graph' && designer.studio.graph.byName.size === 19")
    dark = read(taken(page, "SVG"))
    assert dark.find(f"{SVG}rect").get("fill") != light
    assert "router_interface" in texts(dark)


def test_the_outputs_and_parameters_around_the_map_are_in_the_picture(page: Page):
    page.get_by_test_id("values").click()
    expect(page.locator(".graph .values .value").first).to_be_attached()
    assert {"database_address", "with_database", "image"} <= texts(read(taken(page, "SVG"))).keys()


def test_a_png_is_twice_as_large_and_not_blank(page: Page):
    svg = read(taken(page, "SVG"))
    data = taken(page, "PNG")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    assert (width, height) == (round(float(svg.get("width")) * 2), round(float(svg.get("height")) * 2))
    assert len(set(zlib.decompress(_pixels(data)))) > 20


def _pixels(data: bytes) -> bytes:
    at, found = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            found += data[at + 8 : at + 8 + length]
        at += 12 + length
    return found


def test_an_empty_template_has_no_picture(page: Page):
    page.evaluate("designer.studio.editor.replace('heat_template_version: 2021-04-16\\n', 'x')")
    until_true(page, "designer.studio.diagram.nodes.length === 0")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Export the diagram").click()
    page.get_by_role("button", name="SVG", exact=True).click()
    expect(page.locator("[data-said]")).to_have_text("There are no resources to export.")
