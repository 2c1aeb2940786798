"""The map on the design page: cards, rows and frames, what is written at which zoom, and moving them."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hotcore.diagram.metrics import HEAD
from tests.browser.network import until_true
from tests.sampling import sampled

SERVICE = (Path(__file__).parent / "web-service.yaml").read_text()
SMALLEST = 11  # px on the screen


@pytest.fixture
def page(open_design) -> Page:
    return open_design(SERVICE, shows="network", panes="canvas")


def node(page: Page, name: str):
    return page.get_by_test_id(f"node-{name}")


def heading(page: Page, name: str):
    return page.get_by_label("Inspector").get_by_role("heading", name=name, exact=True)


def corner(page: Page, name: str) -> tuple[float, float]:
    box = node(page, name).locator(".box").bounding_box()
    return box["x"], box["y"]


def drag(page: Page, name: str, x: int, y: int) -> None:
    box = node(page, name).locator(".box").bounding_box()
    start = box["x"] + 24, box["y"] + 14
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + x / 2, start[1] + y / 2)
    page.mouse.move(start[0] + x, start[1] + y)
    page.mouse.up()


def test_everything_is_chosen_where_it_is_drawn(page: Page):
    for name, role in (
        ("network", "frame"),
        ("subnet", "lane"),
        ("web_servers", "frame"),
        ("database_server", "card"),
        ("database_port", "row"),
        ("web_security", "shared"),
    ):
        expect(node(page, name)).to_have_attribute("data-role", role)
        node(page, name).click()
        expect(node(page, name)).to_have_attribute("aria-pressed", "true")
        expect(heading(page, name)).to_be_visible()


def test_the_picture_and_its_zoom_have_marks(page: Page):
    canvas, zoom = page.get_by_test_id("canvas"), page.get_by_test_id("zoom")
    expect(canvas).to_be_visible()
    size = canvas.bounding_box()
    assert (size["width"], size["height"]) >= (1300, 700)
    shown = zoom.inner_text()
    zoom.get_by_role("button", name="Zoom in").click()
    expect(zoom).not_to_have_text(shown)
    expect(zoom).to_contain_text("%")


def test_a_reference_is_a_line_or_has_its_mark_in_the_outline(page: Page):
    drawn, folded = "edge-database_attachment-database_volume", "edge-database_port-network"
    expect(page.locator("svg").get_by_test_id(drawn)).to_be_attached()
    expect(page.get_by_test_id(folded)).to_have_attribute("data-drawn", "false")
    page.get_by_role("button", name="Dependencies", exact=True).click()
    expect(page.locator("svg").get_by_test_id(folded)).to_be_attached()


def test_choosing_a_card_lights_the_lines_of_its_rows(page: Page):
    node(page, "database_server").click()
    expect(page.get_by_test_id("edge-database_attachment-database_volume")).to_have_class(re.compile("near"))
    expect(page.get_by_test_id("edge-router_interface-network")).not_to_have_class(re.compile("near"))


def test_no_text_is_smaller_than_can_be_read(page: Page):
    badges = {"1"}  # their size is that of their mark, which grows as a whole
    for steps in (0, 2, 2, 4):
        for _ in range(steps):
            page.get_by_role("button", name="Zoom out").click()
        until_true(page, "!designer.studio.graph.scene.isBehind")
        sizes = page.evaluate(
            """() => {
              const zoom = designer.studio.graph.viewport.zoomed;
              return [...document.querySelectorAll("[data-graph] text")]
                .filter((text) => text.checkVisibility() && text.textContent)
                .map((text) => [text.textContent, parseFloat(getComputedStyle(text).fontSize) * zoom]);
            }"""
        )
        assert sizes
        assert [one for one in sizes if one[1] < SMALLEST and one[0] not in badges] == []


def test_far_away_frames_keep_their_names_and_cards_their_icons(page: Page):
    expect(node(page, "router").locator(".name")).to_be_visible()
    for _ in range(6):
        page.get_by_role("button", name="Zoom out").click()
    expect(node(page, "router").locator(".name")).to_be_hidden()
    expect(node(page, "router").locator(".kind")).to_be_visible()
    expect(node(page, "network").locator(".name")).to_be_visible()


def test_the_wheel_pans_and_zooms_with_ctrl(page: Page):
    before, zoom = corner(page, "router"), page.locator("[data-zoom]").inner_text()
    box = page.locator("[data-graph]").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, 60)
    until_true(
        page,
        "y => document.querySelector('[data-testid=node-router] .box').getBoundingClientRect().y < y",
        arg=before[1] - 30,
    )
    assert page.locator("[data-zoom]").inner_text() == zoom
    page.keyboard.down("Control")
    page.mouse.wheel(0, 60)
    page.keyboard.up("Control")
    expect(page.locator("[data-zoom]")).not_to_have_text(zoom)


def place(page: Page, name: str) -> list[float]:
    """The middle of a node in units of the map."""
    return page.evaluate(
        "name => { const {x, y} = designer.studio.graph.byName.get(name); return [x, y]; }",
        name,
    )


def moved(page: Page, name: str, x: int, y: int) -> list[float]:
    """Move a card by hand, and return its place once the server has drawn its lines anew."""
    with page.expect_response("**/design/diagram/"), page.expect_response("**/positions/"):
        drag(page, name, x, y)
    return place(page, name)


def test_a_card_that_is_moved_takes_its_rows_along_and_stays_there(page: Page):
    before, row = place(page, "router"), place(page, "router_interface")
    after = moved(page, "router", 30, 160)
    assert after[1] > before[1] + 100
    by = [after[0] - before[0], after[1] - before[1]]
    assert place(page, "router_interface") == pytest.approx([row[0] + by[0], row[1] + by[1]], abs=0.2)
    page.reload()
    expect(node(page, "router")).to_be_visible()
    assert place(page, "router") == pytest.approx(after, abs=0.2)


def test_a_frame_that_is_moved_takes_along_what_is_in_it(page: Page):
    before, inside = place(page, "network"), place(page, "database_server")
    after = moved(page, "network", 0, -80)
    by = [after[0] - before[0], after[1] - before[1]]
    assert by[1] <= -80
    assert place(page, "database_server") == pytest.approx([inside[0] + by[0], inside[1] + by[1]], abs=0.2)


def test_a_card_is_unfolded_and_folded_again(page: Page):
    row = node(page, "router_interface")
    others = ["router", "network", "load_balancer", "database_volume"]
    before = [place(page, name) for name in others[1:]]
    node(page, "router").focus()
    page.keyboard.press("u")
    expect(row).to_have_attribute("data-role", "card")
    expect(page.get_by_test_id("edge-router_interface-router")).to_be_attached()
    assert [place(page, name) for name in others[1:]] == before
    page.reload()
    expect(row).to_have_attribute("data-role", "card")
    node(page, "router").click(button="right")
    page.get_by_role("menuitem", name="Fold rows into the card").click()
    expect(row).to_have_attribute("data-role", "row")


def test_tidy_gives_moves_up_and_can_be_undone(page: Page):
    before = place(page, "router")
    after = moved(page, "router", 30, 160)
    with page.expect_response("**/design/diagram/"):
        page.get_by_role("button", name="Tidy").click()
    said = page.locator("[data-change]")
    expect(said).to_contain_text("Diagram tidied")
    assert place(page, "router") == pytest.approx(before, abs=0.2)
    with page.expect_response("**/design/diagram/"):
        said.get_by_role("button", name=re.compile("Undo")).click()
    until_true(
        page,
        "y => Math.abs(designer.studio.graph.byName.get('router').y - y) < 1",
        arg=after[1],
    )


def test_what_is_chosen_or_what_a_frame_holds_is_tidied(page: Page):
    def redraws(does) -> None:
        with page.expect_response("**/design/diagram/"):
            does()

    said = page.locator("[data-change]")
    first, other = place(page, "router"), place(page, "load_balancer")
    moved(page, "router", 30, 160)
    node(page, "database_volume").press("Space")
    node(page, "router").press("Shift+Space")
    spread = {name: place(page, name) for name in ("router", "database_volume")}
    redraws(page.get_by_role("button", name="Tidy selection").click)
    expect(said).to_contain_text("Selection tidied")
    assert place(page, "load_balancer") == other
    tidy = {name: place(page, name) for name in spread}
    assert tidy != spread
    redraws(lambda: page.get_by_test_id("undo").click())
    until_true(page, "y => designer.studio.graph.byName.get('router').y === y", arg=spread["router"][1])

    inside, outside = place(page, "database_server"), place(page, "router")
    moved(page, "database_server", 40, 40)
    node(page, "network").click(button="right")
    redraws(page.get_by_role("menuitem", name="Tidy inside").click)
    expect(said).to_contain_text("Tidied inside network")
    assert place(page, "database_server") == pytest.approx(inside, abs=0.2)
    assert place(page, "router") == outside
    node(page, "router").focus()
    redraws(lambda: page.keyboard.press("Shift+T"))
    expect(said).to_contain_text("Diagram tidied")
    assert place(page, "router") == pytest.approx(first, abs=0.2)


def test_a_move_by_hand_is_a_step_of_undo_between_those_of_the_text(page: Page):
    def stands_at(y: float) -> None:
        until_true(page, "y => Math.abs(designer.studio.graph.byName.get('router').y - y) < 1", arg=y)

    undo, redo = page.get_by_test_id("undo"), page.get_by_test_id("redo")
    first = place(page, "router")
    second = moved(page, "router", 30, 160)
    expect(undo).to_have_accessible_name("Undo: Move router")
    page.evaluate("designer.studio.gesture('duplicate', {section: 'resources', name: 'web_security'})")
    expect(node(page, "web_security_2")).to_be_visible()
    node(page, "router").focus()
    with page.expect_response("**/design/diagram/"):
        page.keyboard.press("Alt+ArrowDown")
        page.keyboard.press("Alt+ArrowDown")
    page.evaluate("designer.studio.refresh()")  # ends when the answers to both have been drawn
    third = place(page, "router")
    assert third[1] > second[1]
    undo.click()
    stands_at(second[1])
    undo.click()
    expect(node(page, "web_security_2")).to_have_count(0)
    undo.click()
    stands_at(first[1])
    expect(undo).to_be_disabled()
    for _ in range(3):
        redo.click()
    stands_at(third[1])
    expect(node(page, "web_security_2")).to_be_visible()
    expect(redo).to_be_disabled()


def test_what_is_added_moves_nobody_and_undoing_it_gives_the_same_picture(page: Page):
    names = ["router", "network", "database_server", "load_balancer", "web_security", "database_volume"]
    before = [place(page, name) for name in names]
    page.get_by_test_id("palette-search").fill("Volume")
    page.get_by_test_id("palette-item-OS::Cinder::Volume").dblclick()
    expect(node(page, "volume")).to_be_focused()
    box, view = node(page, "volume").bounding_box(), page.locator("[data-graph]").bounding_box()
    assert view["x"] <= box["x"]
    assert box["x"] + box["width"] <= view["x"] + view["width"]
    assert [place(page, name) for name in names] == before
    page.keyboard.press("Control+z")
    expect(node(page, "volume")).to_have_count(0)
    assert [place(page, name) for name in names] == before


@pytest.mark.parametrize("width", sampled([1280, 1440]))
def test_what_is_added_is_not_under_the_message_about_it(page: Page, width):
    page.set_viewport_size({"width": width, "height": 800})
    for _ in range(4):
        page.get_by_test_id("palette-search").fill("Volume")
        page.get_by_test_id("palette-item-OS::Cinder::Volume").dblclick()
        expect(page.locator(".node:focus")).to_have_attribute("data-name", re.compile("volume"))
        page.locator(".node:focus .box").hover()  # nothing covers it
        page.locator("[data-graph]").focus()


def test_a_copy_is_selected_and_in_view(page: Page):
    node(page, "database_volume").click()
    page.keyboard.press("Control+d")
    expect(node(page, "database_volume_2")).to_be_focused()
    expect(node(page, "database_volume_2")).to_have_attribute("aria-pressed", "true")
    expect(node(page, "database_volume")).to_have_attribute("aria-pressed", "false")
    expect(node(page, "database_volume_2")).to_be_in_viewport(ratio=0.99)
    one, other = (node(page, name).locator(".box").bounding_box() for name in ("database_volume", "database_volume_2"))
    assert abs(other["x"] - one["x"]) <= 1.5 * one["width"]
    assert abs(other["y"] - one["y"]) <= 4 * one["height"]
    page.keyboard.press("Control+z")
    expect(node(page, "database_volume_2")).to_have_count(0)


def test_a_type_is_dropped_where_the_pointer_is(page: Page):
    view = page.locator("[data-free]").bounding_box()
    there = view["x"] + 160, view["y"] + view["height"] / 2
    page.get_by_test_id("palette-search").fill("Zone")
    item = page.get_by_test_id("palette-item-OS::Designate::Zone")
    item.hover()
    page.mouse.down()
    page.mouse.move(there[0] - 40, there[1])
    page.mouse.move(*there)
    page.mouse.up()
    expect(node(page, "zone")).to_be_visible()
    box = node(page, "zone").locator(".box").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - there[0]) < 12
    assert abs(box["y"] + box["height"] / 2 - there[1]) < 12
    dropped = place(page, "zone")
    page.keyboard.press("Control+z")
    expect(node(page, "zone")).to_have_count(0)
    page.keyboard.press("Control+Shift+z")
    expect(node(page, "zone")).to_be_visible()
    assert place(page, "zone") == dropped


def test_the_arrows_lead_through_rows_and_cards(page: Page):
    node(page, "database_server").click()
    page.keyboard.press("ArrowDown")
    expect(node(page, "database_port")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(node(page, "database_attachment")).to_be_focused()
    page.keyboard.press("]")
    expect(heading(page, "database_server")).to_be_visible()


def test_arrangements_are_remembered(page: Page):
    expect(page.get_by_test_id("code-editor")).to_be_hidden()
    page.reload()
    expect(page.get_by_test_id("arrange-canvas")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("code-editor")).to_be_hidden()
    page.get_by_test_id("arrange-text").click()
    expect(page.get_by_test_id("code-editor")).to_be_visible()
    expect(page.locator("[data-graph]")).to_be_hidden()
    page.get_by_test_id("arrange-split").click()
    expect(page.get_by_test_id("code-editor")).to_be_visible()
    expect(page.locator("[data-graph]")).to_be_visible()


def test_beside_the_canvas_problems_are_a_layer_that_leads_to_the_text(page: Page):
    opener = page.get_by_test_id("open-problems")
    expect(opener).to_have_text(re.compile("1 error"))
    problems = page.get_by_role("complementary", name="Problems")
    expect(problems).to_be_hidden()
    page.keyboard.press("Alt+p")
    expect(problems).to_be_focused()
    page.keyboard.press("Escape")
    expect(problems).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    problems.get_by_role("link", name="line 206").click()
    expect(page.get_by_test_id("arrange-split")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("code-editor")).to_be_visible()


def test_removing_says_who_reads_it_and_what_becomes_of_them(page: Page, make_design):
    read = make_design(
        "heat_template_version: 2021-04-16\nresources:\n  a: {type: OS::Heat::Value, properties: {value: 1}}\n"
        "outputs:\n  whole: {value: {get_attr: [a, value]}}\n  part: {value: [1, {get_attr: [a, value]}]}\n",
        name="Read",
    )
    page.goto(f"/templates/{read.slug}/design/")
    node(page, "a").click()
    page.keyboard.press("Delete")
    dialog = page.get_by_role("dialog")
    readers = dialog.locator("[data-readers] > li")
    expect(readers).to_have_count(2)
    expect(readers.nth(0)).to_have_text(re.compile("whole output: value. It is removed, too."))
    expect(readers.nth(1)).to_have_text(re.compile("part output: value.1. It stays without the reference."))
    dialog.get_by_label("References").select_option("keep")
    expect(readers.nth(1)).to_have_text(re.compile("part output: value.1. Its reference becomes an error."))
    dialog.get_by_label("References").select_option("with")
    dialog.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile(r"outputs:\n  part: \{value: \[1\]\}"))
    expect(page.get_by_test_id("open-problems")).to_have_text("No problems")


def test_a_copy_is_dragged_from_a_card_with_alt(page: Page):
    before = place(page, "database_volume")
    box = node(page, "database_volume").locator(".box").bounding_box()
    page.keyboard.down("Alt")
    page.mouse.move(box["x"] + 24, box["y"] + 14)
    page.mouse.down()
    page.mouse.move(box["x"] + 24, box["y"] + 60)
    expect(page.locator(".ghost-card")).to_contain_text("database_volume")
    page.mouse.move(box["x"] + 24, box["y"] + 14 + 2 * box["height"])
    page.mouse.up()
    page.keyboard.up("Alt")
    expect(node(page, "database_volume_2")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ghost-card > *")).to_have_count(0)
    assert place(page, "database_volume") == before
    x, y = place(page, "database_volume_2")
    assert abs(x - before[0]) < 12
    assert HEAD < y - before[1] < 3 * HEAD
    expect(page.get_by_test_id("undo")).to_have_accessible_name(re.compile("Undo: Duplicate database_volume"))
    page.get_by_test_id("undo").click()
    expect(node(page, "database_volume_2")).to_have_count(0)
    expect(page.get_by_test_id("undo")).to_be_disabled()
    assert place(page, "database_volume") == before


def test_a_copy_that_is_given_up_leaves_nothing(page: Page):
    box = node(page, "database_server").locator(".box").bounding_box()
    page.keyboard.down("Alt")
    page.mouse.move(box["x"] + 24, box["y"] + 14)
    page.mouse.down()
    page.mouse.move(box["x"] + 24, box["y"] + 90)
    page.keyboard.up("Alt")
    expect(page.locator(".ghost-card")).to_contain_text("database_port")  # with its rows
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".ghost-card > *")).to_have_count(0)
    expect(page.get_by_test_id("undo")).to_be_disabled()
