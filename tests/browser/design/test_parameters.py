"""The parameter designer: groups and order, every field and constraint, and the form that they make, live."""

import re

import pytest
from playwright.sync_api import Page, expect

TEXT = """\
heat_template_version: 2021-04-16

parameter_groups:
  # what it is
  - label: Server
    parameters: [name, size]
  - label: Net
    description: Where it is
    parameters:
      - cidr   # its addresses

parameters:
  name:
    type: string   # kept
    label: Name
  size:
    type: number
    default: 2
  cidr: {type: string, default: 10.0.0.0/24}
  secret: {type: string, hidden: true}

resources:
  answer:
    type: OS::Heat::Value
    properties:
      value: {get_param: size}
"""

TRIED = """\
heat_template_version: 2021-04-16
parameters:
  env: {type: string, default: dev, constraints: [allowed_values: [dev, prod]]}
  copies: {type: number, default: 2, constraints: [range: {min: 1, max: 9}]}
  disk: {type: number, default: 4}
conditions:
  is_prod: {equals: [{get_param: env}, prod]}
resources:
  copies: {type: OS::Heat::Value, properties: {value: {get_param: copies}}}
  disk: {type: OS::Heat::Value, condition: is_prod, properties: {value: {get_param: disk}}}
"""


@pytest.fixture
def page(open_design):
    """The parameters of a template on its design page."""
    page = open_design(TEXT)
    page.get_by_role("button", name="Parameters", exact=True).press("Enter")
    expect(page.get_by_test_id("asked-name")).to_be_visible()
    return page


@pytest.fixture
def tried(page: Page, make_design):
    """The form of parameters with a range, and with one that only another answer needs."""
    make_design(TRIED, name="Tried")
    page.goto("/templates/tried/design/")
    page.get_by_role("button", name="Parameters", exact=True).press("Enter")
    expect(page.get_by_test_id("asked-copies")).to_be_visible()
    return page


def text(page):
    return page.locator("textarea[name=text]").input_value()


def says(page, words):
    expect(page.locator("[data-said]")).to_contain_text(words)


def asked(page):
    """The names in each group of the list, in order."""
    groups = page.locator("[data-group-index]").all()
    return [group.locator(".item .mono").all_inner_texts() for group in groups]


def test_parameters_and_groups_move_by_keys(page):
    page.get_by_test_id("asked-name").focus()
    page.keyboard.press("Alt+ArrowDown")
    says(page, "Move parameter name")
    expect(page.get_by_test_id("asked-name")).to_be_focused()
    assert "parameters: [size, name]" in text(page)
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_test_id("asked-group-1").get_by_test_id("asked-name")).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("[data-group-index='1'] .item .mono")).to_have_text(["cidr", "name"])
    page.keyboard.press("ArrowUp")
    expect(page.get_by_test_id("asked-cidr")).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("[data-group-index='1'] .item .mono")).to_have_text(["name", "cidr"])
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_test_id("asked-group-none").get_by_test_id("asked-cidr")).to_be_focused()
    assert asked(page) == [["size"], ["name"], ["cidr", "secret"]]
    page.get_by_role("button", name="Move the group Net up").press("Enter")
    says(page, "Move group Net")
    assert text(page).index("Net") < text(page).index("# what it is\n  - label: Server")
    for _ in range(6):
        page.get_by_test_id("undo").press("Enter")
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)


def test_groups_are_added_described_and_removed_by_keys(page):
    page.get_by_role("button", name="Group", exact=True).press("Enter")
    dialog = page.get_by_role("dialog")
    page.keyboard.type("Storage")
    dialog.get_by_label("Description").press_sequentially("What is kept")
    page.keyboard.press("Enter")
    says(page, "Add group Storage")
    expect(page.get_by_test_id("asked-group-2")).to_contain_text("This group has no parameters yet.")
    page.get_by_role("button", name="Rename or describe the group Storage").press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("Disks")
    page.keyboard.press("Enter")
    says(page, "Rename group Storage")
    assert "  - label: Disks\n    description: What is kept\n    parameters: []\n" in text(page)
    page.get_by_role("button", name="Remove the group Disks").press("Enter")
    says(page, "Remove group Disks")
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)


