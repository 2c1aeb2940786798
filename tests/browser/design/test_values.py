"""The layer of values over the map: outputs, conditions and parameters, and their lines."""

import pytest
import yaml
from playwright.sync_api import Page, expect

from tests.hotcore.diagram.test_values_layer import TEXT

INNER = b"heat_template_version: 2021-04-16\nparameters: {password: {type: string}}\n"


@pytest.fixture
def page(open_design) -> Page:
    return open_design(TEXT, panes="canvas", files={"inner.yaml": INNER}, name="Shop")


def test_values_stand_around_the_map_and_show_their_lines(page: Page, expect_accessible):
    layer = page.get_by_role("group", name="Values")
    expect(page.get_by_test_id("node-server")).to_be_visible()
    assert layer.locator("[data-value]").count() > 0, "more than twice as many parameters as resources"
    page.get_by_test_id("values").click()
    expect(layer.locator("[data-value]")).to_have_count(0)
    page.keyboard.press("l")
    lines = page.locator(".value-lines .edge")
    expect(page.get_by_test_id("value-is_huge")).to_be_visible()
    page.mouse.move(5, 400)
    expect(lines).to_have_count(0)
    page.get_by_test_id("value-size").hover()
    expect(lines).to_have_count(3)  # of is_huge, of the disk, and of one key of the output
    page.get_by_test_id("value-all.address").hover()
    expect(lines).to_have_count(1)
    expect_accessible(page)
    page.reload()
    expect(page.get_by_test_id("value-size")).to_be_visible()


def test_a_value_is_opened_and_used_with_the_keyboard(page: Page):
    page.get_by_test_id("value-is_big").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_test_id("value-is_huge")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="is_huge", exact=True)).to_be_visible()
    page.get_by_test_id("value-flavor").focus()
    page.keyboard.press("ContextMenu")
    page.get_by_role("menuitem", name="Use flavor as").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Resource").fill("disk")
    dialog.get_by_label("Property").fill("description")
    dialog.get_by_label("Property").press("Tab")  # Enter would take what the list offers, if it is there
    dialog.get_by_role("button", name="Connect").press("Enter")
    before = "{size: {get_param: size}}}\n"
    after = "{size: {get_param: size}, description: {get_param: flavor}}}\n"
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT.replace(before, after))


def test_a_condition_that_is_dragged_onto_a_resource_decides_it(page: Page):
    page.get_by_test_id("value-is_big").hover()
    page.mouse.down()
    page.get_by_test_id("node-server").hover()
    page.mouse.up()
    expect(page.get_by_text("Set condition of server", exact=True)).to_be_visible()
    server = yaml.safe_load(page.locator("textarea[name=text]").input_value())["resources"]["server"]
    assert server["condition"] == "is_big"
