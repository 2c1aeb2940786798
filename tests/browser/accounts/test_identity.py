"""Signing in by an OpenID provider, and with a second factor, in a real browser."""

import re

import pyotp
import pytest
from playwright.sync_api import Page, expect

from designer.models import Design, SecondFactor
from tests.browser.administration.test_administration import SIDEWAYS
from tests.conftest import PASSWORD
from tests.openid import CLIENT, running_provider

pytestmark = pytest.mark.database
TEXT = "heat_template_version: 2021-04-16\ndescription: kept\n"


@pytest.fixture(scope="module")
def running(base_url):
    """The issuer of a provider that knows this site."""
    with running_provider(f"{base_url}/accounts/provider/callback/") as issuer:
        yield issuer


def expect_to_fit(page, expect_accessible):
    expect(page.locator("h1")).to_have_count(1)
    expect_accessible(page)
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(SIDEWAYS) == [], width


def test_a_visitor_s_template_is_saved_after_signing_in_at_the_provider(
    page: Page, running, settings, expect_accessible
):
    for name, value in {**CLIENT, "OIDC_ISSUER": running, "OIDC_SIGN_UP_OPEN": True}.items():
        setattr(settings, name, value)
    page.route("https://fonts.googleapis.com/**", lambda route: route.fulfill(body="", content_type="text/css"))
    page.goto("/templates/new")
    page.get_by_test_id("import-text").fill(TEXT)
    page.get_by_test_id("import-submit").click()
    expect_to_fit(page, expect_accessible)
    page.get_by_role("button", name="Sign in with Example ID").click()
    page.get_by_placeholder("Enter any login").fill("dora")
    page.get_by_placeholder("and password").fill("any")
    page.get_by_role("button", name="Sign-in").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Your account, dora")).to_be_visible()
    expect(page).to_have_url(re.compile("/templates/(?!new)"))
    assert Design.objects.get().head.text == TEXT.encode()


def test_a_second_factor_is_set_up_and_signs_in_by_the_keyboard_alone(alice_page: Page, settings, expect_accessible):
    settings.SECOND_FACTOR = "required"
    page = alice_page
    page.goto("/")
    expect(page.get_by_text("This instance requires a second factor.")).to_be_visible()
    expect_to_fit(page, expect_accessible)
    secret = page.get_by_test_id("key").inner_text()
    expect(page.get_by_label("Code")).to_be_focused()
    page.keyboard.type(pyotp.TOTP(secret).now())
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    expect_to_fit(page, expect_accessible)
    codes = page.locator("pre").inner_text().split()
    page.get_by_role("link", name="I have kept them").click()
    expect_to_fit(page, expect_accessible)
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out").click()

    page.goto("/accounts/login/")
    expect(page.get_by_label("Username")).to_be_focused()
    page.keyboard.type("alice")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    expect(page.get_by_label("Code")).to_be_focused()
    expect_to_fit(page, expect_accessible)
    page.keyboard.type("000000")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Code")).to_have_accessible_description(re.compile("is wrong or was used before"))
    page.get_by_label("Code").fill(codes[0])
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Your account, alice")).to_be_visible()
    page.goto("/accounts/second-factor/")
    expect(page.get_by_text("You have 9 unused recovery codes.")).to_be_visible()
    expect_to_fit(page, expect_accessible)
    assert SecondFactor.objects.exists()
