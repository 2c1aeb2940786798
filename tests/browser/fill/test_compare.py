"""Two sets compared in the place of the preview, with a real browser."""

import pytest
from playwright.sync_api import Page, expect

from designer.models import Design, May, Visibility
from designer.store.share_links import share_link_create
from designer.store.value_sets import value_set_save, value_set_share
from tests.browser.fill.page import SECRET, SERVICE, control

FILES = {"envs/prod.yaml": b"parameters: {environment: production, web_count: 6}\n"}


@pytest.fixture
def design(make_design) -> Design:
    return make_design(SERVICE, name="Service", files=FILES, visibility=Visibility.PUBLIC)


@pytest.fixture
def sets(design, alice):
    """Two sets of Alice's, of which the first is shown to others."""
    on = [{"name": "envs/prod.yaml", "on": True}]
    values = {"service_name": "orders", "accept_terms": "true"}
    prod = value_set_save(design=design, owner=alice, name="prod", values=values, environments=on)
    value_set_share(value_set=prod, is_shared=True)
    other = {"service_name": "orders-stg", "environment": "staging", "with_database": "false", "accept_terms": "true"}
    return prod, value_set_save(design=design, owner=alice, name="staging-eu", values=other)


@pytest.fixture
def compared(alice_page: Page, sets) -> Page:
    """The form with the value set staging-eu, next to its comparison with prod."""
    alice_page.goto("/templates/service/?set=prod")
    control(alice_page, "db_password").fill(SECRET)
    choose(alice_page, "staging-eu")
    alice_page.get_by_role("button", name="Compare with prod").click()
    expect(status(alice_page)).to_contain_text("4 differ")
    return alice_page


def pane(page: Page):
    return page.get_by_role("complementary", name="Comparison of two value sets")


def status(page: Page):
    return page.locator("#compare-status")


def choose(page: Page, name: str) -> None:
    page.locator(".values-button").click()
    page.locator("#values-menu").get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#set-word")).to_have_text(name)


def compare_from_menu(page: Page) -> None:
    page.locator(".values-button").click()
    page.get_by_test_id("compare-values").click()


def test_the_notice_leads_to_the_comparison(compared: Page):
    page = compared
    expect(page.locator("#preview-pane")).to_be_hidden()
    expect(pane(page)).to_be_focused()
    expect(pane(page).get_by_role("row", name="Service name orders orders-stg")).to_be_visible()
    expect(pane(page).get_by_test_id("compared-file")).to_contain_text("on in prod, off in staging-eu")
    expect(pane(page)).to_contain_text("hidden and")
    expect(pane(page).get_by_test_id("meaning")).to_contain_text("Removed")
    expect(page.get_by_label("From", exact=True).locator("option:checked")).to_have_text("prod")
    expect(page.get_by_label("To", exact=True).locator("option:checked")).to_have_text("staging-eu, on this page")
    assert SECRET not in pane(page).inner_html()


