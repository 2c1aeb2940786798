"""Download to deploy: the dialog and its page, from what is typed to the zip."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

from designer.store.share_links import share_link_create
from designer.store.value_sets import value_set_save
from tests.browser.fill.page import control
from tests.browser.timers import COPIED, FREEZE
from tests.designer.fill.test_package_layout import FILES, TEMPLATE

LONG_PRESS = 500
"""Milliseconds for which a button is pressed: longer than a response takes, which must not replace it meanwhile."""
PASSWORD = "correct-horse-battery"
SIDEWAYS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def shop(make_design):
    return make_design(TEMPLATE, name="Shop", files={path: data.encode() for path, data in FILES.items()})


@pytest.fixture(autouse=True)
def prod(shop, alice):
    """A saved set under which both environments are in force."""
    files = [{"name": name, "on": True} for name in ("envs/base.yaml", "envs/prod.yaml")]
    return value_set_save(design=shop, owner=alice, name="prod", values={"note": "it's $HOME"}, environments=files)


def opened(page):
    page.get_by_role("button", name="Download to deploy").click()
    dialog = page.get_by_role("dialog", name="Download to deploy")
    expect(command(page)).to_be_visible()
    return dialog


def command(page):
    return page.get_by_test_id("deploy-command")


def unzipped(page, button, folder: Path):
    """The files of the downloaded zip by name."""
    with page.expect_download() as download:
        button.click(delay=LONG_PRESS)
    download.value.save_as(folder / download.value.suggested_filename)
    with ZipFile(folder / download.value.suggested_filename) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_what_is_typed_goes_out_with_the_files_and_the_command_that_the_dialog_shows(alice_page: Page, tmp_path):
    page = alice_page
    page.goto("/templates/shop/?set=prod")
    control(page, "count").fill("6")
    dialog = opened(page)
    expect(dialog.get_by_label("Stack name")).to_have_value("prod")
    expect(dialog.get_by_label("Stack name")).to_be_focused()
    expect(dialog.locator(".zip")).to_contain_text("Shop::Database in base")
    dialog.get_by_label("Stack name").fill("orders")
    expect(command(page)).to_contain_text("stack create orders")
    expect(dialog.get_by_label("Stack name")).to_be_focused()
    files = unzipped(page, page.get_by_test_id("download-deploy"), tmp_path)
    assert command(page).inner_text() in files["DEPLOY.txt"]
    assert "count: 6" in files["typed-values.yaml"]
    assert "README.md" not in files


def test_the_options_change_tree_and_command_at_once_and_are_forgotten_with_the_dialog(alice_page: Page):
    page = alice_page
    page.goto("/templates/shop/?set=prod")
    control(page, "password").fill(PASSWORD)
    dialog = opened(page)
    expect(command(page)).to_contain_text("password=<Pass")
    dialog.get_by_label("Hidden values too").check()
    expect(dialog.get_by_text("Keep it private")).to_contain_text("This zip holds 1 hidden value")
    expect(command(page)).not_to_contain_text("--parameter")
    dialog.get_by_label("Is there already").check()
    dialog.get_by_label("All in one").check()
    expect(command(page)).to_contain_text("stack update --existing prod")
    expect(command(page)).to_contain_text("-e environment.yaml")
    expect(dialog.locator(".zip")).not_to_contain_text("typed-values.yaml")
    assert PASSWORD not in dialog.inner_html()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Download to deploy")).to_be_focused()
    opened(page)
    expect(dialog.get_by_label("Hidden values too")).not_to_be_checked()
    expect(dialog.get_by_label("Files kept apart")).to_be_checked()


def test_a_name_that_heat_refuses_is_reported_in_place(alice_page: Page):
    page = alice_page
    page.goto("/templates/shop/")
    dialog = opened(page)
    dialog.get_by_label("Stack name").fill("1 stack")
    expect(dialog.get_by_text("A stack name starts with a letter")).to_be_visible()
    expect(page.get_by_test_id("download-deploy")).to_be_disabled()
    dialog.get_by_label("Stack name").press("Enter")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Stack name").fill("stack")
    expect(page.get_by_test_id("download-deploy")).to_be_enabled()


def test_a_value_to_fix_is_on_top_and_leads_to_its_field(alice_page: Page):
    page = alice_page
    page.goto("/templates/shop/")
    control(page, "count").fill("many")
    dialog = opened(page)
    expect(dialog.get_by_text("1 value to fix. Heat will refuse this.")).to_be_visible()
    dialog.get_by_role("link", name="count").press("Enter")
    expect(control(page, "count")).to_be_focused()
    expect(dialog).to_be_hidden()


def test_copy_answers_in_place(alice_page: Page, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = alice_page
    page.goto("/templates/shop/?set=prod")
    dialog = opened(page)
    page.evaluate(FREEZE, COPIED)
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == command(page).inner_text()
    page.evaluate("thaw()")
    expect(dialog.get_by_role("button", name="Copied")).to_be_hidden()


def test_all_of_it_by_keys(alice_page: Page, tmp_path):
    page = alice_page
    page.goto("/templates/shop/?set=prod")
    page.get_by_role("button", name="Download to deploy").press("Enter")
    dialog = page.get_by_role("dialog", name="Download to deploy")
    expect(dialog.get_by_label("Stack name")).to_be_focused()
    page.keyboard.press("Tab")
    expect(dialog.get_by_label("Is new")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(command(page)).to_contain_text("stack update --existing prod")
    expect(dialog.get_by_label("Is there already")).to_be_focused()
    for _ in range(5):
        page.keyboard.press("Tab")
    expect(page.get_by_test_id("download-deploy")).to_be_focused()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "prod.zip"


def test_without_scripts_it_is_a_page_of_its_own(plain_page, base_url, alice, shop, tmp_path):
    link = share_link_create(design=shop, created_by=alice, may="view")
    page = plain_page(java_script_enabled=False)
    page.goto(f"/s/{link.token}/")
    control(page, "count").fill("6")
    control(page, "password").fill(PASSWORD)
    page.get_by_role("button", name="Download to deploy").click()
    page.get_by_role("button", name="Show files and command").click()
    expect(page.get_by_role("heading", name="Download to deploy")).to_be_visible()
    page.get_by_label("Is there already").check()
    page.get_by_label("Stack name").fill("orders")
    page.get_by_role("button", name="Update").click()
    expect(command(page)).to_contain_text("stack update --existing orders")
    page.get_by_label("Hidden values too").check()
    page.get_by_label("Pass's word").fill(PASSWORD)
    files = unzipped(page, page.get_by_test_id("download-deploy"), tmp_path)
    assert f"password: {PASSWORD}" in files["typed-values.yaml"]
    assert "count: 6" in files["typed-values.yaml"]
    page.get_by_role("button", name="Back to the form").click()
    expect(control(page, "count")).to_have_value("6")


def test_the_holder_of_a_fill_link_hands_the_values_over(page: Page, alice, shop):
    link = share_link_create(design=shop, created_by=alice, may="fill")
    page.goto(f"/s/{link.token}/")
    control(page, "count").fill("6")
    page.get_by_role("button", name="Hand over your values").click()
    dialog = page.get_by_role("dialog", name="Hand over your values")
    expect(command(page)).to_have_text("-e shop-values.yaml")
    expect(dialog).to_contain_text("environment file, 1 value")
    expect(dialog).to_contain_text("Pass's word is not included.")
    with page.expect_download() as download:
        page.get_by_test_id("download-deploy").click()
    assert download.value.suggested_filename == "shop-values.yaml"


def test_it_is_accessible_and_nothing_scrolls_sideways(plain_page, base_url, alice, shop, expect_accessible):
    page = plain_page()
    for may, button in (("view", "Download to deploy"), ("fill", "Hand over your values")):
        link = share_link_create(design=shop, created_by=alice, may=may)
        page.goto(f"/s/{link.token}/?environment=envs/base.yaml&environment=envs/prod.yaml&param-count=many")
        page.get_by_role("button", name=button).click()
        expect(command(page)).to_be_visible()
        layer = page.locator("#package-layer")
        for width in each_width(page):
            expect_accessible(page)
            assert not page.evaluate(SIDEWAYS), width
            assert layer.evaluate("(layer) => layer.scrollWidth <= layer.clientWidth"), width
        page.goto(f"/s/{link.token}/{'package' if may == 'view' else 'environment'}/?shown=1")
        for width in each_width(page):
            expect_accessible(page)
            assert not page.evaluate(SIDEWAYS), width


def each_width(page):
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        yield width
