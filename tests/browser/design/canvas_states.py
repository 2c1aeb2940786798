"""Pictures of the design page in each of its states, light and dark; `make pictures` puts them into build/canvas/.

They are the states of the specification's own pictures; build/canvas.html puts those beside them where they are at
hand.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.hotcore.corpus import FILES
from tests.hotcore.diagram.pictured import shop, sites

WEB = Path(__file__).with_name("web-service.yaml").read_text()
BLANK = "heat_template_version: 2021-04-16\n"
SERVICE = FILES / "tripleo/deployment/nova/nova-compute-container-puppet.yaml"
PICTURED = FILES.parents[1] / "design/canvas"


@pytest.fixture(params=["light", "dark"])
def theme(request) -> str:
    return request.param


@pytest.fixture
def page(alice_page: Page, theme: str) -> Page:
    alice_page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    return alice_page


@pytest.fixture
def opened(page: Page, make_design):
    """Opens a template with the diagram alone, in a window of a size."""

    def open_one(text: str, width: int = 1440, height: int = 900) -> Page:
        make_design(text)
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("localStorage.removeItem('design-panes')")  # as on a first visit
        page.goto("/templates/web/design/")
        if width > 991:
            page.get_by_test_id("arrange-canvas").click()
        else:
            page.get_by_role("button", name="Map", exact=True).click()
        expect(page.get_by_test_id("canvas")).to_be_visible()
        panel = page.get_by_role("button", name="Add a resource")
        if width > 991 and text != BLANK and panel.get_attribute("aria-pressed") == "true":
            panel.click()
        return page

    return open_one


@pytest.fixture
def taken(page: Page, theme: str, request, tmp_path):
    """Takes the picture of a state, and writes a page that shows it beside that of the specification."""
    root = request.config.rootpath
    folder = root / (request.config.getoption("--pictures") or tmp_path) / "canvas"

    def take(state: str) -> None:
        folder.mkdir(exist_ok=True, parents=True)
        page.screenshot(path=folder / f"{state}-{theme}.jpg", type="jpeg", quality=72)
        beside = folder.with_suffix(".html")
        beside.write_text(_page(folder, beside.parent))

    return take


def _page(folder: Path, at: Path) -> str:
    """A page with one line per state: its pictures in both themes, and those of the specification."""
    states = {one.stem.rpartition("-")[0] for one in folder.glob("*-*.jpg")}
    rows = []
    for state in sorted(states, key=lambda one: (int(one.split("-")[0]), one)):
        taken = [folder / f"{state}-{theme}.jpg" for theme in ("light", "dark")]
        pictured = [PICTURED / f"{state}{end}.png" for end in ("", "-dark")]
        if state.startswith("13-zoom"):  # one picture of three zooms
            pictured = [PICTURED / "13-zoom.png"]
        shown = [Path(os.path.relpath(one, at)) for one in taken + pictured if one.exists()]
        images = "".join(f'<img src="{one}" alt="{one.stem}" title="{one}">' for one in shown)
        rows.append(f"<h2>{state}</h2><div>{images}</div>")
    style = "body{font:14px sans-serif}div{display:flex;gap:8px;align-items:start}img{min-width:0;flex:1;max-width:49%}"
    return "\n".join(("<!doctype html>", "<title>States of the design page</title>", f"<style>{style}</style>", *rows))


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def choose(page: Page, name: str) -> None:
    node(page, name).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def add(page: Page, key: str, kind: str, name: str) -> None:
    """Adds a resource at a side of what is focused."""
    page.keyboard.press(key)
    page.get_by_test_id("neighbours").get_by_test_id(f"neighbour-{kind}").click()
    expect(page.get_by_test_id("fresh-name")).to_be_focused()
    page.keyboard.press("Escape")
    expect(node(page, name)).to_be_focused()


def test_1_blank(opened, taken):
    page = opened(BLANK)
    expect(page.get_by_role("main").get_by_role("button", name="Server that signals when ready")).to_be_visible()
    taken("1-blank")


def test_2_three(opened, taken):
    page = opened(BLANK)
    page.locator("body").press("a")
    page.get_by_test_id("palette-search").fill("OS::Neutron::Net")
    page.keyboard.press("Enter")
    node(page, "net").focus()
    add(page, "b", "Neutron::Subnet", "subnet")
    node(page, "net").focus()
    add(page, "Shift+N", "Nova::Server", "server")
    choose(page, "server")
    taken("2-three")


def test_3_web_tier(opened, taken):
    page = opened(WEB)
    choose(page, "database_server")
    node(page, "database_server").focus()
    page.keyboard.press("Control+d")
    expect(page.get_by_test_id("node-database_server_2")).to_be_visible()
    taken("3-web-tier")


def test_4_split(opened, taken):
    page = opened(WEB)
    choose(page, "database_server")
    page.get_by_test_id("arrange-split").click()
    expect(page.locator(".cm-content")).to_be_visible()
    taken("4-split")


def test_5_sixty(opened, taken):
    page = opened(shop())
    page.get_by_role("button", name="Fit", exact=True).click()
    taken("5-sixty")


def test_6_three_hundred(opened, taken):
    page = opened(sites())
    page.get_by_role("button", name="Fit", exact=True).click()
    page.keyboard.press("/")
    page.keyboard.type("volume")
    expect(page.locator(".graph .found").first).to_be_attached()
    taken("6-three-hundred")


def test_7_plus(opened, taken):
    page = opened(WEB)
    choose(page, "database_server")
    node(page, "database_server").focus()
    page.keyboard.press("n")
    expect(page.get_by_test_id("neighbours").get_by_role("option").first).to_be_visible()
    expect(page.locator(".ghost-card > *").first).to_be_attached()
    taken("7-plus")


def test_8_context(opened, taken):
    page = opened(WEB)
    node(page, "database_server").focus()
    page.keyboard.press("2")
    page.keyboard.press("Shift+F10")
    expect(page.get_by_test_id("menu")).to_be_visible()
    taken("8-context")


def test_9_inspector(opened, taken):
    page = opened(WEB)
    node(page, "web_servers").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Each member").click()
    expect(page.get_by_role("heading", name="Each member")).to_be_visible()
    taken("9-inspector")


def test_10_values(opened, taken):
    page = opened(SERVICE.read_text())
    expect(page.get_by_test_id("values")).to_have_attribute("aria-pressed", "true")
    taken("10-values")


def test_11_narrower(opened, taken):
    page = opened(WEB, 1024, 768)
    choose(page, "database_server")
    page.keyboard.press("Alt+p")
    taken("11-1024")


def test_12_phone(opened, taken):
    page = opened(WEB, 390, 844)
    choose(page, "database_server")
    taken("12-390")


@pytest.mark.parametrize("percent", [100, 60, 30])  # steps of 1.2: 58 and 28
def test_13_zoom(opened, taken, percent):
    page = opened(WEB)
    choose(page, "database_server")
    node(page, "database_server").focus()
    page.keyboard.press("0")
    for _ in range({100: 0, 60: 3, 30: 7}[percent]):
        page.get_by_role("button", name="Zoom out").click()
    taken(f"13-zoom-{percent}")
