"""The design page with its graph: a template is built by keys alone, and by the pointer alone."""

import re

import pytest
from playwright.sync_api import Page, expect

import hotcore
from hotcore.analysis import dependencies

NO_POINTER = """for (const kind of ["mousedown", "pointerdown", "click"])
  addEventListener(kind, (event) => { if (event.detail) document.title = "a pointer was used"; }, true)"""
TYPES = {
    "net": "Neutron::Net",
    "subnet": "Neutron::Subnet",
    "router": "Neutron::Router",
    "router_interface": "RouterInterface",
    "port": "Neutron::Port",
    "security_group": "SecurityGroup",
    "server": "Nova::Server",
    "volume": "Cinder::Volume",
    "volume_attachment": "VolumeAttachment",
    "floating_ip": "Neutron::FloatingIP",
}
EMPTY = b"heat_template_version: 2021-04-16\n"


@pytest.fixture
def design(make_design):
    return make_design(EMPTY)


def text(page):
    """The editor's text."""
    return page.locator("textarea[name=text]").input_value()


def says(page, words):
    """Wait until the change bar says something."""
    expect(page.locator("[data-said]")).to_contain_text(words)


class Keys:
    """A user with only a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def node(self, name):
        return self.page.get_by_test_id(f"node-{name}")

    def add(self, kind, name):
        """Adds a resource from the palette and waits for its node."""
        self.page.get_by_test_id("palette-search").focus()
        self.press("Control+a")
        self.page.keyboard.type(kind)
        self.press("Enter")
        expect(self.node(name)).to_be_focused()

    def connect(self, source, target):
        """Draws an edge from one node to another, by the first property where several would do."""
        self.node(source).focus()
        self.press("c")
        expect(self.page.locator("[data-hint]")).to_contain_text(f"Select what {source} depends on.")
        self.page.keyboard.type(target[0])
        wish = self.page.get_by_role("combobox", name="To")
        expect(wish).to_be_focused()
        self.page.keyboard.type(target[1:])
        self.press("Enter")
        edge, choice = (
            self.page.get_by_test_id(f"edge-{source}-{target}"),
            self.page.locator("dialog [type=radio]").first,
        )
        expect(edge.or_(choice).first).to_be_attached()
        if choice.is_visible():
            expect(choice).to_be_focused()
            self.press("Enter")
        says(self.page, f"Connect {source} to {target}")
        expect(edge).to_be_attached()

    def fill(self, name, prop, value, how=""):
        """Gives a property a value in the inspector."""
        self.node(name).focus()
        self.press("Enter")
        expect(self.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        row = self.page.get_by_test_id(f"property-{prop}")
        if not row.count():
            self.page.get_by_label("Add a property").focus()
            self.page.keyboard.type(prop)
            self.press("Enter")
        expect(row).to_be_visible()
        control = row.locator("[data-value]")
        if how:
            row.locator("[data-function]").focus()
            row.locator("[data-function]").select_option(how)
            expect(control).to_be_focused()
        control.focus()
        self.press("Control+a")
        self.page.keyboard.type(value)
        self.press("Tab")
        says(self.page, f"Set {prop} of {name}")

    def part(self, kind, **fields):
        """Adds a parameter, a condition or an output."""
        self.page.get_by_role("button", name=kind, exact=True).press("Enter")
        dialog = self.page.get_by_role("dialog")
        for label, value in fields.items():
            control = dialog.get_by_label(label, exact=label != "Type")
            control.focus()
            if label in ("Type", "Parameter", "Resource", "Attribute"):
                control.select_option(value)
            else:
                self.press("Control+a")
                self.page.keyboard.type(value)
        dialog.get_by_role("button", name="Add").press("Enter")
        says(self.page, f"Add {kind.lower()} {fields['Name']}")
        expect(self.page.locator(".inspector:focus-within")).to_be_attached()  # its form is there and has the focus


@pytest.mark.heat
def test_ten_resources_without_a_pointer(alice_page: Page, design, expect_heat_to_take):
    page = alice_page
    page.goto("/templates/web/design/")
    page.evaluate(NO_POINTER)
    keys = Keys(page)
    page.locator("body").press("a")
    expect(page.get_by_test_id("palette-search")).to_be_focused()
    for name, kind in TYPES.items():
        keys.add(kind, name)
    keys.part("Parameter", Name="flavor", Type="string")
    keys.part("Parameter", Name="with_volume", Type="boolean")
    keys.part("Condition", Name="has_volume", Parameter="with_volume")
    keys.connect("subnet", "net")
    keys.fill("subnet", "cidr", "10.0.0.0/24")
    keys.connect("router_interface", "router")
    keys.connect("router_interface", "subnet")
    keys.connect("port", "net")
    keys.connect("port", "security_group")
    keys.connect("server", "port")
    keys.fill("server", "flavor", "flavor", how="get_param")
    keys.fill("server", "image", "cirros")
    keys.fill("volume", "size", "10")
    keys.connect("volume_attachment", "server")
    keys.connect("volume_attachment", "volume")
    keys.fill("floating_ip", "floating_network", "public")
    keys.connect("floating_ip", "port")
    for name in ("volume", "volume_attachment"):
        keys.node(name).focus()
        keys.press("Enter")
        condition = page.get_by_label("Created when")
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        condition.focus()
        page.keyboard.type("has_volume")
        keys.press("Tab")
        says(page, f"Set condition of {name}")
    keys.part("Output", Name="address", Resource="floating_ip", Attribute="floating_ip_address")
    expect(page.get_by_role("heading", name="No problems")).to_be_visible()
    keys.press("Control+s")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    design.refresh_from_db()
    saved = hotcore.load(bytes(design.newest.text))
    assert saved.ok, saved.diagnostics
    assert len(saved.template.resources) == 10
    needed = {edge.target for edge in dependencies(saved).edges if edge.source == "router_interface"}
    assert needed == {"router", "subnet"}
    expect(page).not_to_have_title(re.compile("pointer"))
    built = bytes(design.newest.text).decode()
    spoiled = built.replace("floating_network:", "floating_net:")
    expect_heat_to_take(built, spoiled, flavor="m1.small", with_volume=True)


def test_a_template_is_built_and_undone_by_the_pointer(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/")
    page.get_by_test_id("palette-item-OS::Neutron::Net").drag_to(page.locator("[data-graph]"))
    expect(page.get_by_test_id("node-net")).to_be_visible()
    page.get_by_test_id("palette-item-OS::Neutron::Port").dblclick()
    port, net = page.get_by_test_id("node-port"), page.get_by_test_id("node-net")
    expect(port).to_be_visible()
    port.click()
    page.get_by_test_id("plus-port-uses").drag_to(net.locator(".box"))
    expect(page.get_by_test_id("edge-port-net")).to_be_attached()
    assert "network: {get_resource: net}" in text(page)
    expect(page.locator(".cm-changed").first).to_be_visible()
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("edge-port-net")).not_to_be_attached()
    expect(page.get_by_test_id("redo")).to_have_attribute("title", "Redo: Connect port to net")
    page.get_by_test_id("redo").click()
    expect(page.get_by_test_id("edge-port-net")).to_be_attached()
    net.click()
    page.get_by_role("complementary", name="Inspector").get_by_role("button", name="Actions for net").click()
    page.get_by_test_id("menu").get_by_role("menuitem", name="Rename net").click()
    page.get_by_role("dialog").get_by_label("Name").fill("backbone")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(page.get_by_test_id("edge-port-backbone")).to_be_attached()
    assert "network: {get_resource: backbone}" in text(page)
    page.get_by_test_id("node-backbone").click()
    expect(page.get_by_role("heading", name="backbone", exact=True)).to_be_visible()
    page.get_by_role("complementary", name="Inspector").get_by_role("button", name="Actions for backbone").click()
    page.get_by_test_id("menu").get_by_role("menuitem", name="Remove").click()
    page.get_by_role("dialog").get_by_label("References").select_option("with")
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_test_id("node-backbone")).not_to_be_attached()
    assert "backbone" not in text(page)


def test_what_is_refused_is_asked_again_as_it_was_filled_in(alice_page: Page, make_design, may_report):
    may_report.append("422")
    page = alice_page
    head = "heat_template_version: 2021-04-16\nparameters:\n  here: {type: boolean, default: true}\n"
    make_design(f"{head}conditions:\n  is_live: {{get_param: here}}\nresources:\n  one: {{type: OS::Heat::None}}\n")
    page.goto("/templates/web/design/")
    page.get_by_role("button", name="Condition", exact=True).press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("is_live")
    expect(dialog.get_by_text("Fill in every row")).to_be_visible()
    dialog.get_by_label("Parameter", exact=True).select_option("New parameter…")
    dialog.get_by_label("Name", exact=True).last.fill("live")
    dialog.get_by_label("Type of the parameter").select_option("boolean")
    dialog.get_by_role("button", name="Use this parameter").press("Enter")
    expect(dialog.get_by_text("True if live is true")).to_be_visible()
    dialog.get_by_role("button", name="Add").press("Enter")
    expect(dialog.get_by_role("alert")).to_be_visible()  # there is one of this name
    expect(dialog.get_by_label("Name")).to_be_focused()
    expect(dialog.get_by_label("Name")).to_have_value("is_live")
    expect(dialog.get_by_text("True if live is true")).to_be_visible()
    dialog.get_by_label("Name").fill("is_on")
    dialog.get_by_role("button", name="Add").press("Enter")
    says(page, "Add condition: is_on")
    assert "is_on: {get_param: live}" in text(page)
    assert "type: boolean" in text(page)
    expect(dialog).to_be_hidden()
    expect(page.locator("aside[data-inspector] :focus")).to_be_attached()
    page.get_by_role("button", name="Condition", exact=True).press("Enter")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("alert")).to_be_hidden()
    dialog.get_by_label("Name").fill("is_on")
    dialog.get_by_label("Parameter", exact=True).select_option("here")
    dialog.get_by_role("button", name="Add").press("Enter")
    expect(dialog.get_by_role("alert")).to_be_visible()
    refusal = page.locator("[data-change].bad")
    expect(refusal).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(refusal).to_be_hidden()


def test_the_change_bar_takes_back_only_what_it_names(alice_page: Page, make_design):
    page = alice_page
    make_design(b"heat_template_version: 2021-04-16\nresources:\n  one: {type: OS::Heat::None}\n")
    page.goto("/templates/web/design/")
    page.get_by_test_id("palette-item-OS::Neutron::Net").dblclick()
    says(page, "Add resource net")
    back = page.locator("[data-undo-last]")
    expect(back).to_be_visible()
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("# mine")
    expect(back).to_be_hidden()
    page.get_by_test_id("undo").click()
    says(page, "Undone: typing")
    assert "  net:" in text(page)


def test_the_graph_follows_the_keystrokes_and_keeps_the_last_good_diagram(alice_page: Page, make_design):
    page = alice_page
    make_design(b"heat_template_version: 2021-04-16\nresources:\n  one: {type: OS::Heat::None}\n")
    page.goto("/templates/web/design/")
    expect(page.get_by_test_id("node-one")).to_be_visible()
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("  two: {type: OS::Heat::None, depends_on: one}")
    expect(page.get_by_test_id("edge-two-one")).to_be_attached()
    page.keyboard.insert_text("\n  three: [")
    stale = page.locator("[data-broken]").get_by_text("As it was before line")
    expect(stale).to_be_visible()
    expect(page.get_by_test_id("node-two")).to_be_attached()
    page.keyboard.press("Backspace")
    page.keyboard.insert_text("{type: OS::Heat::None}")
    expect(page.get_by_test_id("node-three")).to_be_attached()
    expect(stale).to_be_hidden()


def test_the_editor_offers_what_fits_and_leads_to_declarations(alice_page: Page, make_design):
    page = alice_page
    make_design(
        b"heat_template_version: 2021-04-16\nparameters:\n  size: {type: number, default: 1}\n"
        b"resources:\n  disk:\n    type: OS::Cinder::Volume\n    properties:\n      size: {get_param: size}\n"
    )
    page.goto("/templates/web/design/")
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("      descr")
    expect(page.locator(".cm-tooltip-autocomplete").get_by_text("description")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile(r"description: $"))
    page.keyboard.type("x")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("F12")
    expect(page.locator("[data-place]")).to_have_text("Line 3, column 3")


def test_the_outline_is_the_tree_of_the_map(alice_page: Page, make_design):
    page = alice_page
    make_design(
        b"heat_template_version: 2021-04-16\nparameters:\n  size: {type: number}\nresources:\n"
        b"  server: {type: OS::Nova::Server, properties: {flavor: m, networks: [{port: {get_resource: port}}]}}\n"
        b"  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}\n"
        b"  net: {type: OS::Neutron::Net}\n"
    )
    page.goto("/templates/web/design/")
    page.get_by_role("button", name="Outline").click()
    rows = page.get_by_role("list", name="Resources as on the map").locator("> li")
    expect(rows).to_have_count(3)
    expect(page.locator("[data-outline] .name")).to_have_text(["net", "server", "port"])
    expect(rows.nth(1).get_by_role("button").first).to_have_accessible_name(re.compile("^server.*in net"))
    expect(rows.nth(2).get_by_role("button").first).to_have_accessible_name(re.compile("^port.*in server"))
    expect(rows.nth(0)).to_contain_text("used by port")
    rows.nth(2).locator("[data-name]").click()
    expect(page.get_by_role("heading", name="port", exact=True)).to_be_visible()
    page.get_by_role("searchbox", name="Filter the outline").fill("nova server")
    expect(rows.filter(visible=True)).to_have_count(1)
    expect(page.get_by_role("list", name="Parameters").get_by_role("button")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-outline] [data-name=server]")).to_be_focused()
    page.get_by_role("searchbox", name="Filter the outline").press("Escape")
    expect(rows.filter(visible=True)).to_have_count(3)
    page.reload()
    expect(rows.nth(0)).to_be_visible()


def test_a_parameter_is_designed_in_a_form(alice_page: Page, make_design):
    page = alice_page
    make_design(b"heat_template_version: 2021-04-16\nparameters:\n  size: {type: number}   # how big\n")
    page.goto("/templates/web/design/")
    page.get_by_role("button", name="Outline").click()
    page.get_by_role("list", name="Parameters").locator("[data-name]").click()
    expect(page.get_by_role("heading", name="size", exact=True)).to_be_visible()
    page.get_by_label("Label", exact=True).fill("Size")
    page.get_by_label("Label", exact=True).press("Tab")
    says(page, "Set label of size")
    page.get_by_label("Add constraint").select_option("range")
    page.get_by_role("dialog").get_by_label("At least").fill("1")
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    says(page, "Add constraint to size")
    page.get_by_role("combobox", name="Group", exact=True).select_option("new")
    page.get_by_role("dialog").get_by_label("Label").fill("Sizes")
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    says(page, "Add group Sizes")
    assert "# how big" in text(page)
    assert "label: Sizes" in text(page)
    template = hotcore.load(text(page)).template
    assert template.parameters["size"].label == "Size"
    assert template.parameter_groups[0].parameters == ("size",)


def test_states_follow_a_saved_set_of_values(alice_page: Page, make_design, alice):
    design = make_design(
        b"heat_template_version: 2021-04-16\nparameters:\n  big: {type: boolean, default: false}\n"
        b"conditions:\n  is_big: {get_param: big}\n"
        b"resources:\n  extra: {type: OS::Heat::None, condition: is_big}\n"
    )
    design.value_sets.create(owner=alice, name="large", values={"big": True})
    page = alice_page
    page.goto("/templates/web/design/")
    expect(page.get_by_test_id("node-extra")).to_have_attribute("data-state", "off")
    page.get_by_label("States for").select_option("large")
    expect(page.get_by_test_id("node-extra")).to_have_attribute("data-state", "on")


def test_a_diagnostic_that_knows_the_name_has_a_fix_and_undo_survives_a_reload(alice_page: Page, make_design):
    page = alice_page
    wrong = "heat_template_version: 2021-04-16\nparameters:\n  size: {type: number}\n"
    wrong += "outputs:\n  o: {value: {get_param: sise}}\n"
    make_design(wrong)
    page.goto("/templates/web/design/")
    page.get_by_role("button", name="Use size").click()
    expect(page.get_by_role("heading", name="No problems")).to_be_visible()
    assert text(page) == wrong.replace("sise", "size")
    page.reload()
    expect(page.get_by_test_id("undo")).to_have_attribute("title", "Undo: Use size")
    page.get_by_test_id("undo").click()
    expect(page.locator("textarea[name=text]")).to_have_value(wrong)


def test_everything_can_be_done_by_its_name(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/")
    page.keyboard.press("Control+k")
    page.keyboard.type("add neutron router")
    expect(page.get_by_role("option", name="Add OS::Neutron::Router", exact=True)).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("node-router")).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.type("duplicate router")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("node-router_2")).to_be_attached()
    for words, command in (("clone", "Duplicate"), ("delete", "Remove"), ("nest", "Extract to nested template")):
        page.keyboard.press("Control+k")
        page.keyboard.type(words)
        expect(page.locator("#commands").get_by_role("option").first).to_contain_text(command)
        page.keyboard.press("Escape")
