"""A whole stack built from a blank template, by the pointer alone and by keys alone; only names and values are typed.

A network with subnet and router, two servers behind a load balancer, a volume attached to one of them, and a scaling
group with its member and a policy.
"""

import re

import pytest
from playwright.sync_api import Page, expect

import hotcore
from hotcore.analysis import dependencies
from tests.browser.design.test_pointer import ONLY_VALUES
from tests.browser.design.test_studio import EMPTY, NO_POINTER
from tests.browser.network import until

PANES = None
MOST_CLICKS = 120
SIDES = {"uses": "n", "used": "Shift+N", "holds": "b"}
"""The keys that offer what fits at a side."""
COUNTED = """window.presses = 0; addEventListener("pointerdown", () => { window.presses += 1; }, true)"""
IN_VIEW = """name => {
  const box = document.querySelector(`.graph [data-testid="node-${name}"]`).getBoundingClientRect(),
    free = document.querySelector("[data-free]").getBoundingClientRect();
  return box.left > free.left && box.right < free.right && box.top > free.top && box.bottom < free.bottom;
}"""
COVERED = """name => {
  const box = document.querySelector(`.graph [data-testid="node-${name}"]`).getBoundingClientRect();
  return Boolean(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("[data-change]"));
}"""
RESOURCES = {
    "network": "OS::Neutron::Net",
    "subnet": "OS::Neutron::Subnet",
    "router": "OS::Neutron::Router",
    "router_interface": "OS::Neutron::RouterInterface",
    "lb": "OS::Octavia::LoadBalancer",
    "http": "OS::Octavia::Listener",
    "web": "OS::Octavia::Pool",
    "check": "OS::Octavia::HealthMonitor",
    "one": "OS::Nova::Server",
    "one_2": "OS::Nova::Server",
    "first": "OS::Octavia::PoolMember",
    "first_2": "OS::Octavia::PoolMember",
    "attachment": "OS::Cinder::VolumeAttachment",
    "data": "OS::Cinder::Volume",
    "workers": "OS::Heat::AutoScalingGroup",
    "grow": "OS::Heat::ScalingPolicy",
}
EDGES = {
    ("subnet", "network"),
    ("router_interface", "router"),
    ("router_interface", "subnet"),
    ("lb", "subnet"),
    ("http", "lb"),
    ("web", "http"),
    ("check", "web"),
    ("one", "network"),
    ("one_2", "network"),
    ("first", "web"),
    ("first", "one"),
    ("first", "network"),
    ("first_2", "web"),
    ("first_2", "one_2"),
    ("first_2", "network"),
    ("attachment", "one"),
    ("attachment", "data"),
    ("workers", "network"),
    ("grow", "workers"),
}


