"""The preview: what the values break and what the last of them changed come first, and long things are cut."""

import json

import pytest
from playwright.sync_api import expect

from designer.models import Visibility
from tests.browser.fill.page import SECRET, control
from tests.browser.fill.test_typing import FREEZE, REST

NESTED = """heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 100, label: Volume size}
  count: {type: number, default: 4, label: Web servers}
  password: {type: string, hidden: true, default: first-secret}
conditions:
  wide: {not: {equals: [{get_param: count}, 4]}}
resources:
  db: {type: nested/db.yaml, properties: {volume_size: {get_param: size}}}
  web:
    type: OS::Heat::ResourceGroup
    properties: {count: {get_param: count}, resource_def: {type: nested/web.yaml}}
  monitor: {type: OS::Heat::None, condition: wide}
  secret: {type: OS::Heat::Value, properties: {value: {get_param: password}}}
outputs:
  server_count: {value: {get_param: count}, description: Web servers that answer.}
"""
DB = """heat_template_version: 2021-04-16
parameters:
  volume_size: {type: number, constraints: [{range: {min: 50}, description: A standby needs at least 50 GiB.}]}
resources:
  volume: {type: OS::Cinder::Volume, properties: {size: {get_param: volume_size}}}
"""
WEB = """heat_template_version: 2021-04-16
resources:
  server: {type: OS::Heat::None}
  port: {type: OS::Heat::None}
"""
COUNTS_SEARCHES = """
window.searches = 0;
const { querySelector } = Element.prototype;
Element.prototype.querySelector = function (selector) {
  searches += this.matches(".row-of");
  return querySelector.call(this, selector);
};
"""
FILES = {"nested/db.yaml": DB.encode(), "nested/web.yaml": WEB.encode()}


@pytest.fixture
def tree(page, make_design):
    """A template with nested ones, opened in the browser."""
    page.goto(f"/templates/{make_design(NESTED, name='Tree', visibility=Visibility.PUBLIC, files=FILES).slug}/")
    return page


def long_template(count, **outputs):
    resources = "".join(f"  r{n}: {{type: OS::Heat::None}}\n" for n in range(count))
    values = "".join(f"  {name}: {{value: {json.dumps(value)}}}\n" for name, value in outputs.items())
    texts = "  flavor: {type: string, default: a}\n"
    return f"heat_template_version: 2021-04-16\nparameters:\n{texts}resources:\n{resources}outputs:\n{values}"


def row(page, name):
    return page.get_by_test_id(f"resource-{name}")


def test_the_last_value_says_what_it_changed_and_its_rows_say_what_was(tree):
    control(tree, "count").fill("6")
    last = tree.locator("#last-change")
    expect(last).to_contain_text("Web servers, 4 to 6, changed 4 things.")
    expect(tree.get_by_test_id("condition-wide")).to_contain_text("was false")
    expect(row(tree, "web").locator("> summary")).to_contain_text("was 4")
    expect(row(tree, "web").locator("> summary")).to_contain_text("12 resources")
    expect(row(tree, "monitor").locator("> summary")).to_contain_text("was off")
    expect(tree.locator("#outputs")).to_contain_text("Web servers that answer.")
    expect(tree.locator("#outputs")).to_contain_text("Was 4.")
    expect(tree.get_by_test_id("output-server_count")).to_have_text("6")
    last.get_by_role("button", name="Only these").click()
    expect(row(tree, "db")).to_be_hidden()
    expect(row(tree, "web")).to_be_visible()


def test_what_was_changed_stays_while_typing_goes_on_and_goes_with_the_next_change(tree):
    field = control(tree, "count")
    for value in ("5", "6"):
        with tree.expect_response(lambda answer: answer.request.method == "POST"):
            field.fill(value)
    expect(tree.locator("#last-change")).to_contain_text("4 to 6")
    field.blur()
    control(tree, "size").fill("120")
    expect(tree.locator("#last-change")).to_contain_text("Volume size, 100 to 120, changed 1 thing.")
    expect(row(tree, "monitor")).not_to_contain_text("was off")


def test_only_the_label_of_a_hidden_value_is_shown(tree):
    control(tree, "password").fill(SECRET)
    with tree.expect_response(lambda answer: answer.request.method == "POST"):
        control(tree, "password").blur()
    pane = tree.locator("#preview-pane").inner_html()
    assert SECRET not in pane
    assert "first-secret" not in pane


def test_violations_are_on_top_and_open_the_tree(tree):
    expect(row(tree, "db")).not_to_have_attribute("open", "")
    control(tree, "size").fill("20")
    broken = tree.locator("#broken")
    expect(broken).to_contain_text("A standby needs at least 50 GiB.")
    expect(row(tree, "db")).to_have_attribute("open", "")
    refused = tree.get_by_test_id("nested-db/volume").locator("> summary")
    expect(refused).to_contain_text("volume_size refused")
    expect(refused.get_by_role("img", name="refused")).to_be_visible()
    broken.get_by_role("link", name="Volume size").click()
    expect(control(tree, "size")).to_be_focused()
    control(tree, "size").fill("60")
    expect(broken).to_have_text("")


def test_a_half_typed_value_breaks_nothing_yet(form):
    form.evaluate(FREEZE, REST)
    field = control(form, "web_count")
    with form.expect_response(lambda answer: answer.request.method == "POST"):
        field.fill("5")
    item = form.locator("#broken li")
    expect(item).to_have_count(1)
    expect(item).to_be_hidden()
    field.blur()
    expect(item).to_be_visible()


