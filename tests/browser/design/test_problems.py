"""Problems of lint rules on the design page: fixed by click, by key, all of a kind; ignored; hidden."""

import re

import pytest
from playwright.sync_api import Page, expect

TEXT = """\
heat_template_version: 2021-04-16
description: Habits
parameters:
  a: {type: boolean, default: true, label: A, description: The first}
  b: {type: boolean, default: true, label: B, description: The second}
conditions:
  is_a: {equals: [{get_param: a}, true]}  # kept
  is_b: {equals: [{get_param: b}, true]}
  idle: {get_param: b}
resources:
  one:
    type: OS::Heat::Value
    condition: is_a
    properties:
      value: {list_join: ["", [x]]}
  two: {type: OS::Heat::None, condition: is_b}
outputs:
  one: {value: {get_resource: one}, description: May be gone}
"""
MENDED = TEXT.replace("{equals: [{get_param: a}, true]}", "{get_param: a}").replace(
    "{equals: [{get_param: b}, true]}", "{get_param: b}"
)
CODES = ["unused-condition", "optional-resource-reference", "compared-with-true", "compared-with-true", "useless-join"]


@pytest.fixture
def design_page(alice_page: Page, make_design) -> Page:
    """The design page of the template above."""
    make_design(TEXT.encode(), files={"nested/one.yaml": TEXT.encode()})
    alice_page.goto("/templates/web/design/")
    expect(alice_page.get_by_test_id("problem")).to_have_count(len(CODES))
    return alice_page


def text(page):
    """The editor's text."""
    return page.locator("textarea[name=text]")


def shown(page):
    """The problems that are to be seen."""
    return page.get_by_test_id("problem").filter(visible=True)


def problem(page, code):
    """The first problem with a code."""
    return page.locator(f"[data-testid=problem][data-code={code}]").first


def go(page, line):
    """Put the cursor into a line of the text."""
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+Home")
    for _ in range(line - 1):
        page.keyboard.press("ArrowDown")


def test_rules_speak_in_list_gutter_node_and_form(design_page: Page, expect_accessible):
    page = design_page
    rows = page.get_by_test_id("problem")
    assert rows.evaluate_all("rows => rows.map((row) => row.dataset.code)") == CODES
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    expect(page.locator("#diagnostics .counts")).to_have_text("2 warnings")
    expect(page.locator(".cm-lintRange-warning")).to_have_text(["idle", "one"])
    expect(page.get_by_test_id("node-one")).to_have_attribute("aria-label", re.compile("1 hint"))
    page.keyboard.press("F8")
    expect(page.locator("[data-place]")).to_have_text("Line 9, column 7")
    page.keyboard.press("F8")
    page.keyboard.press("F8")
    expect(page.locator("[data-place]")).to_have_text(re.compile("^Line 7, "))
    page.get_by_test_id("node-one").click()
    field = page.get_by_test_id("property-value")
    expect(field).to_contain_text("only one string")
    expect_accessible(page)
    field.get_by_role("button", name="Use the string itself").click()
    expect(text(page)).to_have_value(TEXT.replace('{list_join: ["", [x]]}', "x"))


def test_a_problem_is_fixed_by_a_click_and_undone(design_page: Page):
    page = design_page
    problem(page, "unused-condition").get_by_role("button", name="Fix").click()
    expect(text(page)).to_have_value(TEXT.replace("  idle: {get_param: b}\n", ""))
    expect(page.locator("[data-said]")).to_contain_text("Remove idle")
    expect(page.locator("#diagnostics .counts")).to_have_text("1 warning")
    expect(page.get_by_test_id("undo")).to_have_accessible_name("Undo: Remove idle")
    page.get_by_test_id("undo").click()
    expect(text(page)).to_have_value(TEXT)


def test_a_problem_is_fixed_by_one_key(design_page: Page):
    page = design_page
    go(page, 9)
    page.keyboard.press("Control+.")
    expect(text(page)).to_have_value(TEXT.replace("  idle: {get_param: b}\n", ""))
    page.keyboard.press("Control+z")
    expect(text(page)).to_have_value(TEXT)