class Hand:
    """A person with a pointer, and keys for names and values."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lists = 0  # select boxes, whose lists are the system's own

    def node(self, name):
        return self.page.get_by_test_id(f"node-{name}")

    def pattern(self, name):
        self.page.get_by_role("main").get_by_role("button", name=name).click()

    def duplicate(self, name):
        self.run(name, "Duplicate")
        expect(self.node(f"{name}_2")).to_be_visible()

    def heading(self, name):
        return self.page.locator("aside[data-inspector] h2").get_by_text(name, exact=True)

    def see(self, name):
        """Brings a resource into view, if it is not."""
        expect(self.node(name)).to_be_attached()
        if not self.page.evaluate(IN_VIEW, name):
            self.page.get_by_role("button", name="Fit", exact=True).click()
        if self.page.evaluate(COVERED, name):
            self.page.get_by_role("button", name="Dismiss message").click()

    def choose(self, name):
        self.see(name)
        self.node(name).locator(".box").first.click()
        expect(self.heading(name)).to_be_visible()

    def add(self, name, side, kind, fresh):
        """Adds what fits at a side of a resource, and names it."""
        self.choose(name)
        self.page.get_by_test_id(f"plus-{name}-{side}").click()
        self.page.get_by_test_id(f"neighbour-{kind}").click()
        expect(self.page.get_by_test_id("fresh-name")).to_be_focused()
        self.page.keyboard.type(fresh)
        self.leave()
        expect(self.heading(fresh)).to_be_visible()

    def leave(self):
        self.page.locator("aside[data-inspector] h2").first.click()

    def enter(self, control):
        """Selects what is in a field, with another click where the form moved under the pointer."""

        def has_focus():
            control.click(click_count=3)
            return control.evaluate("control => control === document.activeElement")

        until(self.page, has_focus)

    def fill(self, name, **values):
        """Gives properties values in the form that is open."""
        for prop, value in values.items():
            control = self.page.get_by_test_id(f"property-{prop}").locator("[data-value]").first
            if control.evaluate("control => control.matches('select')"):
                control.select_option(value)
                self.lists += 1
            else:
                self.enter(control)
                self.page.keyboard.type(value)
                self.leave()
            expect(self.page.locator("[data-said]")).to_contain_text(f"Set {prop} of {name}")

    def run(self, name, words):
        """Takes an option of the menu of a resource."""
        self.see(name)
        self.node(name).locator(".box").first.click(button="right")
        self.page.get_by_test_id("menu").get_by_role("menuitem", name=words).click()

    def connect(self, source, target):
        """Draws a line from one to another, and takes the likeliest property."""
        self.choose(source)
        self.see(target)
        self.page.get_by_test_id(f"plus-{source}-uses").drag_to(self.node(target).locator(".box").first)
        dialog, edge = self.page.get_by_role("dialog"), self.page.get_by_test_id(f"edge-{source}-{target}")
        expect(dialog.or_(edge).first).to_be_attached()
        if dialog.is_visible():
            dialog.get_by_role("button", name="Connect").click()
        expect(edge).to_be_attached()


class Keys:
    """A person without a pointer."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def node(self, name):
        return self.page.get_by_test_id(f"node-{name}")

    def pattern(self, name):
        self.page.get_by_role("main").get_by_role("button", name=name).press("Enter")

    def add(self, name, side, kind, fresh):
        """Adds what fits at a side of a resource, names it, and goes on to its form."""
        self.node(name).focus()
        self.page.keyboard.press(SIDES[side])
        expect(self.page.get_by_test_id("neighbours").get_by_role("combobox")).to_be_focused()
        self.page.keyboard.type(kind)
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_test_id("fresh-name")).to_be_focused()
        self.page.keyboard.type(fresh)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("aside[data-inspector] h2").get_by_text(fresh, exact=True)).to_be_visible()
        expect(self.page.locator("aside[data-inspector] :focus")).to_be_attached()

    def fill(self, name, **values):
        """Gives properties values in the form that is open."""
        for prop, value in values.items():
            control = self.page.get_by_test_id(f"property-{prop}").locator("[data-value]").first
            control.focus()
            if control.evaluate("control => control.matches('select')"):
                control.select_option(value)
            else:
                self.page.keyboard.press("Control+a")
                self.page.keyboard.type(value)
                self.page.keyboard.press("Tab")
            expect(self.page.locator("[data-said]")).to_contain_text(f"Set {prop} of {name}")

    def run(self, name, words):
        """Takes an option of the menu of a resource."""
        self.node(name).focus()
        self.page.keyboard.press("Shift+F10")
        self.page.get_by_test_id("menu").get_by_role("menuitem", name=words).focus()
        self.page.keyboard.press("Enter")

    def duplicate(self, name):
        self.node(name).focus()
        self.page.keyboard.press("Control+d")
        expect(self.node(f"{name}_2")).to_be_focused()

    def connect(self, source, target):
        """Draws a line from one to another, by the likeliest property."""
        self.node(source).focus()
        self.page.keyboard.press("c")
        expect(self.page.locator("[data-hint]")).to_contain_text(f"Select what {source} depends on.")
        self.page.keyboard.type(target[0])
        expect(self.page.get_by_role("combobox", name="To", exact=True)).to_be_focused()
        self.page.keyboard.type(target[1:])
        self.page.keyboard.press("Enter")
        edge, choice = (
            self.page.get_by_test_id(f"edge-{source}-{target}"),
            self.page.locator("dialog [type=radio]").first,
        )
        expect(edge.or_(choice).first).to_be_attached()
        if choice.is_visible():
            expect(choice).to_be_focused()
            self.page.keyboard.press("Enter")
        expect(edge).to_be_attached()


