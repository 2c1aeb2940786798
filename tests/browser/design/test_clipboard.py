"""Copy, cut and paste between templates, and resources taken out into a nested one: by keys and by pointer."""

import pytest
from playwright.sync_api import Page, expect

import hotcore

TEXT = """\
heat_template_version: 2021-04-16

parameters:
  # how it is called
  name: {type: string, default: web}

conditions:
  wanted: {equals: [{get_param: name}, web]}

resources:
  net: {type: OS::Neutron::Net}

  # the port
  port:
    type: OS::Neutron::Port
    condition: wanted
    properties:
      name: {get_param: name}   # as told
      network: {get_resource: net}
"""
OTHER = """\
heat_template_version: 2021-04-16
resources:
    port:
        type: OS::Heat::None   # another
"""


@pytest.fixture
def design_page(alice_page: Page, make_design):
    make_design(TEXT)
    make_design(OTHER, name="Other")
    alice_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    alice_page.goto("/templates/web/design/")
    expect(alice_page.get_by_test_id("node-port")).to_be_visible()
    return alice_page


def text(page):
    return page.locator("textarea[name=text]").input_value()


def says(page, words):
    expect(page.locator("[data-said]")).to_contain_text(words)


def run(page, words):
    """Runs a command by its name."""
    page.keyboard.press("Control+k")
    page.keyboard.type(words)
    page.locator("#commands [role=option]").first.wait_for()
    page.keyboard.press("Enter")


def test_a_resource_goes_to_another_template_with_what_it_needs(design_page):
    page = design_page
    page.get_by_test_id("node-port").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Control+c")
    says(page, "Copied port. It references resources that were not copied: net")
    piece = page.evaluate("navigator.clipboard.readText()")
    assert hotcore.load(piece).template.resources.keys() == {"port"}
    page.goto("/templates/other/design/")
    page.get_by_test_id("node-port").focus()
    page.keyboard.press("Control+v")
    expect(page.get_by_test_id("node-port_2")).to_be_focused()
    expect(page.locator("[data-said]")).to_contain_text(
        "Paste port_2. port was renamed to port_2. The resource net is used"
    )
    expect(page.locator("[data-said] code")).to_have_text(["port", "port_2", "net"])
    assert "# how it is called" in text(page)
    assert "name: {get_param: name}   # as told" in text(page)
    assert "        type: OS::Heat::None   # another\n" in text(page)
    page.keyboard.press("Control+z")
    expect(page.locator("textarea[name=text]")).to_have_value(OTHER)


def test_several_are_cut_and_pasted_where_they_were(design_page):
    page = design_page
    page.get_by_test_id("node-net").click()
    page.get_by_test_id("node-port").click(modifiers=["Shift"])
    page.keyboard.press("Control+x")
    says(page, "Cut net, port")
    expect(page.get_by_test_id("node-net")).to_have_count(0)
    assert "resources" not in text(page)
    page.locator("body").press("Control+v")
    expect(page.get_by_test_id("edge-port-net")).to_be_attached()
    assert text(page).rstrip().endswith(TEXT[TEXT.index("resources:") :].rstrip())
    expect(page.get_by_test_id("node-port_2")).to_have_count(0)


def test_the_outline_copies_and_pastes_too(design_page):
    page = design_page
    page.get_by_role("button", name="Outline", exact=True).press("Enter")
    page.locator("[data-outline] [data-name=net]").press("Enter")
    page.locator("[data-outline] [data-name=net]").press("Control+c")
    says(page, "Copied net")
    page.locator("[data-outline] [data-name=net]").press("Control+v")
    says(page, "Paste net_2")
    expect(page.locator("[data-outline] [data-name=net_2]")).to_be_visible()


def test_declarations_move_up_and_down_in_the_text(design_page):
    page = design_page
    page.get_by_role("button", name="Outline", exact=True).press("Enter")
    row = page.locator("[data-outline] [data-name=net]")
    row.press("Enter")
    row.press("Alt+ArrowDown")
    says(page, "Move net")
    assert text(page).index("# the port") < text(page).index("  net:")
    expect(row).to_be_focused()
    row.press("Alt+ArrowUp")
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)


def test_a_name_is_shown_where_it_cannot_be_copied(design_page):
    page = design_page
    page.evaluate("navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false")
    page.get_by_test_id("node-port").click()
    run(page, "Copy name")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_have_value("port")


def test_text_that_cannot_be_pasted_is_reported(design_page, may_report):
    page = design_page
    may_report.append("status of 422")
    page.evaluate("navigator.clipboard.writeText('just words')")
    page.get_by_test_id("node-net").focus()
    page.keyboard.press("Control+v")
    says(page, "This is not part of a template")
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)


def test_text_in_fields_is_copied_and_pasted_as_ever(design_page):
    page = design_page
    page.evaluate("navigator.clipboard.writeText('words')")
    page.get_by_test_id("palette-search").focus()
    page.keyboard.press("Control+v")
    expect(page.get_by_test_id("palette-search")).to_have_value("words")
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)


def test_resources_are_taken_out_into_a_nested_template(design_page):
    page = design_page
    page.get_by_test_id("node-port").click()
    run(page, "extract")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the new resource").fill("network_port")
    expect(dialog.get_by_label("File")).to_have_value("network_port.yaml")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("node-network_port")).to_be_visible()
    says(page, "Extract port as network_port")
    assert "  network_port:\n    type: network_port.yaml\n    properties:\n" in text(page)
    expect(page.locator("[data-files]").get_by_text("network_port.yaml")).to_be_attached()
    with page.expect_navigation():
        page.get_by_test_id("save-revision").click()
        page.locator("[data-confirm]").click()
    page.goto("/templates/web/design/?file=network_port.yaml")
    nested = text(page)
    assert hotcore.load(nested).ok
    assert "  # the port\n  port:\n" in nested
    assert "name: {get_param: name}   # as told" in nested


ANCHORS = """\
heat_template_version: 2021-04-16
resources:
  one:
    type: OS::Heat::Value
    properties: &shared
      value: 1
  two:
    type: OS::Heat::Value
    properties: *shared
"""


@pytest.mark.parametrize(
    ("answer", "after"),
    [
        ("Everywhere", ANCHORS.replace("value: 1", "value: '2'")),
        ("Only here", ANCHORS.replace(" *shared", "\n      value: '2'")),
        ("Cancel", ANCHORS),
    ],
)
def test_what_is_shared_is_asked_about(alice_page: Page, make_design, may_report, answer, after):
    may_report.append("status of 409")
    page = alice_page
    make_design(ANCHORS)
    page.goto("/templates/web/design/")
    page.evaluate(
        """() => { designer.studio.gesture("set", {path: ["resources", "two", "properties", "value"], value: "2"}); }"""
    )
    expect(page.get_by_role("dialog")).to_contain_text("This value is shared: other places use it as *shared.")
    page.get_by_role("button", name=answer).press("Enter")
    expect(page.locator("textarea[name=text]")).to_have_value(after)
