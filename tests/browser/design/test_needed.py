"""Fresh resources: what is missing in them is still needed and nothing is red, until it is left out or reviewed."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

TEXT = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
"""
SAVED = "  old: {type: OS::Neutron::Port}\n"


@pytest.fixture
def opened(open_design) -> Page:
    return open_design(TEXT, shows="net", panes="canvas")


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def field(page: Page, name: str):
    return page.get_by_test_id(f"property-{name}")


def control(page: Page, name: str):
    return field(page, name).locator("> .pair [data-value]")


def add(page: Page, wanted: str, name: str):
    """Adds a resource of a type from the palette, connected to none."""
    node(page, "net").focus()
    page.keyboard.press("Escape")
    expect(page.locator(".node[aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("a")
    page.keyboard.type(wanted)
    page.keyboard.press("Enter")
    expect(node(page, name)).to_be_visible()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def expect_needed(page: Page, count: int):
    """So many values are still needed, and nothing is wrong."""
    link = page.get_by_test_id("needed")
    if count:
        expect(link).to_have_text(f"{count} still needed")
    else:
        expect(link).to_be_hidden()
    expect(page.get_by_test_id("open-problems")).to_have_text("No problems")
    expect(page.locator(".graph .badge")).to_have_count(0)
    expect(page.get_by_test_id("problem").filter(visible=True)).to_have_count(0)


def expect_errors(page: Page, count: int):
    words = f"{count} error{'s' * (count > 1)}"
    expect(page.get_by_test_id("open-problems")).to_have_text(words)


def test_a_fresh_resource_shows_what_it_needs_and_nothing_red(opened: Page, expect_accessible):
    page = opened
    add(page, "Nova::Server", "server")
    expect_needed(page, 2)
    expect(page).to_have_title("Design · Web · HOT designer")
    for name, says in (
        ("flavor", "Needed"),
        ("image", "Needed unless block_device_mapping or block_device_mapping_v2 is given"),
    ):
        expect(field(page, name).locator(".need")).to_have_text(says)
        expect(control(page, name)).to_have_attribute("aria-required", "true")
        expect(control(page, name)).not_to_have_attribute("aria-invalid", "true")
        expect(control(page, name)).to_have_accessible_description(re.compile(f" {says}$"))
    panel = page.locator("[data-inspector]")
    expect(panel.locator(".said.error").filter(visible=True)).to_have_count(0)
    expect(panel.locator(".wrong, .tone-bad")).to_have_count(0)
    expect(page.locator(".cm-lintRange-error")).to_have_count(0)
    expect(node(page, "server").locator(".needs")).to_have_text("2")
    expect(node(page, "server").locator(".needs")).to_be_visible()
    expect(node(page, "server")).to_have_attribute("aria-label", "server, OS::Nova::Server, 2 still needed")
    expect_accessible(page)
    node(page, "net").click(position={"x": 20, "y": 20})
    expect(node(page, "server").locator(".needs")).to_be_hidden()


def test_the_link_in_the_bar_and_the_folded_line_lead_to_the_fields(opened: Page):
    page = opened
    add(page, "Nova::Server", "server")
    add(page, "Neutron::Subnet", "subnet")
    expect_needed(page, 4)
    page.keyboard.press("Alt+p")
    problems = page.get_by_role("complementary", name="Problems")
    line = problems.get_by_text("4 still needed")
    expect(problems.get_by_role("button", name="subnet: network")).to_be_hidden()
    line.click()
    expect(problems.get_by_role("list").get_by_role("button")).to_have_text(
        [
            "server: flavor",
            "server: image, block_device_mapping or block_device_mapping_v2",
            "subnet: network",
            "subnet: cidr or subnetpool",
        ]
    )
    problems.get_by_role("button", name="subnet: cidr").click()
    expect(control(page, "cidr")).to_be_focused()
    problems.get_by_role("button", name="subnet: network").click()  # while cidr becomes an error
    expect(control(page, "network")).to_be_focused()
    page.get_by_test_id("needed").click()
    expect(page.get_by_role("heading", name="server", exact=True)).to_be_visible()
    expect(control(page, "flavor")).to_be_focused()
    expect(page.get_by_test_id("needed")).to_have_text("2 still needed")


def test_what_is_filled_in_is_needed_no_longer(opened: Page):
    page = opened
    add(page, "Nova::Server", "server")
    node(page, "server").press("Enter")
    expect(control(page, "flavor")).to_be_focused()
    page.keyboard.type("small")
    page.keyboard.press("Enter")
    expect_needed(page, 1)
    page.get_by_test_id("needed").click()
    expect(control(page, "image")).to_be_focused()
    page.keyboard.type("debian")
    page.keyboard.press("Enter")
    expect_needed(page, 0)


def test_enter_leads_from_the_new_name_to_the_first_needed_field(opened: Page):
    page = opened
    node(page, "net").focus()
    page.keyboard.press("Shift+N")
    expect(page.get_by_test_id("neighbours").get_by_role("combobox")).to_be_focused()
    page.keyboard.type("nova::server")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("fresh-name")).to_have_value("server")
    page.keyboard.type("web")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="web", exact=True)).to_be_visible()
    expect(control(page, "flavor")).to_be_focused()
    expect_needed(page, 2)  # the renamed one is fresh all the same


