"""Patterns on the design page: from the stage of a blank template, the palette, by keys and by name."""

import re

import pytest
from playwright.sync_api import Page, expect

from hotcore.edits import patterns

PANES = None
BLANK = "heat_template_version: 2018-08-31\n"
VALUES = {
    "external_network": "public",
    "network": "private",
    "subnet": "private-subnet",
    "flavor": "m1.small",
    "image": "cirros",
    "server": "web",
    "load_balancer": "lb",
    "zone": "example.org.",
    "host_name": "www.example.org.",
    "address": "192.0.2.1",
    "pool": "web",
    "reaching": "web",
    "reached": "database",
}


@pytest.fixture
def blank(alice_page: Page, make_design) -> Page:
    make_design(BLANK)
    alice_page.set_viewport_size({"width": 1440, "height": 900})
    alice_page.goto("/templates/web/design/")
    expect(alice_page.get_by_role("heading", name="What shall this template make?")).to_be_visible()
    return alice_page


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def test_a_blank_template_begins_with_a_pattern_and_undo_takes_it_back(blank: Page):
    page = blank
    page.get_by_role("main").get_by_role("button", name="Network with subnet and router").click()
    for name in ("network", "router", "router_interface"):
        expect(node(page, name)).to_be_visible()
    expect(node(page, "network")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("heading", name="What shall this template make?")).to_be_hidden()
    page.keyboard.press("Control+z")
    expect(page.get_by_role("heading", name="What shall this template make?")).to_be_visible()
    expect(page.locator("textarea[name=text]")).to_have_value(BLANK)


def test_a_whole_template_is_pasted_into_a_blank_one_and_taken_back(blank: Page):
    page = blank
    whole = "heat_template_version: 2018-08-31\ndescription: Mine  # own\noutputs: {one: {value: 1}}\n"
    page.context.grant_permissions([])
    page.get_by_role("button", name="Paste a template").click()
    page.get_by_role("dialog").get_by_role("textbox").fill(whole)
    page.get_by_role("dialog").get_by_role("button", name="Paste").click()
    expect(page.locator("textarea[name=text]")).to_have_value(whole)
    page.get_by_test_id("undo").click()
    expect(page.locator("textarea[name=text]")).to_have_value(BLANK)


def test_a_blank_template_leads_to_the_text_and_to_all_patterns(blank: Page):
    page = blank
    page.get_by_role("button", name="All 15 patterns").click()
    expect(page.get_by_test_id("pattern-network")).to_be_focused()
    page.get_by_role("button", name="Write the text").click()
    expect(page.locator(".cm-content")).to_be_focused()


def test_keys_lead_to_a_pattern_that_uses_what_is_there(blank: Page):
    page = blank
    page.get_by_role("main").get_by_role("button", name="Network with subnet and router").click()
    expect(node(page, "network")).to_be_focused()
    page.keyboard.press("p")
    expect(page.get_by_test_id("pattern-network")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(node(page, "server")).to_be_visible()
    expect(node(page, "port")).to_be_focused()
    expect(page.get_by_test_id("edge-port-network")).to_be_attached()


def test_the_search_and_the_commands_find_patterns_by_other_words(blank: Page):
    page = blank
    page.get_by_test_id("palette-search").fill("autoscaling")
    expect(page.get_by_test_id("pattern-scaling-group")).to_be_visible()
    expect(page.get_by_test_id("pattern-network")).to_be_hidden()
    page.get_by_test_id("palette-search").fill("elastic aodh")
    page.keyboard.press("Enter")
    expect(node(page, "servers")).to_be_visible()
    page.keyboard.press("Control+k")
    page.keyboard.type("tls certificate")
    expect(page.locator("#commands [role=option]")).to_have_text(["HTTPS listener"])
    page.keyboard.press("Enter")
    expect(node(page, "https_listener")).to_be_visible()


def test_a_type_is_dropped_among_the_patterns(blank: Page):
    page = blank
    there = page.get_by_role("main").get_by_role("button", name="Volume, attached").bounding_box()
    middle = there["x"] + there["width"] / 2, there["y"] + there["height"] / 2
    item = page.get_by_test_id("palette-item-OS::Neutron::Net").bounding_box()
    page.mouse.move(item["x"] + 20, item["y"] + 8)
    page.mouse.down()
    page.mouse.move(middle[0] - 40, middle[1])
    page.mouse.move(*middle)
    page.mouse.up()
    expect(node(page, "net")).to_be_visible()
    expect(page.locator("[data-said]")).to_have_text("Add resource net")


def test_the_list_of_a_blank_template_is_not_covered(blank: Page):
    page = blank
    page.get_by_role("button", name="Outline", exact=True).click()
    expect(page.get_by_text("No resources yet.", exact=True)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("button", name="Volume, attached")).to_be_hidden()


def test_who_only_reads_is_offered_none(context, sign_in, bob, make_design):
    make_design(BLANK, visibility="public")
    sign_in(bob)
    page = context.new_page()
    page.goto("/templates/web/design/")
    expect(page.get_by_text("No resources yet", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Network with subnet and router")).to_have_count(0)
    page.locator("body").press("p")
    expect(page.locator("textarea[name=text]")).to_have_value(BLANK)


def test_a_pattern_with_a_file_is_added_twice_and_undone(blank: Page):
    page = blank
    for count, name in enumerate(("servers", "servers_2"), 1):
        page.get_by_test_id("palette-search").fill("behind pool")
        page.keyboard.press("Enter")
        expect(node(page, name)).to_be_focused()
        expect(page.locator("[data-files] [data-file]")).to_have_count(count)
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile("type: pool_server_2.yaml"))
    page.get_by_test_id("undo").click()
    expect(page.locator("[data-files] [data-file]")).to_have_count(1)


@pytest.mark.heat
@pytest.mark.parametrize("name", patterns())
def test_heat_takes_a_pattern_as_it_stands(expect_heat_to_take, name):
    text, files = patterns()[name].text, patterns()[name].files
    values = {key: value for key, value in VALUES.items() if f"\n  {key}:\n    type: string" in text}
    expect_heat_to_take(
        text, text.replace("properties:", "propertys:").replace("length: 24", "long: 1"), files, **values
    )