def test_the_tree_opens_and_closes_by_keys(tree):
    row(tree, "db").locator("> summary").focus()
    tree.keyboard.press("ArrowRight")
    inner = tree.get_by_test_id("nested-db/volume")
    expect(inner).to_be_visible()
    tree.keyboard.press("ArrowRight")
    expect(inner.locator("> summary")).to_be_focused()
    tree.keyboard.press("ArrowLeft")
    expect(row(tree, "db").locator("> summary")).to_be_focused()
    tree.keyboard.press("ArrowLeft")
    expect(inner).to_be_hidden()


def test_what_was_closed_is_up_to_date_when_it_is_opened(tree):
    control(tree, "size").fill("120")
    expect(tree.locator("#last-change")).to_contain_text("100 to 120")
    row(tree, "db").locator("> summary").click()
    expect(row(tree, "db").locator("> .resolved > .out pre")).to_have_text("120")


def test_long_lists_are_cut(page, make_design):
    design = make_design(long_template(200, o="x"), visibility=Visibility.PUBLIC)
    page.goto(f"/templates/{design.slug}/")
    expect(row(page, "r39")).to_be_visible()
    expect(row(page, "r40")).to_be_hidden()
    page.get_by_text("Show 160 more").click()
    expect(row(page, "r199")).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        control(page, "flavor").fill("b")
    expect(row(page, "r199")).to_be_visible()


def test_long_outputs_are_cut_and_whole_once_unfolded(page, make_design):
    long, longest = ["word " * 5] * 40, ["word " * 5] * 900
    design = make_design(long_template(1, long=long, longest=longest), visibility=Visibility.PUBLIC)
    page.goto(f"/templates/{design.slug}/")
    output = page.get_by_test_id("output-long")
    assert json.loads(output.text_content()) == long
    assert output.bounding_box()["height"] < 240
    page.locator("#output-row-long").get_by_text("Show all").click()
    assert output.bounding_box()["height"] > 240
    assert "word" in page.locator("#output-row-longest pre").text_content()
    page.locator("#output-row-longest summary").click()
    expect(page.get_by_test_id("output-longest")).to_contain_text("]")
    assert json.loads(page.get_by_test_id("output-longest").text_content()) == longest


def test_problems_of_the_template_are_a_count_that_opens(page, make_design):
    server = "{type: OS::Nova::Server, properties: {flavor: x}}"
    text = long_template(1, o="x").replace("{type: OS::Heat::None}", server)
    page.goto(f"/templates/{make_design(text, visibility=Visibility.PUBLIC).slug}/")
    count = page.locator("#problem-count")
    expect(page.get_by_test_id("problem").first).to_be_hidden()
    count.click()
    expect(page.get_by_test_id("problem").first).to_be_visible()
    assert page.locator("#problems").bounding_box()["width"] == pytest.approx(448, abs=2)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("problem").first).to_be_hidden()


def test_the_preview_is_accessible_while_it_reports_changes(tree, expect_accessible):
    control(tree, "count").fill("6")
    expect(tree.locator("#last-change")).to_be_visible()
    control(tree, "size").fill("20")
    expect(tree.locator("#broken")).to_contain_text("50 GiB")
    expect_accessible(tree)
    tree.set_viewport_size({"width": 390, "height": 800})
    tree.get_by_role("button", name="Preview").click()
    expect_accessible(tree)


def test_without_a_script_everything_can_be_seen(plain_page, base_url, make_design):
    text = long_template(50, longest=["word " * 5] * 900)
    design = make_design(text, visibility=Visibility.PUBLIC)
    page = plain_page(java_script_enabled=False)
    page.goto(f"{base_url}/templates/{design.slug}/")
    page.get_by_text("Show 10 more").click()
    expect(row(page, "r49")).to_be_visible()
    page.locator("#output-row-longest summary").click()
    page.get_by_role("button", name="Load", exact=True).click()
    assert json.loads(page.get_by_test_id("output-longest").text_content()) == ["word " * 5] * 900


def test_a_very_long_list_is_loaded_by_folds(page, make_design):
    design = make_design(long_template(1100), visibility=Visibility.PUBLIC)
    page.goto(f"/templates/{design.slug}/")
    control(page, "flavor").fill("b")
    expect(page.locator("#about-flavor")).to_contain_text("Typed")
    page.get_by_text("Show 1041 to 1100").click()
    expect(row(page, "r1099")).to_be_visible()
    expect(page.locator("#last-change")).to_be_hidden()
    page.get_by_text("Show 41 to 540").click()
    expect(row(page, "r539")).to_be_visible()
    expect(row(page, "r1099")).to_be_hidden()


def test_an_update_looks_into_no_row_that_it_does_not_change(page, make_design):
    design = make_design(long_template(60, a="x"), name="Long", visibility=Visibility.PUBLIC)
    page.goto(f"/templates/{design.slug}/")
    page.evaluate(f"() => {{ {COUNTS_SEARCHES} }}")
    control(page, "flavor").fill("b")
    expect(page.locator("#about-flavor")).to_contain_text("Typed")
    assert page.evaluate("searches") == 0


def test_a_changed_row_stays_the_same_element(tree):
    row(tree, "web").evaluate("(row) => { window.before = row; }")
    control(tree, "count").fill("6")
    expect(row(tree, "web").locator("> summary")).to_contain_text("was 4")
    assert row(tree, "web").evaluate("(row) => row === window.before")
    control(tree, "count").fill("7")
    expect(row(tree, "web").locator("> summary")).to_contain_text("was 4, 14 resources")
    expect(row(tree, "web").locator("> summary .was")).to_have_count(1)
