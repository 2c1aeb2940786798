"""Sharing, naming and deleting, with a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from designer.models import Design
from tests.browser.timers import COPIED, FREEZE

pytestmark = pytest.mark.database


@pytest.fixture
def design(make_design):
    return make_design()


@pytest.mark.usefixtures("design")
def test_a_link_is_made_copied_and_revoked(alice_page: Page, base_url):
    alice_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    alice_page.goto("/templates/web/share/")
    alice_page.get_by_test_id("share-create").click()
    link = alice_page.get_by_test_id("share-link")
    expect(link.get_by_role("link")).to_be_in_viewport()  # it is shown once, below the form
    expect(link.get_by_role("status")).to_be_focused()
    copy = link.get_by_role("button", name="Copy")
    alice_page.evaluate(FREEZE, COPIED)
    copy.click()
    expect(link.get_by_role("button", name="Copied")).to_be_visible()
    address = link.get_attribute("data-url")
    assert address.startswith(f"{base_url}/s/")
    assert alice_page.evaluate("navigator.clipboard.readText()") == address
    expect(link.get_by_role("link")).to_have_attribute("href", address)
    link.get_by_role("button", name="Revoke").click()
    expect(link).to_have_count(0)
    expect(alice_page.get_by_text("No links yet.")).to_be_visible()


def test_making_it_public(alice_page: Page, design):
    alice_page.goto("/templates/web/")
    alice_page.get_by_role("link", name="Share").click()
    alice_page.get_by_label("Everyone").check()
    alice_page.get_by_role("button", name="Save").click()
    expect(alice_page.get_by_text("Everybody can now find and read it.")).to_be_visible()
    design.refresh_from_db()
    assert design.is_public


def test_forking_somebody_else_s(page: Page, sign_in, bob, design, alice):
    Design.objects.update(visibility="public")
    sign_in(bob)
    page.goto("/templates/web/design/")
    page.get_by_role("button", name="More").click()
    page.get_by_test_id("fork").click()
    expect(page.get_by_text("Only you can see the copy.")).to_be_visible()
    expect(page).to_have_url(re.compile("/templates/web-2/$"))


def test_who_only_reads_is_offered_a_copy_and_nothing_to_add(page: Page, sign_in, bob, design, alice):
    Design.objects.update(visibility="public")
    sign_in(bob)
    page.goto("/templates/web/design/")
    expect(page.locator(".node").first).to_be_visible()
    expect(page.get_by_test_id("palette")).not_to_be_visible()
    page.get_by_role("button", name="Fork", exact=True).click()
    expect(page.get_by_text("Only you can see the copy.")).to_be_visible()


def test_deleting_asks_first(alice_page: Page, design):
    alice_page.goto("/templates/web/")
    alice_page.get_by_role("button", name="More").click()
    alice_page.get_by_role("link", name="Settings").click()
    alice_page.get_by_role("button", name="Delete").click()  # the browser asks for the tick
    assert Design.objects.count() == 1
    alice_page.get_by_label("Yes, delete “Web”").check()
    alice_page.get_by_role("button", name="Delete").click()
    expect(alice_page.get_by_text("Template “Web” is in the recycle bin.")).to_be_visible()
    expect(alice_page.get_by_role("heading", name="No templates yet")).to_be_visible()


def test_the_access_of_a_link_is_chosen_and_shown(alice_page: Page, make_design, expect_accessible):
    make_design(files={"envs/prod.yaml": b"parameters: {size: 3}\n"})
    alice_page.set_viewport_size({"width": 390, "height": 844})
    alice_page.goto("/templates/web/share/")
    alice_page.get_by_role("radio", name="View Also").check()
    expect(alice_page.get_by_label("Show output values")).to_be_hidden()
    alice_page.get_by_role("radio", name="Fill Only").check()
    alice_page.get_by_label("Show output values").check()
    alice_page.get_by_label("envs/prod.yaml").check()
    alice_page.get_by_test_id("share-create").click()
    access = "Fill, with output values, 1 environment file in force"
    expect(alice_page.get_by_test_id("share-link")).to_contain_text(access)
    assert alice_page.get_by_role("main").evaluate("(part) => part.scrollWidth <= part.clientWidth")
    expect_accessible(alice_page)
