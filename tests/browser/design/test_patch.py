"""The form of the inspector is patched: what a person uses stays as it is when an answer comes."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.network import intercept

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 2}
conditions:
  many: {equals: [{get_param: size}, 3]}
resources:
  net: {type: OS::Neutron::Net}
  server:
    type: OS::Nova::Server   # the machine
    properties:
      flavor: small
      image: ubuntu
      name: one
      networks: [{network: {get_resource: net}}]
"""


@pytest.fixture
def page(open_design):
    """The design page with the form of a server."""
    page = open_design(TEXT)
    select(page, "server")
    return page


def select(page, name, kind="resources"):
    page.evaluate("([name, kind]) => designer.studio.select(name, kind)", [name, kind])
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def gesture(page, name, path, **more):
    """Edits the text from elsewhere, and waits until the form shows it."""
    with page.expect_response("**/inspector/"):
        page.evaluate("([name, args]) => void designer.studio.gesture(name, args)", [name, {"path": path, **more}])


def own(*keys):
    return ["resources", "server", "properties", *keys]


def text(page):
    return page.locator("textarea[name=text]")


def field(page, name):
    return page.get_by_test_id(f"property-{name}").locator("[data-value]").first


def mark(locator):
    """Marks an element, to see later that it is still the same one."""
    locator.evaluate("one => { one.marked = true; }")


def is_marked(locator):
    return locator.evaluate("one => one.marked === true")


def test_the_field_in_use_is_the_same_one_after_an_answer(page):
    name = field(page, "name")
    name.focus()
    mark(name)
    page.keyboard.press("End")
    page.keyboard.type("-two")
    page.keyboard.press("Enter")
    expect(text(page)).to_have_value(TEXT.replace("name: one", "name: one-two"))
    expect(page.get_by_test_id("property-name").locator("[data-value][value=one-two]")).to_be_attached()
    expect(name).to_be_focused()
    assert is_marked(name)
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("x")
    expect(name).to_have_value("one-twxo")


def test_what_is_half_typed_stays_with_its_cursor_while_others_change(page):
    image, name = field(page, "image"), field(page, "name")
    name.focus()
    page.keyboard.press("Home")
    page.keyboard.type("half-")
    mark(name)
    gesture(page, "set", own("image"), value="debian")
    expect(image).to_have_value("debian")
    gesture(page, "set", own("name"), value="other")
    expect(page.get_by_test_id("property-name").locator("[data-value][value=other]")).to_be_attached()
    page.keyboard.type("way-")
    expect(name).to_have_value("half-way-one")
    assert is_marked(name)
    page.keyboard.press("Tab")
    expect(text(page)).to_have_value(re.compile("image: debian\n      name: half-way-one\n"))


def test_what_nobody_typed_follows_the_text(page):
    field(page, "image").focus()
    gesture(page, "set", own("name"), value="other")
    expect(field(page, "name")).to_have_value("other")


def test_a_property_that_goes_away_gives_the_focus_to_the_next_one(page):
    gesture(page, "set", own("of_mine"), value="x")
    mine = field(page, "of_mine")
    mine.focus()
    parts = page.locator("#in-properties .theme-body > .part")
    at = parts.evaluate_all("all => all.findIndex((one) => one.dataset.testid === 'property-of_mine')")
    following = parts.nth(at + 1).get_attribute("data-testid")
    gesture(page, "unset", own("of_mine"))
    expect(mine).not_to_be_attached()
    expect(page.get_by_test_id(following).locator("> .pair :focus")).to_be_attached()


def test_what_is_open_stays_open(page):
    networks = page.get_by_test_id("property-networks")
    networks.locator("[data-fold]").first.click()
    expect(networks.locator("[data-fold]").first).to_have_attribute("aria-expanded", "false")
    gesture(page, "set", own("image"), value="debian")
    expect(field(page, "image")).to_have_value("debian")
    expect(networks.locator("[data-fold]").first).to_have_attribute("aria-expanded", "false")
    select(page, "many", "conditions")
    page.get_by_text("2 combinations").click()
    expect(page.locator("[data-decisions]")).to_have_attribute("open", "")
    gesture(page, "set", ["parameters", "size", "default"], value=3)
    expect(page.get_by_test_id("present")).to_contain_text("true")
    expect(page.locator("[data-decisions]")).to_have_attribute("open", "")


def test_a_list_of_names_stays_open_while_an_answer_comes(page):
    flavor = field(page, "flavor")
    flavor.click()
    expect(page.get_by_role("listbox")).to_be_visible()
    gesture(page, "set", own("image"), value="debian")
    expect(field(page, "image")).to_have_value("debian")
    expect(flavor).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("listbox")).to_be_hidden()


def test_the_builder_of_a_condition_keeps_its_field(page):
    select(page, "many", "conditions")
    value = page.get_by_test_id("condition-builder").get_by_label("Value", exact=True)
    value.focus()
    mark(value)
    gesture(page, "set", ["parameters", "size", "default"], value=3)
    expect(page.get_by_test_id("present")).to_contain_text("true")
    expect(value).to_be_focused()
    assert is_marked(value)


def test_a_change_that_was_not_sent_stays_marked(page, may_report):
    may_report.append("Failed to load resource|ERR_")
    name = field(page, "name")
    with_name = page.get_by_test_id("property-name")
    intercept(page, "**/gesture/", lambda route: route.abort())
    name.fill("two")
    name.press("Enter")
    expect(with_name).to_contain_text("Not sent yet")
    with page.expect_response("**/inspector/"):
        page.evaluate("void designer.studio.inspector.redraw()")
    expect(name).to_have_value("two")
    expect(with_name).to_contain_text("Not sent yet")
