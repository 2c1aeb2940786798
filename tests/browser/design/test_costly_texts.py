"""Long lines, and many blanks or empty lines: the design page goes on answering."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.network import intercept

MANY = 200_000
BLANKS = " " * MANY
NO_VERSION = (
    " " * 7 + "\n"
) * 60_000 + "heat_template_version : 2021-04-16\nresources:\n  one: {type: OS::Heat::None}\n"
"""The page does not know this spelling of the version."""
IN_TEXT = """\
heat_template_version: 2021-04-16
resources:
  one:
    type: OS::Heat::Value
    properties:
      value: "%s"
"""
TEXTS = {
    "no key": f"a\n        b{BLANKS}c",
    "no value": "a\n        properties: " + "!" * 40 + " b",
    "a value in two lines": f"a\n        b:{BLANKS}c\u2028d",
    "comments": "a\n        b" + ": |#" * (MANY // 2) + "\u2028c",
}
NO_NAME = f"""\
heat_template_version: 2021-04-16
resources:
  one: {{type: OS::Heat::None}}
outputs: "
  b{BLANKS}c"
"""
CONSTRAINED = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: string, constraints: [allowed_values: [a, b]]}
resources:
  one: {type: OS::Heat::None}
"""
CHANGE = """lines => {
    const before = "😀" + "12345678\\n".repeat(lines);
    const edits = Array.from({ length: lines }, (_, at) => ({ start: 9 * at + 1, end: 9 * at + 2, text: "x" }));
    setTimeout(() => designer.studio.emit("changed", { title: "Many at once", edits, before }));
}"""
FIX_ALL = """texts => {  // the text is a comment of many words, each of which is replaced
    const { editor } = designer.studio, [old, fresh] = texts;
    const before = editor.text() + "# 😀" + old.repeat(100_000), start = before.indexOf("😀") + 1;
    const edits = Array.from({ length: 100_000 }, (_, at) => (
        { start: start + at * old.length, end: start + (at + 1) * old.length, text: fresh }
    ));
    editor.replace(before);
    setTimeout(() => {
        editor.apply(edits, "Fix all");
        designer.studio.emit("changed", { title: "Fix all", edits, before });
    });
}"""
PROBLEMS = """count => {
    const { editor } = designer.studio, problem = { severity: "warning", message: "?", line: 1, endLine: 1 };
    editor.replace("# 😀" + "word ".repeat(count));
    const list = Array.from({ length: count }, (_, at) => ({ ...problem, column: 5 * at + 4, endColumn: 5 * at + 8 }));
    setTimeout(() => {
        editor.diagnostics(list);
        designer.studio.hint("shown");
    });
}"""
TYPE = """(field, text) => {
    field.hidden = true;  // the browser needs seconds to lay out so many lines
    field.value = text;
    setTimeout(() => field.dispatchEvent(new Event("change", { bubbles: true })));
}"""


def opened(page: Page, text: str, make_design) -> Locator:
    """Open the design page of a template with one resource, and return its node."""
    make_design(text)
    page.goto("/templates/web/design/")
    node = page.get_by_test_id("node-one")
    expect(node).to_be_visible()
    return node


def test_empty_lines_without_a_version(alice_page: Page, make_design):
    opened(alice_page, CONSTRAINED, make_design)
    expect(alice_page.locator("[data-version-now]")).to_have_text("2021-04-16")
    alice_page.evaluate("text => { setTimeout(() => designer.studio.editor.replace(text, 'Paste')); }", NO_VERSION)
    expect(alice_page.locator("[data-version-now]")).to_have_text("")


@pytest.mark.parametrize("held", TEXTS.values(), ids=TEXTS)
def test_a_search(alice_page: Page, make_design, held: str):
    opened(alice_page, IN_TEXT % held, make_design).press("/")
    bar = alice_page.locator("[data-find]")
    bar.get_by_role("combobox").press_sequentially("value")
    expect(bar.get_by_role("option")).to_have_text([re.compile("^one")])


def test_the_cursor_in_a_line_without_a_colon(alice_page: Page, make_design):
    node = opened(alice_page, NO_NAME, make_design)
    alice_page.evaluate("designer.studio.editor.jump(5, 1)")
    alice_page.wait_for_timeout(500)  # the line is read once the cursor rests
    node.press("Enter")
    expect(alice_page.get_by_role("heading", name="one", exact=True)).to_be_visible()


def test_enter_behind_a_line_with_many_blanks(alice_page: Page, make_design):
    opened(alice_page, CONSTRAINED, make_design)
    held = f"  key:{BLANKS}value"
    alice_page.evaluate("text => designer.studio.editor.replace(text)", held)
    alice_page.evaluate("length => designer.studio.editor.jump(1, length)", len(held) + 1)
    alice_page.keyboard.press("Enter")
    expect(alice_page.locator("textarea[name=text]")).to_have_value(f"{held}\n  ")


@pytest.mark.parametrize("end", ["\n", " "], ids=["lines", "one line"])
def test_many_fixes_at_once(alice_page: Page, make_design, end: str):
    opened(alice_page, CONSTRAINED, make_design)
    alice_page.evaluate(FIX_ALL, [f"#old{end}", f"#new{end}"])
    expect(alice_page.locator("[data-said]")).to_have_text("Fix all")
    text = alice_page.locator("textarea[name=text]").input_value()
    assert text == f"{CONSTRAINED}# 😀" + f"#new{end}" * 100_000


def test_many_problems_in_one_line(alice_page: Page, make_design):
    opened(alice_page, CONSTRAINED, make_design)
    alice_page.evaluate(PROBLEMS, 100_000)
    expect(alice_page.locator("[data-hint]")).to_have_text("shown")


def test_empty_lines_between_allowed_values(alice_page: Page, make_design, may_report: list[str]):
    may_report.append("Failed to load resource|ERR_")
    opened(alice_page, CONSTRAINED, make_design)
    alice_page.get_by_role("button", name="Parameters", exact=True).press("Enter")
    alice_page.get_by_test_id("asked-size").press("Enter")
    sent: list[str] = []

    def abort(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.abort()

    intercept(alice_page, "**/gesture/", abort)
    values = alice_page.get_by_test_id("constraint-0").locator("[data-option=values]")
    values.evaluate(TYPE, "a" + "\n" * MANY + "b\n\n")
    expect(alice_page.locator("[data-said]")).to_contain_text("server")
    assert json.loads(sent[0])["arguments"]["options"]["values"] == ["a", *[""] * (MANY - 1), "b"]


def test_many_edits_of_a_text_with_an_emoji(alice_page: Page, make_design):
    opened(alice_page, CONSTRAINED, make_design)
    alice_page.evaluate(CHANGE, 10_000)
    expect(alice_page.locator("[data-change]")).to_contain_text("+10000")
