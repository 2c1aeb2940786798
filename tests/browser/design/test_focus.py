"""The focus after an action on the design page: on the result, or on what comes next."""

import re
from itertools import pairwise, product

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 2}
resources:
  net: {type: OS::Neutron::Net}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
  server:
    type: OS::Nova::Server
    properties: {name: one}
outputs:
  address: {value: {get_attr: [port, status]}}
"""


@pytest.fixture
def page(open_design):
    return open_design(TEXT, shows="server")


def panel(page):
    return page.locator("aside[data-inspector]")


def text(page):
    return page.locator("textarea[name=text]")


@pytest.mark.parametrize(
    ("kind", "name", "needed", "field"),
    [
        ("parameters", "wide", None, "Type"),
        ("conditions", "is_wide", ("Parameter", "size"), "Parameter"),
        ("outputs", "width", ("Resource", "net"), "Resource"),
    ],
)
def test_a_part_that_was_added_has_it_in_its_form(page: Page, kind, name, needed, field):
    page.locator(f"[data-palette] [data-part={kind}]").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill(name)
    page.keyboard.press("Enter")
    if needed:
        expect(dialog).to_be_visible()  # it is not confirmed before it is filled in
        dialog.get_by_label(needed[0], exact=True).select_option(needed[1])
        if kind == "conditions":
            dialog.get_by_label("Value", exact=True).fill("2")
        dialog.get_by_role("button", name="Add").click()
    expect(panel(page).get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(panel(page).get_by_label(re.compile(field)).first).to_be_focused()
    page.keyboard.type("a")
    expect(page.get_by_test_id("palette-search")).not_to_be_focused()


def test_who_has_gone_elsewhere_meanwhile_stays_there(page: Page, held):
    page.locator("[data-palette] [data-part=parameters]").click()
    page.get_by_role("dialog").get_by_label("Name", exact=True).fill("wide")
    with held.at("gesture"):
        page.keyboard.press("Enter")
    page.get_by_test_id("code-editor").focus()
    held.let_go()
    expect(panel(page).get_by_role("heading", name="wide", exact=True)).to_be_visible()
    expect(page.get_by_test_id("code-editor")).to_be_focused()


@pytest.mark.parametrize("view", ["Map", "Dependencies", "Outline"])
def test_the_resource_in_place_of_what_was_taken_out_has_it(page: Page, view):
    page.get_by_role("button", name=view, exact=True).click()
    one = page.get_by_test_id("node-server") if view != "Outline" else page.locator("[data-outline] [data-name=server]")
    one.press("Enter")
    expect(panel(page).get_by_role("heading", name="server", exact=True)).to_be_visible()
    one.focus()
    page.keyboard.press("Control+k")
    page.keyboard.type("Extract to nested template")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_label("Name of the new resource").fill("inner")
    page.keyboard.press("Enter")
    fresh = page.get_by_test_id("node-inner") if view != "Outline" else page.locator("[data-outline] [data-name=inner]")
    expect(fresh).to_be_focused()
    expect(panel(page).get_by_role("heading", name="inner", exact=True)).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("node-server")).to_be_attached()
    expect(panel(page).get_by_role("heading", name="Nothing selected")).to_be_visible()


def test_what_is_gone_from_the_text_is_not_chosen_any_more(page: Page):
    page.get_by_role("button", name="Outline", exact=True).click()
    page.get_by_role("list", name="Outputs").locator("[data-name=address]").click()
    expect(panel(page).get_by_role("heading", name="address", exact=True)).to_be_visible()
    page.evaluate("text => designer.studio.editor.replace(text)", TEXT[: TEXT.index("outputs:")])
    expect(panel(page).get_by_role("heading", name="Nothing selected")).to_be_visible()


def test_of_several_those_that_are_left_stay_chosen(page: Page):
    page.get_by_test_id("node-port").click()
    page.get_by_test_id("node-server").click(modifiers=["Shift"])
    page.evaluate("text => designer.studio.editor.replace(text)", TEXT.replace("  server:", "  machine:"))
    expect(page.get_by_test_id("node-machine")).to_be_attached()
    expect(page.get_by_test_id("node-port")).to_have_attribute("aria-pressed", "true")
    expect(panel(page).get_by_role("heading", name="port", exact=True)).to_be_visible()


def test_keys_copy_the_node_that_has_it(page: Page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for keys, chosen in product(("Control+c", "Control+x"), (None, "port")):
        page.evaluate("navigator.clipboard.writeText('')")
        page.evaluate("designer.studio.say('nothing yet')")
        page.get_by_test_id("node-port").click()
        if not chosen:
            page.keyboard.press("Escape")
        expect(page.get_by_test_id("node-port")).to_have_attribute("aria-pressed", "true" if chosen else "false")
        page.get_by_test_id("node-server").focus()
        page.keyboard.press(keys)
        is_copied = keys == "Control+c"
        expect(page.locator("[data-said]")).to_contain_text("Copied server" if is_copied else "Cut server")
        assert "server:" in page.evaluate("navigator.clipboard.readText()")
        expect(page.get_by_test_id("node-server")).to_have_count(1 if is_copied else 0)
        expect(page.get_by_test_id("node-port")).to_have_count(1)
        if not is_copied:
            page.get_by_test_id("undo").click()
            expect(page.get_by_test_id("node-server")).to_have_count(1)


def test_a_node_that_may_be_connected_is_in_view(page: Page, make_design):
    names = [f"value_{number:02}" for number in range(40)]
    lines = "".join(
        f"  {name}: {{type: OS::Heat::Value, properties: {{value: {{get_resource: {other}}}}}}}\n"
        for name, other in pairwise(names)
    )
    make_design(
        f"heat_template_version: 2021-04-16\nresources:\n{lines}  {names[-1]}: {{type: OS::Heat::Value}}\n", name="Long"
    )
    page.goto("/templates/long/design/")
    page.get_by_test_id(f"node-{names[20]}").focus()
    page.keyboard.press("Space")
    for _ in range(6):
        page.keyboard.press("+")
    page.keyboard.press("c")
    expect(page.locator("[data-hint]")).to_contain_text("Select what")
    for _ in range(5):
        name = page.evaluate("document.activeElement.dataset.name")
        assert name != names[20]
        graph = page.locator("[data-graph]").bounding_box()
        node = page.get_by_test_id(f"node-{name}").locator(".box").bounding_box()
        assert graph["y"] <= node["y"]
        assert node["y"] + node["height"] <= graph["y"] + graph["height"]
        assert graph["x"] - node["width"] < node["x"] < graph["x"] + graph["width"]
        page.keyboard.press("ArrowDown")


@pytest.mark.parametrize("name", ["server", "size"])
def test_the_form_of_what_is_tapped_in_a_long_list_comes_into_view(plain_page, base_url, make_design, alice, name):
    make_design(TEXT)
    small = {"width": 390, "height": 760}
    page = plain_page(base_url=base_url, viewport=small, has_touch=True, reduced_motion="reduce")
    client = Client()
    client.force_login(alice)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])
    page.goto("/templates/web/design/")
    page.get_by_role("button", name="Outline", exact=True).tap()
    for _ in range(2):
        page.locator(f"[data-list] [data-name={name}]").tap()
        heading = panel(page).get_by_role("heading", name=name, exact=True)
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport()
        page.evaluate("designer.studio.inspector.redraw()")
        expect(heading).to_be_focused()


def test_on_a_wide_page_the_row_keeps_it(page: Page):
    page.get_by_role("button", name="Outline", exact=True).click()
    page.locator("[data-outline] [data-name=server]").click()
    expect(panel(page).get_by_role("heading", name="server", exact=True)).to_be_visible()
    expect(page.locator("[data-outline] [data-name=server]")).to_be_focused()


def test_a_property_that_goes_away_gives_the_focus_to_the_next_one(page: Page, make_design):
    make_design(
        "heat_template_version: 2021-04-16\nresources:\n  net: {type: OS::Neutron::Net}\n"
        "  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}}}\n",
        name="Other",
    )
    page.goto("/templates/other/design/")
    page.get_by_test_id("node-subnet").click()
    form = page.get_by_label("Inspector")
    form.get_by_label("cidr").last.fill("10.0.0.0/24")
    page.keyboard.press("Tab")
    expect(form.get_by_label("Expression for subnetpool")).to_have_count(0)  # Heat takes only one of the two
    expect(form.locator(":focus")).to_have_count(1)


def test_a_view_that_was_remembered_gives_way_to_what_is_added(page: Page, make_design):
    page.evaluate("localStorage['design-view'] = 'parameters'")
    make_design("heat_template_version: 2021-04-16\n", name="Other")
    page.goto("/templates/other/design/")
    page.keyboard.press("a")
    search = page.get_by_test_id("palette-search")
    expect(search).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Parameters", exact=True)).to_be_focused()
    page.keyboard.press("a")
    page.keyboard.type("volume")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("node-volume")).to_be_focused()


def test_the_name_is_selected_when_it_is_changed(page: Page, make_design):
    make_design("heat_template_version: 2021-04-16\nresources: {one: {type: OS::Heat::None}}\n", name="Other")
    page.goto("/templates/other/design/")
    page.get_by_test_id("node-one").click()
    page.keyboard.press("F2")
    expect(page.get_by_role("dialog").get_by_label("Name")).to_be_focused()
    page.keyboard.type("two")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("node-two")).to_be_focused()


def test_the_best_match_of_a_search_in_the_palette_is_in_view(page: Page, make_design):
    make_design("heat_template_version: 2021-04-16\n", name="Other")
    page.goto("/templates/other/design/")
    palette = page.locator("[data-palette]")
    search = page.get_by_test_id("palette-search")
    search.fill("e")
    palette.evaluate("palette => { palette.scrollTop = 1000 }")
    search.press_sequentially("r")
    expect(palette.locator(".item.taken")).to_be_in_viewport()


def test_escape_leads_from_the_form_back_to_the_diagram(page: Page):
    server = page.get_by_test_id("node-server")
    server.click()
    name = panel(page).locator("[data-testid=property-name] [data-value]")
    name.fill("two")
    page.keyboard.press("Escape")
    expect(name).to_be_focused()  # it is not sent
    page.keyboard.press("Enter")
    expect(text(page)).to_have_value(re.compile("name: two"))
    page.keyboard.press("Escape")
    expect(server).to_be_focused()
    panel(page).get_by_role("tab", name="Properties").focus()
    page.keyboard.press("Escape")
    expect(server).to_be_focused()


def test_the_copy_of_a_card_has_the_focus_and_not_its_first_row(page: Page, make_design):
    door = "door: {type: OS::Neutron::Port, properties: {network: public}}"
    server = "server: {type: OS::Nova::Server, properties: {networks: [{port: {get_resource: door}}]}}"
    make_design(f"heat_template_version: 2021-04-16\nresources:\n  {door}\n  {server}\n", name="Other")
    page.goto("/templates/other/design/")
    page.get_by_test_id("node-server").locator(".box").first.click(position={"x": 150, "y": 34})
    page.keyboard.press("Control+d")
    expect(page.get_by_test_id("node-server_2")).to_be_focused()
    expect(page.get_by_test_id("node-server_2")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("node-door_2")).to_have_attribute("aria-pressed", "false")