def test_parameters_and_groups_move_by_the_pointer(page):
    page.get_by_test_id("asked-secret").drag_to(page.get_by_test_id("asked-size"), target_position={"x": 20, "y": 3})
    says(page, "Move parameter secret")
    expect(page.locator("[data-group-index='0'] .item .mono")).to_have_text(["name", "secret", "size"])
    assert "parameters: [name, secret, size]" in text(page)
    page.get_by_test_id("asked-group-1").get_by_role("heading").drag_to(
        page.get_by_test_id("asked-group-0"), target_position={"x": 40, "y": 4}
    )
    says(page, "Move group Net")
    expect(page.locator("[data-group-index] h3")).to_have_text(["Net", "Server", "Ungrouped"])
    page.get_by_test_id("asked-cidr").hover()
    page.get_by_role("button", name="Move cidr down").click()
    expect(page.get_by_test_id("asked-group-1").get_by_test_id("asked-cidr")).to_be_visible()


def test_every_field_is_written_in_its_place(page):
    page.get_by_test_id("asked-name").press("Enter")
    panel = page.locator("aside[data-inspector]")
    expect(panel.get_by_role("heading", name="name", exact=True)).to_be_visible()
    for label, value in (("Label", "The name"), ("Description", "What it is called"), ("Default", "web")):
        panel.get_by_label(label, exact=True).focus()
        page.keyboard.press("Control+a")
        page.keyboard.type(value)
        page.keyboard.press("Tab")
        says(page, f"Set {label.lower()} of name")
    panel.get_by_label("Tags").fill("a, b")
    panel.get_by_label("Tags").press("Tab")
    says(page, "Set tags of name")
    panel.get_by_label("Hidden").press("Space")
    says(page, "Set hidden of name")
    name = (
        "  name:\n    type: string   # kept\n    label: The name\n"
        "    description: What it is called\n    default: web\n    tags:\n      - a\n      - b\n    hidden: true\n"
    )
    assert name in text(page)
    expect(panel.locator("[name=declared-hidden][checked]")).to_be_visible()  # the panel was redrawn
    panel.get_by_label("Hidden").press("Space")
    says(page, "Remove hidden of name")
    expect(panel.locator("[name=declared-hidden]:not([checked])")).to_be_visible()
    panel.get_by_label("set", exact=True).press("Space")
    says(page, "Remove default of name")
    expect(page.get_by_test_id("asked-name")).to_contain_text("required")


def test_constraints_each_have_a_form(page):
    page.get_by_test_id("asked-name").click()
    panel = page.locator("aside[data-inspector]")
    dialog = page.get_by_role("dialog")
    for kind, label, value in (
        ("length", "At most", "8"),
        ("allowed_pattern", "Regular expression", "[a-z]+"),
        ("custom_constraint", "Name", "dns_name"),
    ):
        panel.get_by_label("Add constraint").select_option(kind)
        dialog.get_by_label(label, exact=True).fill(value)
        dialog.get_by_label("Message for invalid values").fill(f"About {kind}")
        dialog.get_by_role("button", name="Add").press("Enter")
        expect(panel.locator(f"[data-kind={kind}]")).to_be_visible()
    assert "    constraints:\n      - length: {max: 8}\n        description: About length\n" in text(
        page
    ) or "    constraints:\n      - length:\n          max: 8\n        description: About length\n" in text(page)
    first = page.get_by_test_id("constraint-0")
    first.get_by_label("at least").fill("9")
    first.get_by_label("at least").press("Tab")
    says(page, "Change constraint of name")
    page.get_by_role("button", name="Move constraint 1 down").press("Enter")
    expect(page.get_by_test_id("constraint-1")).to_have_attribute("data-kind", "length")
    page.get_by_role("button", name="Remove constraint 3").press("Enter")
    expect(page.get_by_test_id("constraint-2")).to_have_count(0)
    page.get_by_test_id("constraint-0").get_by_label("regular expression").fill("[a-z")
    page.get_by_test_id("constraint-0").get_by_label("regular expression").press("Tab")
    expect(page.get_by_test_id("constraint-0")).to_contain_text("is not a valid regular expression")


def test_the_form_preview_is_the_fill_form(page):
    field = page.get_by_test_id("param-size")
    field.get_by_role("textbox").fill("x")
    expect(page.get_by_test_id("error-size")).to_contain_text("number")
    field.get_by_role("textbox").fill("5")
    expect(page.get_by_test_id("error-size")).to_be_empty()
    page.get_by_test_id("param-secret").get_by_role("textbox").fill("hunter2")
    page.get_by_test_id("asked-size").click()
    panel = page.locator("aside[data-inspector]")
    panel.get_by_label("Add constraint").select_option("range")
    page.get_by_role("dialog").get_by_label("At most").fill("3")
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    expect(page.get_by_test_id("error-size")).to_contain_text("The maximum is 3.")
    expect(field.get_by_role("textbox")).to_have_value("5")
    expect(page.get_by_test_id("param-secret").get_by_role("textbox")).to_have_value("hunter2")
    panel.get_by_label("Label", exact=True).fill("How many")
    panel.get_by_label("Label", exact=True).press("Tab")
    expect(field).to_contain_text("How many")
    field.get_by_role("button", name="Reset").click()
    expect(field.get_by_role("textbox")).to_have_value("2")
    with page.expect_navigation():
        page.get_by_test_id("save-revision").click()
        page.locator("[data-confirm]").click()
    assert "hunter2" not in page.content()


