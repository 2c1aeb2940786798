"""The editor of the design page: completion with gaps, help, names, problems, what is not saved, hard texts."""

import re

import pytest
from playwright.sync_api import Page, expect

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1}
resources:
  disk:
    type: OS::Cinder::Volume
    properties:
      size: {get_param: size}
  # the rest
  other:
    type: OS::Cinder::Volume
    properties:
      size: {get_param: size}
"""


@pytest.fixture
def page(open_design) -> Page:
    return open_design(TEXT)


def text(page: Page) -> str:
    return str(page.locator("textarea[name=text]").input_value())


def write(page: Page, value: str) -> None:
    page.evaluate("text => designer.studio.editor.replace(text)", value)


def go(page: Page, line: int, column: int = 1) -> None:
    page.evaluate("([line, column]) => designer.studio.editor.jump(line, column)", [line, column])


def offered(page: Page):
    return page.locator(".cm-tooltip-autocomplete li[aria-selected=true]")


def test_a_skeleton_is_filled_in_from_gap_to_gap(page: Page):
    go(page, 13)
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("na")
    expect(offered(page)).to_contain_text("name")
    page.keyboard.press("Enter")
    page.keyboard.type("str_r")
    expect(offered(page)).to_contain_text("str_replace")
    page.keyboard.press("Enter")
    page.keyboard.type("v-$n")
    page.keyboard.press("Tab")
    page.keyboard.type("$n")
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    name = "      name:\n        str_replace:\n          template: v-$n\n          params:\n            $n: 2\n"
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT + name)
    expect(page.get_by_role("heading", name="No problems")).to_be_visible()


def test_a_name_is_declared_used_and_explained_by_keys(page: Page):
    go(page, 8, 26)
    page.keyboard.press("Shift+F12")
    uses = page.get_by_role("listbox", name=re.compile("References to size: 2"))
    expect(uses).to_be_focused()
    expect(uses.get_by_role("option")).to_have_count(3)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-place]")).to_have_text("Line 13, column 25")
    page.keyboard.press("Shift+F12")
    expect(uses).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(page.locator("[data-place]")).to_have_text("Line 13, column 25")
    expect(page.get_by_test_id("code-editor")).to_be_focused()
    page.keyboard.press("F12")
    expect(page.locator("[data-place]")).to_have_text("Line 3, column 3")
    page.keyboard.press("Control+Shift+Space")
    expect(page.locator(".cm-help")).to_contain_text("parameter size: number")
    expect(page.locator("#announce")).to_contain_text("default: 1")
    page.keyboard.press("Escape")
    expect(page.locator(".cm-help")).not_to_be_attached()
    expect(page.locator(".cm-use")).to_have_count(3)


def test_a_name_that_cannot_be_asked_about_is_not_called_unknown(page: Page, may_report):
    may_report.append("ERR_INTERNET_DISCONNECTED")
    go(page, 8, 26)
    page.context.set_offline(True)
    page.keyboard.press("F12")
    expect(page.locator("[data-said]")).to_contain_text("did not respond")


def test_problems_have_a_location_a_message_and_fixes(page: Page, expect_accessible):
    write(page, TEXT.replace("get_param: size", "get_param: sise"))
    expect(page.get_by_test_id("problem")).to_have_count(2)
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    page.keyboard.press("F8")
    expect(page.locator("[data-place]")).to_have_text("Line 8, column 29")
    expect(page.get_by_test_id("node-disk")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("F8")
    expect(page.get_by_test_id("node-other")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Shift+F8")
    page.keyboard.press("Control+.")
    ways = page.get_by_role("listbox", name="Quick fixes").get_by_role("option")
    expect(ways).to_have_text(["Use size", "Declare the parameter sise", "Fix all of this kind (2)"])
    expect_accessible(page)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("problem")).to_have_count(1)
    page.keyboard.press("F8")
    page.keyboard.press("Control+.")
    expect(ways).to_have_text(["Use size", "Declare the parameter sise"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="No problems")).to_be_visible()
    assert text(page) == TEXT
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("problem")).to_have_count(1)


def test_what_is_not_saved_shows_and_can_be_brought_back_line_by_line(page: Page):
    write(page, TEXT.replace("  # the rest\n", "").replace("default: 1", "default: 2") + "# end\n")
    signs = page.locator(".cm-change-gutter .cm-gutterElement:visible").filter(has_text=re.compile("[+~−]"))
    expect(signs).to_have_text(["~", "−", "+"])
    go(page, 3)
    page.keyboard.press("Alt+F5")
    expect(page.get_by_role("dialog", name="Saved")).to_contain_text("default: 1")
    page.keyboard.press("Enter")
    expect(signs).to_have_text(["−", "+"])
    page.keyboard.press("F7")
    page.keyboard.press("Alt+F5")
    expect(page.get_by_role("dialog", name="Saved")).to_contain_text("# the rest")
    page.keyboard.press("Enter")
    expect(signs).to_have_text(["+"])
    signs.first.click()
    page.get_by_role("dialog", name="Saved").get_by_role("button", name="Restore").click()
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)
    expect(signs).to_have_count(0)


def test_the_text_and_the_graph_show_where_the_other_is(page: Page):
    go(page, 12)
    expect(page.get_by_test_id("node-other")).to_have_class(re.compile("at-text"))
    page.get_by_test_id("node-disk").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cm-chosen")).to_have_count(4)
    expect(page.locator(".cm-chosen").first).to_have_text("disk:")
    expect(page.locator("[data-place]")).to_have_text("Line 5, column 1")


def test_marks_count_code_points_and_an_old_answer_is_dropped(page: Page):
    write(page, TEXT.replace("  # the rest", "  # 😀😀 עברית").replace("get_param: size}", "get_param: sise} # 😀"))
    expect(page.locator(".cm-lintRange-error").first).to_have_text("sise")
    go(page, 1)
    page.keyboard.insert_text("# 😀\n")
    expect(page.locator(".cm-lintRange-error").first).to_have_text("sise")
    page.get_by_role("button", name="Use size").first.click()
    expect(page.get_by_test_id("problem")).to_have_count(1)
    assert "get_param: size} # 😀" in text(page)


def test_the_editor_speaks_with_its_own_words_and_lets_go_by_tab(page: Page):
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+f")
    expect(page.get_by_role("textbox", name="Find")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("code-editor")).to_be_focused()
    page.keyboard.press("Control+Alt+[")
    expect(page.locator(".cm-foldPlaceholder").first).to_be_visible()
    page.keyboard.press("Control+Alt+]")
    expect(page.locator(".cm-foldPlaceholder")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("code-editor")).not_to_be_focused()
    assert text(page) == TEXT
