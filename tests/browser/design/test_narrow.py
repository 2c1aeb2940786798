"""Narrow windows: one thing at a time, the inspector as a sheet, and a bar at the foot."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import drawn

WEB = Path(__file__).with_name("web-service.yaml").read_text()
TABLET = {"width": 800, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def opened(alice_page: Page, make_design):
    """Opens the page in a window of a size, with the map."""

    def open_one(size: dict[str, int]) -> Page:
        make_design(WEB)
        alice_page.set_viewport_size(size)
        alice_page.goto("/templates/web/design/")
        foot(alice_page, "Map").click()
        expect(node(alice_page, "router")).to_be_visible()
        return alice_page

    return open_one


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def inspector(page: Page):
    return page.get_by_role("complementary", name="Inspector")


def foot(page: Page, name: str):
    return page.get_by_role("navigation", name="Views").get_by_role("button", name=name, exact=True)


def choose(page: Page, name: str) -> None:
    node(page, name).focus()
    page.keyboard.press("Space")
    expect(inspector(page).get_by_role("heading", name=name)).to_be_visible()


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_nothing_shows_below_the_foot_of_the_form(opened, size):
    page = opened(size)
    choose(page, "database_server")
    if size is PHONE:
        page.get_by_role("button", name="Height of the inspector").click()  # half of a form has no foot
    form, last = inspector(page).bounding_box(), inspector(page).locator(".foot").bounding_box()
    assert last["y"] + last["height"] == pytest.approx(form["y"] + form["height"], abs=1)


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_the_bar_at_the_foot_changes_what_is_shown(opened, size):
    page = opened(size)
    editor, graph = page.get_by_test_id("code-editor"), page.locator("[data-graph]")
    bar = page.get_by_role("navigation", name="Views").bounding_box()
    assert (bar["height"], bar["y"] + bar["height"]) == (56, size["height"])
    assert graph.bounding_box()["width"] == size["width"]
    expect(editor).to_be_hidden()
    expect(inspector(page)).to_be_hidden()
    expect(page.get_by_role("complementary", name="Problems")).to_be_hidden()
    foot(page, "Text").click()
    expect(editor).to_be_visible()
    expect(graph).to_be_hidden()
    expect(foot(page, "Text")).to_have_attribute("aria-pressed", "true")
    foot(page, "Outline").click()
    expect(editor).to_be_hidden()
    expect(page.locator("[data-list] [data-name]").first).to_be_in_viewport()
    expect(foot(page, "Outline")).to_have_attribute("aria-pressed", "true")
    foot(page, "Map").click()
    expect(graph).to_be_visible()
    foot(page, "Add").click()
    page.keyboard.type("volume")
    page.keyboard.press("Enter")
    expect(node(page, "volume")).to_be_attached()
    expect(page.get_by_test_id("palette-search")).to_be_hidden()


def test_the_sheet_comes_from_the_right(opened):
    page = opened(TABLET)
    choose(page, "database_server")
    drawn(page)
    sheet, card = inspector(page).bounding_box(), node(page, "database_server").bounding_box()
    assert (sheet["width"], sheet["x"] + sheet["width"]) == (360, 800)
    assert card["x"] + card["width"] <= sheet["x"]
    assert page.locator("[data-graph]").bounding_box()["width"] == 800
    node(page, "database_server").focus()
    page.keyboard.press("Escape")
    expect(inspector(page)).to_be_hidden()


def test_a_change_in_a_full_sheet_is_told_and_taken_back(opened):
    page = opened(PHONE)
    choose(page, "database_server")
    handle = page.get_by_role("button", name="Height of the inspector")
    handle.click()  # from half to full
    flavor = page.locator("[data-testid=property-flavor] [data-value]")
    flavor.click()
    expect(page.get_by_role("option", name="Make it a parameter")).to_be_visible()
    offers = page.get_by_role("listbox").get_by_role("option")
    heights = offers.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(heights) >= 44
    flavor.fill("m1.large")
    flavor.press("Enter")
    expect(page.locator("[data-said]")).to_have_text("Set flavor of database_server")
    message = page.locator("[data-change]").bounding_box()
    assert handle.bounding_box()["y"] < message["y"] < foot(page, "Map").bounding_box()["y"] - message["height"]
    page.locator("[data-undo-last]").click()
    expect(page.locator("textarea[name=text]")).to_have_value(WEB)


def test_the_sheet_comes_from_below_in_three_heights(opened):
    page = opened(PHONE)
    choose(page, "database_server")
    handle = page.get_by_role("button", name="Height of the inspector")

    def height() -> float:
        return PHONE["height"] - 56 - handle.bounding_box()["y"]

    assert height() == 346
    assert handle.bounding_box()["height"] == 44
    expect(page.locator("[data-testid=property-flavor] [data-value]")).to_be_in_viewport(ratio=1)
    flavor = page.locator("[data-testid=property-flavor] [data-value]").bounding_box()
    assert flavor["y"] + flavor["height"] <= foot(page, "Map").bounding_box()["y"]
    card = node(page, "database_server").bounding_box()
    assert card["y"] + card["height"] <= handle.bounding_box()["y"]
    handle.click()
    assert height() == 692
    foot(page, "Outline").click()  # not below the sheet
    assert height() == 96
    handle.press("ArrowUp")
    assert height() == 346
    box = handle.bounding_box()
    page.mouse.move(195, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(195, box["y"] + 220, steps=4)
    page.mouse.up()
    assert height() == 96


def test_small_windows_have_no_handles_and_targets_of_44_px(opened):
    page = opened(PHONE)
    choose(page, "router")
    expect(page.get_by_test_id("plus-router-uses")).to_be_hidden()
    small = page.locator(".toolbar button:visible, .foot-bar button:visible, .sheet-handle").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).filter(({width, height}) => width < 44 || height < 44)"
    )
    assert small == []
    node(page, "router").click(button="right")
    expect(page.get_by_role("menuitem", name="Connect router")).to_be_visible()


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_a_problem_leads_from_its_layer_to_the_text(opened, size):
    page = opened(size)
    assert page.get_by_role("region", name="Template").bounding_box()["height"] <= 49
    problems = page.get_by_role("complementary", name="Problems")
    page.get_by_test_id("open-problems").click()
    expect(problems).to_be_in_viewport(ratio=1)
    problems.locator("[data-jump]").first.click()
    expect(problems).to_be_hidden()
    expect(page.get_by_test_id("code-editor")).to_be_visible()
    expect(page.locator("[data-place]")).to_contain_text("Line 206")
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_test_id("arrange-text")).to_have_attribute("aria-pressed", "false")


def test_it_is_accessible(opened, expect_accessible):
    page = opened(PHONE)
    choose(page, "database_server")
    expect_accessible(page)
    page.set_viewport_size(TABLET)
    expect_accessible(page)
