"""The card of a group's members: choosing it, what it uses, and what is dropped on it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import until_true

TEXT = """\
heat_template_version: 2021-04-16
resources:
  web:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 2
      max_size: 8
      resource:
        type: OS::Nova::Server  # each
        properties: {flavor: m1.small}
  net: {type: OS::Neutron::Net}
  key: {type: OS::Nova::KeyPair, properties: {name: ops}}
"""
MEMBER = "        properties: {flavor: m1.small"


@pytest.fixture
def page(open_design, request) -> Page:
    text, shows = getattr(request, "param", (TEXT, "web"))
    return open_design(text, shows=shows, panes="canvas")


def has(page: Page, written: str) -> None:
    until_true(page, "written => designer.studio.editor.text().includes(written)", f"{MEMBER}, {written}}}\n")


def edge(page: Page, mark: str) -> str:
    """The colour of the outline of what is drawn."""
    return page.locator(f"{mark} .whole, :has(> {mark}) > .whole").last.evaluate("one => getComputedStyle(one).stroke")


def test_the_chosen_card_is_that_of_the_members_or_that_of_the_group(page: Page):
    group, member = "[data-testid=node-web]", "[data-testid='node-web.resource']"
    page.get_by_test_id("node-web").click()
    expect(page.get_by_role("heading", name="web", exact=True)).to_be_visible()
    chosen = edge(page, group)
    assert edge(page, member) != chosen
    page.get_by_test_id("node-web.resource").click()
    expect(page.get_by_role("heading", name="Each member")).to_be_visible()
    assert (edge(page, member), edge(page, group) != chosen) == (chosen, True)
    page.get_by_role("button", name="web", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="web", exact=True)).to_be_visible()
    assert edge(page, group) == chosen


def test_what_the_members_use_is_added_and_written_into_their_definition(page: Page):
    page.get_by_test_id("node-web").click()
    page.keyboard.press("n")
    offered = page.get_by_test_id("neighbours")
    expect(offered.get_by_test_id("neighbour-Neutron::Net")).to_contain_text("resource.networks.network")
    expect(offered.get_by_test_id("neighbour-Neutron::Port")).to_have_count(0)  # members cannot share one
    page.keyboard.type("key")
    expect(offered.get_by_test_id("neighbour-key")).to_contain_text("resource.key_name")
    offered.get_by_test_id("neighbour-key").click()
    has(page, "key_name: {get_resource: key}")
    expect(page.get_by_test_id("node-web.resource").locator("xpath=..")).to_contain_text("key")  # its chip


def test_a_line_that_is_drawn_from_a_group_comes_from_its_members(page: Page):
    page.get_by_test_id("node-web").click()
    start = page.get_by_test_id("plus-web-uses").locator(".target").bounding_box()
    end = page.get_by_test_id("node-key").bounding_box()
    page.mouse.move(start["x"] + 12, start["y"] + 12)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=4)
    page.mouse.up()
    has(page, "key_name: {get_resource: key}")


def test_a_type_that_is_dropped_on_the_members_is_what_they_use(page: Page):
    page.get_by_test_id("palette-search").fill("SecurityGroup")
    page.get_by_test_id("palette-item-OS::Neutron::SecurityGroup").hover()
    page.mouse.down()
    end = page.get_by_test_id("node-web.resource").bounding_box()
    page.mouse.move(end["x"] + 60, end["y"] + 60, steps=4)
    page.mouse.up()
    page.get_by_role("dialog").get_by_text("web → security_group: resource.security_groups").click()
    page.get_by_role("dialog").get_by_role("button", name="OK").click()
    has(page, "security_groups: [{get_resource: security_group}]")


CHAIN = """\
heat_template_version: 2021-04-16
resources:
  line: {type: OS::Heat::ResourceChain, properties: {resources: [OS::Nova::Server, OS::Nova::Server]}}
  key: {type: OS::Nova::KeyPair, properties: {name: ops}}
"""


@pytest.mark.parametrize("page", [(CHAIN, "line")], indirect=True)
def test_each_member_of_a_chain_has_a_card_and_gets_what_is_added(page: Page):
    expect(page.get_by_test_id("node-line.0").locator("xpath=..")).to_have_text(
        re.compile("0Nova::Server.*1Nova::Server")
    )
    page.get_by_test_id("node-line.1").click()
    expect(page.get_by_role("heading", name="line", exact=True)).to_be_visible()
    page.get_by_test_id("node-line").focus()
    page.keyboard.press("n")
    page.keyboard.type("key")
    page.get_by_test_id("neighbour-key").click()
    until_true(page, "designer.studio.editor.text().includes('resource_properties: {key_name: {get_resource: key}}')")
    expect(page.get_by_test_id("node-line.0").locator("xpath=..").locator(".chip-name")).to_have_text(["key", "key"])
