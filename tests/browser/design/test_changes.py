"""What is said about changes: how many are not saved, and what the last step did."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

WEB = Path(__file__).with_name("web-service.yaml").read_text()


@pytest.fixture
def opened(open_design) -> Page:
    return open_design(WEB, shows="router", panes="canvas")


def duplicate(page: Page) -> None:
    """Make a step of undo."""
    page.evaluate("designer.studio.gesture('duplicate', {section: 'resources', name: 'router'})")


def unsaved(page: Page):
    return page.locator("[data-unsaved]")


def lines(page: Page):
    return page.locator("[data-lines] .line")


def show_lines(page: Page) -> None:
    page.get_by_role("button", name="Show lines").click()
    expect(lines(page).first).to_be_visible()


def test_steps_since_the_saved_text_are_counted(opened: Page):
    page = opened
    expect(unsaved(page)).to_be_hidden()
    duplicate(page)
    expect(unsaved(page)).to_contain_text("1 change not saved")
    duplicate(page)
    expect(unsaved(page)).to_contain_text("2 changes not saved")
    page.get_by_test_id("undo").click()
    expect(unsaved(page)).to_contain_text("1 change not saved")
    page.get_by_test_id("undo").click()
    expect(unsaved(page)).to_be_hidden()
    page.get_by_test_id("redo").click()
    expect(unsaved(page)).to_contain_text("1 change not saved")


def test_steps_are_counted_from_what_was_saved_last(opened: Page):
    page = opened
    duplicate(page)
    duplicate(page)
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    expect(unsaved(page)).to_be_hidden()
    page.get_by_test_id("undo").click()
    expect(unsaved(page)).to_contain_text("1 change not saved")
    page.get_by_test_id("undo").click()
    expect(unsaved(page)).to_contain_text("2 changes not saved")
    page.evaluate("designer.studio.gesture('duplicate', {section: 'resources', name: 'network'})")
    expect(unsaved(page)).to_contain_text("3 changes not saved")
    page.reload()
    expect(unsaved(page)).to_contain_text("3 changes not saved")


def test_narrow_windows_have_the_number_alone(opened: Page):
    page = opened
    duplicate(page)
    words, number = page.locator("[data-unsaved-count]"), page.locator("[data-unsaved-number]")
    expect(words).to_have_text("1 change not saved")
    expect(number).to_be_hidden()
    page.set_viewport_size({"width": 1279, "height": 900})
    expect(number).to_be_visible()
    expect(number).to_have_text("1")
    assert words.bounding_box()["width"] == 1


def test_a_step_is_told_in_one_line_until_the_next(opened: Page):
    page = opened
    strip = page.locator("[data-change]")
    duplicate(page)
    expect(page.locator("[data-said]")).to_contain_text("Duplicate router")
    assert strip.bounding_box()["height"] == 40
    expect(lines(page)).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="Duplicate router")).not_to_have_count(0)
    page.keyboard.press("t")
    expect(strip).to_be_visible()
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("#")
    expect(strip).to_be_hidden()
    duplicate(page)
    expect(strip).to_be_visible()


def test_its_lines_fold_when_the_pointer_leaves(opened: Page):
    page = opened
    duplicate(page)
    show_lines(page)
    expect(lines(page)).not_to_have_count(0)
    page.mouse.move(700, 300)
    expect(lines(page)).to_have_count(0)
    expect(page.locator("[data-change]")).to_be_visible()


def test_its_lines_fold_by_themselves(opened: Page, clock):
    page = opened
    duplicate(page)
    expect(page.get_by_role("button", name="Show lines")).to_be_visible()
    clock.install(time=0)
    clock.pause_at(1000)
    show_lines(page)
    clock.run_for(5999)
    expect(lines(page)).not_to_have_count(0)
    clock.run_for(1)
    expect(lines(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Show lines")).to_have_attribute("aria-expanded", "false")
