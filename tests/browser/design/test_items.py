"""Items of lists in the inspector: boxes and rows that are added, pasted, moved, duplicated and folded."""

import pytest
from playwright.sync_api import expect

from tests.browser.design.template_text import text_is

TEXT = """\
heat_template_version: 2021-04-16
resources:
  rules:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: tcp, port_range_min: 22, port_range_max: 22}   # for us
        - protocol: icmp
        - {protocol: udp, port_range_min: 1, port_range_max: 9}
  port:
    type: OS::Neutron::Port
    properties:
      security_groups: [a, b]   # both
"""
PASTE = """(control, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  control.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}));
}"""
FIRST, SECOND, THIRD = TEXT.splitlines(keepends=True)[6:9]


@pytest.fixture
def page(open_design):
    return open_design(TEXT)


def choose(page, name, of):
    """Shows the form of a resource, and returns the part of its property."""
    page.evaluate("name => designer.studio.select(name)", name)
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    return page.get_by_test_id(f"property-{of}")


def boxes(rules):
    return rules.locator("> .parts > [data-boxed]")


def test_a_map_in_a_list_is_a_box_that_says_what_it_is(page):
    rules = boxes(choose(page, "rules", "rules"))
    expect(rules.locator("> .item-head > .fold")).to_have_text(["1 tcp 22", "2 icmp", "3 udp 1-9"], use_inner_text=True)
    rules.nth(1).get_by_role("button", name="2 icmp").click()
    expect(rules.nth(1).get_by_label("protocol", exact=True)).to_be_hidden()
    rules.nth(0).get_by_role("button", name="Duplicate 1").click()
    text_is(page, TEXT.replace(FIRST, FIRST + FIRST.replace("   # for us", "")))
    expect(rules).to_have_count(4)
    rules.nth(1).get_by_role("button", name="Remove 2", exact=True).click()
    text_is(page, TEXT)


def test_an_item_moves_by_keys_and_by_its_handle(page):
    rules = boxes(choose(page, "rules", "rules"))
    rules.nth(0).get_by_role("button", name="Move 1", exact=True).focus()
    page.keyboard.press("Alt+ArrowDown")
    text_is(page, TEXT.replace(FIRST + SECOND, SECOND + FIRST))
    expect(rules.nth(1).locator("> .item-head > .fold")).to_contain_text("tcp 22")
    expect(rules.nth(1).get_by_role("button", name="Move 2", exact=True)).to_be_focused()
    handle, first = rules.nth(2).get_by_role("button", name="Move 3", exact=True), rules.nth(0)
    handle.hover()
    page.mouse.down()
    first.hover(position={"x": 40, "y": 4})
    expect(first).to_have_class("part drop-before")
    page.mouse.up()
    text_is(page, TEXT.replace(FIRST + SECOND + THIRD, THIRD + SECOND + FIRST))
    expect(rules.nth(0).locator("> .item-head > .fold")).to_contain_text("udp 1-9")
    handle = rules.nth(0).get_by_role("button", name="Move 1", exact=True)
    handle.hover()
    page.mouse.down()
    last = rules.nth(2)
    last.hover(position={"x": 40, "y": last.bounding_box()["height"] - 4})
    expect(last).to_have_class("part drop-after")
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".drop-before, .drop-after")).to_have_count(0)
    text_is(page, TEXT.replace(FIRST + SECOND + THIRD, THIRD + SECOND + FIRST))


def test_a_new_item_is_called_after_its_list_and_shows_what_it_needs(page):
    rules = choose(page, "rules", "rules")
    expect(rules.get_by_role("button", name="Add Rule", exact=True)).to_be_visible()
    choose(page, "port", "security_groups")
    page.get_by_label("Add a property").fill("allowed_address_pairs")
    page.get_by_label("Add a property").press("Enter")
    pairs = page.get_by_test_id("property-allowed_address_pairs")
    pairs.get_by_role("button", name="Add Allowed address pair", exact=True).press("Enter")
    address = pairs.get_by_role("textbox", name="ip_address")
    expect(address).to_be_focused()
    expect(pairs.get_by_label("mac_address", exact=True)).to_have_count(0)
    page.keyboard.type("10.0.0.7")
    page.keyboard.press("Enter")
    text_is(page, TEXT + "      allowed_address_pairs:\n        - ip_address: 10.0.0.7\n")


@pytest.mark.parametrize("pasted", ["c, d", "c\nd\n", "- c\n- d", "[c, d]"])
def test_what_is_pasted_into_an_item_becomes_several(page, pasted):
    groups = choose(page, "port", "security_groups")
    groups.get_by_label("2", exact=True).evaluate("one => one.focus()")
    groups.get_by_label("2", exact=True).evaluate(PASTE, pasted)
    text_is(page, TEXT.replace("[a, b]", "[a, b, c, d]"))
    expect(groups.get_by_label("4", exact=True)).to_be_focused()
    groups.get_by_role("button", name="Add Security group", exact=True).press("Enter")
    expect(groups.get_by_label("5", exact=True)).to_be_focused()
    groups.get_by_label("5", exact=True).evaluate(PASTE, pasted)
    text_is(page, TEXT.replace("[a, b]", "[a, b, c, d, c, d]"))
    expect(groups.get_by_label("6", exact=True)).to_be_focused()
    for _ in range(2):
        page.get_by_test_id("undo").click()
    text_is(page, TEXT)


def test_the_form_of_an_earlier_step_leaves_the_focus_to_what_is_pasted_meanwhile(page, held):
    groups = choose(page, "port", "security_groups")
    second = groups.get_by_label("2", exact=True)
    second.evaluate("one => one.focus()")
    second.evaluate(PASTE, "c, d")
    expect(groups.get_by_label("4", exact=True)).to_be_focused()
    with held.at("inspector"):
        page.get_by_test_id("undo").click()
    text_is(page, TEXT)
    second.evaluate("one => one.focus()")
    with held.at("gesture"):
        second.evaluate(PASTE, "e, f")
    held.let_go()
    expect(groups.get_by_label("4", exact=True)).to_have_count(0)
    expect(second).to_be_focused()
    held.let_go()
    text_is(page, TEXT.replace("[a, b]", "[a, b, e, f]"))
    expect(groups.get_by_label("4", exact=True)).to_be_focused()


def test_one_word_is_pasted_as_it_is(page):
    groups = choose(page, "port", "security_groups")
    second = groups.get_by_label("2", exact=True)
    assert second.evaluate(PASTE.replace("control.dispatchEvent", "return control.dispatchEvent"), "c") is True
    text_is(page, TEXT)
