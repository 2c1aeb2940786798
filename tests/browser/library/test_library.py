"""The library, with a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.database


@pytest.fixture
def library(make_design):
    """Three public templates, the newest first: Cache, Bastion, Archive."""
    make_design(name="Archive", tags=["storage"], visibility="public")
    make_design(name="Bastion", description="A way in.", visibility="public")
    make_design(name="Cache", visibility="public")


@pytest.mark.usefixtures("library")
def test_the_list_follows_the_search_while_typing(page: Page):
    page.goto("/")
    page.keyboard.press("/")
    page.keyboard.type("bast")
    expect(page.locator(".row-title")).to_have_text(["Bastion"])
    expect(page).to_have_url(re.compile(r"/\?q=bast$"))
    expect(page.get_by_role("searchbox", name="Search templates")).to_be_focused()
    page.keyboard.type("xx")
    expect(page.get_by_role("heading", name="No matching templates")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Clear filters").last.click()
    expect(page.locator(".row-title")).to_have_count(3)


@pytest.mark.usefixtures("library")
def test_a_filter_is_kept_by_the_search_and_can_be_taken_away(page: Page):
    page.goto("/")
    page.get_by_role("link", name=re.compile("^storage")).click()
    expect(page.locator(".row-title")).to_have_text(["Archive"])
    page.get_by_role("searchbox", name="Search templates").fill("bastion")
    expect(page.get_by_role("heading", name="No matching templates")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Tag: storage")).click()
    expect(page.locator(".row-title")).to_have_text(["Bastion"])


@pytest.mark.usefixtures("library")
def test_the_keyboard_alone(page: Page):
    page.goto("/")
    for key in "jjjjk":
        page.keyboard.press(key)
    expect(page.get_by_role("link", name="Bastion")).to_be_focused()
    page.keyboard.press("e")
    expect(page).to_have_url(re.compile("/templates/bastion/design/"))
    page.wait_for_load_state()
    page.keyboard.press("Escape")
    page.locator("#main").focus()
    page.keyboard.type("gl")
    expect(page.get_by_role("heading", name="Templates", exact=True)).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/templates/cache/$"))


@pytest.mark.usefixtures("library")
def test_the_key_sheet_and_switching_single_letters_off(page: Page):
    page.goto("/")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_be_visible()
    sheet.get_by_role("switch", name="Enable single-letter shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.locator("#main").focus()
    page.keyboard.press("j")
    page.keyboard.press("?")
    expect(sheet).to_be_hidden()
    expect(page.locator(".row-title").first).not_to_be_focused()


@pytest.mark.usefixtures("library")
def test_without_javascript(plain_page):
    page = plain_page(java_script_enabled=False)
    page.goto("/")
    page.get_by_role("searchbox", name="Search templates").fill("bastion")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".row-title")).to_have_text(["Bastion"])
    page.get_by_role("combobox", name="Sort by").select_option("name")
    page.get_by_role("searchbox", name="Search templates").fill("")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".row-title")).to_have_text(["Archive", "Bastion", "Cache"])


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("script", [True, False], ids=["with-script", "without-script"])
def test_the_filters_are_a_sheet_on_a_phone(plain_page, script):
    page = plain_page(viewport={"width": 390, "height": 800}, java_script_enabled=script)
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("^storage"))).to_be_hidden()
    page.get_by_role("button", name="Filters").click()
    page.get_by_role("link", name=re.compile("^storage")).click()
    expect(page.locator(".row-title")).to_have_text(["Archive"])


@pytest.mark.usefixtures("library")
def test_colours_follow_the_system_until_somebody_chooses(plain_page):
    page = plain_page(color_scheme="dark")
    page.goto("/")
    expect(page.locator("body")).to_have_css("background-color", "rgb(13, 15, 19)")
    page.get_by_role("searchbox", name="Search templates").fill("typed")
    expect(page).to_have_url(re.compile("q=typed"))
    page.get_by_role("button", name="Theme").click()
    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Light").click()
    expect(page.locator("body")).to_have_css("background-color", "rgb(246, 247, 249)")
    expect(page.get_by_role("searchbox", name="Search templates")).to_have_value("typed")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "light")
    expect(page.locator("body")).to_have_css("background-color", "rgb(246, 247, 249)")


def test_escape_empties_the_search(alice_page: Page, make_design):
    for name in ("One", "Two"):
        make_design(name=name)
    alice_page.goto("/")
    search = alice_page.get_by_role("searchbox", name="Search templates")
    search.fill("One")
    expect(alice_page.locator(".row-title")).to_have_count(1)
    search.press("Escape")
    expect(search).to_have_value("")
    expect(alice_page.locator(".row-title")).to_have_count(2)
