"""The canvas: choosing, arranging and linking nodes in the view of dependencies, the panes around it, the outline."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.design.test_studio import says, text
from tests.browser.network import Held, intercept, until, until_true

WEB = """\
heat_template_version: 2021-04-16
parameters:
  big: {type: boolean, default: false}
conditions:
  is_big: {get_param: big}
resources:
  net: {type: OS::Neutron::Net}   # the only one
  spare: {type: OS::Neutron::Net}
  subnet:
    type: OS::Neutron::Subnet
    condition: is_big
    properties: {network: {get_resource: net}}
  port:
    type: OS::Neutron::Port
    depends_on: spare
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_resource: subnet}}]
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
"""

TWICE = "{size: 1, name: {get_resource: net}, description: {get_attr: [net, name]}}"


@pytest.fixture
def design(make_design):
    return make_design(WEB)


@pytest.fixture
def page(alice_page: Page, design):
    alice_page.add_init_script("localStorage['design-view'] ??= 'graph'")
    alice_page.goto("/templates/web/design/")
    expect(node(alice_page, "port")).to_be_visible()
    return alice_page


def node(page, name):
    return page.get_by_test_id(f"node-{name}")


def middle(page, name):
    """The middle of a node on the screen."""
    box = node(page, name).locator(".box").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end, *, modifier=None):
    if modifier:
        page.keyboard.down(modifier)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()
    if modifier:
        page.keyboard.up(modifier)


def chosen(page):
    """The names of the nodes that are chosen."""
    return {one.get_attribute("data-name") for one in page.locator(".node[aria-pressed=true]").all()}


def ground(page):
    """An empty place of the diagram: its upper left corner."""
    box = page.locator("[data-free]").bounding_box()
    return box["x"] + 6, box["y"] + 6


def test_nodes_tell_what_they_are_and_what_is_wrong_with_them(page: Page):
    expect(node(page, "net").locator("use")).to_have_attribute("href", re.compile("#diagram-3$"))
    expect(node(page, "subnet")).to_have_attribute("data-state", "off")
    expect(node(page, "subnet").locator(".condition")).to_have_text("if is_big")
    expect(node(page, "port").locator(".badge.error")).to_have_text("1")
    expect(node(page, "net").locator(".badge")).to_have_count(0)
    expect(node(page, "subnet")).to_have_attribute("aria-label", re.compile(r"Subnet, if is_big: off, uses net"))
    expect(node(page, "port")).to_have_attribute("aria-label", re.compile(r"uses spare, net and subnet, 1 error$"))
    expect(page.get_by_test_id("edge-port-spare")).to_have_class(re.compile("depends"))
    expect(page.get_by_test_id("edge-port-net")).not_to_have_class(re.compile("depends"))
    size = (
        node(page, "net")
        .locator(".type")
        .evaluate("text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a")
    )
    assert size >= 11


def test_an_edge_names_its_property_when_its_node_is_chosen(page: Page):
    where = page.get_by_test_id("edge-port-subnet").locator(".where")
    expect(where).to_have_count(0)
    node(page, "port").click()
    expect(where).to_be_visible()
    expect(where).to_have_text("subnet")
    node(page, "disk").click()
    expect(where).to_be_hidden()


def test_an_alignment_is_undone_while_its_lines_are_still_asked_for(page: Page, held: Held):
    node(page, "net").click()
    node(page, "spare").click(modifiers=["Shift"])
    before = [middle(page, name) for name in ("net", "spare")]
    with held.at("diagram"):
        page.get_by_role("button", name="Align left").click()
        page.locator("[data-undo-last]").click()
    until(page, lambda: [middle(page, name) for name in ("net", "spare")] == before)


def test_several_are_chosen_aligned_and_removed_by_the_pointer(page: Page):
    node(page, "net").click()
    node(page, "spare").click(modifiers=["Shift"])
    assert chosen(page) == {"net", "spare"}
    drag(page, ground(page), (page.locator("[data-free]").bounding_box()["x"] + 560, 700), modifier="Shift")
    assert chosen(page) == {"net", "spare", "subnet", "port", "disk"}
    page.get_by_role("button", name="Align left").click()
    lefts = {round(node(page, name).locator(".box").bounding_box()["x"]) for name in ("net", "port", "disk")}
    assert len(lefts) == 1
    page.locator("[data-undo-last]").click()
    left = "name => document.querySelector(`[data-testid=node-${name}] .box`).getBoundingClientRect().left"
    until_true(page, f"() => new Set(['net', 'spare'].map({left})).size === 2")
    assert text(page) == WEB
    node(page, "spare").click()
    node(page, "disk").click(modifiers=["Shift"])
    page.get_by_role("button", name="Remove selected").click()
    page.get_by_role("dialog").get_by_label("References").select_option("with")
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(node(page, "disk")).not_to_be_attached()
    expect(node(page, "spare")).not_to_be_attached()
    page.get_by_test_id("undo").click()
    expect(node(page, "disk")).to_be_attached()
    assert text(page) == WEB


def test_several_are_chosen_and_removed_by_keys_and_focus_goes_on(page: Page):
    node(page, "disk").focus()
    page.keyboard.press("Control+a")
    assert len(chosen(page)) == 5
    page.keyboard.press("Escape")
    assert chosen(page) == set()
    node(page, "port").focus()
    page.keyboard.press("Enter")
    expect(page.locator("aside[data-inspector] :focus")).to_have_count(1)
    node(page, "port").focus()
    page.keyboard.press("Shift+ArrowDown")
    assert len(chosen(page)) == 2
    page.keyboard.press("Delete")
    expect(node(page, "port")).not_to_be_attached()
    expect(page.locator(".node:focus")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(node(page, "port")).to_be_attached()
    assert text(page) == WEB


def test_places_are_kept_with_the_design_and_tidy_forgets_them(page: Page, design, alice):
    x, y = middle(page, "disk")
    with page.expect_response("**/positions/"):
        drag(page, (x, y), (x + 60, y + 140))
    moved = middle(page, "disk")
    assert moved == pytest.approx((x + 60, y + 140), abs=2)
    assert text(page) == WEB
    node(page, "disk").focus()
    page.keyboard.press("F2")
    page.get_by_role("dialog").get_by_label("Name").fill("volume")
    page.get_by_role("dialog").get_by_role("button", name="Rename").press("Enter")
    expect(node(page, "volume")).to_be_visible()
    until(page, lambda: "volume" in design.positions.get(owner=alice).places)
    kept = design.positions.get(owner=alice).places
    assert "disk" not in kept
    page.reload()
    expect(node(page, "volume")).to_be_visible()
    assert page.evaluate("designer.studio.graph.corners().volume") == kept["volume"]
    with page.expect_response("**/positions/"):
        page.get_by_role("button", name="Tidy").click()
    assert design.positions.get(owner=alice).places["volume"] != kept["volume"]
    with page.expect_response("**/positions/"):
        page.locator("[data-undo-last]").click()
    assert design.positions.get(owner=alice).places == kept


def test_the_map_and_the_dependencies_have_places_of_their_own(page: Page, design, alice):
    x, y = middle(page, "disk")
    with page.expect_response("**/positions/"):
        drag(page, (x, y), (x + 60, y + 140))
    page.get_by_role("button", name="Map", exact=True).click()
    expect(node(page, "net")).to_have_attribute("data-role", "frame")
    on_map = middle(page, "disk")
    assert on_map != pytest.approx((x + 60, y + 140), abs=2)
    page.get_by_role("button", name="Dependencies", exact=True).click()
    expect(node(page, "net")).to_have_attribute("data-role", "card")
    assert middle(page, "disk") == pytest.approx((x + 60, y + 140), abs=2)
    page.get_by_test_id("undo").click()
    until_true(page, "y => document.querySelector('[data-testid=node-disk]').getBoundingClientRect().y < y", arg=y)
    page.get_by_role("button", name="Map", exact=True).click()
    page.get_by_test_id("redo").click()
    expect(page.get_by_role("button", name="Dependencies", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(node(page, "net")).to_have_attribute("data-role", "card")
    assert middle(page, "disk") == pytest.approx((x + 60, y + 140), abs=2)
    assert {one.view for one in design.positions.filter(owner=alice)} == {"graph"}


def test_every_resource_is_a_card_and_every_reference_a_line_with_its_count(page: Page):
    page.get_by_test_id("arrange-canvas").click()
    for name in ("net", "spare", "subnet", "port", "disk"):
        expect(node(page, name)).to_have_attribute("data-role", "card")
    page.evaluate("text => designer.studio.editor.replace(text)", WEB.replace("{size: 1}", TWICE))
    line = page.locator("svg").get_by_test_id("edge-disk-net")
    expect(line.locator(".where")).to_have_text("name, description")
    node(page, "spare").click()
    page.evaluate("text => designer.studio.editor.replace(text)", WEB.replace("{size: 1}", TWICE) + "# more\n")
    expect(line.locator(".count")).to_have_text("2")
    expect(page.locator("svg").get_by_test_id("edge-subnet-net").locator(".count")).to_have_count(0)


def test_what_is_added_from_a_card_stands_beside_it_and_moves_nothing(page: Page):
    before = {name: middle(page, name) for name in ("net", "spare", "subnet", "port", "disk")}
    node(page, "disk").press("n")
    menu = page.get_by_role("listbox")
    menu.get_by_role("option").first.click()
    fresh = page.locator(".node.chosen")
    expect(fresh).not_to_have_attribute("data-name", "disk")
    says(page, "Add")
    here = {name: middle(page, name) for name in before}
    assert here == {name: pytest.approx(place, abs=1) for name, place in before.items()}


def test_what_a_link_would_replace_is_shown_before(page: Page):
    node(page, "port").click()
    page.get_by_test_id("plus-port-uses").hover()
    page.mouse.down()
    page.mouse.move(*middle(page, "disk"))
    page.mouse.move(*middle(page, "spare"))
    expect(node(page, "spare")).to_have_class(re.compile("fits"))
    expect(node(page, "disk")).not_to_have_class(re.compile("fits"))
    page.mouse.up()
    dialog = page.get_by_role("dialog")
    network = dialog.get_by_role("radio", name=re.compile("^network"))
    expect(network).to_have_accessible_name(re.compile(r"replaces \{get_resource: net\}"))
    network.check()
    dialog.get_by_role("button", name="Connect").click()
    says(page, "Connect port to spare")
    assert "network: {get_resource: spare}" in text(page)
    page.get_by_role("button", name="Show lines").click()
    expect(page.locator(".changed-lines .del code")).to_have_text("      network: {get_resource: net}")
    expect(page.locator(".changed-lines .add code")).to_have_text("      network: {get_resource: spare}")
    expect(page.locator(".changed-lines .add .no")).to_have_text(
        str(WEB[: WEB.index("      network:")].count("\n") + 1)
    )
    expect(page.locator("[data-counts]")).to_have_text(re.compile(r"\+1 −1 lines, nothing else changed"))


def test_a_target_is_chosen_on_the_graph_by_keys(page: Page):
    node(page, "disk").focus()
    page.keyboard.press("c")
    expect(page.locator("[data-hint]")).to_contain_text("Select what disk depends on.")
    page.keyboard.press("Escape")
    expect(node(page, "disk")).to_be_focused()
    node(page, "subnet").focus()
    page.keyboard.press("c")
    expect(page.locator(".node:focus")).to_have_class(re.compile("fits"))
    page.keyboard.type("spare")
    expect(page.get_by_role("dialog").get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("dialog [type=radio]").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("edge-subnet-spare")).to_be_attached()


def test_one_of_several_links_is_taken_away(page: Page):
    page.evaluate("designer.studio.gesture('connect', {source: 'port', target: 'net', path: null})")
    says(page, "Connect port to net")
    page.evaluate("void designer.studio.disconnect('port', 'net')")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("checkbox")).to_have_count(2)
    dialog.get_by_role("checkbox", name=re.compile("^network")).uncheck()
    dialog.get_by_role("button", name="Disconnect").click()
    expect(page.locator("[data-said]")).to_contain_text("Disconnect port")
    assert text(page) == WEB.replace("depends_on: spare", "depends_on:\n      - spare")


def test_a_dropped_type_is_placed_there_and_joined_on_another(page: Page, design, alice):
    item = page.get_by_test_id("palette-item-OS::Neutron::Router")
    box, graph = item.bounding_box(), page.locator("[data-free]").bounding_box()
    start, there = (box["x"] + 20, box["y"] + 10), (graph["x"] + 110, graph["y"] + 60)
    drag(page, start, there)
    expect(node(page, "router")).to_be_visible()
    assert middle(page, "router") == pytest.approx(there, abs=4)
    box = page.get_by_test_id("palette-item-OS::Neutron::RouterInterface").bounding_box()
    drag(page, (box["x"] + 20, box["y"] + 10), middle(page, "router"))
    expect(page.get_by_test_id("edge-router_interface-router")).to_be_attached()
    recent = page.locator("[data-recent]")
    expect(recent.get_by_role("button")).to_have_count(2)
    expect(recent.get_by_role("button").first).to_contain_text("RouterInterface")


def test_the_palette_finds_by_words_and_says_when_nothing_does(page: Page):
    search = page.get_by_test_id("palette-search")
    search.fill("load balancing pool")
    expect(page.get_by_test_id("palette-item-OS::Octavia::Pool")).to_be_visible()
    expect(page.get_by_test_id("palette-item-OS::Nova::Server")).to_be_hidden()
    search.fill("nothing like it")
    page.get_by_role("button", name="Show all types").click()
    expect(search).to_be_focused()
    expect(page.get_by_test_id("palette-item-OS::Nova::Server")).to_be_visible()
    page.get_by_test_id("palette-item-OS::Nova::Server").hover()
    expect(page.locator("[data-type-tip]")).to_contain_text("Required: flavor")


def test_tab_stops_at_one_type_and_the_arrows_lead_to_the_others(page: Page):
    stops = page.locator("[data-palette] [data-type][tabindex='0']:visible")
    page.get_by_test_id("palette-search").focus()
    expect(stops).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    name = page.locator("[data-palette] [data-type]:visible").nth(1).get_attribute("data-type")
    second = page.get_by_test_id(f"palette-item-{name}")
    expect(second).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(second).to_be_focused()
    second.locator("xpath=ancestor::details/summary").press("Enter")
    expect(second).to_be_hidden()
    expect(stops).to_have_count(1)
    page.get_by_test_id("palette-search").fill("volume")
    expect(stops).to_have_count(1)
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.matches('summary')"):
        page.keyboard.press("Tab")
    expect(stops).to_be_focused()
    expect(stops).to_contain_text("Volume")


def test_what_a_type_is_called_counts_before_what_it_is_for(page: Page):
    search, shown = page.get_by_test_id("palette-search"), page.locator("[data-service] [data-type]:visible")
    taken = page.locator("[data-palette] .taken")
    search.press_sequentially("ge")
    expect(page.get_by_test_id("palette-item-OS::Glance::WebImage")).to_be_visible()
    expect(page.get_by_test_id("palette-item-OS::Cinder::Volume")).to_be_hidden()
    search.fill("stor")
    expect(page.get_by_test_id("palette-item-OS::Cinder::Volume")).to_be_visible()
    search.fill("st")
    first = shown.first.get_attribute("data-type")
    assert "st" in first.split("::")[-1].lower()
    expect(page.get_by_test_id("palette-item-OS::Cinder::Volume")).to_be_visible()
    search.fill("nova server")
    expect(shown.first).to_have_attribute("data-type", "OS::Nova::Server")
    search.fill("hoo")
    expect(page.get_by_test_id("palette-item-OS::Cinder::Volume")).to_be_hidden()
    search.fill("balancer")
    expect(taken).to_have_attribute("data-type", "OS::Octavia::LoadBalancer")
    expect(search).to_have_attribute("aria-activedescendant", taken.get_attribute("id"))
    search.press("Enter")
    expect(page.get_by_test_id("node-load_balancer")).to_be_visible()
    expect(taken).to_have_count(0)


def test_panes_are_sized_and_folded_and_stay_so(page: Page):
    splitter = page.get_by_role("separator", name="Width of the inspector")
    before = int(splitter.get_attribute("aria-valuenow"))
    splitter.press("ArrowLeft")
    expect(splitter).to_have_attribute("aria-valuenow", str(before + 16))
    box = splitter.bounding_box()
    drag(page, (box["x"] + 4, 400), (box["x"] - 36, 400))
    assert int(splitter.get_attribute("aria-valuenow")) == pytest.approx(before + 56, abs=2)
    page.get_by_test_id("arrange-canvas").click()
    expect(page.get_by_test_id("code-editor")).to_be_hidden()
    page.reload()
    expect(page.get_by_test_id("code-editor")).to_be_hidden()
    page.get_by_test_id("open-problems").click()
    page.locator("#diagnostics [data-jump]").first.click()
    expect(page.get_by_test_id("code-editor")).to_be_visible()
    assert int(splitter.get_attribute("aria-valuenow")) == pytest.approx(before + 56, abs=2)


def test_f6_goes_through_the_regions_and_back(page: Page):
    page.get_by_test_id("palette-search").focus()
    seen = []
    for key in ["F6"] * 5 + ["Shift+F6"]:
        page.keyboard.press(key)
        seen.append(
            page.evaluate(
                "document.activeElement.closest('[data-stage], .paper, form > aside, .inspector, .palette')"
                ".className.split(' ')[0]"
            )
        )
    assert seen == ["stage", "paper", "scroll", "inspector", "palette", "inspector"]


def test_the_outline_has_links_and_the_same_commands(page: Page):
    page.get_by_role("button", name="Outline").click()
    rows = page.get_by_role("list", name="Resources in order of creation").locator("> li")
    port = rows.filter(has=page.locator("[data-name=port]"))
    expect(port).to_contain_text("needs spare, net, subnet")
    port.get_by_role("button", name="subnet", exact=True).click()
    expect(page.get_by_role("heading", name="subnet", exact=True)).to_be_visible()
    expect(page.locator("[data-outline] [data-name=subnet]")).to_be_focused()
    subnet = rows.filter(has=page.locator("[data-name=subnet]"))
    expect(subnet).to_contain_text("if is_big: off")
    expect(port).to_contain_text("1 error")
    disk = rows.filter(has=page.locator("[data-name=disk]"))
    disk.get_by_role("button", name="Actions for disk").press("Enter")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_role("menuitem", name="Remove disk")).to_be_focused()
    page.keyboard.press("Enter")  # nothing reads it, so nothing is asked
    expect(rows).to_have_count(4)
    expect(page.locator("[data-outline] [data-name]:focus")).to_have_count(1)


def test_the_diagram_of_what_is_typed_is_exported(page: Page):
    page.evaluate("designer.studio.gesture('duplicate', {section: 'resources', name: 'net'})")
    expect(node(page, "net_2")).to_be_attached()
    for form in ("SVG", "Graphviz DOT", "Mermaid", "JSON"):
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("button", name="Export the diagram").click()
        with page.expect_download() as taken:
            page.get_by_role("button", name=form, exact=True).click()
        content = taken.value.path().read_text(encoding="utf-8")
        assert "net_2" in content
    assert len(json.loads(content)["nodes"]) == 6


def test_broken_text_names_the_first_problem_and_leads_to_it(page: Page):
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("x: [")
    link = page.locator("[data-first-problem]")
    expect(link).to_contain_text("Invalid YAML")
    link.click()
    expect(page.get_by_test_id("code-editor")).to_be_focused()


def test_a_lost_connection_says_so_and_tries_again(page: Page, may_report):
    may_report.append("Failed to load resource|ERR_")
    intercept(page, "**/diagram/", lambda route: route.abort())
    page.evaluate("void designer.studio.refresh()")
    expect(page.locator("[data-lost]")).to_be_visible()
    page.unroute("**/diagram/")
    page.locator("[data-try-again]").click()
    expect(page.locator("[data-lost]")).to_be_hidden()


def test_on_a_phone_the_list_comes_first(plain_page, base_url, make_design):
    make_design(WEB, visibility="public")
    page = plain_page(viewport={"width": 390, "height": 800})
    page.goto(f"{base_url}/templates/web/design/")
    expect(page.get_by_role("button", name="Outline")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Dependencies", exact=True).click()
    expect(node(page, "net")).to_be_visible()


def chain(count):
    """A template of so many resources, each of which needs the one before."""
    first = "heat_template_version: 2021-04-16\nresources:\n  n0: {type: OS::Heat::Value}\n"
    return first + "".join(f"  n{at}: {{type: OS::Heat::Value, depends_on: n{at - 1}}}\n" for at in range(1, count))


def test_what_would_be_too_small_begins_at_70_per_cent_and_stays_so_while_it_grows(page: Page, make_design):
    make_design(chain(12), name="Chain")
    page.set_viewport_size({"width": 1440, "height": 700})
    page.goto("/templates/chain/design/")
    page.get_by_test_id("arrange-canvas").click()
    size = page.locator("[data-zoom]")
    expect(size).to_have_text("70 %")
    for name in ("value", "value_2", "value_3"):
        page.get_by_test_id("palette-search").fill("OS::Heat::Value")
        page.get_by_test_id("palette-item-OS::Heat::Value").dblclick()
        expect(node(page, name)).to_be_in_viewport()
        expect(size).to_have_text("70 %")
    page.get_by_role("button", name="Fit").click()
    for name in ("n0", "n11"):
        expect(node(page, name)).to_be_in_viewport(ratio=0.99)


def test_a_large_diagram_moves_without_being_redrawn(page: Page, make_design):
    many = "heat_template_version: 2021-04-16\nresources:\n  r0: {type: OS::Heat::None}\n"
    many += "".join(f"  r{number}: {{type: OS::Heat::None, depends_on: r{number // 2}}}\n" for number in range(1, 300))
    make_design(many, name="Many")
    page.goto("/templates/many/design/")
    expect(node(page, "r299")).to_be_attached()
    page.evaluate(
        "() => { window.drawn = 0; new MutationObserver((all) => { window.drawn += all.filter((one) => "
        "[...one.addedNodes].some((each) => each.classList?.contains('node'))).length; })"
        ".observe(document.querySelector('[data-graph]'), { childList: true, subtree: true }); }"
    )
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("designer.studio.graph.reveal('r150')")
    x, y = middle(page, "r150")
    drag(page, (x, y), (x + 40, y + 30))
    assert page.evaluate("window.drawn") == 0
    page.evaluate("designer.studio.gesture('duplicate', {section: 'resources', name: 'r5'})")
    expect(node(page, "r300")).to_be_attached()
    assert page.evaluate("window.drawn") <= 3


def test_the_arrow_of_a_self_reference_is_beside_its_node_and_moves_with_it(page: Page, make_design):
    circle = "heat_template_version: 2021-04-16\nresources:\n  a: {type: OS::Heat::None, depends_on: a}\n"
    make_design(circle, name="Circle")
    page.goto("/templates/circle/design/")
    expect(node(page, "a").locator(".badge.error")).to_be_visible()
    expect(page.locator('[data-code="circular-dependency"]').first).to_be_visible()
    for moves in (False, True):
        if moves:
            x, y = middle(page, "a")
            drag(page, (x, y), (x + 60, y + 40))
        box = node(page, "a").locator(".box").bounding_box()
        edge = page.get_by_test_id("edge-a-a").locator(".edge").bounding_box()
        assert abs(edge["x"] - box["x"] - box["width"]) < 6  # the tip of the arrow is within
        assert box["y"] < edge["y"] < edge["y"] + edge["height"] < box["y"] + box["height"]
