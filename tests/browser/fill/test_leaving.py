"""Leaving the page: values that are not stored are named first, and nothing else is asked."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fill.page import SECRET, control, expect_kept, notice, set_menu
from tests.browser.timers import COPIED, FREEZE


@pytest.fixture
def typed(form: Page) -> Page:
    """The form with a hidden value that was typed."""
    control(form, "service_name").fill("orders")
    control(form, "db_password").fill(SECRET)
    expect(form.get_by_test_id("param-db_password")).to_contain_text("Fits")
    return form


def guard(page: Page):
    """The question."""
    return page.get_by_role("dialog", name="Leave this page?")


def leave(page: Page) -> None:
    """Follow a link that leads elsewhere."""
    page.get_by_role("link", name="History", exact=True).click()


def test_a_hidden_value_is_named_and_staying_is_the_first_choice(typed, expect_accessible):
    typed.emulate_media(reduced_motion="reduce")
    for width in (390, 1280):
        typed.set_viewport_size({"width": width, "height": 844})
        leave(typed)
        expect(guard(typed)).to_contain_text("One value is not saved and is lost when you leave:")
        expect(guard(typed)).to_contain_text("Password is hidden, and hidden values are never stored.")
        expect(guard(typed).get_by_role("button", name="Stay here")).to_be_focused()
        expect_accessible(typed)
        typed.keyboard.press("Enter")
        expect(guard(typed)).to_be_hidden()
        expect(control(typed, "db_password")).to_have_value(SECRET)


def test_esc_stays(typed):
    leave(typed)
    typed.keyboard.press("Escape")
    expect(guard(typed)).to_be_hidden()
    expect(typed.get_by_role("link", name="History", exact=True)).to_be_focused()
    leave(typed)
    expect(guard(typed)).to_be_visible()


def test_leaving_leads_to_where_one_wanted_and_the_rest_comes_back(typed, address):
    leave(typed)
    guard(typed).get_by_role("button", name="Leave").click()
    typed.wait_for_url("**/history/")
    typed.goto(address)
    expect(control(typed, "service_name")).to_have_value("orders")
    expect(control(typed, "db_password")).to_have_value("")


def test_the_keys_that_lead_elsewhere_ask_too(typed):
    typed.get_by_role("heading", level=1).click()
    typed.keyboard.type("gh")
    expect(guard(typed)).to_be_visible()


def test_without_anything_to_lose_nobody_is_asked(form):
    control(form, "service_name").fill("orders")
    control(form, "db_password").fill(SECRET)
    control(form, "db_password").fill("")
    leave(form)
    form.wait_for_url("**/history/")


def test_downloads_copies_and_links_within_the_page_ask_nothing(typed):
    asked = []
    typed.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    typed.get_by_role("button", name="Environment file", exact=True).click()
    with typed.expect_download():
        typed.get_by_role("button", name="service-environment.yaml").click()
    typed.keyboard.press("Escape")
    typed.context.grant_permissions(["clipboard-read", "clipboard-write"])
    set_menu(typed).click()
    typed.evaluate(FREEZE, COPIED)
    typed.get_by_role("link", name="Copy prefilled link").click()
    expect(typed.get_by_role("link", name="Copied")).to_be_visible()
    typed.keyboard.press("Escape")
    typed.locator(".rail").get_by_role("link", name="Database").click()
    expect(guard(typed)).to_be_hidden()
    assert asked == []
    expect(control(typed, "db_password")).to_have_value(SECRET)


def test_choosing_other_values_asks_nothing(typed):
    set_menu(typed).click()
    typed.get_by_role("button", name="Defaults of the template").click()
    expect(notice(typed)).to_contain_text("Password keeps its typed value.")
    expect(guard(typed)).to_be_hidden()


def test_closing_the_tab_is_the_browsers_question(typed):
    with typed.expect_event("dialog") as dialog:
        typed.close(run_before_unload=True)
    assert dialog.value.type == "beforeunload"
    dialog.value.dismiss()
    expect(control(typed, "db_password")).to_have_value(SECRET)


def sign_out(page: Page) -> None:
    """Sign out in the menu."""
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out").click()


class TestForms:
    """Buttons that lead elsewhere by sending a form."""

    @pytest.fixture
    def own(self, alice_page, address):
        """The form of a signed-in user, with a hidden value and another one."""
        alice_page.goto(address)
        control(alice_page, "service_name").fill("orders")
        control(alice_page, "db_password").fill(SECRET)
        expect(alice_page.get_by_test_id("param-db_password")).to_contain_text("Fits")
        expect_kept(alice_page)
        return alice_page

    def test_signing_out_asks_and_staying_stays(self, own):
        sign_out(own)
        expect(guard(own)).to_contain_text("Password is hidden, and hidden values are never stored.")
        guard(own).get_by_role("button", name="Stay here").click()
        expect(control(own, "db_password")).to_have_value(SECRET)
        expect(own.get_by_role("button", name="Your account")).to_be_visible()

    def test_staying_keeps_what_this_device_has(self, own):
        own.evaluate("localStorage.setItem('fill:/templates/other/', '{}')")
        sign_out(own)
        guard(own).get_by_role("button", name="Stay here").click()
        assert own.evaluate("localStorage.getItem('fill:/templates/other/')") == "{}"

    def test_leaving_signs_out(self, own):
        sign_out(own)
        guard(own).get_by_role("button", name="Leave").click()
        expect(own.get_by_role("link", name="Sign in")).to_be_visible()
        assert own.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('fill:'))") == []

    def test_signing_out_asks_nothing_without_hidden_values(self, own):
        control(own, "db_password").fill("")
        sign_out(own)
        expect(own.get_by_role("link", name="Sign in")).to_be_visible()

    def test_a_fork_and_a_search_lead_elsewhere_too(self, own):
        own.get_by_role("button", name="More").click()
        own.get_by_test_id("fork").click()
        guard(own).get_by_role("button", name="Stay here").click()
        own.get_by_role("searchbox", name="Search templates").fill("web")
        own.keyboard.press("Enter")
        guard(own).get_by_role("button", name="Leave").click()
        own.wait_for_url("**/?q=web")

    def test_other_colours_ask_nothing(self, own):
        own.get_by_role("button", name="Theme").click()
        own.get_by_role("button", name="Dark").click()
        expect(own.locator("html")).to_have_attribute("data-bs-theme", "dark")
        expect(guard(own)).to_be_hidden()
