"""The minimap: the whole diagram in small, which moves the view."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import drawn

TEXT = "heat_template_version: 2021-04-16\nresources:\n" + "".join(
    f"  server_{number}: {{type: OS::Nova::Server, properties: {{flavor: m1.small}}}}\n" for number in range(200)
)


@pytest.fixture
def page(open_design, make_design) -> Page:
    make_design("heat_template_version: 2021-04-16\nresources: {one: {type: OS::Heat::None}}\n", name="One")
    return open_design(TEXT, panes="canvas", name="Many")


def minimap(page: Page):
    return page.get_by_test_id("minimap")


def test_it_shows_while_a_part_is_out_of_view(page: Page):
    expect(minimap(page)).to_be_visible()
    page.goto("/templates/one/design/")
    expect(page.get_by_test_id("node-one")).to_be_visible()
    drawn(page)
    expect(minimap(page)).to_be_hidden()
    page.locator("[data-graph]").hover()
    page.mouse.wheel(2000, 0)
    expect(minimap(page)).to_be_visible()


@pytest.mark.parametrize("way", ["click", "drag", "keys"])
def test_it_moves_the_view(page: Page, way):
    expect(page.get_by_test_id("node-server_0")).to_be_in_viewport()
    expect(minimap(page)).to_be_visible()
    box = minimap(page).bounding_box()
    corner_of_it = box["x"] + box["width"] - 20, box["y"] + box["height"] - 12
    if way == "click":
        page.mouse.click(*corner_of_it)
    elif way == "drag":
        page.mouse.move(box["x"] + 10, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(*corner_of_it, steps=3)
        page.mouse.up()
    else:
        minimap(page).focus()
        for _ in range(6):
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowDown")
    expect(page.get_by_test_id("node-server_0")).not_to_be_in_viewport()


def test_it_marks_what_is_chosen_and_what_is_wrong(page: Page):
    drawn = minimap(page).locator("path.chosen")
    expect(drawn).to_have_attribute("d", "")
    page.get_by_test_id("node-server_0").click()
    expect(drawn).not_to_have_attribute("d", "")
    expect(minimap(page).locator("path.error")).not_to_have_attribute("d", "")  # they have no image
    expect(minimap(page).locator("path.warning")).to_have_attribute("d", "")


def test_it_is_folded_and_stays_so(page: Page, expect_accessible):
    expect_accessible(page)
    page.get_by_test_id("node-server_0").click()
    page.keyboard.press("m")
    expect(minimap(page)).to_be_hidden()
    page.reload()
    button = page.get_by_role("button", name="Minimap")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(minimap(page)).to_be_hidden()
    button.click()
    expect(minimap(page)).to_be_visible()


def test_it_gives_way_where_it_would_cover_too_much(page: Page):
    expect(minimap(page)).to_be_visible()
    page.set_viewport_size({"width": 1440, "height": 480})
    expect(minimap(page)).to_be_hidden()


def test_the_message_of_a_step_lies_beside_it(page: Page):
    page.get_by_test_id("node-server_0").click()
    page.keyboard.press("Control+d")
    bar = page.locator("[data-change]")
    for width in (1600, 1440, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        expect(minimap(page)).to_be_visible()
        expect(bar).to_be_visible()
        one, other = minimap(page).bounding_box(), bar.bounding_box()
        assert one["y"] + one["height"] <= other["y"] or one["x"] >= other["x"] + other["width"], width
    page.get_by_role("button", name="Show lines").click()
    expect(minimap(page)).to_be_hidden()
    page.get_by_role("button", name="Show lines").click()
    expect(minimap(page)).to_be_visible()
