"""A long press on the diagram opens the menu that a right click opens elsewhere."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.network import until_true

WEB = Path(__file__).with_name("web-service.yaml").read_text()


class Finger:
    """One finger on the screen, whose time is the clock's."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def down(self, *points: tuple[float, float]) -> None:
        self.touch("touchStart", *points)

    def stay(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)

    def up(self) -> None:
        self.touch("touchEnd")


@pytest.fixture
def page(plain_page: Callable[..., Page], base_url: str, make_design, alice) -> Page:
    make_design(WEB)
    page = plain_page(
        base_url=base_url, viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce"
    )
    client = Client()
    client.force_login(alice)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])
    page.goto("/templates/web/design/")
    page.get_by_role("button", name="Map", exact=True).tap()
    expect(page.get_by_test_id("node-load_balancer")).to_be_visible()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    return page


@pytest.fixture
def finger(page: Page) -> Finger:
    return Finger(page)


def middle(page: Page, name: str) -> tuple[float, float]:
    box = page.get_by_test_id(f"node-{name}").locator(".box").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + 14


def test_a_long_press_on_a_card_opens_its_menu_which_stays_when_the_finger_is_lifted(page: Page, finger: Finger):
    finger.down(middle(page, "load_balancer"))
    finger.stay(499)
    expect(page.get_by_test_id("menu")).to_be_hidden()
    finger.stay(1)
    expect(page.get_by_role("menuitem", name="Rename load_balancer")).to_be_visible()
    finger.up()
    expect(page.get_by_role("menuitem", name="Rename load_balancer")).to_be_visible()


def test_a_long_press_on_the_ground_opens_its_menu(page: Page, finger: Finger):
    box = page.get_by_test_id("canvas").bounding_box()
    finger.down((box["x"] + 30, box["y"] + box["height"] - 150))
    finger.stay(500)
    finger.up()
    expect(page.get_by_role("menuitem", name="Tidy diagram")).to_be_visible()


def test_a_short_press_chooses_and_focuses_although_the_view_moves_and_opens_no_menu(page: Page, finger: Finger):
    before = middle(page, "database_server")
    finger.down(before)
    finger.stay(200)
    finger.up()
    finger.stay(500)
    expect(page.get_by_test_id("node-database_server")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("heading", name="database_server", exact=True)).to_be_visible()
    assert middle(page, "database_server") != before
    expect(page.get_by_test_id("node-database_server")).to_be_focused()
    expect(page.get_by_test_id("menu")).to_be_hidden()


def test_a_finger_that_moves_opens_no_menu(page: Page, finger: Finger):
    x, y = middle(page, "load_balancer")
    finger.down((x, y))
    finger.touch("touchMove", (x + 40, y))
    until_true(page, "designer.studio.graph.canvas.matches('.dragging')")
    finger.stay(600)
    finger.up()
    expect(page.get_by_test_id("menu")).to_be_hidden()


def test_two_fingers_open_no_menu(page: Page, finger: Finger):
    page.evaluate("designer.touched = 0; addEventListener('pointerdown', () => { designer.touched += 1; })")
    x, y = middle(page, "load_balancer")
    finger.down((x, y))
    finger.down((x, y), (x, y + 60))
    until_true(page, "designer.touched === 2")
    finger.stay(600)
    expect(page.get_by_test_id("menu")).to_be_hidden()
    finger.up()
