"""Inserting into a line: by dropping a type from the palette on it, and by the "+" in its middle."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.design.test_adding import drop, node, written

TEXT = """\
heat_template_version: 2021-04-16
resources:
  gate: {type: OS::Nova::Server, properties: {flavor: m1.small, networks: [{network: {get_resource: net}}]}}
  side: {type: OS::Nova::Server, properties: {flavor: m1.small, networks: [{network: {get_resource: net}}, %s]}}
  net: {type: OS::Neutron::Net}
  other: {type: OS::Neutron::Net}
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
""".replace("%s", "{network: {get_resource: other}}")


@pytest.fixture
def page(open_design) -> Page:
    return open_design(TEXT, shows="side", panes="canvas")


def line(page: Page, name: str) -> tuple[float, float]:
    """The middle of a line on the screen."""
    x, y = (
        page.get_by_test_id(name)
        .locator(".edge")
        .evaluate(
            """path => {
          const at = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
          return [at.x, at.y];
        }"""
        )
    )
    return x, y


def test_what_is_dropped_on_a_line_stands_between(page: Page):
    drop(page, "OS::Neutron::Port", line(page, "edge-side-other"))
    written(page, "[{network: {get_resource: net}}, {port: {get_resource: port}}]")
    written(page, "network: {get_resource: other}")
    page.get_by_test_id("undo").click()
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)


def test_what_cannot_stand_between_is_added_on_its_own(page: Page):
    drop(page, "OS::Nova::KeyPair", line(page, "edge-side-other"))
    expect(node(page, "key_pair")).to_be_visible()
    assert page.evaluate("designer.studio.editor.text()").startswith(TEXT)


def test_the_plus_of_a_line_offers_what_can_stand_there(page: Page):
    page.mouse.move(*line(page, "edge-side-other"))
    plus = page.get_by_test_id("insert-side-other")
    plus.click()
    offered = page.get_by_test_id("neighbours")
    expect(offered).to_contain_text("Insert between side and other")
    expect(offered.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("Port")
    page.keyboard.press("Enter")
    written(page, "[{network: {get_resource: net}}, {port: {get_resource: port}}]")
    page.mouse.move(0, 0)
    expect(page.locator(".insert")).to_have_count(0)


def test_the_plus_goes_with_the_pointer(page: Page):
    x, y = line(page, "edge-side-other")
    page.mouse.move(x, y)
    expect(page.get_by_test_id("insert-side-other")).to_be_visible()
    page.mouse.move(x, y + 200)
    expect(page.locator(".insert")).to_have_count(0)
