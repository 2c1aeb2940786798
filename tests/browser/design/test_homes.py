"""Cards go into frames and out of them: by the menu of a card, and by dragging them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import Held, drawn, until_true

TEXT = """\
heat_template_version: 2021-04-16
resources:
  front: {type: OS::Neutron::Net}
  front_sub: {type: OS::Neutron::Subnet, properties: {network: {get_resource: front}, cidr: 10.0.0.0/24}}
  web: {type: OS::Nova::Server, properties: {flavor: m1.small, networks: [{network: {get_resource: front}}]}}  # web
  back: {type: OS::Neutron::Net}
  back_a: {type: OS::Neutron::Subnet, properties: {network: {get_resource: back}, cidr: 10.1.0.0/24}}
  back_b: {type: OS::Neutron::Subnet, properties: {network: {get_resource: back}, cidr: 10.2.0.0/24}}
  balancer: {type: OS::Octavia::LoadBalancer, properties: {vip_subnet: {get_resource: back_b}}}
  jump: {type: OS::Nova::Server, properties: {flavor: m1.small}}
"""
LIFT = """count => {
    const { studio } = designer, names = Array.from({ length: count }, (_, at) => `card${at}`);
    for (const name of names) studio.graph.byName.set(name, { name, role: "card", inside: null });
    setTimeout(() => {
        studio.liftNodes(names);
        studio.hint("lifted");
    });
}"""


@pytest.fixture
def page(open_design) -> Page:
    return open_design(TEXT, shows="jump", panes="canvas")


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def text(page: Page) -> str:
    return page.evaluate("designer.studio.editor.text()")


def is_inside(page: Page, name: str, frame: str | None) -> None:
    until_true(page, "([name, frame]) => designer.studio.graph.byName.get(name).inside === frame", [name, frame])


def place(page: Page, name: str) -> list[float]:
    return page.evaluate("name => { const {x, y} = designer.studio.graph.byName.get(name); return [x, y]; }", name)


def head(page: Page, name: str) -> tuple[float, float]:
    box = node(page, name).locator(".box").bounding_box()
    return box["x"] + 24, box["y"] + 14


def lift(page: Page, name: str) -> None:
    """Begin to drag a card, until it is known where it could live."""
    x, y = head(page, name)
    page.mouse.move(x, y)
    page.mouse.down()
    with page.expect_response("**/design/assist/") as answer:
        page.mouse.move(x + 8, y + 8)
    answer.value.finished()
    drawn(page)


def spot(page: Page, name: str, x: float = 0.5, y: float = 0.5) -> tuple[float, float]:
    """A point of a frame or lane."""
    box = node(page, name).locator(".box").bounding_box()
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def hint(page: Page):
    return page.locator("[data-hint]")


def lives(page: Page, name: str, written: str) -> None:
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile(re.escape(f"  {name}: {{") + f".*{written}"))


def test_the_menu_of_a_card_moves_it_and_says_by_which_property(page: Page, expect_accessible):
    node(page, "jump").focus()
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name="Live in").press("Enter")
    menu = page.get_by_test_id("menu")
    expect(menu.get_by_role("menuitem")).to_have_text(
        [
            "frontwrites networks.network of jump",
            "backwrites networks.network of jump",
            "back_awrites networks.subnet of jump",
            "back_bwrites networks.subnet of jump",
        ]
    )
    expect_accessible(page)
    page.keyboard.press("Enter")
    lives(page, "jump", "networks: .{network: {get_resource: front}}.")
    expect(node(page, "jump")).to_be_focused()
    is_inside(page, "jump", "front")
    page.keyboard.press("Control+z")
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)
    is_inside(page, "jump", None)


def test_homes_that_cannot_be_asked_for_are_reported(page: Page, may_report):
    may_report.append("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    node(page, "jump").focus()
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name="Live in").press("Enter")
    expect(page.locator("[data-said]")).to_contain_text("did not respond")


def test_many_cards_are_lifted_at_once(page: Page):
    page.evaluate(LIFT, 5_000)
    expect(page.locator("[data-hint]")).to_have_text("lifted")


def test_the_menu_moves_a_card_out_of_its_frame(page: Page):
    node(page, "web").click(button="right")
    page.get_by_role("menuitem", name="Live in").click()
    page.get_by_role("menuitem", name="Outside removes networks of web").click()
    lives(page, "web", "{flavor: m1.small}}  # web")
    is_inside(page, "web", None)


def test_several_cards_move_together(page: Page):
    node(page, "web").click()
    node(page, "jump").click(modifiers=["Shift"])
    node(page, "jump").click(button="right")
    page.get_by_role("menuitem", name="Live in").click()
    page.get_by_role("menuitem", name="back_a").click()
    for name in ("web", "jump"):
        lives(page, name, "networks: .{subnet: {get_resource: back_a}}.")


def test_a_card_that_is_dragged_into_a_frame_lives_there(page: Page):
    before = place(page, "jump")
    lift(page, "jump")
    page.mouse.move(*spot(page, "front", y=0.9))
    expect(hint(page)).to_contain_text("Into front: writes networks.network of jump.")
    page.mouse.up()
    lives(page, "jump", "networks: .{network: {get_resource: front}}.")
    expect(hint(page)).to_be_hidden()
    is_inside(page, "jump", "front")
    assert place(page, "jump")[1] > place(page, "web")[1]  # where it was dropped
    expect(page.get_by_test_id("undo")).to_have_accessible_name("Undo: Move jump into front")
    page.get_by_test_id("undo").click()
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)
    expect(page.get_by_test_id("undo")).to_be_disabled()
    is_inside(page, "jump", None)
    assert place(page, "jump") == before
    page.get_by_test_id("redo").click()
    lives(page, "jump", "networks")
    is_inside(page, "jump", "front")


def test_undo_gives_the_place_back_though_an_older_diagram_comes_late(page: Page, held: Held, clock):
    before = place(page, "jump")
    lift(page, "jump")
    page.mouse.move(*spot(page, "front", y=0.9))
    expect(hint(page)).to_contain_text("Into front: writes networks.network of jump.")
    page.evaluate("() => { designer.drawn = 0; designer.studio.on('diagram', () => { designer.drawn += 1; }); }")
    page.mouse.up()
    until_true(page, "designer.drawn === 2")  # with its new home, and with the lines of its new place
    is_inside(page, "jump", "front")
    clock.install(time=0)
    with held.at("diagram"):
        page.evaluate("() => { designer.studio.refresh(); }")
    clock.pause_at(1000)  # the next diagram waits for a pause in typing
    page.keyboard.press("Control+z")
    until_true(page, "text => designer.studio.editor.text() === text", TEXT)
    held.waiting.pop().continue_()
    until_true(page, "designer.drawn === 3")
    clock.resume()
    is_inside(page, "jump", None)
    assert place(page, "jump") == before


def test_a_card_that_is_dragged_out_of_a_frame_does_not_live_there(page: Page):
    lift(page, "web")
    x, y = spot(page, "jump", 0.5, 1)
    page.mouse.move(x, y + 120)
    expect(hint(page)).to_contain_text("Out of its frame: removes networks of web.")
    page.mouse.up()
    lives(page, "web", "{flavor: m1.small}}  # web")
    is_inside(page, "web", None)


def test_a_card_that_is_dragged_to_another_lane_names_its_subnet(page: Page):
    lift(page, "balancer")
    page.mouse.move(*spot(page, "back_a"))
    expect(hint(page)).to_contain_text("Into back_a: writes vip_subnet of balancer.")
    page.mouse.up()
    lives(page, "balancer", "vip_subnet: {get_resource: back_a}")


def test_with_ctrl_a_card_is_only_moved(page: Page):
    lift(page, "web")
    x, y = spot(page, "web", 0.5, 1)
    page.keyboard.down("Control")
    page.mouse.move(x, y + 300)
    expect(hint(page)).to_be_hidden()
    page.mouse.up()
    page.keyboard.up("Control")
    expect(page.get_by_test_id("undo")).to_have_accessible_name("Undo: Move web")
    assert text(page) == TEXT


def test_a_move_within_a_frame_writes_nothing(page: Page):
    x, y = head(page, "web")
    lift(page, "web")
    page.mouse.move(x + 12, y + 12)
    page.mouse.up()
    expect(page.get_by_test_id("undo")).to_have_accessible_name("Undo: Move web")
    assert text(page) == TEXT
