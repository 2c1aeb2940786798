"""What a property is for, in a layer beside the form."""

import pytest
from playwright.sync_api import Page, expect

TEXT = """\
heat_template_version: 2021-04-16
resources:
  server: {type: OS::Nova::Server, properties: {flavor: small}}
"""


@pytest.fixture
def page(open_design) -> Page:
    page = open_design(TEXT, shows="server", panes="canvas")
    page.get_by_test_id("node-server").click()
    expect(page.get_by_role("heading", name="server", exact=True)).to_be_visible()
    return page


def layer(page: Page):
    return page.get_by_role("dialog", name="flavor")


def test_a_key_explains_the_property_in_focus_and_escape_leads_back(page: Page, expect_accessible):
    field = page.get_by_test_id("property-flavor").locator("[data-value]")
    field.focus()
    page.keyboard.press("F1")
    expect(layer(page)).to_be_focused()
    expect(layer(page)).to_contain_text("updated in place")
    expect_accessible(page)
    page.keyboard.press("Escape")
    expect(layer(page)).to_be_hidden()
    expect(field).to_be_focused()
    page.keyboard.type("?")
    expect(field).to_have_value("?small")


def test_the_button_of_a_property_explains_it(page: Page):
    page.get_by_test_id("property-flavor").hover()
    page.get_by_role("button", name="About flavor").click()
    expect(layer(page)).to_be_visible()
    page.mouse.click(400, 600)
    expect(layer(page)).to_be_hidden()