def expect_legible(page: Page):
    """Nothing overlaps, and every name can be read, in the view or with the help of the minimap."""
    boxes = page.evaluate("""() => [...designer.studio.graph.byName.values()]
        .filter(node => ["card", "shared"].includes(node.role))
        .map(({name, x, y, width, height}) => [name, x - width / 2, y - height / 2, width, height])""")
    for name, x, y, width, height in boxes:
        for other, left, top, across, down in boxes:
            apart = left >= x + width + 8 or top >= y + height + 8 or x >= left + across + 8 or y >= top + down + 8
            assert name == other or apart, f"{name} lies on {other}"
    sizes = page.evaluate("""() => [...document.querySelectorAll(".graph .node .name")].filter(each =>
        each.checkVisibility()).map(each => each.getBoundingClientRect().height)""")
    assert min(sizes) >= 11
    seen = page.evaluate("""() => { const view = designer.studio.graph.canvas.getBoundingClientRect();
        return designer.studio.$$(".graph .node").every(each => { const box = each.getBoundingClientRect();
        return box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom; })
    }""")
    assert seen or page.get_by_test_id("minimap").is_visible()


def expect_whole(text):
    built = hotcore.load(text)
    assert built.ok, built.diagnostics
    assert {name: each.type for name, each in built.template.resources.items()} == RESOURCES
    assert {(edge.source, edge.target) for edge in dependencies(built).edges} == EDGES


@pytest.fixture
def blank(alice_page: Page, make_design) -> Page:
    make_design(EMPTY)
    alice_page.set_viewport_size({"width": 1440, "height": 900})
    alice_page.goto("/templates/web/design/")
    expect(alice_page.get_by_role("heading", name="What shall this template make?")).to_be_visible()
    return alice_page


def build(person) -> str:
    """Builds the stack as a person with a pointer or keys does, and returns its text."""
    person.pattern("Network with subnet and router")
    person.add("subnet", "used", "Octavia::LoadBalancer", "lb")
    person.add("lb", "holds", "Octavia::Listener", "http")
    person.fill("http", protocol="HTTP", protocol_port="80")
    person.add("http", "holds", "Octavia::Pool", "web")
    person.fill("web", protocol="HTTP", lb_algorithm="ROUND_ROBIN")
    person.add("web", "holds", "Octavia::HealthMonitor", "check")
    person.fill("check", delay="5", max_retries="3", timeout="4", type="HTTP")
    person.add("network", "used", "Nova::Server", "one")
    person.fill("one", flavor="m1.small", image="cirros")
    person.duplicate("one")
    person.add("web", "holds", "Octavia::PoolMember", "first")
    person.fill("first", protocol_port="80")
    person.duplicate("first")
    person.connect("first", "one")
    person.connect("first_2", "one_2")
    person.add("one", "holds", "Cinder::VolumeAttachment", "attachment")
    person.add("attachment", "uses", "Cinder::Volume", "data")
    person.fill("data", size="10")
    person.add("network", "used", "Nova::Server", "workers")
    person.fill("workers", flavor="m1.small", image="cirros")
    person.run("workers", "AutoScalingGroup")
    expect(person.node("workers")).to_have_attribute("data-role", "frame")
    person.add("workers", "holds", "Heat::ScalingPolicy", "grow")
    person.fill("grow", adjustment_type="change_in_capacity", scaling_adjustment="1")
    return person.page.evaluate("designer.studio.editor.text()")


@pytest.mark.heat
def test_a_stack_is_built_with_the_pointer(blank: Page, expect_heat_to_take):
    hand = Hand(blank)
    blank.evaluate(ONLY_VALUES)
    blank.evaluate(COUNTED)
    built = build(hand)
    expect(blank).not_to_have_title(re.compile("a key was used"))
    assert blank.evaluate("window.presses") + 2 * hand.lists <= MOST_CLICKS
    expect_whole(built)
    expect_legible(blank)
    expect_heat_to_take(built, built.replace("lb_algorithm:", "algorithm:"), external_network="public")


@pytest.mark.heat
def test_a_stack_is_built_with_keys(blank: Page, expect_heat_to_take):
    blank.evaluate(NO_POINTER)
    built = build(Keys(blank))
    expect(blank).not_to_have_title(re.compile("pointer"))
    expect_whole(built)
    expect_legible(blank)
    expect_heat_to_take(built, built.replace("lb_algorithm:", "algorithm:"), external_network="public")
