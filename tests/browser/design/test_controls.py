"""Controls of the inspector for single values and for maps that take any key."""

import pytest
from playwright.sync_api import expect

from tests.browser.design.template_text import text_is

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  up: {type: boolean, default: true}
resources:
  rule:
    type: OS::Neutron::SecurityGroupRule
    properties:
      security_group: all
      direction: ingress   # from outside
      port_range_min: 65534
  port:
    type: OS::Neutron::Port
    metadata:
      team: blue   # ours
      size: 5
    properties:
      network: net
      admin_state_up: false   # for now
"""


@pytest.fixture
def page(open_design):
    return open_design(TEXT)


def choose(page, name):
    page.evaluate("name => designer.studio.select(name)", name)
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def test_a_boolean_is_a_switch_until_a_function_takes_its_place(page):
    choose(page, "port")
    part = page.get_by_test_id("property-admin_state_up")
    switch = page.get_by_role("switch", name="admin_state_up")
    expect(switch).not_to_be_checked()
    switch.focus()
    page.keyboard.press("Space")
    text_is(page, TEXT, ("up: false   #", "up: true   #"))
    expect(switch).to_be_checked()
    expect(switch).to_be_focused()
    switch.click()
    text_is(page, TEXT)
    part.locator("[data-function]").focus()
    part.locator("[data-function]").select_option("get_param")
    part.get_by_role("combobox", name="admin_state_up", exact=True).fill("up")
    page.keyboard.press("Enter")
    text_is(page, TEXT, ("up: false   #", "up: {get_param: up}   #"))
    expect(switch).to_have_count(0)


def test_a_switch_that_nobody_set_shows_the_default(page):
    choose(page, "port")
    page.get_by_role("button", name="Remove admin_state_up").press("Enter")
    text_is(page, TEXT, ("      admin_state_up: false   # for now\n", ""))
    page.get_by_label("Find a property").fill("admin_state_up")
    expect(page.get_by_test_id("property-admin_state_up")).to_contain_text("default true")


def test_few_short_choices_are_segments_that_arrows_only_walk_through(page):
    choose(page, "rule")
    group = page.get_by_role("radiogroup", name="direction")
    expect(group.get_by_role("radio", name="ingress")).to_be_checked()
    group.get_by_role("radio", name="ingress").focus()
    page.keyboard.press("ArrowRight")
    expect(group.get_by_role("radio", name="egress")).to_be_focused()
    expect(group.get_by_role("radio", name="ingress")).to_be_checked()
    page.keyboard.press("Space")
    text_is(page, TEXT, ("direction: ingress", "direction: egress"))
    group.get_by_text("ingress").click()
    text_is(page, TEXT)


def test_arrows_step_a_number_within_its_range(page):
    choose(page, "rule")
    port = page.get_by_label("port_range_min", exact=True)
    port.focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(port).to_have_value("65535")
    text_is(page, TEXT)
    page.keyboard.press("Tab")
    text_is(page, TEXT, ("65534", "65535"))


def test_a_map_of_any_keys_has_an_empty_row_at_its_end(page):
    choose(page, "port")
    page.get_by_role("tab", name="Policies").click()
    key, value = page.get_by_label("Add key to metadata"), page.get_by_label("Value of the new key of metadata")
    key.focus()
    page.keyboard.type("zone")
    page.keyboard.press("Tab")
    expect(value).to_be_focused()
    page.keyboard.type("eu")
    page.keyboard.press("Enter")
    text_is(page, TEXT, ("      size: 5\n", "      size: 5\n      zone: eu\n"))
    expect(key).to_be_focused()
    expect(key).to_have_value("")
    expect(page.get_by_label("zone", exact=True)).to_have_value("eu")
    page.keyboard.type("half")
    page.get_by_label("size", exact=True).fill("6")
    page.get_by_label("size", exact=True).press("Enter")
    text_is(page, TEXT, ("      size: 5\n", "      size: 6\n      zone: eu\n"))
    expect(key).to_have_value("half")
    value.fill("way")
    value.press("Tab")
    text_is(page, TEXT, ("      size: 5\n", "      size: 6\n      zone: eu\n      half: way\n"))


def test_a_key_is_renamed_in_its_row(page):
    choose(page, "port")
    page.get_by_role("tab", name="Policies").click()
    page.get_by_label("Key team").fill("crew")
    page.get_by_label("Key team").press("Enter")
    text_is(page, TEXT, ("team: blue   # ours", "crew: blue   # ours"))
    expect(page.get_by_label("Key crew")).to_be_focused()
    page.get_by_label("Key crew").fill("")
    page.get_by_label("Key crew").press("Tab")
    expect(page.get_by_label("Key crew")).to_have_value("crew")
