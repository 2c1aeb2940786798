"""What is kept of a filled form, and what never is."""

import json
import re

import pytest
from playwright.sync_api import expect

from designer.models import Design, ValueSet, Visibility
from tests.browser.fill.page import SECRET, control, fill_all
from tests.conftest import PASSWORD


def test_values_survive_a_reload_and_hidden_ones_do_not(form):
    fill_all(form)
    control(form, "user_data").fill("one\ntwo")
    control(form, "with_database").uncheck()
    expect(form.get_by_test_id("resource-db")).to_have_attribute("data-enabled", "false")
    form.reload()
    expect(control(form, "service_name")).to_have_value("orders")
    expect(control(form, "environment").and_(form.locator("[value=staging]"))).to_be_checked()
    expect(control(form, "user_data")).to_have_value("one\ntwo")
    expect(control(form, "with_database")).not_to_be_checked()
    expect(control(form, "db_password")).to_have_value("")
    expect(form.get_by_test_id("param-db_password")).to_contain_text("Not stored. Give it again.")
    expect(form.get_by_test_id("output-database_name")).to_have_text('"orders_staging"')


def test_a_hidden_value_is_in_no_answer_no_storage_and_no_address(alice_page, address, tmp_path):
    page = alice_page
    bodies, addresses = [], []

    def note(route):
        addresses.append(route.request.url)
        if "/static/" in route.request.url:
            return route.continue_()
        # read here: what a newer answer overtakes is gone from the browser, and may leak all the same
        answer = route.fetch(max_redirects=0)
        bodies.append(answer.text())
        return route.fulfill(response=answer)

    page.route("**/*", note)
    page.goto(address)
    fill_all(page)
    page.get_by_role("button", name="Show Password").click()
    expect(control(page, "db_password")).to_have_attribute("type", "text")
    control(page, "web_count").fill("5")
    control(page, "web_count").press("Enter")
    expect(page.locator("#summary-box")).to_be_visible()
    control(page, "web_count").fill("6")
    expect(page.locator("#tally")).to_contain_text("Everything fits")
    page.keyboard.press("Control+S")
    page.get_by_label("Name", exact=True).fill("eu")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("saved as “eu”")
    expect(control(page, "db_password")).to_have_value(SECRET)
    assert SECRET not in json.dumps(page.evaluate("[{...localStorage}, {...sessionStorage}, location.href]"))
    assert all(SECRET not in body for body in bodies)
    assert len(bodies) > 3
    page.reload()
    expect(control(page, "service_name")).to_have_value("orders")
    page.unroute_all(behavior="wait")
    assert SECRET not in page.content()
    assert SECRET not in " ".join(addresses)
    assert SECRET not in json.dumps([value_set.values for value_set in ValueSet.objects.all()])


def test_an_environment_file_makes_the_round_trip(form, tmp_path):
    fill_all(form)
    control(form, "labels").fill("team: billing\ntier: web")
    expect(form.locator("#shown-changed")).to_have_text("5")
    form.get_by_role("button", name="Environment file").click()
    with form.expect_download() as download:
        form.get_by_role("button", name="service-environment.yaml").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert "service_name: orders" in file.read_text()
    assert SECRET not in file.read_text()
    form.keyboard.press("Escape")
    form.get_by_role("button", name="Values: defaults").click()
    form.get_by_role("link", name="Defaults of the template").click()
    expect(control(form, "service_name")).to_have_value("")
    form.get_by_role("button", name="Values: defaults").click()
    form.get_by_role("button", name="Load an environment file").click()
    form.get_by_label("File", exact=True).set_input_files(file)
    form.get_by_role("button", name="Load", exact=True).click()
    expect(control(form, "service_name")).to_have_value("orders")
    expect(form.get_by_text("The environment file has been loaded.")).to_be_visible()
    expect(form.get_by_role("dialog", name="Load an environment file")).to_be_hidden()
    assert json.loads(control(form, "labels").input_value()) == {"team": "billing", "tier": "web"}


def test_a_broken_environment_file_is_told_in_its_dialog_and_changes_nothing(form):
    control(form, "service_name").fill("orders")
    form.get_by_role("button", name="Values: defaults").click()
    form.get_by_role("button", name="Load an environment file").click()
    dialog = form.get_by_role("dialog", name="Load an environment file")
    dialog.get_by_label("Or its text").fill("parameters: [")
    dialog.get_by_role("button", name="Load", exact=True).click()
    expect(dialog.get_by_test_id("problem").first).to_be_visible()
    expect(control(form, "service_name")).to_have_value("orders")


def test_a_saved_set_is_loaded_and_deleted(alice_page, address):
    page = alice_page
    page.goto(address)
    fill_all(page)
    page.get_by_role("button", name="Save values").click()
    page.get_by_label("Name", exact=True).fill("staging-eu")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Values: staging-eu")).to_be_visible()
    assert page.url.endswith("?set=staging-eu")
    page.get_by_role("button", name="Values: staging-eu").click()
    page.get_by_role("link", name="Defaults of the template").click()
    expect(control(page, "service_name")).to_have_value("")
    page.get_by_role("button", name="Values: defaults").click()
    page.get_by_role("link", name="staging-eu").click()
    expect(control(page, "service_name")).to_have_value("orders")
    page.get_by_role("button", name="Values: staging-eu").click()
    page.get_by_role("button", name="Delete staging-eu").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("deleted")
    expect(control(page, "service_name")).to_have_value("orders")
    assert ValueSet.objects.count() == 0