def test_a_field_that_is_left_empty_is_an_error_alone(opened: Page):
    page = opened
    add(page, "Octavia::Listener", "listener")
    expect_needed(page, 3)
    control(page, "protocol").focus()
    expect_needed(page, 3)
    control(page, "protocol_port").focus()
    expect_errors(page, 1)
    expect(page.get_by_test_id("needed")).to_have_text("2 still needed")
    expect(control(page, "protocol")).to_have_attribute("aria-invalid", "true")
    expect(control(page, "protocol_port")).not_to_have_attribute("aria-invalid", "true")
    expect(control(page, "protocol_port")).to_be_focused()
    expect(field(page, "protocol").locator(".need")).to_have_class("need meta tone-bad")
    expect(node(page, "listener").locator(".badge.error")).to_have_text("1")
    expect(page.get_by_test_id("problem").filter(visible=False)).to_have_count(1)  # in the closed layer
    expect(page).to_have_title("(1) Design · Web · HOT designer")


def test_enter_in_a_form_with_nothing_to_apply_asks_for_all_of_it(opened: Page):
    page = opened
    add(page, "Nova::Server", "server")
    add(page, "Neutron::Subnet", "subnet")
    node(page, "server").press("Enter")
    expect(control(page, "flavor")).to_be_focused()
    page.keyboard.press("Enter")
    expect_errors(page, 2)
    expect(page.get_by_test_id("needed")).to_have_text("2 still needed")
    expect(control(page, "flavor")).to_be_focused()
    expect(control(page, "image")).to_have_attribute("aria-invalid", "true")


def test_a_reload_and_undo_keep_what_is_fresh_and_what_was_touched(opened: Page):
    page = opened
    add(page, "Octavia::Listener", "listener")
    control(page, "protocol").focus()
    control(page, "protocol_port").focus()
    expect(page.get_by_test_id("needed")).to_have_text("2 still needed")
    node(page, "listener").focus()
    expect(page.get_by_test_id("needed")).to_have_text("1 still needed")
    page.keyboard.press("Control+z")
    expect(node(page, "listener")).to_have_count(0)
    expect(page.get_by_test_id("needed")).to_be_hidden()
    page.evaluate("designer.studio.drafts.flush()")
    page.reload()
    expect(node(page, "net")).to_be_visible()
    page.get_by_test_id("redo").click()
    expect(node(page, "listener")).to_be_visible()
    expect(page.get_by_test_id("needed")).to_have_text("1 still needed")
    expect_errors(page, 1)
    page.evaluate("designer.studio.drafts.flush()")
    page.reload()
    expect(page.get_by_test_id("needed")).to_have_text("1 still needed")
    expect_errors(page, 1)


def test_another_device_shows_what_is_fresh_and_what_was_touched(opened: Page):
    page = opened
    add(page, "Octavia::Listener", "listener")
    expect_needed(page, 3)
    page.evaluate("designer.studio.drafts.flush()")
    control(page, "protocol").focus()
    control(page, "protocol_port").focus()
    expect_errors(page, 1)
    page.evaluate("designer.studio.drafts.flush().then(() => localStorage.clear())")
    page.reload()
    expect(page.get_by_test_id("needed")).to_have_text("2 still needed")
    expect_errors(page, 1)


def test_the_review_and_saving_ask_for_everything(opened: Page):
    page = opened
    add(page, "Nova::Server", "server")
    expect_needed(page, 2)
    page.get_by_test_id("save-revision").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect_errors(page, 2)
    expect(page.get_by_test_id("needed")).to_be_hidden()
    add(page, "Nova::Server", "server_2")
    expect(page.get_by_test_id("needed")).to_have_text("2 still needed")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    expect_errors(page, 4)
    expect(page.get_by_test_id("needed")).to_be_hidden()


def test_what_is_saved_or_typed_is_an_error_at_once(open_design):
    page = open_design(TEXT + SAVED, shows="old", panes="canvas")
    expect_errors(page, 1)
    expect(page.get_by_test_id("needed")).to_be_hidden()
    page.get_by_test_id("arrange-text").click()
    page.locator(".cm-content").press("Control+End")
    page.keyboard.insert_text("  typed: {type: OS::Neutron::Port}\n")
    expect_errors(page, 2)
    expect(page.get_by_test_id("needed")).to_be_hidden()
    page.get_by_test_id("arrange-canvas").click()
    add(page, "Neutron::Port", "port")
    expect_errors(page, 2)
    expect(page.get_by_test_id("needed")).to_have_text("1 still needed")
    node(page, "old").click(position={"x": 60, "y": 12})
    expect(field(page, "network").locator(".need.tone-bad")).to_have_text("Needed")


def test_what_is_removed_from_a_fresh_resource_in_the_text_or_by_hand_is_an_error(opened: Page):
    page = opened
    add(page, "Neutron::Port", "port")
    control(page, "network").fill("public")
    page.keyboard.press("Enter")
    expect_needed(page, 0)
    field(page, "network").locator("[data-unset]").first.press("Enter")
    expect_errors(page, 1)
    page.get_by_test_id("undo").click()
    expect_needed(page, 0)
    text = json.dumps(page.evaluate("designer.studio.editor.text()").replace("network: public", ""))
    page.get_by_test_id("arrange-text").click()
    page.locator(".cm-content").press("Control+a")
    page.keyboard.insert_text(json.loads(text))
    expect_errors(page, 1)


def test_a_copy_of_a_saved_resource_is_fresh(open_design):
    page = open_design(TEXT + SAVED, shows="old", panes="canvas")
    node(page, "old").click(position={"x": 60, "y": 12})
    page.keyboard.press("Control+d")
    expect(node(page, "old_2")).to_be_visible()
    expect(page.get_by_test_id("needed")).to_have_text("1 still needed")
    expect_errors(page, 1)
