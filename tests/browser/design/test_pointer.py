"""The design page with the pointer alone: keys only write values into fields."""

import re

import pytest
from playwright.sync_api import Page, expect

import hotcore
from hotcore.analysis import dependencies
from tests.browser.design.test_studio import EMPTY

ONLY_VALUES = """addEventListener("keydown", (event) => {
  const writes = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (!writes || !event.target.matches("input, textarea")) document.title = `a key was used: ${event.key}`;
}, true)"""
TYPES = {
    "net": "OS::Neutron::Net",
    "subnet": "OS::Neutron::Subnet",
    "router": "OS::Neutron::Router",
    "router_interface": "OS::Neutron::RouterInterface",
    "security_group": "OS::Neutron::SecurityGroup",
    "port": "OS::Neutron::Port",
    "server": "OS::Nova::Server",
    "volume": "OS::Cinder::Volume",
    "volume_attachment": "OS::Cinder::VolumeAttachment",
    "floating_ip": "OS::Neutron::FloatingIP",
}
CONNECTED = (
    ("subnet", "net"),
    ("router_interface", "router"),
    ("router_interface", "subnet"),
    ("port", "net"),
    ("port", "security_group"),
    ("server", "port"),
    ("volume_attachment", "server"),
    ("volume_attachment", "volume"),
    ("floating_ip", "port"),
)