def test_all_of_a_kind_are_fixed_as_one_step(design_page: Page, expect_accessible):
    page = design_page
    go(page, 7)
    page.keyboard.press("Control+.")
    ways = page.get_by_role("listbox", name="Quick fixes").get_by_role("option")
    expect(ways).to_have_count(3)
    expect(ways.nth(1)).to_have_text("Fix all of this kind (2)")
    page.keyboard.press("Escape")
    problem(page, "compared-with-true").get_by_role("button", name="More actions").press("Enter")
    expect_accessible(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(text(page)).to_have_value(MENDED)
    expect(page.locator("[data-said]")).to_have_text("Fixed 2 of compared-with-true")
    page.keyboard.press("Control+z")
    expect(text(page)).to_have_value(TEXT)


def test_a_command_applies_all_safe_fixes_but_none_of_hidden_hints(design_page: Page):
    page = design_page
    page.get_by_label("3 hints").uncheck()
    page.locator("body").press("Control+k")
    page.keyboard.type("all safe fixes")
    expect(page.get_by_role("option", name="Apply all safe fixes")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_label("3 hints").check()
    everything(page)
    said = "Fixed 3 problems. 2 compared-with-true, 1 useless-join. 1 fix is only suggested: apply it at the problem"
    expect(page.locator("[data-said]")).to_have_text(said)
    expect(text(page)).to_have_value(MENDED.replace('{list_join: ["", [x]]}', "x"))
    page.keyboard.press("Control+z")
    expect(text(page)).to_have_value(TEXT)


def test_what_is_suggested_takes_a_click_of_its_own(alice_page: Page, make_design):
    page = alice_page
    wrong = TEXT.replace("condition: is_b}", "condition: is_bb}").replace("condition: is_a\n", "condition: is_aa\n")
    make_design(wrong.encode())
    page.goto("/templates/web/design/")
    expect(page.locator("[data-testid=problem][data-code=unknown-condition]")).to_have_count(2)
    go(page, 12)
    page.keyboard.press("Control+.")
    expect(text(page)).to_have_value(wrong.replace("is_aa", "is_a"))
    problem(page, "unknown-condition").get_by_role("button", name="Use is_b").click()
    expect(text(page)).to_have_value(TEXT)
    idle = problem(page, "unused-condition")
    expect(idle.get_by_role("button", name="Suggested fix: Remove idle")).to_be_visible()
    idle.get_by_role("button", name="More actions").click()
    expect(page.get_by_role("menuitem")).to_have_text(["Remove idle", "Ignore here"])


def everything(page):
    """Run the command that makes all safe fixes."""
    page.locator("body").press("Control+k")
    page.keyboard.type("all safe fixes")
    page.keyboard.press("Enter")


def test_a_problem_is_ignored_in_place(design_page: Page):
    page = design_page
    problem(page, "optional-resource-reference").get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Ignore here").click()
    line = "  one: {value: {get_resource: one}, description: May be gone}"
    expect(text(page)).to_have_value(TEXT.replace(line, f"{line}  # hotcore: ignore[optional-resource-reference]"))
    expect(problem(page, "optional-resource-reference")).to_have_count(0)
    expect(page.locator("[data-said]")).to_have_text("Ignore optional-resource-reference on line 18")
    page.locator("[data-undo-last]").click()
    expect(problem(page, "optional-resource-reference")).to_have_count(1)
    expect(text(page)).to_have_value(TEXT)


def test_hints_are_hidden_everywhere_and_stay_so(design_page: Page, expect_accessible):
    page = design_page
    switch = page.get_by_role("switch", name="3 hints")
    switch.press("Space")
    expect(shown(page)).to_have_count(2)
    expect(page.locator(".cm-lintRange-info")).to_have_count(0)
    expect(page.get_by_test_id("node-one")).not_to_have_attribute("aria-label", re.compile("hint"))
    page.get_by_test_id("node-one").click()
    expect(page.get_by_test_id("property-value")).to_be_visible()
    expect(page.get_by_test_id("property-value").locator(".said")).to_be_hidden()
    page.reload()
    expect(page.locator(".graph .node")).to_have_count(2)
    expect(switch).not_to_be_checked()
    expect(shown(page)).to_have_count(2)
    expect_accessible(page)
    go(page, 1)
    page.keyboard.insert_text("# a comment\n")
    expect(problem(page, "unused-condition")).to_have_attribute("data-line", "10")
    expect(shown(page)).to_have_count(2)
    switch.check()
    expect(shown(page)).to_have_count(5)
    expect(page.get_by_test_id("node-one")).to_have_attribute("aria-label", re.compile("1 hint"))


def test_a_warning_stays_in_list_and_gutter_while_another_line_is_half_typed(alice_page: Page, make_design):
    page = alice_page
    make_design(TEXT.replace('{list_join: ["", [x]]}', "[1:30]").encode())
    page.goto("/templates/web/design/")
    expect(problem(page, "sexagesimal-number")).to_be_visible()
    go(page, 5)
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("c: {type: str")
    expect(page.locator("[data-testid=problem][data-severity=error]")).to_have_count(1)
    expect(problem(page, "unused-condition")).to_have_count(0)  # the line may be about to use it
    expect(problem(page, "sexagesimal-number")).to_be_visible()
    expect(page.locator(".cm-lintRange-warning")).to_have_text("1:30")
    problem(page, "sexagesimal-number").get_by_role("button", name="Fix").click()
    expect(problem(page, "sexagesimal-number")).to_have_count(0)
    expect(text(page)).to_have_value(re.compile("\\['1:30'\\]"))


def test_a_nested_template_has_its_own_problems(design_page: Page):
    page = design_page
    page.goto("/templates/web/design/?file=nested/one.yaml")
    problem(page, "unused-condition").get_by_role("button", name="Fix").click()
    expect(text(page)).to_have_value(TEXT.replace("  idle: {get_param: b}\n", ""))
    problem(page, "compared-with-true").get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Fix all of this kind").click()
    expect(text(page)).to_have_value(MENDED.replace("  idle: {get_param: b}\n", ""))


def test_read_only_users_see_problems_without_fixes(context, sign_in, bob, make_design):
    make_design(TEXT.encode(), visibility="public")
    sign_in(bob)
    bob_page = context.new_page()
    bob_page.goto("/templates/web/design/")
    expect(bob_page.get_by_test_id("problem")).to_have_count(len(CODES))
    expect(bob_page.locator("#diagnostics .quick-fixes")).to_have_count(0)
    bob_page.keyboard.press("F8")
    expect(bob_page.locator("[data-place]")).to_have_text("Line 9, column 7")
    bob_page.keyboard.press("Control+.")
    expect(text(bob_page)).to_have_value(TEXT)


def test_hints_of_a_pasted_text_are_folded(alice_page: Page):
    alice_page.goto("/templates/new")
    alice_page.get_by_test_id("import-text").fill(TEXT)
    expect(shown(alice_page)).to_have_count(2)
    alice_page.get_by_text("3 hints").click()
    expect(shown(alice_page)).to_have_count(5)
