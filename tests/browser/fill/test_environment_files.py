"""The list of environment files: on and off, their order, and a file opened."""

import re

import pytest
from playwright.sync_api import Page, expect

from designer.models import Visibility
from tests.browser.fill.page import control, expect_kept, notice, save_as, undo

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, label: Size, default: 1}
  name: {type: string, label: Name, default: web}
  password: {type: string, label: Password, hidden: true}
resources:
  one: {type: OS::Heat::None}
outputs:
  both: {value: {str_replace: {template: N-S, params: {N: {get_param: name}, S: {get_param: size}}}}}
"""
FILES = {
    "env/a.yaml": b"parameters: {size: 2}\n",
    "env/b.yaml": b"parameters: {size: 8, name: production}\n",
    "env/c.yaml": b"parameters: {name: third}\n",
}


@pytest.fixture
def address(make_design) -> str:
    return f"/templates/{make_design(TEMPLATE, name='Files', visibility=Visibility.PUBLIC, files=FILES).slug}/"


def row(page: Page, name: str):
    """The row of a file."""
    return page.locator(f'[data-environment="{name}"]')


def use(page: Page, name: str):
    """Its switch."""
    return page.get_by_role("switch", name=f"Use {name}", exact=True)


def grip(page: Page, name: str):
    """What moves it."""
    return row(page, name).locator("[data-grip]")


def expect_order(page: Page, *names: str) -> None:
    """Wait until the files are in an order."""
    found = page.locator("[data-environment] .name")
    expect(found).to_have_text([f"env/{name}.yaml" for name in names])


@pytest.fixture
def both(form: Page) -> Page:
    """The form with two files on, of which the later one wins."""
    for name in ("env/a.yaml", "env/b.yaml"):
        use(form, name).check()
        expect(row(form, name)).to_have_attribute("data-on", "true")
    expect(control(form, "size")).to_have_value("8")
    return form


@pytest.fixture
def sheet(both: Page) -> Page:
    """The same on a small screen, where the list is a sheet."""
    both.set_viewport_size({"width": 390, "height": 844})
    both.get_by_role("button", name="Environments 2 of 3").click()
    expect(both.locator("#environments")).to_be_visible()
    return both


def test_files_are_switched_on_and_off_and_each_is_a_step(both):
    expect(both.get_by_test_id("output-both")).to_have_text('"production-8"')
    expect(both.get_by_test_id("param-size")).to_contain_text("From env/b.yaml")
    expect(both.locator("#environments-on")).to_have_text("2 on, later wins")
    expect(both.locator(".values-button")).to_contain_text("Defaults, edited")
    use(both, "env/b.yaml").uncheck()
    expect(control(both, "size")).to_have_value("2")
    expect(row(both, "env/b.yaml")).to_contain_text("Off: 2 values")
    expect(notice(both)).to_contain_text("The environment files changed 2 values.")
    undo(both).click()
    expect(control(both, "size")).to_have_value("8")
    expect(use(both, "env/b.yaml")).to_be_checked()


def test_the_switch_keeps_the_focus(form):
    use(form, "env/b.yaml").focus()
    form.keyboard.press("Space")
    expect(control(form, "size")).to_have_value("8")
    expect(use(form, "env/b.yaml")).to_be_focused()
    form.keyboard.press("Space")
    expect(control(form, "size")).to_have_value("1")
    expect(use(form, "env/b.yaml")).to_be_focused()


def test_typing_over_a_file_is_taken_back_and_stays_when_the_file_goes(both):
    field = both.get_by_test_id("param-size")
    control(both, "size").fill("5")
    expect(field).to_contain_text("Typed, was 8 from env/b.yaml")
    field.get_by_role("button", name="Take back").click()
    expect(control(both, "size")).to_have_value("8")
    expect(control(both, "size")).to_be_focused()
    expect(field).to_contain_text("From env/b.yaml")
    control(both, "size").fill("5")
    expect(field).to_contain_text("Typed, was 8")
    use(both, "env/b.yaml").uncheck()
    expect(control(both, "name")).to_have_value("web")
    expect(control(both, "size")).to_have_value("5")


@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_a_file_is_dragged_to_another_place(width, request):
    page = request.getfixturevalue("both" if width == "wide" else "sheet")
    start, end = grip(page, "env/a.yaml").bounding_box(), grip(page, "env/b.yaml").bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    expect_order(page, "b", "a", "c")
    page.mouse.up()
    expect(control(page, "size")).to_have_value("2")
    expect_order(page, "b", "a", "c")
    expect(page.get_by_test_id("environment-0")).to_contain_text("env/b.yaml")


@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_a_file_is_moved_by_keys(width, request):
    page = request.getfixturevalue("both" if width == "wide" else "sheet")
    said = page.locator("#environment-moved")
    grip(page, "env/a.yaml").focus()
    page.keyboard.press("Space")
    expect(said).to_have_text("Moving env/a.yaml. Arrow keys move, Space drops, Esc cancels.")
    page.keyboard.press("ArrowDown")
    expect(said).to_have_text("env/a.yaml, 2 of 3")
    page.keyboard.press("ArrowDown")
    expect(said).to_have_text("env/a.yaml, 3 of 3")
    expect_order(page, "b", "c", "a")
    page.keyboard.press("Space")
    expect(control(page, "size")).to_have_value("2")
    expect(grip(page, "env/a.yaml")).to_be_focused()
    expect_order(page, "b", "c", "a")


@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_esc_gives_a_move_up(width, request):
    page = request.getfixturevalue("both" if width == "wide" else "sheet")
    grip(page, "env/a.yaml").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect_order(page, "b", "a", "c")
    page.keyboard.press("Escape")
    expect_order(page, "a", "b", "c")
    expect(grip(page, "env/a.yaml")).to_be_focused()
    expect(page.locator("#environment-moved")).to_have_text("")
    expect(control(page, "size")).to_have_value("8")


def test_an_opened_file_says_what_counts_and_gives_the_focus_back(both):
    control(both, "name").fill("mine")
    expect(both.get_by_test_id("param-name")).to_contain_text("Typed, was production")
    opener = row(both, "env/b.yaml").get_by_role("button", name="More for env/b.yaml")
    opener.focus()
    both.keyboard.press("Enter")
    layer = both.get_by_role("dialog", name="env/b.yaml")
    expect(layer).to_contain_text("In the bundle")
    expect(layer.get_by_role("row", name="Size")).to_contain_text("in force, overrides env/a.yaml")
    expect(layer.get_by_role("row", name="Name")).to_contain_text("typed: mine")
    layer.get_by_text("Show the text").click()
    expect(layer.locator("[data-source]")).to_have_text("parameters: {size: 8, name: production}")
    both.keyboard.press("Escape")
    expect(layer).to_be_hidden()
    expect(opener).to_be_focused()


def test_a_file_moves_by_the_buttons_of_its_layer(both):
    row(both, "env/a.yaml").get_by_role("button", name="More for env/a.yaml").click()
    both.get_by_role("button", name="Down", exact=True).click()
    expect(control(both, "size")).to_have_value("2")
    expect_order(both, "b", "a", "c")
    expect(both.get_by_role("dialog", name="env/a.yaml")).to_be_hidden()


def test_the_sheet_closes_and_gives_the_focus_back(sheet):
    for name in ("env/a.yaml", "env/b.yaml"):
        box = use(sheet, name).locator("xpath=..").bounding_box()
        assert box is not None
        assert row(sheet, name).bounding_box()["height"] >= 60
        assert grip(sheet, name).bounding_box()["height"] >= 44
    use(sheet, "env/b.yaml").uncheck()
    expect(sheet.get_by_role("button", name="Environments 1 of 3")).to_have_count(1)
    expect(sheet.locator("#environments")).to_be_visible()
    row(sheet, "env/b.yaml").get_by_role("button", name="More for env/b.yaml").click()
    layer = sheet.get_by_role("dialog", name="env/b.yaml")
    expect(layer).to_be_visible()
    sheet.keyboard.press("Escape")
    expect(layer).to_be_hidden()
    expect(row(sheet, "env/b.yaml").get_by_role("button", name="More for env/b.yaml")).to_be_focused()
    sheet.keyboard.press("Escape")
    expect(sheet.locator("#environments")).to_be_hidden()
    expect(sheet.get_by_role("button", name="Environments 1 of 3")).to_be_focused()


def test_list_and_layer_are_accessible(both, expect_accessible):
    both.emulate_media(reduced_motion="reduce")
    expect_accessible(both)
    row(both, "env/b.yaml").get_by_role("button", name="More for env/b.yaml").click()
    expect(both.get_by_role("dialog", name="env/b.yaml")).to_be_visible()
    expect_accessible(both)
    both.keyboard.press("Escape")
    both.set_viewport_size({"width": 390, "height": 844})
    both.get_by_role("button", name="Environments 2 of 3").click()
    expect_accessible(both)
    row(both, "env/b.yaml").get_by_role("button", name="More for env/b.yaml").click()
    expect(both.get_by_role("dialog", name="env/b.yaml")).to_be_visible()
    expect_accessible(both)


def test_a_style_that_something_else_sets_breaks_no_policy_when_files_are_swapped(form):
    form.locator("#environment-on-0").evaluate("control => { control.style.color = 'red' }")
    use(form, "env/b.yaml").check()
    expect(control(form, "size")).to_have_value("8")


def test_the_list_is_kept_in_the_account(alice_page, address, plain_page, context, base_url):
    alice_page.goto(address)
    use(alice_page, "env/b.yaml").check()
    expect(control(alice_page, "size")).to_have_value("8")
    expect_kept(alice_page)
    other = plain_page(storage_state=context.storage_state(), base_url=base_url)
    other.goto(address)
    expect(use(other, "env/b.yaml")).to_be_checked()
    expect(control(other, "size")).to_have_value("8")


def test_without_javascript_files_are_switched_and_moved(plain_page, base_url, address):
    page = plain_page(java_script_enabled=False, base_url=base_url)
    page.goto(address)
    use(page, "env/a.yaml").check()
    use(page, "env/b.yaml").check()
    page.get_by_role("button", name="Check the values").last.click()
    expect(control(page, "size")).to_have_value("8")
    row(page, "env/a.yaml").get_by_role("button", name="More for env/a.yaml").click()
    page.get_by_role("button", name="Down", exact=True).click()
    expect(control(page, "size")).to_have_value("2")
    expect_order(page, "b", "a", "c")
    undo(page).click()
    expect(control(page, "size")).to_have_value("8")


def test_the_row_of_typed_values_is_called_by_the_set_while_they_are_those_of_it(alice_page, address):
    alice_page.goto(address)
    typed = alice_page.locator(".environment-row.typed")
    control(alice_page, "size").fill("5")
    expect(typed).to_contain_text(re.compile(r"Typed values\s+1 value, always last"))
    save_as(alice_page, "mine")
    expect(typed).to_contain_text(re.compile(r"Set mine\s+1 value, always last"))
    control(alice_page, "name").fill("other")
    expect(typed).to_contain_text(re.compile(r"Typed values\s+2 values, always last"))
