"""Signing up and in, with a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import PASSWORD

pytestmark = pytest.mark.database


@pytest.mark.usefixtures("alice")
def test_signing_in_by_the_keyboard_alone(page: Page):
    page.goto("/accounts/login/")
    expect(page.get_by_label("Username")).to_be_focused()
    page.keyboard.type("alice")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Your account, alice")).to_be_visible()


@pytest.mark.usefixtures("alice")
def test_a_wrong_password_says_so_and_keeps_the_name_only(page: Page):
    page.goto("/accounts/login/")
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("correct username and password")
    expect(page).to_have_title(re.compile("^Error:"))
    expect(page.get_by_label("Username")).to_have_value("alice")
    expect(page.get_by_label("Password")).to_have_value("")


def test_signing_up_ties_each_error_to_its_field(page: Page):
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password", exact=True).fill("12345")
    page.get_by_label("Password confirmation").fill("12345")
    page.get_by_role("button", name="Create account").click()
    field = page.get_by_label("Password confirmation")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("too short"))
    expect(page.get_by_label("Username")).to_have_value("dora")


@pytest.mark.parametrize("address", ["/accounts/login/", "/accounts/signup/"])
def test_the_pages_are_accessible(plain_page, expect_accessible, address):
    page = plain_page()
    page.goto(address)
    expect_accessible(page)


def test_nothing_scrolls_sideways(page):
    page.goto("/accounts/signup/")
    for width in (320, 390, 768, 1024):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_changing_the_password(alice_page: Page, expect_accessible):
    alice_page.goto("/")
    alice_page.get_by_role("button", name="Your account").click()
    alice_page.get_by_role("link", name="Your account").click()
    expect(alice_page.get_by_role("heading", name="Your account")).to_be_visible()
    expect_accessible(alice_page)
    alice_page.get_by_role("link", name="Change password").click()
    expect_accessible(alice_page)
    alice_page.get_by_label("Old password").fill(PASSWORD)
    alice_page.get_by_label("New password", exact=True).fill("another long secret")
    alice_page.get_by_label("New password confirmation").fill("another long secret")
    alice_page.get_by_role("main").get_by_role("button", name="Change password").click()
    expect(alice_page.get_by_role("status").filter(has_text="Your password has been changed")).to_be_visible()
