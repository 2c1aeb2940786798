"""The design page in each of its states, light and dark: axe finds nothing serious, and nothing scrolls sideways."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.design.test_studio import EMPTY
from tests.browser.test_looks import SIDEWAYS, WIDTHS

FULL = """\
heat_template_version: 2021-04-16
parameter_groups:
  - label: Sizes
    parameters: [flavor]
parameters:
  flavor: {type: string}
  key: {type: string, hidden: true, default: secret}
  big: {type: boolean, default: false, constraints: [{allowed_values: [true, false], description: Yes or no}]}
conditions:
  is_big: {equals: [{get_param: big}, true]}
  is_named: {not: {equals: [{get_param: flavor}, ""]}}
resources:
  net: {type: OS::Neutron::Net}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{ip_address: 10.0.0.5}]
  a_server_with_a_name_that_hardly_fits_anywhere:
    type: OS::Nova::Server
    condition: is_named
    metadata: {a: b}
    properties:
      flavor: {get_param: flavour}
      networks: [{port: {get_resource: port}}]
      user_data: {str_replace: {template: hello NAME, params: {NAME: {get_param: flavor}}}}
  disk:
    type: OS::Cinder::Volume
    condition: is_big
    depends_on: net
    properties: {size: ten}
outputs:
  address: {value: {get_attr: [port, fixed_ips, 0, ip_address]}, condition: is_big}
"""


def choose(name: str) -> Callable[[Page], None]:
    """Chooses a resource by its node, or another declaration by its name in the list."""

    def does(page: Page) -> None:
        page.evaluate("name => designer.studio.graph.select(name)", name)
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()

    return does


def part(kind: str, name: str) -> Callable[[Page], None]:
    """Chooses another declaration."""

    def does(page: Page) -> None:
        page.evaluate("([kind, name]) => designer.studio.select(name, kind)", [kind, name])
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()

    return does


def press(keys: str, dialog: bool = True) -> Callable[[Page], None]:
    """Presses keys while a node has the focus."""

    def does(page: Page) -> None:
        page.get_by_test_id("node-port").focus()
        page.keyboard.press(keys)
        if dialog:
            expect(page.locator("dialog[open], [popover]:popover-open")).to_be_visible()

    return does


def broken(page: Page) -> None:
    """Writes an invalid text."""
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("a: [")
    expect(page.locator("[data-broken]")).to_be_visible()
    expect(page.locator("#diagnostics").get_by_test_id("problem").first).to_be_visible()


def completes(page: Page) -> None:
    """Opens completion at the cursor."""
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("o")
    page.keyboard.press("Control+Space")
    expect(page.locator(".cm-tooltip-autocomplete")).to_be_visible()


def gesture(page: Page) -> None:
    """Makes a gesture, which shows its lines."""
    page.evaluate("designer.studio.gesture('duplicate', {section: 'resources', name: 'port'})")
    expect(page.locator("[data-said]")).to_contain_text("Duplicate port")
    expect(page.get_by_test_id("node-port_2")).to_be_attached()


def connects(page: Page) -> None:
    """Opens the question what a resource depends on, and searches."""
    press("c", dialog=False)(page)
    expect(page.locator("[data-hint]")).to_be_visible()
    page.keyboard.type("n")
    expect(page.get_by_role("combobox", name="To")).to_be_visible()


def finds(page: Page) -> None:
    """Searches the graph."""
    page.locator("body").press("/")
    page.keyboard.type("port")
    expect(page.get_by_role("search").get_by_role("status")).to_contain_text("1 of ")


def seeks_target(page: Page) -> None:
    """Opens the choice of a dependency in the graph."""
    press("c", dialog=False)(page)
    expect(page.locator(".graph.targeting")).to_be_visible()


def versions(page: Page) -> None:
    """Opens the dialog about the template version."""
    page.locator("body").press("Control+k")
    page.keyboard.type("version:")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("version-lowest")).to_be_visible()


STATES: dict[str, Callable[[Page], None]] = {
    "graph": lambda page: expect(page.locator(".node")).to_have_count(4),
    "outline": lambda page: page.get_by_role("button", name="Outline").click(),
    "resource": choose("a_server_with_a_name_that_hardly_fits_anywhere"),
    "resource with problems": choose("disk"),
    "several": press("Shift+ArrowDown", dialog=False),
    "parameter": part("parameters", "key"),
    "parameter with constraints": part("parameters", "big"),
    "condition": part("conditions", "is_big"),
    "output": part("outputs", "address"),
    "versions": versions,
    "connect": connects,
    "target": seeks_target,
    "find": finds,
    "rename": press("F2"),
    "remove": press("Delete"),
    "commands": press("Control+k"),
    "keys": press("?"),
    "broken": broken,
    "completion": completes,
    "gesture": gesture,
}
NARROW = {"resource": (390,), "outline": (390,), "broken": (1024,)}


@pytest.fixture
def expect_good_looks(expect_accessible) -> Callable[[Page], None]:
    """Fails the test when axe finds something serious in the state that a page is in, or it scrolls sideways."""

    def check(page: Page, *narrow: int) -> None:
        page.wait_for_load_state("networkidle")
        expect(page.locator(".htmx-request")).to_have_count(0)
        page.emulate_media(reduced_motion="reduce")
        for width in (1280, *narrow):
            page.set_viewport_size({"width": width, "height": 800})
            expect_accessible(page, colours=True)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(SIDEWAYS) == [], width

    return check


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_serious(alice_page: Page, make_design, expect_good_looks, state):
    make_design(FULL)
    alice_page.goto("/templates/web/design/")
    expect(alice_page.get_by_test_id("node-port")).to_be_attached()
    STATES[state](alice_page)
    expect_good_looks(alice_page, *NARROW.get(state, ()))


def test_axe_finds_nothing_serious_where_there_is_nothing_yet(alice_page: Page, make_design, expect_good_looks):
    make_design(EMPTY)
    alice_page.goto("/templates/web/design/")
    expect(alice_page.locator("[data-bare]")).to_be_visible()
    expect_good_looks(alice_page)


def test_a_reader_sees_all_of_it_and_nothing_to_change(plain_page, base_url, make_design, expect_accessible):
    make_design(FULL, visibility="public")
    page = plain_page()
    page.goto(f"{base_url}/templates/web/design/")
    page.get_by_test_id("node-disk").click()
    expect(page.get_by_role("heading", name="disk", exact=True)).to_be_visible()
    expect(page.get_by_test_id("save-revision")).to_have_count(0)
    expect_accessible(page, colours=True)
    page.keyboard.press("Delete")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.evaluate("designer.studio.editor.text()") == FULL
