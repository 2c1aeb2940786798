"""Where a resource is added: joined to a card, in a frame, or into a line; with the pointer and with keys."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import drawn, until_true

TEXT = """\
heat_template_version: 2021-04-16
resources:
  front: {type: OS::Neutron::Net}
  front_sub: {type: OS::Neutron::Subnet, properties: {network: {get_resource: front}, cidr: 10.0.0.0/24}}
  web: {type: OS::Nova::Server, properties: {flavor: m1.small, networks: [{network: {get_resource: front}}]}}  # web
  back: {type: OS::Neutron::Net}
  back_a: {type: OS::Neutron::Subnet, properties: {network: {get_resource: back}, cidr: 10.1.0.0/24}}
  back_b: {type: OS::Neutron::Subnet, properties: {network: {get_resource: back}, cidr: 10.2.0.0/24}}
  group: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 2}}
  gate: {type: OS::Nova::Server, properties: {flavor: m1.small, block_device_mapping: [{volume_id: %s}]}}
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
""".replace("%s", "{get_resource: disk}")


@pytest.fixture
def page(open_design) -> Page:
    return open_design(TEXT, shows="gate", panes="canvas")


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def written(page: Page, words: str) -> None:
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile(re.escape(words)))


def is_inside(page: Page, name: str, frame: str | None) -> None:
    until_true(page, "([name, frame]) => designer.studio.graph.byName.get(name)?.inside === frame", [name, frame])


def spot(page: Page, name: str, x: float = 0.5, y: float = 0.5) -> tuple[float, float]:
    box = node(page, name).locator(".box").bounding_box()
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def drop(page: Page, name: str, at: tuple[float, float]) -> None:
    """Drag a type from the palette onto a place."""
    page.get_by_test_id("palette-search").fill(name.rpartition("::")[2])
    page.get_by_test_id(f"palette-item-{name}").hover()
    page.mouse.down()
    page.mouse.move(at[0] - 20, at[1] - 4)
    page.mouse.move(*at)
    page.mouse.up()


def add(page: Page, name: str) -> None:
    """Add a type by its name with the keys, to what is chosen."""
    page.keyboard.press("a")
    expect(page.get_by_test_id("palette-search")).to_be_focused()
    page.keyboard.type(name)
    page.keyboard.press("Enter")


def undone_at_once(page: Page) -> None:
    undone_in(page, 1)


def undone_in(page: Page, steps: int) -> None:
    for _ in range(steps):
        page.get_by_test_id("undo").click()
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)
    expect(page.get_by_test_id("undo")).to_be_disabled()


def test_a_click_adds_one_and_so_does_a_double_click(page: Page):
    page.get_by_test_id("palette-search").fill("Volume")
    item = page.get_by_test_id("palette-item-OS::Cinder::Volume")
    item.click()
    expect(node(page, "volume")).to_be_focused()
    written(page, "  volume:\n    type: OS::Cinder::Volume\n")
    item.dblclick()
    expect(node(page, "volume_2")).to_have_attribute("aria-pressed", "true")
    undone_in(page, 2)


def test_a_drag_that_ends_where_it_began_adds_nothing(page: Page):
    page.get_by_test_id("palette-search").fill("Volume")
    item = page.get_by_test_id("palette-item-OS::Cinder::Volume")
    item.hover()
    at = item.bounding_box()
    page.mouse.down()
    page.mouse.move(*spot(page, "front"))
    page.mouse.move(at["x"] + at["width"] - 4, at["y"] + at["height"] / 2)
    page.mouse.up()
    page.get_by_test_id("palette-item-OS::Cinder::VolumeType").click()
    expect(node(page, "volume_type")).to_have_attribute("aria-pressed", "true")
    expect(node(page, "volume")).to_have_count(0)


def test_what_is_dropped_into_a_frame_lives_there(page: Page):
    drop(page, "OS::Nova::Server", spot(page, "front", y=0.95))
    written(page, "networks:\n        - network: {get_resource: front}")
    expect(node(page, "server")).to_have_attribute("aria-pressed", "true")
    is_inside(page, "server", "front")
    undone_at_once(page)


def test_what_is_dropped_into_a_lane_names_its_subnet(page: Page):
    drop(page, "OS::Octavia::LoadBalancer", spot(page, "back_b"))
    written(page, "vip_subnet: {get_resource: back_b}")
    is_inside(page, "load_balancer", "back")


def test_what_belongs_to_a_frame_is_connected(page: Page):
    drop(page, "OS::Neutron::Subnet", spot(page, "front", y=0.95))
    written(page, "network: {get_resource: front}")
    expect(node(page, "subnet")).to_have_attribute("data-role", "lane")
    undone_at_once(page)


def test_a_group_takes_its_member_and_then_its_rows(page: Page):
    drop(page, "OS::Nova::Server", spot(page, "group", y=0.2))
    written(page, "resource: {type: OS::Nova::Server}")
    expect(node(page, "group")).to_have_attribute("aria-pressed", "true")
    drawn(page)  # its form takes room from the diagram
    drop(page, "OS::Heat::ScalingPolicy", spot(page, "group", y=0.2))
    written(page, "auto_scaling_group_id: {get_resource: group}")
    expect(node(page, "scaling_policy")).to_have_attribute("data-role", "row")


def test_what_is_dropped_on_a_card_is_joined_in_one_step(page: Page):
    drop(page, "OS::Nova::KeyPair", spot(page, "web"))
    written(page, "key_name: {get_resource: key_pair}")
    undone_at_once(page)


def test_a_drop_is_joined_behind_an_emoji(page: Page):
    emoji = TEXT.replace("resources:", "description: 😀😀😀\nresources:")
    page.evaluate("text => designer.studio.editor.replace(text)", emoji)
    until_true(page, "text => designer.studio.parsedText === text", emoji)
    drop(page, "OS::Nova::KeyPair", spot(page, "web"))
    written(page, "key_name: {get_resource: key_pair}")


def test_several_ways_to_join_are_asked_for(page: Page):
    drop(page, "OS::Cinder::Volume", spot(page, "web"))
    dialog = page.get_by_role("dialog", name="Connect volume, web")
    expect(dialog.get_by_role("radio").first).to_be_checked()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)
    drop(page, "OS::Cinder::Volume", spot(page, "web"))
    dialog.get_by_label("Do not connect").check()
    dialog.get_by_role("button", name="OK").click()
    expect(node(page, "volume")).to_be_visible()
    undone_at_once(page)


def test_the_key_adds_to_the_chosen_card(page: Page):
    node(page, "web").click()
    page.keyboard.press("a")
    expect(page.get_by_test_id("palette")).to_contain_text("Joined to web")
    page.keyboard.type("KeyPair")
    page.keyboard.press("Enter")
    written(page, "key_name: {get_resource: key_pair}")
    expect(page.locator("[data-joins]")).to_be_hidden()
    undone_at_once(page)


def test_the_key_adds_into_the_chosen_frame(page: Page):
    node(page, "front").focus()
    page.keyboard.press("Space")
    add(page, "Server")
    written(page, "network: {get_resource: front}")
    is_inside(page, "server", "front")


def test_the_key_adds_nothing_to_what_is_not_chosen(page: Page):
    node(page, "web").click()
    page.keyboard.press("Escape")
    add(page, "KeyPair")
    expect(node(page, "key_pair")).to_be_visible()
    assert "key_name" not in page.evaluate("designer.studio.editor.text()")


def test_the_name_of_a_type_is_not_cut_for_its_service(page: Page):
    page.get_by_test_id("palette-search").fill("load")
    name = page.get_by_test_id("palette-item-AWS::ElasticLoadBalancing::LoadBalancer").locator(".cut").first
    expect(name).to_have_text("LoadBalancer")
    assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth")
