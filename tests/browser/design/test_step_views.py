"""Undo and redo bring back the view of the diagram: the same zoom and the same place."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import until_true

TEXT = "heat_template_version: 2021-04-16\nresources:\n" + "".join(
    f"  net_{number}: {{type: OS::Neutron::Net}}\n  port_{number}: {{type: OS::Neutron::Port, properties: "
    f"{{network: {{get_resource: net_{number}}}}}}}\n"
    for number in range(12)
)


@pytest.fixture
def page(open_design) -> Page:
    page = open_design(TEXT, shows="net_0", panes="canvas")
    page.emulate_media(reduced_motion="reduce")
    return page


def view(page: Page) -> list[float]:
    return page.evaluate("(({x, y, k}) => [x, y, k])(designer.studio.graph.viewport.at)")


def is_seen(page: Page, seen: list[float]) -> None:
    until_true(
        page, "seen => (({x, y, k}) => JSON.stringify([x, y, k]) === JSON.stringify(seen))"
        "(designer.studio.graph.viewport.at)", seen,
    )  # fmt: skip


def zoom_in(page: Page, name: str) -> list[float]:
    page.get_by_test_id(f"node-{name}").focus()
    page.keyboard.press("0")
    return view(page)


def test_undo_shows_what_was_seen_before_a_gesture_and_redo_what_was_seen_after_it(page: Page):
    page.get_by_test_id("node-port_0").click()
    expect(page.get_by_role("heading", name="port_0", exact=True)).to_be_visible()  # the panel is open from here on
    before = zoom_in(page, "net_0")
    page.evaluate("void designer.studio.gesture('duplicate', {section: 'resources', name: 'net_11'})")
    expect(page.get_by_test_id("node-net_12")).to_be_attached()
    page.evaluate("designer.studio.graph.go('net_12')")
    after = view(page)
    assert after != before
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("node-net_12")).to_have_count(0)
    is_seen(page, before)
    page.get_by_test_id("redo").click()
    expect(page.get_by_test_id("node-net_12")).to_be_attached()
    is_seen(page, after)


def test_undo_shows_what_was_seen_before_tidy(page: Page):
    zoom_in(page, "net_3")
    page.keyboard.press("Alt+ArrowRight")
    before = view(page)
    page.keyboard.press("Shift+T")
    expect(page.get_by_test_id("undo")).to_have_accessible_name("Undo: Tidy diagram")
    page.get_by_test_id("zoom").get_by_role("button", name="Fit").click()
    after = view(page)
    assert after != before
    page.get_by_test_id("undo").click()
    is_seen(page, before)
    page.get_by_test_id("redo").click()
    is_seen(page, after)


def test_tidying_is_a_step_even_if_the_diagram_is_asked_for_again_meanwhile(page: Page, held):
    zoom_in(page, "net_3")
    page.keyboard.press("Alt+ArrowRight")
    expect(page.get_by_test_id("undo")).to_have_accessible_name("Undo: Move net_3")
    with held.at("design/diagram"):
        page.keyboard.press("Shift+T")
    page.evaluate("void designer.studio.refresh()")
    expect(page.get_by_test_id("undo")).to_have_accessible_name("Undo: Tidy diagram")


def test_undo_of_typing_leaves_the_view(page: Page):
    page.get_by_test_id("arrange-split").click()
    page.evaluate("designer.studio.editor.focus()")
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("  more: {type: OS::Neutron::Net}")
    expect(page.get_by_test_id("node-more")).to_be_attached()
    seen = zoom_in(page, "net_6")
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("node-more")).to_have_count(0)
    assert view(page) == seen


def test_undo_shows_what_was_seen_before_a_move_by_hand(page: Page):
    before = zoom_in(page, "net_3")
    page.keyboard.press("Alt+ArrowRight")
    expect(page.get_by_test_id("undo")).to_have_accessible_name("Undo: Move net_3")
    after = zoom_in(page, "net_8")
    page.get_by_test_id("undo").click()
    is_seen(page, before)
    page.get_by_test_id("redo").click()
    is_seen(page, after)


def test_a_move_before_the_first_change_of_the_text_is_undone_after_a_reload(page: Page):
    where = "designer.studio.graph.byName.get('net_3').x"
    started = page.evaluate(where)
    page.get_by_test_id("node-net_3").focus()
    with page.expect_response("**/positions/"):
        page.keyboard.press("Alt+ArrowRight")
    page.reload()
    expect(page.get_by_test_id("undo")).to_have_accessible_name("Undo: Move net_3")
    assert page.evaluate(where) > started
    page.get_by_test_id("undo").click()
    until_true(page, f"started => {where} === started", started)
