"""The menus of the diagram: of a resource, of several, of a line and of the ground."""

import re

import pytest
from playwright.sync_api import Page, expect

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  here: {type: boolean, default: true}
resources:
  net: {type: OS::Neutron::Net}
  pool: {type: OS::Octavia::Pool, properties: {loadbalancer: {get_resource: balancer}, protocol: HTTP}}
  balancer: {type: OS::Octavia::LoadBalancer, properties: {vip_subnet: private}}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, block_device_mapping: [{volume_id: {get_resource: disk}}]}  # small
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
"""


@pytest.fixture
def page(open_design) -> Page:
    return open_design(TEXT, shows="server", panes="canvas")


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def menu(page: Page):
    return page.get_by_test_id("menu")


def pick(page: Page, name: str):
    menu(page).get_by_role("menuitem", name=name, exact=False).click()


def text(page: Page) -> str:
    return page.evaluate("designer.studio.editor.text()")


@pytest.mark.parametrize("key", [None, "Shift+F10", "ContextMenu"])
def test_a_resource_has_a_menu(page: Page, key, expect_accessible):
    if key:
        node(page, "disk").focus()
        page.keyboard.press(key)
    else:
        node(page, "disk").click(button="right")
    actions = page.get_by_test_id("menu")
    expect(actions.get_by_role("menuitem", name="Rename disk")).to_be_visible()
    if key is None:
        expect_accessible(page)
    page.keyboard.press("Escape")
    expect(actions).to_be_hidden()
    expect(node(page, "disk")).to_be_focused()
    page.keyboard.press("Shift+F10")
    actions.get_by_role("menuitem", name="Duplicate disk").click()
    expect(node(page, "disk_2")).to_be_attached()


def test_the_menu_of_several_works_on_all_of_them(page: Page):
    node(page, "disk").click()
    node(page, "server").click(modifiers=["Shift"])
    node(page, "disk").click(button="right")
    expect(menu(page).get_by_role("menuitem", name="Align left")).to_be_visible()
    pick(page, "Duplicate 2 resources")
    expect(node(page, "server_2")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("edge-server_2-disk_2")).to_be_attached()


def test_a_card_is_duplicated_with_its_rows(page: Page):
    node(page, "balancer").click()
    page.keyboard.press("Control+d")
    expect(node(page, "pool_2")).to_have_attribute("data-role", "row")
    expect(node(page, "balancer_2")).to_be_in_viewport(ratio=0.99)
    expect(node(page, "balancer_2")).to_have_attribute("aria-pressed", "true")
    assert "loadbalancer: {get_resource: balancer_2}" in text(page)
    page.keyboard.press("Control+z")
    assert text(page) == TEXT


def test_a_resource_is_repeated(page: Page):
    node(page, "server").click(button="right")
    pick(page, "Repeat server with ResourceGroup")
    expect(node(page, "server")).to_have_attribute("data-role", "frame")
    assert "resource_def:" in text(page)


def test_a_resource_stands_between_two(page: Page):
    node(page, "server").focus()
    page.keyboard.press("e")
    pick(page, "server → disk")
    pick(page, "Insert between")
    expect(page.get_by_test_id("neighbours")).to_contain_text("Insert between server and disk")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    pick(page, "server → disk")
    pick(page, "Use depends_on instead")
    expect(page.get_by_test_id("edge-server-disk")).to_have_class(re.compile("depends"))
    assert "depends_on: disk" in text(page)


def test_what_a_resource_needs_is_selected_with_it(page: Page):
    node(page, "server").click()
    page.keyboard.press("Control+k")
    page.keyboard.type("Select with all")
    page.keyboard.press("Enter")
    for name in ("server", "disk"):
        expect(node(page, name)).to_have_attribute("aria-pressed", "true")


def test_several_get_a_condition_at_once(page: Page):
    node(page, "disk").click()
    node(page, "server").click(modifiers=["Shift"])
    page.keyboard.press("w")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Created when").fill("with_disk")
    page.keyboard.press("Enter")
    expect(dialog.get_by_label("Name", exact=True).first).to_have_value("with_disk")  # there is none: it is made first
    dialog.get_by_label("Parameter", exact=True).select_option("here")
    dialog.get_by_role("button", name="Add").press("Enter")
    twice = re.compile("with_disk: {get_param: here}(.*condition: with_disk){2}", re.DOTALL)
    expect(page.locator("textarea[name=text]")).to_have_value(twice)


def test_the_ground_has_a_menu_and_what_is_added_lands_there(page: Page):
    box = page.locator("[data-free]").bounding_box()
    at = box["x"] + box["width"] - 250, box["y"] + box["height"] - 220
    page.mouse.click(*at, button="right")
    pick(page, "Add resource")
    page.keyboard.type("KeyPair")
    page.keyboard.press("Enter")
    expect(node(page, "key_pair")).to_be_visible()


def test_the_menu_of_a_resource_fits_the_window_and_leads_to_what_can_be_copied(page: Page):
    node(page, "disk").click(button="right")
    box = menu(page).get_by_role("menuitem", name="Remove disk").bounding_box()
    assert box["y"] + box["height"] < 900
    pick(page, "Copy …")
    expect(menu(page).get_by_role("menuitem")).to_have_text(
        [re.compile("^Copy disk"), "Copy name", "Copy get_resource", "Copy get_attr …"]
    )
