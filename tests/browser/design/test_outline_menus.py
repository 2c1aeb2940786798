"""Menus in the outline: of resources, and of conditions, parameters and outputs."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import until_true

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1}  # GiB
  spare: {type: string, default: x}
conditions:
  is_big: {equals: [{get_param: size}, 2]}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
outputs:
  one: {value: {get_resource: disk}}
"""


@pytest.fixture
def page(open_design) -> Page:
    page = open_design(TEXT, shows="disk", panes="canvas")
    page.get_by_role("button", name="Outline", exact=True).click()
    return page


def entry(page: Page, name: str):
    return page.locator(f"[data-list] [data-name={name}]")


def is_text(page: Page, text: str) -> None:
    until_true(page, "text => designer.studio.editor.text() === text", text)


def items(page: Page) -> list[str]:
    return page.get_by_test_id("menu").get_by_role("menuitem").all_inner_texts()


def test_each_kind_of_entry_has_its_actions_and_escape_leads_back(page: Page, expect_accessible):
    expected = {
        "spare": ["Open form of spare", "Use spare as …", "Rename …F2", "Copy name", "Copy get_param", "RemoveDelete"],
        "is_big": ["Open form of is_big", "Use is_big as …", "Rename …F2", "Copy name", "RemoveDelete"],
        "one": ["Open form of one", "Rename …F2", "Copy name", "RemoveDelete"],
    }
    for name, actions in expected.items():
        entry(page, name).focus()
        page.keyboard.press("Shift+F10")
        assert ["".join(one.split("\n")) for one in items(page)] == actions
        page.keyboard.press("Escape")
        expect(entry(page, name)).to_be_focused()
    page.get_by_role("button", name="Actions for spare").click()
    expect_accessible(page)


def test_a_parameter_is_removed_by_its_menu_and_renamed_by_its_key(page: Page):
    entry(page, "spare").click(button="right")
    page.get_by_role("menuitem", name="Remove").click()
    without = TEXT.replace("  spare: {type: string, default: x}\n", "")
    is_text(page, without)
    expect(entry(page, "spare")).to_have_count(0)
    entry(page, "size").focus()
    page.keyboard.press("F2")
    page.get_by_role("dialog").get_by_role("textbox").fill("gib")
    page.keyboard.press("Enter")
    is_text(page, without.replace("  size: {type", "  gib: {type").replace("get_param: size", "get_param: gib"))


def test_a_condition_is_used_by_its_menu(page: Page):
    page.get_by_role("button", name="Actions for is_big").click()
    page.get_by_role("menuitem", name="Use is_big as").click()
    page.get_by_role("dialog").get_by_label("Resource").fill("disk")
    page.get_by_role("dialog").get_by_role("button", name="Connect").press("Enter")
    is_text(page, TEXT.replace("get_param: size}}}\n", "get_param: size}}, condition: is_big}\n"))


def test_a_right_click_on_a_resource_opens_its_menu(page: Page):
    entry(page, "disk").click(button="right")
    expect(page.get_by_role("menuitem", name="Remove disk")).to_be_visible()
