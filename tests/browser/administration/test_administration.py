"""The pages of administrators, and those that set passwords."""

import re

import pytest
from playwright.sync_api import Page, expect

from designer.accounts.people import administrator_make, password_path
from designer.models import ProviderIdentity

PAGES = ("/people/", "/people/?q=nobody", "/instance/", "/audit/", "/templates/web/share/")
VISITED = ("/accounts/login/", "/accounts/forgot/", "/accounts/reset/x/y/")
SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll(".page, main, .bar, .top")]
    .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
    .map((part) => `${part.tagName}.${part.className} ${part.scrollWidth} > ${part.clientWidth}`)"""


@pytest.fixture
def admin(alice, bob):
    """Alice, as an administrator."""
    return administrator_make(name="alice", email="alice@a-rather-long-name-of-a-host.example.org")


def test_the_pages_are_accessible_and_fit(admin, make_design, page, sign_in, expect_accessible):
    make_design()
    sign_in(admin)
    for address in PAGES:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(address)
        expect(page.locator("h1")).to_have_count(1)
        expect_accessible(page)
        for width in (320, 390, 768):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(SIDEWAYS) == [], (address, width)


@pytest.mark.usefixtures("transactional_db")
def test_the_pages_about_passwords_are_accessible(page, expect_accessible):
    for address in VISITED:
        page.goto(address)
        expect(page.locator("h1")).to_have_count(1)
        expect_accessible(page)


def test_somebody_is_invited_and_comes_in(admin, page: Page, sign_in, plain_page, base_url, expect_accessible):
    sign_in(admin)
    page.goto("/")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("link", name="Administration").click()
    page.get_by_label("Username").fill("dora")
    page.get_by_role("button", name="Invite").click()
    made = page.get_by_test_id("password-link")
    expect(made).to_contain_text("Give this link to dora.")
    expect_accessible(page)
    dora = plain_page()
    dora.goto(made.get_attribute("data-url"))
    expect(dora.get_by_text("Your user name is dora.")).to_be_visible()
    expect_accessible(dora)
    dora.get_by_label("New password", exact=True).fill("another long secret")
    dora.get_by_label("New password confirmation").fill("another long secret")
    dora.get_by_role("button", name="Set password").click()
    expect(dora.get_by_role("button", name="Your account, dora")).to_be_visible()
    page.get_by_role("link", name="Audit log").click()
    expect(page.get_by_test_id("entry").first).to_contain_text(re.compile("dora\\s+signed in"))


def test_an_account_of_the_provider_is_disconnected_once_what_that_means_is_read(
    admin, bob, page: Page, sign_in, settings, expect_accessible
):
    settings.OIDC_ISSUER, settings.OIDC_NAME = "https://id.example.org", "Example ID"
    ProviderIdentity.objects.create(person=bob, issuer=settings.OIDC_ISSUER, subject="b")
    sign_in(admin)
    page.goto("/people/")
    person, button = page.get_by_test_id("person-bob"), page.get_by_role("button", name="Disconnect Example ID")
    expect(button).to_be_hidden()
    person.get_by_text("Connected with Example ID").click()
    expect(person).to_contain_text("All sessions end")
    expect_accessible(page)
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(SIDEWAYS) == [], width
    button.click()
    expect(page.get_by_text("bob is signed out, and can no longer sign in with Example ID.")).to_be_visible()
    expect(page.get_by_text("Connected with Example ID")).to_have_count(0)


def test_a_wrong_pair_of_passwords_says_so(admin, page: Page):
    page.goto(password_path(admin))
    page.get_by_label("New password", exact=True).fill("one long secret")
    page.get_by_label("New password confirmation").fill("another long secret")
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_text("The two password fields didn’t match.")).to_be_visible()
    expect(page).to_have_title(re.compile("^Error:"))
