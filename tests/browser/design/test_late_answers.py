"""Late responses of the server: they neither move the focus nor revert later input."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.network import intercept
from tests.conftest import MINIMAL

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 2}
  secret:
    type: string
    hidden: true
    default: x
    constraints: [length: {min: 1}, allowed_pattern: x, length: {max: 9}]
resources:
  net: {type: OS::Neutron::Net}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
  server:
    type: OS::Nova::Server
    properties:
      name: one
      security_groups: [a, b, c]
"""
ANCHORS = """\
heat_template_version: 2021-04-16
resources:
  one: {type: OS::Heat::Value, properties: &shared {value: 1}}
  two: {type: OS::Heat::Value, properties: *shared}
"""


@pytest.fixture
def page(open_design):
    """The design page, with a server chosen."""
    page = open_design(TEXT, files={"run.sh": b"echo\n"})
    choose(page, "server")
    return page


def choose(page, name):
    page.get_by_test_id(f"node-{name}").focus()
    page.keyboard.press("Enter")
    expect(panel(page).get_by_role("heading", name=name, exact=True)).to_be_visible()


def panel(page):
    return page.locator("aside[data-inspector]")


def editor(page):
    return page.get_by_test_id("code-editor")


def text(page):
    return page.locator("textarea[name=text]")


# -- focus that has moved on stays ------------------------------------------------


def test_who_chose_how_a_value_is_shown(page, held):
    with held.at("inspector"):
        page.get_by_test_id("property-name").locator("[data-function]").select_option("get_param")
    editor(page).focus()
    held.let_go()
    expect(page.get_by_test_id("property-name").get_by_role("combobox", name="name", exact=True)).to_be_visible()
    expect(editor(page)).to_be_focused()


def test_who_left_for_another_field_of_the_form(page, held):
    with held.at("inspector"):
        page.get_by_label("Add a property").fill("key_name")
        page.get_by_label("Add a property").press("Enter")
    page.get_by_label("name", exact=True).focus()
    held.let_go()
    expect(page.get_by_label("key_name", exact=True)).to_be_visible()
    expect(page.get_by_label("name", exact=True)).to_be_focused()


def test_tab_leads_into_what_was_begun(page):
    page.get_by_label("Add a property").fill("key_name")
    page.get_by_label("Add a property").press("Tab")
    expect(page.get_by_label("key_name", exact=True)).to_be_focused()


def edit(page, what):
    """Asks for an edit of the template."""
    if what == "add":
        page.get_by_test_id("palette-search").fill("OS::Neutron::Router")
        page.get_by_test_id("palette-search").press("Enter")
    elif what == "part":
        page.locator("[data-palette] [data-part=parameters]").click()
        page.get_by_role("dialog").get_by_label("Name", exact=True).fill("wide")
        page.keyboard.press("Enter")
    elif what == "connect":
        page.evaluate("void designer.studio.connect('server', 'port')")
    else:
        page.get_by_test_id("node-server").press({"rename": "F2", "remove": "Delete"}[what])
        if what == "rename":
            page.keyboard.type("web")
            page.keyboard.press("Enter")


@pytest.mark.parametrize("what", ["add", "rename", "remove", "connect"])
def test_who_changed_the_graph(page, held, what):
    with held.at("gesture"):
        edit(page, what)
    editor(page).focus()
    held.let_go()
    expect(page.locator("[data-change]")).to_contain_text("nothing else changed")
    page.wait_for_load_state("networkidle")
    held.settle()
    expect(editor(page)).to_be_focused()


@pytest.mark.parametrize("what", ["add", "part", "rename", "remove", "connect"])
def test_who_chose_something_else(page, held, what):
    with held.at("gesture"):
        edit(page, what)
    page.get_by_test_id("node-net").locator(".box").click()
    expect(panel(page).get_by_role("heading", name="net", exact=True)).to_be_visible()
    held.let_go()
    expect(page.locator("[data-change]")).to_contain_text("nothing else changed")
    page.wait_for_load_state("networkidle")
    held.settle()
    expect(panel(page).get_by_role("heading", name="net", exact=True)).to_be_visible()
    expect(page.get_by_test_id("node-net")).to_have_class(re.compile("chosen"))