def test_a_value_that_fits_is_given_by_a_click_and_by_a_key(tried):
    control = tried.get_by_test_id("param-copies").get_by_role("textbox")
    for press in (lambda button: button.click(), lambda button: button.press("Enter")):
        control.fill("11")
        expect(tried.get_by_test_id("error-copies")).to_contain_text("The maximum is 9.")
        press(tried.get_by_role("button", name="Use 9"))
        expect(control).to_have_value("9")
        expect(control).to_be_focused()
        expect(tried.get_by_test_id("error-copies")).to_be_empty()
        expect(tried.get_by_role("button", name="Use 9")).to_have_count(0)


def test_a_field_that_makes_no_difference_yet_is_not_folded(tried):
    disk = tried.get_by_test_id("param-disk")
    expect(disk.get_by_role("textbox")).to_be_visible()
    expect(tried.locator("[data-asked-form]")).not_to_contain_text("Not used now")
    tried.get_by_test_id("param-env").get_by_text("prod", exact=True).click()
    disk.get_by_role("textbox").fill("x")
    expect(tried.get_by_test_id("error-disk")).to_contain_text("number")
    expect(disk.get_by_role("textbox")).to_be_visible()


def test_a_hidden_value_is_reset_too(page: Page, make_design):
    text = "heat_template_version: 2021-04-16\nparameters:\n  key: {type: string, hidden: true, default: x}\n"
    make_design(text, name="Other")
    page.goto("/templates/other/design/")
    page.get_by_role("button", name="Parameters", exact=True).press("Enter")
    control = page.get_by_test_id("param-key").locator("[name=param-key]")
    control.fill("hunter2")
    page.get_by_role("button", name="Reset to the default").click()
    expect(control).to_have_value("")
    expect(control).to_be_focused()


def test_it_is_accessible(page, expect_accessible):
    page.get_by_test_id("asked-size").click()
    expect(page.get_by_label("Add constraint")).to_be_visible()
    page.emulate_media(reduced_motion="reduce")
    expect_accessible(page)


def test_a_constraint_that_is_only_defined_is_offered_and_written(near_to, page):
    page.get_by_test_id("asked-size").click()
    panel = page.locator("aside[data-inspector]")
    dialog = page.get_by_role("dialog")
    panel.get_by_label("Add constraint").select_option("near_to")
    dialog.get_by_label("Close to", exact=True).fill("3")
    dialog.get_by_role("button", name="Add").press("Enter")
    expect(panel.locator("[data-kind=near_to]")).to_contain_text("3, give or take 0")
    first = page.get_by_test_id("constraint-0")
    first.get_by_label("give or take").fill("1")
    first.get_by_label("give or take").press("Tab")
    says(page, "Change constraint of size")
    expect(panel.locator("[data-kind=near_to]")).to_contain_text("3, give or take 1")
    assert re.search(r"near_to:\s*\{?\s*center: 3,?\s*within: 1", text(page))
    page.get_by_test_id("param-size").get_by_role("textbox").fill("5")
    expect(page.get_by_test_id("error-size")).to_contain_text("It has to be 3, give or take 1.")


def test_a_type_that_is_only_defined_is_offered_and_written(percentage, page):
    page.get_by_test_id("palette").get_by_role("button", name="Parameter", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("share")
    dialog.get_by_label("Type").select_option("percentage")
    dialog.get_by_role("button", name="Add").press("Enter")
    panel = page.locator("aside[data-inspector]")
    panel.get_by_label("set", exact=True).check()
    says(page, "Set default of share")
    panel.get_by_label("Default", exact=True).fill("20%")
    panel.get_by_label("Default", exact=True).press("Tab")
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile("type: percentage\n +default: 20%\n"))
    page.get_by_test_id("param-share").get_by_role("textbox").fill("120%")
    expect(page.get_by_test_id("error-share")).to_contain_text("A percentage from 0% to 100% was expected")
