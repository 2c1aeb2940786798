"""A resource that a file of the bundle defines, opened on the map to a frame with the resources of that file."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import until_true

OUTER = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  web: {type: web.yaml, properties: {net: {get_resource: net}}}
  away: {type: OS::Heat::Stack, properties: {template: {get_file: web.yaml}, parameters: {net: {get_resource: net}}}}
"""
INNER = """\
heat_template_version: 2021-04-16
parameters: {net: {type: string}}
resources:
  port: {type: OS::Neutron::Port, properties: {network: {get_param: net}}}
  server: {type: OS::Nova::Server, properties: {flavor: small, networks: [{port: {get_resource: port}}]}}
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
"""


@pytest.fixture
def page(open_design) -> Page:
    return open_design(OUTER, shows="web", panes="canvas", files={"web.yaml": INNER.encode()})


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def inside(page: Page, name: str = "web"):
    return page.locator(f"[data-of={name}] .nested")


def test_a_card_opens_to_what_its_file_makes_and_folds_again(page: Page, expect_accessible):
    node(page, "web").focus()
    page.keyboard.press("u")
    expect(node(page, "web")).to_have_attribute("data-role", "frame")
    expect(node(page, "web")).to_contain_text("web.yaml")
    expect(inside(page)).to_contain_text("server")
    expect(inside(page)).to_contain_text("disk")
    expect(inside(page).locator(".handle")).to_have_count(0)
    expect(page.get_by_test_id("node-server")).to_have_count(0)  # it is no resource of this template
    expect_accessible(page)
    page.reload()
    expect(inside(page)).to_contain_text("server")
    node(page, "web").click(button="right")
    page.get_by_role("menuitem", name="Fold to a card").click()
    expect(node(page, "web")).to_have_attribute("data-role", "card")
    expect(inside(page)).to_have_count(0)


def test_what_is_inside_belongs_to_the_frame_and_a_double_click_opens_the_file(page: Page):
    node(page, "web").focus()
    page.keyboard.press("u")
    expect(inside(page)).to_contain_text("server")
    box = inside(page).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 60)
    expect(node(page, "web")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("heading", name="web", exact=True)).to_be_visible()
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + 60)
    page.wait_for_url("**/design/?file=web.yaml")
    until_true(page, "designer.studio.graph.byName.has('server')")


def test_a_stack_of_another_heat_opens_by_the_same_keys(page: Page):
    expect(node(page, "away")).to_contain_text("web.yaml")
    node(page, "away").click()
    page.keyboard.press("u")
    expect(inside(page, "away")).to_contain_text("server")
    page.keyboard.press("o")
    page.wait_for_url("**/design/?file=web.yaml")