def test_who_asked_for_a_target(page, held):
    with held.at("assist"):
        page.get_by_test_id("node-server").press("c")
    editor(page).focus()
    held.let_go()
    expect(editor(page)).to_be_focused()
    expect(page.locator("[data-hint]")).to_be_hidden()


# -- selections and typed input stay -----------------------------------------------------


def test_the_chosen_target_stays_when_it_is_known_what_fits(page, held):
    page.get_by_role("button", name="Outline").press("Enter")
    with held.at("assist"):
        page.locator("[data-outline] [data-name=net]").press("c")
    dialog = page.get_by_role("dialog")
    page.keyboard.press("ArrowDown")
    expect(dialog.get_by_role("option", selected=True)).to_contain_text("server")
    held.let_go()
    expect(dialog.get_by_role("option", selected=True)).to_contain_text("server")


def test_a_question_waits_for_the_one_that_is_being_answered(page, make_design, held, may_report):
    may_report.append("status of 409")
    make_design(ANCHORS, name="Other")
    page.goto("/templates/other/design/")
    with held.at("gesture"):
        page.evaluate(
            "void designer.studio.gesture('set', {path: ['resources', 'two', 'properties', 'value'], value: '2'})"
        )
    page.get_by_test_id("node-one").press("F2")
    page.keyboard.press("Control+a")
    page.keyboard.type("fi")
    held.let_go()
    page.keyboard.type("rst")
    expect(page.get_by_role("dialog").get_by_label("Name")).to_have_value("first")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("This value is shared: other places use it")
    expect(text(page)).to_have_value(ANCHORS.replace("one:", "first:"))
    page.get_by_role("button", name="Only here").press("Enter")
    expect(text(page)).to_have_value(re.compile("value: '2'"))


def test_what_is_tried_in_the_form_of_the_parameters(page, held):
    page.get_by_role("button", name="Parameters", exact=True).press("Enter")
    expect(page.get_by_test_id("asked-size")).to_be_visible()
    with held.at("parameters"):
        page.evaluate("void designer.studio.gesture('set', {path: ['parameters', 'size', 'label'], value: 'How many'})")
    page.get_by_test_id("param-size").get_by_role("textbox").fill("x")
    held.let_go()
    expect(page.get_by_test_id("param-size")).to_contain_text("How many")
    expect(page.get_by_test_id("param-size").get_by_role("textbox")).to_have_value("x")
    expect(page.get_by_test_id("error-size")).to_contain_text("number")


def test_what_is_typed_while_a_file_is_renamed(page, make_design, held):
    root = MINIMAL.decode() + "  vm:\n    type: vm.yaml\n"
    make_design(root, files={"vm.yaml": MINIMAL}, name="Other")
    page.goto("/templates/other/design/")
    page.keyboard.press("Control+k")
    page.keyboard.type("Rename file")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Next").press("Enter")
    page.get_by_role("dialog").get_by_label("Path").fill("web.yaml")
    with held.at("draft"):
        page.keyboard.press("Enter")
    editor(page).focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("# mine\n")
    held.let_go()
    expect(text(page)).to_have_value(root.replace("vm.yaml", "web.yaml") + "# mine\n")


def test_the_message_of_a_review_that_was_asked_for_twice(page, held):
    page.evaluate("designer.studio.editor.replace(`${designer.studio.editor.text()}# more\n`, 'x')")
    with held.at("review", times=2):
        page.keyboard.press("Control+Shift+s")
        page.keyboard.press("Control+Shift+s")
    held.let_go()
    page.get_by_role("dialog").get_by_label("Message").fill("Nothing much")
    held.let_go()
    expect(page.get_by_role("dialog").get_by_label("Message")).to_have_value("Nothing much")


