"""The whole way through a form by the keyboard alone, without JavaScript, and on every size of page."""

import re

from playwright.sync_api import expect

from designer.models import ValueSet
from tests.browser.fill.page import SECRET, control, error, set_menu
from tests.conftest import PASSWORD


def test_the_whole_journey_with_the_keyboard_alone(alice_page, address):
    page = alice_page
    page.goto(address)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    until_focused(page, control(page, "service_name"))
    page.keyboard.type("or")
    page.keyboard.press("Tab")
    expect(error(page, "service_name")).not_to_have_text("")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("End")
    page.keyboard.type("ders")
    expect(error(page, "service_name")).to_have_text("")
    until_focused(page, control(page, "environment").first)
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("output-database_name")).to_have_text('"orders_staging"')
    until_focused(page, control(page, "with_database"))
    page.keyboard.press("Space")
    expect(page.get_by_test_id("resource-db")).to_have_attribute("data-enabled", "false")
    until_focused(page, control(page, "db_password"))
    page.keyboard.type(SECRET)
    until_focused(page, control(page, "accept_terms"))
    page.keyboard.press("Space")
    expect(page.locator("#tally")).to_contain_text("Everything fits")
    page.keyboard.press("Control+S")
    expect(page.get_by_role("dialog", name="Save values").get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("by keyboard")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("saved as “by keyboard”")
    assert ValueSet.objects.get().values["service_name"] == "orders"


def until_focused(page, target, most=60):
    for _ in range(most):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not get there")


def test_without_javascript_the_page_works_by_submitting(plain_page, base_url, address):
    page = plain_page(java_script_enabled=False, base_url=base_url)
    page.goto(address)
    control(page, "service_name").fill("orders")
    control(page, "web_count").fill("5")
    page.get_by_role("button", name="Check the values").last.click()
    expect(page.locator("#summary-box")).to_contain_text("4 values to fix")
    expect(page).to_have_title(re.compile("^Error:"))
    expect(error(page, "web_count")).to_have_text("Web servers run in pairs, one in each zone.")
    expect(control(page, "service_name")).to_have_value("orders")
    control(page, "web_count").fill("6")
    control(page, "environment").and_(page.locator("[value=production]")).check()
    page.get_by_role("button", name="choose no").click()
    control(page, "db_password").fill(SECRET)
    page.get_by_role("button", name="Check the values").last.click()
    expect(page.get_by_text("Every value fits.")).to_be_visible()
    expect(page.get_by_test_id("resource-db_backup")).to_have_attribute("data-enabled", "true")
    page.get_by_test_id("param-web_count").get_by_role("button", name="Reset").click()
    expect(control(page, "web_count")).to_have_value("4")
    page.get_by_role("button", name="Environment file", exact=True).click()
    with page.expect_download():
        page.get_by_role("button", name="service-environment.yaml").click()


def test_without_javascript_values_are_saved_and_loaded(plain_page, base_url, address, alice):
    page = plain_page(java_script_enabled=False, base_url=base_url)
    page.goto(f"/accounts/login/?next={address}")
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    control(page, "service_name").fill("orders")
    control(page, "environment").and_(page.locator("[value=dev]")).check()
    control(page, "accept_terms").check()
    page.get_by_role("button", name="Save values").click()
    page.get_by_role("dialog", name="Save values").get_by_label("Name", exact=True).fill("eu")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("saved as “eu”")
    expect(control(page, "service_name")).to_have_value("orders")
    expect(set_menu(page)).to_have_text("eu")
    page.get_by_role("button", name="Add file").click()
    page.get_by_label("Text", exact=True).fill("parameters: {service_name: billing, web_count: 6}")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(control(page, "web_count")).to_have_value("6")
    expect(control(page, "service_name")).to_have_value("orders")  # what is typed wins over every file
    page.get_by_role("button", name="Revert").first.click()
    expect(control(page, "web_count")).to_have_value("4")


def test_every_state_is_accessible(plain_page, base_url, address, sign_in, alice, expect_accessible):
    page = plain_page(reduced_motion="reduce", base_url=base_url)
    page.goto(address)
    expect_accessible(page)
    control(page, "web_count").fill("5")
    control(page, "labels").fill("{")
    control(page, "service_name").fill("orders")
    page.keyboard.press("Enter")
    expect(page.locator("#summary-box")).to_be_focused()
    page.get_by_test_id("resource-web").locator(":scope > summary").click()
    expect(page.locator("#inside-web")).to_be_visible()
    page.get_by_role("button", name="Stand-in attributes").click()
    expect_accessible(page)
    page.get_by_test_id("param-region").get_by_role("combobox").click()
    expect_accessible(page)
    for opener in (page.get_by_role("button", name="Environment file", exact=True), set_menu(page)):
        opener.click()
        expect_accessible(page)
        page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    expect_accessible(page)
    page.get_by_role("button", name="Preview", exact=True).click()
    expect_accessible(page)


def test_nothing_scrolls_sideways_and_the_frame_not_at_all(form):
    control(form, "web_count").fill("5")
    control(form, "web_count").blur()
    expect(error(form, "web_count")).not_to_have_text("")
    for width in (320, 390, 768, 1024, 1280):
        form.set_viewport_size({"width": width, "height": 800})
        for part in (
            "document.documentElement",
            "document.getElementById('form')",
            "document.getElementById('preview-pane')",
        ):
            fits = form.evaluate(f"{part}.scrollWidth <= {part}.clientWidth || {part}.clientWidth === 0")
            assert fits, (width, part)
        assert form.evaluate("document.documentElement.scrollHeight <= document.documentElement.clientHeight"), width


def test_on_a_phone_the_preview_is_a_sheet_whose_links_lead_to_fields(form):
    form.set_viewport_size({"width": 390, "height": 844})
    expect(form.get_by_test_id("condition-has_database")).to_be_hidden()
    form.get_by_role("button", name="Preview", exact=True).click()
    expect(form.get_by_test_id("condition-has_database")).to_be_visible()
    form.get_by_test_id("condition-is_production").get_by_role("link").click()
    expect(form.get_by_test_id("condition-has_database")).to_be_hidden()
    expect(control(form, "environment").first).to_be_focused()


def test_long_lines_of_the_resolved_template_leave_the_preview_as_wide_as_it_is(form):
    control(form, "user_data").fill("\n".join("echo " + "long" * 60 for _ in range(2)))
    form.get_by_text("YAML", exact=True).click()
    pane = form.locator("#preview-pane")
    expect(pane.locator("#resolved")).to_contain_text("longlong")
    assert pane.evaluate("pane => pane.scrollWidth - pane.clientWidth") == 0
