"""What fits next to a resource: the handles of a card, their menu, its keys, and the menu of a resource."""

import pytest
from playwright.sync_api import Page, expect

from designer.models import Revision, Visibility

TEXT = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  pool:
    type: OS::Octavia::Pool
    properties: {protocol: HTTP, lb_algorithm: ROUND_ROBIN}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small}  # small
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
"""


@pytest.fixture
def page(open_design) -> Page:
    return open_design(TEXT, shows="server", panes="canvas")


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def handle(page: Page, name: str, side: str):
    return page.get_by_test_id(f"plus-{name}-{side}")


def menu(page: Page):
    return page.get_by_test_id("neighbours")


def text(page: Page) -> str:
    return page.evaluate("designer.studio.editor.text()")


def open_menu(page: Page, name: str, side: str):
    node(page, name).click()
    handle(page, name, side).click()
    expect(menu(page).get_by_role("combobox")).to_be_focused()
    return menu(page)


def test_a_new_resource_is_added_and_joined_in_one_step(page: Page):
    offered = open_menu(page, "server", "holds")
    expect(offered).to_contain_text("Add what belongs to server")
    expect(offered.get_by_role("option").first).to_contain_text("Neutron::Port")
    expect(offered.get_by_role("option").first).to_contain_text("networks.port")
    expect(page.locator(".ghost-card")).to_contain_text("port")  # where it would be
    page.keyboard.press("Enter")
    expect(node(page, "port")).to_have_attribute("data-role", "row")
    expect(page.locator(".ghost-card > *")).to_have_count(0)
    expect(page.get_by_test_id("fresh-name")).to_be_focused()
    assert "properties: {flavor: m1.small, networks: [{port: {get_resource: port}}]}  # small" in text(page)
    page.keyboard.press("Control+z")
    expect(node(page, "port")).to_have_count(0)
    assert text(page) == TEXT


def test_the_name_of_a_new_resource_is_typed_at_once_and_enter_leads_to_its_form(page: Page):
    open_menu(page, "server", "uses").get_by_test_id("neighbour-Cinder::Volume").click()
    name = page.get_by_test_id("fresh-name")
    expect(name).to_be_focused()
    page.keyboard.type("data")
    page.keyboard.press("Enter")
    expect(node(page, "data")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("aside[data-inspector] :focus")).to_be_visible()
    assert "get_resource: data}" in text(page)
    page.keyboard.press("Escape")
    node(page, "data").focus()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(node(page, "data")).to_have_count(0)
    assert text(page) == TEXT


def test_a_pattern_that_takes_the_resource_is_offered(page: Page):
    open_menu(page, "server", "uses").get_by_test_id("neighbour-volume").click()
    expect(page.get_by_test_id("edge-volume_attachment-server")).to_be_attached()


def test_a_resource_that_is_there_is_joined(page: Page):
    offered = open_menu(page, "disk", "used")
    offered.get_by_test_id("neighbour-server").click()
    expect(page.get_by_test_id("edge-server-disk")).to_be_attached()
    assert "get_resource: disk" in text(page)


def test_the_keys_open_the_menu_of_each_side_and_escape_leads_back(page: Page):
    node(page, "net").click()
    for key, title in (("n", "what net uses"), ("Shift+N", "what uses net"), ("b", "what belongs to net")):
        page.keyboard.press(key)
        expect(menu(page)).to_contain_text(f"Add {title}")
        page.keyboard.press("Escape")
        expect(menu(page)).to_be_hidden()
        expect(node(page, "net")).to_be_focused()


def test_several_are_added_without_leaving_the_menu(page: Page):
    open_menu(page, "pool", "holds")
    page.keyboard.type("member")
    page.keyboard.press("Shift+Enter")
    expect(node(page, "pool_member")).to_be_attached()
    expect(menu(page).get_by_role("combobox")).to_be_focused()
    page.keyboard.type("member")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("fresh-name")).to_have_value("pool_member_2")
    assert text(page).count("pool: {get_resource: pool}") == 2


def test_what_is_searched_for_in_vain_is_shown(page: Page, expect_accessible):
    offered = open_menu(page, "net", "holds")
    expect_accessible(page)
    page.keyboard.type("nothing of the kind")
    expect(offered).to_contain_text("No matches.")
    page.keyboard.press("Enter")
    page.keyboard.press("x")
    expect(offered.get_by_role("combobox")).to_have_value("nothing of the kindx")  # the page was not submitted
    assert text(page) == TEXT
    assert Revision.objects.count() == 1


def test_a_line_that_is_drawn_from_the_left_handle_comes_from_the_other_end(page: Page):
    node(page, "disk").click()
    handle(page, "disk", "used").drag_to(node(page, "server").locator(".box"))
    dialog = page.get_by_role("dialog", name="server → disk")
    dialog.get_by_role("button", name="Connect").click()
    expect(page.get_by_test_id("edge-server-disk")).to_be_attached()


def test_who_may_only_read_has_no_handles(page: Page, make_design, bob):
    read = make_design(TEXT, owner=bob, name="Read", visibility=Visibility.PUBLIC)
    page.goto(f"/templates/{read.slug}/design/")
    node(page, "net").click()
    expect(handle(page, "net", "holds")).to_be_hidden()
    page.keyboard.press("b")
    expect(page.locator("[data-change]")).to_contain_text("You can view this template but not edit it.")
    expect(menu(page)).to_be_hidden()


def test_the_menu_is_at_its_handle(page: Page):
    offered = open_menu(page, "server", "uses")
    box, round_handle = offered.bounding_box(), handle(page, "server", "uses").bounding_box()
    assert 0 <= box["x"] - round_handle["x"] - round_handle["width"] < 300  # the ghost has room between them


def test_what_is_typed_while_a_resource_is_added_is_typed_into_the_search(page: Page, held):
    open_menu(page, "pool", "holds")
    page.keyboard.type("member")
    expect(page.locator(".ghost-card")).to_contain_text("pool_member")  # the request for it is no longer under way
    with held.at("gesture"):
        page.keyboard.press("Shift+Enter")
    page.keyboard.type("monitor")
    page.keyboard.press("Delete")
    page.keyboard.press("Enter")
    expect(menu(page).get_by_role("combobox")).to_be_focused()
    held.let_go()
    expect(node(page, "pool_member")).to_be_attached()
    expect(page.get_by_test_id("fresh-name")).to_have_value("health_monitor")
    expect(node(page, "pool")).to_be_attached()


def test_on_a_narrow_page_the_menu_is_in_view(page: Page):
    for width in (390, 768):
        page.set_viewport_size({"width": width, "height": 844})
        node(page, "server").focus()
        page.keyboard.press("b")
        expect(menu(page)).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(menu(page)).to_be_hidden()