@pytest.mark.parametrize(
    ("name", "again", "is_done"),
    [("net", "", False), ("net", "port", False), ("net", "port", True), ("port", "", True)],
)
def test_what_is_typed_while_a_dependency_is_added(page, held, may_report, name, again, is_done):
    may_report.append("Failed to load resource|ERR_")
    page.get_by_role("tab", name="Links").click()
    field = page.get_by_label("Add dependency")
    with held.at("gesture"):
        field.fill(name)
        field.press("Enter")
    expect(field).to_have_value("")
    page.keyboard.type(again)
    end_gesture(page, held, is_done)
    if is_done:
        expect(panel(page).get_by_role("button", name=f"Remove dependency on {name}")).to_be_visible()
    expect(field).to_have_value(again if again or is_done else name)
    expect(field).to_be_focused()


@pytest.mark.parametrize(
    ("name", "again", "is_done"), [("a", "", False), ("a", "size", False), ("a", "size", True), ("b", "", True)]
)
def test_what_is_typed_while_an_entry_is_added(page, make_design, held, may_report, name, again, is_done):
    may_report.append("Failed to load resource|ERR_")
    make_design(TEXT.replace("name: one", "metadata: {team: blue}"), name="Other")
    page.goto("/templates/other/design/")
    choose(page, "server")
    entries = page.get_by_test_id("property-metadata")
    key, value = (entries.get_by_label(name) for name in ("Add key to metadata", "Value of the new key of metadata"))
    key.fill(name)
    with held.at("gesture"):  # it is sent with Enter, or when the page is told that the key was left
        value.fill("db")
        page.keyboard.press("Enter")
    expect(key).to_be_focused()
    expect(value).to_have_value("")
    page.keyboard.type(again)
    end_gesture(page, held, is_done)
    if is_done:
        expect(entries.get_by_label(name, exact=True)).to_have_value("db")
    expect(key).to_have_value(again if again or is_done else name)
    expect(value).to_have_value("" if again or is_done else "db")
    expect(key).to_be_focused()


def end_gesture(page, held, is_done):
    """Lets the edit that is held be done, or get lost, until the page shows what came of it."""
    page.evaluate("designer.studio.say('nothing yet')")
    if is_done:
        held.let_go()
        page.wait_for_load_state("networkidle")
    else:
        held.waiting.pop().abort()
        expect(page.locator("[data-said]")).to_contain_text("server")
    held.settle()


# -- the page shows the current state --------------------------------------------------------


def test_a_value_can_be_typed_again_when_its_form_does_not_come(page, held, may_report):
    may_report.append("Failed to load resource|ERR_")
    with held.at("inspector"):
        page.get_by_test_id("property-name").locator("[data-function]").select_option("get_param")
    held.waiting.pop().abort()
    expect(page.locator("[data-said]")).to_contain_text("server")
    expect(page.get_by_label("name", exact=True)).to_be_enabled()
    page.get_by_label("name", exact=True).fill("two")
    page.get_by_label("name", exact=True).press("Enter")
    expect(text(page)).to_have_value(TEXT.replace("name: one", "name: two"))


def test_a_form_that_did_not_come_frees_no_other(page, held, may_report):
    may_report.append("Failed to load resource|ERR_")
    with held.at("inspector", times=2):
        for name in ("net", "port"):
            page.get_by_test_id(f"node-{name}").focus()
            page.keyboard.press("Enter")
    held.waiting.pop(0).abort()
    held.settle()
    expect(panel(page)).to_have_attribute("inert", "")
    held.let_go()
    expect(panel(page).get_by_role("heading", name="port", exact=True)).to_be_visible()
    expect(panel(page)).not_to_have_attribute("inert", "")