def test_values_that_do_not_fit_can_be_kept_all_the_same(alice_page, address):
    page = alice_page
    page.goto(address)
    control(page, "web_count").fill("5")
    page.get_by_role("button", name="Save values").click()
    expect(page.locator("#summary-box")).to_be_focused()
    expect(page).to_have_title(re.compile("^Error:"))
    page.get_by_role("button", name="Save the values as they are").click()
    page.get_by_label("Name", exact=True).fill("draft")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("saved as “draft”")
    assert ValueSet.objects.get().values == {"web_count": "5"}


def test_signing_in_to_save_loses_nothing(form, alice):
    control(form, "service_name").fill("orders")
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
    form.get_by_role("link", name="Sign in to save").click()
    form.get_by_label("Username").fill("alice")
    form.get_by_label("Password").fill(PASSWORD)
    form.keyboard.press("Enter")
    expect(control(form, "service_name")).to_have_value("orders")
    expect(form.get_by_role("button", name="Save values")).to_be_visible()


class TestWithoutConnection:
    """The connection goes and comes back."""

    @pytest.fixture
    def may_report(self):
        """What the browser says about it."""
        return ["htmx:", "ERR_INTERNET_DISCONNECTED", "Failed to load resource", "Response Status Error"]

    def test_a_page_that_gets_no_answers_any_more_says_so(self, form, address):
        control(form, "service_name").fill("orders")
        expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
        Design.objects.update(visibility=Visibility.PRIVATE)
        control(form, "service_name").fill("billing")
        expect(form.get_by_text("This page no longer gets answers")).to_be_visible()
        Design.objects.update(visibility=Visibility.PUBLIC)
        form.get_by_role("link", name="Reload").click()
        expect(control(form, "service_name")).to_have_value("billing")

    def test_typed_values_stay_and_the_preview_catches_up(self, form, context):
        context.set_offline(True)
        control(form, "service_name").fill("orders")
        expect(form.get_by_text("The preview did not answer. Your values are still here.")).to_be_visible()
        expect(control(form, "service_name")).to_have_value("orders")
        context.set_offline(False)
        expect(form.get_by_text("The preview did not answer.")).to_be_hidden()
        expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")


def test_whoever_was_signed_out_in_between_is_told_and_keeps_what_was_typed(alice_page, address, context, may_report):
    may_report += ["status of 403", "Code 403"]
    alice_page.goto(address)
    fill_all(alice_page)
    context.clear_cookies(name="sessionid")
    alice_page.get_by_role("button", name="Save values").click()
    expect(alice_page.locator("#gone")).to_contain_text("you signed in or out")
    expect(control(alice_page, "db_password")).to_have_value(SECRET)
    expect(alice_page).to_have_title(re.compile("^Fill"))


def test_nothing_is_lost_to_whoever_types_before_the_values_are_back(form):
    control(form, "service_name").fill("orders")
    network = form.context.new_cdp_session(form)
    slow = {"offline": False, "latency": 700, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", slow)
    form.reload()
    expect(control(form, "service_name")).to_have_value("")
    control(form, "web_count").click()
    form.keyboard.type("6")
    expect(control(form, "service_name")).to_have_value("orders")
    expect(control(form, "web_count")).to_have_value("46")


def test_restored_values_are_announced_and_can_be_started_afresh(form):
    control(form, "service_name").fill("orders")
    form.get_by_text("YAML", exact=True).click()
    expect(form.locator("#resolved")).to_be_visible()
    form.reload()
    expect(form.locator("#restored")).to_contain_text("kept on this device")
    expect(form.get_by_role("button", name="Values: kept on this device")).to_be_visible()
    expect(form.locator("#resolved")).to_be_visible()
    expect(form.get_by_role("checkbox", name="YAML")).to_be_checked()
    form.locator("#restored").get_by_role("link", name="Start afresh").click()
    expect(control(form, "service_name")).to_have_value("")
    expect(form.get_by_role("button", name="Values: defaults")).to_be_visible()
    expect(form.locator("#restored")).to_have_count(0)


def test_values_outlive_being_signed_out_but_not_signing_out(alice_page, address, context, bob, sign_in, alice):
    page = alice_page
    page.goto(address)
    control(page, "service_name").fill("orders")
    expect(page.get_by_test_id("param-service_name")).to_contain_text("Fits")
    context.clear_cookies(name="sessionid")
    page.reload()
    expect(control(page, "service_name")).to_have_value("orders")
    sign_in(bob)
    page.reload()
    expect(control(page, "service_name")).to_have_value("")
    sign_in(alice)
    page.reload()
    expect(control(page, "service_name")).to_have_value("orders")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto(address)
    expect(control(page, "service_name")).to_have_value("")


def test_on_a_small_screen_the_link_is_copied_and_fields_are_filtered(form):
    form.set_viewport_size({"width": 390, "height": 800})
    control(form, "service_name").fill("orders")
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
    form.get_by_role("button", name="Show", exact=True).first.click()
    form.get_by_role("button", name="Changed by you 1").click()
    expect(control(form, "web_count")).to_be_hidden()
    expect(control(form, "service_name")).to_be_visible()
    form.get_by_role("button", name="Values: defaults").click()
    link = form.get_by_role("link", name="Copy prefilled link")
    expect(link).to_be_visible()
    assert "param-service_name=orders" in link.get_attribute("data-copy")
