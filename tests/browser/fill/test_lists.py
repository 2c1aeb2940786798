"""Lists and JSON as people paste them, with and without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from designer.models import Design, Visibility
from tests.browser.fill.page import control, error

TEXT = """heat_template_version: 2021-04-16
parameters:
  names: {type: comma_delimited_list}
  labels: {type: json, default: {}}
outputs:
  names: {value: {get_param: names}}
  labels: {value: {get_param: labels}}
"""
PASTED = [
    ('["x", "y"]', '["x", "y"]'),
    ('["a,b", "c"]', '["a,b", "c"]'),
    ("- x\n- y", '["x", "y"]'),
    ("[x]", '["x"]'),
    ("[x, 'y']", '["x", "y"]'),
    ("- a,b", '["a,b"]'),
    ("x\ny, z", '["x", "y", "z"]'),
]
"""Texts and the items that they become; each has other items than the one before it, with which it shares the page."""


@pytest.fixture
def address(make_design: Callable[..., Design]) -> str:
    """The address of a form with a list and JSON."""
    return f"/templates/{make_design(TEXT, visibility=Visibility.PUBLIC).slug}/"


def entry(page: Page) -> Locator:
    """Where items are typed."""
    return page.get_by_test_id("param-names").locator("[data-entry]")


def chips(page: Page) -> Locator:
    """The items of the list."""
    return page.get_by_test_id("param-names").locator(".tag .cut")


def paste(page: Page, text: str) -> None:
    """Paste a text where the focus is."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+V")


def test_a_pasted_list_is_its_items(form: Page) -> None:
    for text, items in PASTED:
        entry(form).focus()
        paste(form, text)
        expect(form.get_by_test_id("output-names")).to_have_text(items)
        expect(chips(form)).to_have_count(items.count('"') // 2)
        for _ in range(items.count('"') // 2):
            entry(form).press("Backspace")
        expect(chips(form)).to_have_count(0)


def test_a_pasted_list_is_its_items_without_javascript(
    plain_page: Callable[..., Page], address: str, base_url: str
) -> None:
    page = plain_page(java_script_enabled=False, base_url=base_url)
    page.goto(address)
    for text, items in PASTED:
        control(page, "names").fill(text)
        page.locator(".footbar button[name=check]").click()
        expect(page.get_by_test_id("output-names")).to_have_text(items)
        page.locator(".footbar button[name=check]").click()  # the page wrote it differently, with the same meaning
        expect(page.get_by_test_id("output-names")).to_have_text(items)


def test_items_that_look_like_a_list_are_typed_as_they_are(form: Page) -> None:
    for item in ("[a]", "- b", "[c"):
        entry(form).press_sequentially(item)
        entry(form).press("Enter")
    expect(form.get_by_test_id("output-names")).to_have_text('["[a]", "- b", "[c"]')
    form.reload()
    expect(chips(form)).to_have_text(["[a]", "- b", "[c"])
    expect(form.get_by_test_id("output-names")).to_have_text('["[a]", "- b", "[c"]')


def test_an_empty_list_says_how_to_add_an_item(form: Page) -> None:
    expect(entry(form)).to_have_attribute("placeholder", "Type an item and press Enter")
    expect(entry(form)).to_have_css("border-style", "dashed")
    entry(form).press_sequentially("one")
    entry(form).press("Enter")
    expect(entry(form)).to_have_attribute("placeholder", "")
    entry(form).press("Backspace")
    expect(entry(form)).to_have_attribute("placeholder", "Type an item and press Enter")


def test_an_empty_list_says_how_to_add_an_item_without_javascript(
    plain_page: Callable[..., Page], address: str, base_url: str
) -> None:
    page = plain_page(java_script_enabled=False, base_url=base_url)
    page.goto(address)
    expect(control(page, "names")).to_have_attribute("placeholder", "One item per line, or comma-separated")


def test_json_is_typed_as_yaml_and_a_mistake_has_its_line(form: Page) -> None:
    control(form, "labels").fill("{a: 1, b: [x, y]}")
    expect(form.get_by_test_id("output-labels")).to_have_text('{"a": 1, "b": ["x", "y"]}')
    control(form, "labels").fill("a: 1\nb: [x")
    expect(error(form, "labels")).to_contain_text("Line 2: This [ is not closed.")
    control(form, "labels").fill("a: 1\nb:\n  - x\n")
    expect(form.get_by_test_id("output-labels")).to_have_text('{"a": 1, "b": ["x"]}')
    expect(error(form, "labels")).to_be_empty()


def test_an_item_is_removed_by_the_press_that_adds_the_typed_one(page: Page, address: str) -> None:
    page.goto(address)
    entry(page).fill("a")
    entry(page).press("Enter")
    expect(chips(page)).to_have_text(["a"])
    entry(page).fill("b")
    page.get_by_role("button", name="Remove a").click(delay=500)  # a hand presses for longer than an item takes
    expect(chips(page)).to_have_text(["b"])