@pytest.mark.parametrize(
    ("view", "shown", "asked", "area"),
    [
        ("graph", "node-net", "inspector", ".inspector.stale"),
        ("parameters", "asked-size", "parameters", "[data-asked][inert]"),
    ],
)
def test_nothing_is_written_into_a_text_that_broke_meanwhile(page, held, view, shown, asked, area):
    page.evaluate(f"designer.studio.show('{view}')")
    expect(page.get_by_test_id(shown)).to_be_visible()
    with held.at(asked):
        page.evaluate("void designer.studio.gesture('set', {path: ['parameters', 'size', 'label'], value: 'How many'})")
    editor(page).focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("x: [")
    expect(page.locator(area)).to_have_count(1)
    held.let_go()
    expect(page.locator(area)).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator(area)).to_have_count(0)


def test_what_was_refused_is_not_shown_as_done(page, may_report):
    may_report.append("Failed to load resource|ERR_")
    page.get_by_role("button", name="Parameters", exact=True).press("Enter")
    page.get_by_test_id("asked-secret").press("Enter")
    hidden = page.get_by_test_id("field-hidden").get_by_role("switch")
    expect(hidden).to_be_checked()
    intercept(page, "**/gesture/", lambda route: route.abort())
    hidden.press(" ")
    expect(page.locator("[data-said]")).to_contain_text("server")
    expect(hidden).to_be_checked()


@pytest.mark.parametrize("asked", [0, 2])
def test_a_name_is_fixed_at_its_current_place(page, make_design, held, asked):
    make_design(TEXT.replace("name: one", "name: {get_param: siz}"), name="Other")
    page.goto("/templates/other/design/")
    choose(page, "server")
    button = page.get_by_test_id("property-name").get_by_role("button", name="Use size")
    with held.at("inspector", times=asked):  # the form is requested by the click, and because the text changed
        button.evaluate(
            'one => { const { editor } = designer.studio; editor.replace("# before\\n" + editor.text()); one.click(); }'
        )
    for _ in range(asked):
        held.let_go()
    expect(text(page)).to_have_value("# before\n" + TEXT.replace("name: one", "name: {get_param: size}"))


def test_the_attributes_are_those_of_the_resource_that_was_chosen_last(page, held):
    page.evaluate("void designer.studio.addPart('outputs')")
    page.wait_for_load_state("networkidle")
    dialog = page.get_by_role("dialog")
    resource, attribute = (dialog.get_by_label(name, exact=True) for name in ("Resource", "Attribute"))
    with held.at("assist"):
        resource.select_option("port")
    with page.expect_response("**/assist/"):
        resource.select_option("net")
    held.let_go()
    attribute.select_option("subnets")
    expect(attribute.locator("option[value=fixed_ips]")).to_have_count(0)


def test_who_waits_for_names_to_choose_from_sees_them_come(page, held):
    page.evaluate("void designer.studio.addPart('outputs')")
    page.wait_for_load_state("networkidle")
    dialog = page.get_by_role("dialog")
    with held.at("assist"):
        dialog.get_by_label("Resource", exact=True).select_option("net")
    attribute = dialog.get_by_label("Attribute", exact=True)
    attribute.focus()
    held.let_go()
    attribute.select_option("subnets")
    expect(attribute).to_be_focused()
    expect(attribute).to_have_value("subnets")


# -- keys that are pressed fast --------------------------------------------------------------------


def test_a_second_press_takes_nothing_else_away(page):
    page.get_by_role("button", name="Remove 1", exact=True).dblclick()
    expect(text(page)).to_have_value(re.compile(r"security_groups: \[b, c\]"))
    expect(page.get_by_role("button", name="Remove 3", exact=True)).not_to_be_attached()
    expect(text(page)).to_have_value(re.compile(r"security_groups: \[b, c\]"))
    page.get_by_role("button", name="Parameters", exact=True).press("Enter")
    page.get_by_test_id("asked-secret").press("Enter")
    page.get_by_role("button", name="Remove constraint 1").dblclick()
    expect(page.get_by_test_id("constraint-2")).not_to_be_attached()
    expect(page.get_by_test_id("constraint-1")).to_be_visible()


def test_each_press_of_the_arrows_moves_the_same_item(page):
    page.get_by_label("1", exact=True).focus()
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowDown")
    expect(text(page)).to_have_value(re.compile(r"security_groups: \[b, c, a\]"))