def test_sides_are_swapped_and_chosen_by_keys(compared: Page):
    page = compared
    page.keyboard.press("Tab")  # close
    page.keyboard.press("Tab")
    expect(page.get_by_label("From", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(pane(page).get_by_role("row", name="Service name orders-stg orders")).to_be_visible()
    expect(page.get_by_role("button", name="Swap")).to_be_focused()
    page.get_by_label("To", exact=True).focus()
    page.keyboard.press("D")
    expect(pane(page).get_by_role("columnheader", name="the defaults")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#preview-pane")).to_be_visible()
    expect(pane(page)).to_be_hidden()
    expect(page.get_by_role("button", name="Compare with prod")).to_be_focused()


def test_what_is_typed_meanwhile_is_compared(compared: Page):
    page = compared
    control(page, "service_name").fill("orders")
    expect(status(page)).to_contain_text("3 differ")
    expect(page.get_by_label("To", exact=True).locator("option:checked")).to_have_text("This page")
    expect(control(page, "service_name")).to_be_focused()
    control(page, "environment").and_(page.locator("[value=production]")).check()
    expect(status(page)).to_contain_text("2 differ")
    page.get_by_role("button", name="Close, back to the preview").click()
    expect(page.get_by_test_id("resource-web")).to_be_visible()
    expect(control(page, "db_password")).to_have_value(SECRET)


def test_choosing_a_side_changes_nothing_in_the_form(compared: Page):
    page = compared
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    page.get_by_label("From", exact=True).select_option(label="Defaults")
    expect(pane(page).get_by_role("columnheader", name="the defaults")).to_be_visible()
    assert [address.rpartition("/service/")[2] for address in asked] == ["compare/"]


def test_a_deleted_set_is_reported(compared: Page, sets, may_report):
    may_report += ["status of 404", "Error Code 404"]
    sets[0].delete()
    compared.get_by_role("button", name="Swap").click()
    expect(compared.get_by_text("The comparison is not available")).to_be_visible()
    compared.get_by_label("From", exact=True).select_option(label="Defaults")
    expect(compared.get_by_text("The comparison is not available")).to_be_hidden()


@pytest.mark.usefixtures("sets")
def test_who_is_not_signed_in_compares_with_sets_that_are_shared(page: Page):
    page.goto("/templates/service/")
    control(page, "service_name").fill("mine")
    expect(page.locator("#kept")).to_contain_text("device")
    compare_from_menu(page)
    expect(pane(page).get_by_role("row", name="Service name not set mine")).to_be_visible()
    page.get_by_label("From", exact=True).select_option(label="prod, from alice")
    expect(pane(page).get_by_role("row", name="Service name orders mine")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".values-button")).to_be_focused()


@pytest.mark.usefixtures("sets")
def test_a_choice_overtakes_a_comparison_that_is_under_way(alice_page: Page, held):
    page = alice_page
    page.goto("/templates/service/?set=staging-eu")
    compare_from_menu(page)
    expect(pane(page).get_by_role("row", name="Service name not set orders-stg")).to_be_visible()
    with held.at("templates/service/compare"):
        page.get_by_label("From", exact=True).select_option(label="prod")
    page.get_by_label("To", exact=True).select_option(label="prod")
    expect(pane(page).get_by_role("row", name="Service name")).to_have_count(0)


@pytest.mark.usefixtures("sets")
def test_at_390_it_is_a_sheet(alice_page: Page):
    page = alice_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/templates/service/?set=staging-eu")
    compare_from_menu(page)
    expect(pane(page).get_by_role("row", name="Service name not set orders-stg")).to_be_visible()
    assert pane(page).evaluate("(part) => part.scrollWidth <= part.clientWidth")
    page.keyboard.press("Escape")
    expect(pane(page)).to_be_hidden()
    expect(page.locator(".values-button")).to_be_focused()
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.locator("#preview-pane")).to_be_visible()


def test_nothing_serious_is_found(compared: Page, expect_accessible):
    expect_accessible(compared)


@pytest.mark.usefixtures("sets")
def test_without_scripts_it_is_a_page_of_its_own(plain_page, base_url, expect_accessible):
    page = plain_page(java_script_enabled=False)
    page.goto(f"{base_url}/templates/service/")
    control(page, "service_name").fill("mine")
    control(page, "db_password").fill(SECRET)
    compare_from_menu(page)
    expect(page.get_by_role("heading", name="Compare sets")).to_be_visible()
    expect(page.get_by_role("row", name="Service name not set mine")).to_be_visible()
    page.get_by_label("From", exact=True).select_option(label="prod, from alice")
    page.get_by_role("button", name="Compare", exact=True).last.click()
    expect(page.get_by_role("row", name="Service name orders mine")).to_be_visible()
    page.get_by_role("button", name="Swap").click()
    expect(page.get_by_role("row", name="Service name mine orders")).to_be_visible()
    assert SECRET not in page.content()
    page.get_by_role("button", name="Back to the form").click()
    expect(control(page, "service_name")).to_have_value("mine")


def test_who_may_view_by_a_link_compares_with_a_shared_set(page, design, alice, sets):
    link = share_link_create(design=design, created_by=alice, may=May.VIEW)
    page.goto(f"/s/{link.token}/")
    control(page, "service_name").fill("billing")
    compare_from_menu(page)
    expect(pane(page).get_by_role("row", name="Service name")).to_contain_text("billing")
    page.get_by_label("From", exact=True).select_option(label="prod, from alice")
    expect(pane(page).get_by_role("row", name="Service name orders billing")).to_be_visible()
    expect(page.get_by_label("From", exact=True).locator("option")).to_have_count(3)
