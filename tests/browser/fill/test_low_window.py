"""The form at 200 % of 1,280 x 800, where a window holds 640 x 400 pixels."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fill.page import control
from tests.browser.network import until_true

FOOT = 52  # pixels


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Give pages a low window."""
    return {**browser_context_args, "viewport": {"width": 640, "height": 400}}


def expect_in_sight(page: Page, selector: str) -> None:
    """Wait until an element is completely above the foot bar."""
    until_true(
        page,
        """selector => {
          const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
          const foot = document.querySelector(".footbar").getBoundingClientRect().top;
          return top >= 0 && bottom <= foot;
        }""",
        arg=selector,
    )


def test_the_form_has_at_least_three_quarters_of_the_window(form: Page) -> None:
    control(form, "region").scroll_into_view_if_needed()
    form.mouse.wheel(0, 400)
    until_true(form, "scrollY > 300")
    rect = form.locator("#form").evaluate("form => form.getBoundingClientRect().toJSON()")
    foot = form.locator(".footbar").bounding_box()
    assert foot
    assert (foot["y"], foot["height"]) == (400 - FOOT, FOOT)
    assert min(rect["bottom"], foot["y"]) - max(rect["top"], 0) >= 300
    covered = form.evaluate(
        """() => [...Array(348).keys()].filter(y => !document.elementFromPoint(320, y).closest("#form")).length"""
    )
    assert covered == 0
    assert form.evaluate("document.documentElement.scrollWidth") <= 640


def test_keys_and_anchors_lead_to_what_they_name(form: Page) -> None:
    control(form, "service_name").focus()
    for name in ("with_database", "public_network", "region"):
        form.keyboard.press("Alt+ArrowDown")
        if name != "region":
            expect(control(form, name)).to_be_focused()
    expect_in_sight(form, "#group-title-3")
    expect(form.locator(".strip [data-group='3']")).to_have_attribute("aria-current", "true")
    form.evaluate("scrollTo(0, 0)")
    form.locator(".strip [data-group='2']").click()
    expect_in_sight(form, "#group-title-2")
    expect(form.locator(".strip [data-group='2']")).to_have_attribute("aria-current", "true")


def test_a_field_that_is_wrong_is_led_to(form: Page) -> None:
    control(form, "db_volume_size").fill("1000")
    control(form, "service_name").press("Enter")
    expect(form.locator("#summary-box")).to_be_focused()
    expect_in_sight(form, "#summary-box h2")
    form.locator("#summary-box").get_by_role("link", name="Volume size").click()
    expect(control(form, "db_volume_size")).to_be_focused()
    expect_in_sight(form, "#param-db_volume_size")


def test_the_focus_is_never_under_the_foot_bar(form: Page) -> None:
    control(form, "service_name").focus()
    for _ in range(25):
        form.keyboard.press("Tab")
        hidden = form.evaluate(
            """() => {
              const focused = document.activeElement;
              if (!focused.closest("#form")) return "";
              const foot = document.querySelector(".footbar").getBoundingClientRect().top;
              return focused.getBoundingClientRect().bottom > foot ? focused.outerHTML : "";
            }"""
        )
        assert hidden == ""


def test_the_preview_is_a_sheet_whatever_the_width(form: Page) -> None:
    form.get_by_role("button", name="Preview", exact=True).click()
    expect(form.get_by_test_id("output-name_servers")).to_be_visible()
    form.get_by_role("button", name="Close the preview").click()
    form.set_viewport_size({"width": 1280, "height": 500})
    form.get_by_role("button", name="Preview", exact=True).click()
    expect(form.get_by_test_id("output-name_servers")).to_be_visible()


def test_what_is_shown_can_be_chosen(form: Page) -> None:
    for width in (640, 1280):
        form.set_viewport_size({"width": width, "height": 500})
        form.get_by_role("button", name="Show", exact=True).click()
        form.get_by_role("button", name="Typed by you").click()
        expect(form.get_by_test_id("param-web_count")).to_be_hidden()
        form.get_by_role("button", name="Show", exact=True).click()
        form.get_by_role("button", name="Everything").click()
        expect(form.get_by_test_id("param-web_count")).to_be_visible()