class Pointer:
    """A user with only a pointer; the lists of select boxes belong to the system, so tests cannot click them."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def says(self, words):
        """Wait until the change bar says something."""
        expect(self.page.locator("[data-said]")).to_contain_text(words)

    def node(self, name):
        return self.page.get_by_test_id(f"node-{name}")

    def write(self, control, value):
        """Writes a value in place of what is in a field."""
        control.click(click_count=3)
        self.page.keyboard.type(value)

    def add(self, name):
        """Drags a resource type from the palette, whose service is opened if it has to be, onto the graph."""
        item = self.page.get_by_test_id(f"palette-item-{TYPES[name]}")
        if not item.is_visible():
            self.page.locator("[data-service]").filter(has=item).locator("summary").click()
        item.scroll_into_view_if_needed()
        graph, free = (self.page.locator(f"[data-{part}]").bounding_box() for part in ("graph", "free"))
        corner = {axis: free[axis] - graph[axis] + 10 for axis in ("x", "y")}
        item.drag_to(self.page.locator("[data-graph]"), target_position=corner)
        expect(self.node(name)).to_be_visible()
        self.page.get_by_role("button", name="Tidy").click()
        expect(self.page.locator("[data-said]")).to_contain_text("Diagram tidied")

    def choose(self, name):
        """Chooses a resource, which shows its form."""
        self.page.get_by_role("button", name="Fit", exact=True).click()
        self.node(name).locator(".box").click()
        expect(self.page.get_by_role("heading", name=name, exact=True)).to_be_visible()

    def connect(self, source, target):
        """Draws an edge from one node to another, and takes the first property where several would do."""
        self.page.get_by_role("button", name="Fit", exact=True).click()
        self.node(source).hover()
        self.page.get_by_test_id(f"plus-{source}-uses").drag_to(self.node(target).locator(".box"))
        dialog, edge = self.page.get_by_role("dialog"), self.page.get_by_test_id(f"edge-{source}-{target}")
        expect(dialog.or_(edge).first).to_be_attached()
        if dialog.is_visible():
            dialog.get_by_role("button", name="Connect").click()
        expect(edge).to_be_attached()

    def row(self, name, prop):
        """The row of a property of a resource, which is added where it does not show."""
        self.choose(name)
        row = self.page.get_by_test_id(f"property-{prop}")
        if not row.count():
            self.take(self.page.get_by_label("Add a property"), prop)
        expect(row).to_be_visible()
        return row

    def fill(self, name, prop, value):
        """Gives a property a value in the inspector."""
        self.write(self.row(name, prop).locator("[data-value]"), value)
        self.leave()
        self.says(f"Set {prop} of {name}")

    def refer(self, name, prop, parameter):
        """Gives a property the value of a parameter."""
        row = self.row(name, prop)
        row.locator("[data-function]").select_option("get_param")
        expect(row.locator("[data-value]")).to_be_focused()
        self.take(row.locator("[data-value]"), parameter)
        self.says(f"Set {prop} of {name}")

    def take(self, control, name):
        """Chooses one of the names that a field offers."""
        control.click()
        self.page.get_by_role("option").filter(has=self.page.get_by_text(name, exact=True)).click()

    def depend(self, name, condition):
        """Lets a resource be created only under a condition."""
        self.choose(name)
        self.write(self.page.get_by_label("Created when"), condition)
        self.leave()
        self.says(f"Set condition of {name}")

    def leave(self):
        """Leaves a field for the heading above it."""
        self.page.locator("aside[data-inspector] h2").first.click()

    def part(self, kind, **fields):
        """Adds a parameter, a condition or an output."""
        self.page.get_by_test_id("palette").get_by_role("button", name=kind, exact=True).click()
        dialog = self.page.get_by_role("dialog")
        for label, value in fields.items():
            control = dialog.get_by_label(label, exact=label != "Type")
            if label in ("Type", "Parameter", "Resource", "Attribute"):
                control.select_option(value)
            else:
                self.write(control, value)
        dialog.get_by_role("button", name="Add", exact=True).click()
        self.says(f"Add {kind.lower()} {fields['Name']}")


@pytest.mark.heat
def test_ten_resources_with_the_pointer(alice_page: Page, make_design, expect_heat_to_take):
    design, page = make_design(EMPTY), alice_page
    page.goto("/templates/web/design/")
    page.evaluate(ONLY_VALUES)
    page.get_by_test_id("arrange-canvas").click()
    pointer = Pointer(page)
    for name in TYPES:
        pointer.add(name)
        for source, target in CONNECTED:
            if source == name:
                pointer.connect(source, target)
    pointer.part("Parameter", Name="flavor", Type="string")
    pointer.part("Parameter", Name="with_volume", Type="boolean")
    pointer.part("Condition", Name="has_volume", Parameter="with_volume")
    pointer.fill("subnet", "cidr", "10.0.0.0/24")
    pointer.refer("server", "flavor", "flavor")
    pointer.fill("server", "image", "cirros")
    pointer.fill("volume", "size", "10")
    pointer.fill("floating_ip", "floating_network", "public")
    for name in ("volume", "volume_attachment"):
        pointer.depend(name, "has_volume")
    pointer.part("Output", Name="address", Resource="floating_ip", Attribute="floating_ip_address")
    expect(page.get_by_test_id("open-problems")).to_have_text("No problems")
    expect(page).not_to_have_title(re.compile("a key was used"))
    page.get_by_test_id("save-revision").click()
    page.locator("[data-confirm]").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    design.refresh_from_db()
    built = bytes(design.newest.text).decode()
    saved = hotcore.load(built)
    assert saved.ok, saved.diagnostics
    assert saved.template.resources.keys() == TYPES.keys()
    assert {(edge.source, edge.target) for edge in dependencies(saved).edges} == set(CONNECTED)
    spoiled = built.replace("floating_network:", "floating_net:")
    expect_heat_to_take(built, spoiled, flavor="m1.small", with_volume=True)


def test_a_double_click_on_a_name_renames_and_elsewhere_opens_the_form(open_design):
    page = open_design(
        "heat_template_version: 2021-04-16\nresources: {net: {type: OS::Neutron::Net}}\n", shows="net", panes="canvas"
    )
    box = page.get_by_test_id("node-net").locator(".name").bounding_box()
    page.mouse.dblclick(box["x"] + 5, box["y"] + box["height"] / 2)
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_have_value("net")
    page.keyboard.press("Escape")
    page.mouse.dblclick(box["x"] + box["width"] + 60, box["y"] + box["height"] / 2)
    expect(page.locator("aside[data-inspector] :focus")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
