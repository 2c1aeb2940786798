"""What is stored of a filled form, and what never is."""

import json
import re
import threading
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from designer.fill.form_draft import keep_form
from designer.fill.views import fill as fill_view
from designer.models import Design, FormDraft, ValueSet, Visibility
from designer.store.value_sets import value_set_save, value_set_share
from tests.browser.fill.page import SECRET, control, expect_kept, fill_all, notice, save_as, set_menu, undo
from tests.browser.network import until, until_true
from tests.browser.timers import FREEZE
from tests.conftest import PASSWORD

pytestmark = pytest.mark.database


def copies(page):
    """The copies of the form that the device has, as text."""
    return page.evaluate("JSON.stringify({...localStorage})")


def question(page):
    """The line that asks which copy counts."""
    return page.locator("#newer-here")


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
        # read here: a response superseded by a newer one is gone from the browser, but could still leak
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
    page.get_by_role("dialog", name="Save values").get_by_label("Name", exact=True).fill("eu")
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
    expect(form.locator("#shown-typed")).to_have_text("5")
    form.get_by_role("button", name="Environment file", exact=True).click()
    with form.expect_download() as download:
        form.get_by_role("button", name="service-environment.yaml").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert "service_name: orders" in file.read_text()
    assert SECRET not in file.read_text()
    form.keyboard.press("Escape")
    choose(form, "Defaults of the template")
    expect(control(form, "service_name")).to_have_value("")
    form.locator("#environment-upload-now").set_input_files(file)
    expect(control(form, "service_name")).to_have_value("orders")
    expect(notice(form)).to_contain_text("The environment files changed")
    assert json.loads(control(form, "labels").input_value()) == {"team": "billing", "tier": "web"}


def choose(page, name):
    """Choose a set in the menu."""
    set_menu(page).click()
    page.locator("#value-sets").get_by_role("button", name=name, exact=True).click()


def test_a_saved_set_is_chosen_and_deleted(alice_page, address):
    page = alice_page
    page.goto(address)
    fill_all(page)
    save_as(page, "staging-eu")
    expect(set_menu(page)).to_have_text("staging-eu")
    expect(page.locator("#kept")).to_have_text("Saved")
    expect(page.get_by_role("button", name="Save staging-eu")).to_be_disabled()
    choose(page, "Defaults of the template")
    expect(control(page, "service_name")).to_have_value("")
    expect(set_menu(page)).to_have_text("Defaults")
    choose(page, "staging-eu")
    expect(control(page, "service_name")).to_have_value("orders")
    set_menu(page).click()
    page.get_by_role("button", name="More for staging-eu").click()
    page.get_by_role("button", name="Delete staging-eu").click()
    expect(page.locator("#messages")).to_contain_text("deleted")
    expect(control(page, "service_name")).to_have_value("orders")
    expect(set_menu(page)).to_have_text("Defaults, edited")
    assert ValueSet.objects.count() == 0


def test_a_changed_set_is_edited_until_it_is_saved_or_reverted(alice_page, address):
    page = alice_page
    page.goto(address)
    fill_all(page)
    save_as(page, "prod")
    control(page, "service_name").fill("billing")
    expect(set_menu(page)).to_have_text("prod, edited")
    expect_kept(page)
    page.get_by_role("button", name="Revert").click()
    expect(control(page, "service_name")).to_have_value("orders")
    expect(set_menu(page)).to_have_text("prod")
    expect(control(page, "db_password")).to_have_value(SECRET)
    undo(page).click()
    expect(control(page, "service_name")).to_have_value("billing")
    page.keyboard.press("Control+s")
    expect(page.locator("#messages")).to_contain_text("saved as “prod”")
    expect(set_menu(page)).to_have_text("prod")
    assert ValueSet.objects.get().values["service_name"] == "billing"
    control(page, "service_name").fill("third")
    expect(set_menu(page)).to_have_text("prod, edited")
    page.get_by_role("button", name="Save as").click()
    page.get_by_role("dialog", name="Save values").get_by_label("Name", exact=True).fill("test")
    page.keyboard.press("Enter")
    expect(set_menu(page)).to_have_text("test")
    assert ValueSet.objects.get(name="prod").values["service_name"] == "billing"


def test_on_a_small_screen_a_changed_set_is_reverted_in_its_menu(alice_page, address):
    page = alice_page
    page.goto(address)
    page.set_viewport_size({"width": 390, "height": 844})
    control(page, "service_name").fill("orders")
    expect(set_menu(page)).to_have_text("Defaults, edited")
    save_as(page, "prod")
    control(page, "service_name").fill("billing")
    expect(set_menu(page)).to_have_text("prod, edited")
    set_menu(page).click()
    page.locator("#values-menu").get_by_role("button", name="Revert").click()
    expect(control(page, "service_name")).to_have_value("orders")


def test_a_late_answer_from_before_the_save_does_not_undo_it(alice_page, address, held):
    page = alice_page
    page.goto(address)
    control(page, "service_name").fill("orders")
    expect(set_menu(page)).to_have_text("Defaults, edited")
    with held.at("templates/service"):
        control(page, "service_name").blur()
    save_as(page, "prod")
    expect(set_menu(page)).to_have_text("prod")
    held.let_go()
    expect(page.locator("#kept")).to_have_text("Saved")
    expect(set_menu(page)).to_have_text("prod")
    control(page, "service_name").fill("billing")
    expect(set_menu(page)).to_have_text("prod, edited")


def test_a_shared_set_of_somebody_else_is_chosen_and_saved_under_an_own_name(page, sign_in, bob, address, alice):
    values = {"service_name": "orders", "web_count": "6"}
    value_set_save(design=Design.objects.get(), owner=alice, name="prod", values=values)
    value_set_save(design=Design.objects.get(), owner=alice, name="mine", values=values)
    value_set_share(value_set=ValueSet.objects.get(name="prod"), is_shared=True)
    sign_in(bob)
    page.goto(address)
    set_menu(page).click()
    expect(page.locator("#value-sets")).not_to_contain_text("mine")
    page.locator("#value-sets").get_by_role("button", name="prod from alice").click()
    expect(control(page, "service_name")).to_have_value("orders")
    expect(set_menu(page)).to_have_text("prod")
    control(page, "service_name").fill("billing")
    expect(set_menu(page)).to_have_text("prod, edited")
    save_as(page, "own")
    assert ValueSet.objects.get(name="prod").values["service_name"] == "orders"
    assert ValueSet.objects.get(name="own").owner == bob


def test_values_that_do_not_fit_are_saved_and_nothing_asks_for_hidden_ones(alice_page, address):
    page = alice_page
    page.goto(address)
    control(page, "web_count").fill("5")
    save_as(page, "draft")
    assert ValueSet.objects.get().values == {"web_count": "5"}
    expect(page.locator("#summary-box")).to_have_count(0)


def test_signing_in_to_save_takes_what_was_typed_along(form, alice):
    control(form, "service_name").fill("orders")
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
    expect(form.locator("#kept")).to_have_text("Kept on this device")
    form.get_by_role("link", name="Sign in to save").click()
    sign_in_here(form)
    expect(control(form, "service_name")).to_have_value("orders")
    expect_kept(form)
    assert FormDraft.objects.get().state["values"] == {"service_name": "orders"}
    expect(form.get_by_role("button", name="Save values")).to_be_visible()


def sign_in_here(page):
    """Sign in as Alice on the page that asks for it."""
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")


def test_who_is_signed_out_has_values_over_a_closed_tab(form, address, context):
    control(form, "service_name").fill("orders")
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
    form.close()
    page = context.new_page()
    page.goto(address)
    expect(control(page, "service_name")).to_have_value("orders")
    expect(page.locator("#kept")).to_have_text("Kept on this device")


def test_a_draft_is_there_in_another_browser(alice_page, address, plain_page, base_url, alice):
    alice_page.goto(address)
    control(alice_page, "service_name").fill("orders")
    expect_kept(alice_page)
    page = plain_page(base_url=base_url)
    page.goto(f"/accounts/login/?next={address}")
    sign_in_here(page)
    expect(control(page, "service_name")).to_have_value("orders")
    expect(page.locator("#kept")).to_have_text("Draft kept in your account")


def test_what_was_typed_a_moment_before_the_page_was_left_is_not_lost(alice_page, address, held):
    page = alice_page
    page.goto(address)
    control(page, "service_name").fill("orders")
    expect_kept(page)
    with held.at("templates/service"):
        control(page, "service_name").fill("billing")
    page.reload()
    expect(control(page, "service_name")).to_have_value("billing")
    expect_kept(page)
    until(page, lambda: "fill:" not in copies(page))


def test_what_is_answered_while_the_next_page_is_on_its_way_is_not_lost(alice_page, address, held):
    """The next page was made before the server had it, and the page that is left has its answer in time."""
    page = alice_page
    page.goto(address)
    control(page, "service_name").fill("orders")
    expect_kept(page)
    with held.at("templates/service"):
        control(page, "service_name").fill("billing")
    page.evaluate("dispatchEvent(new Event('beforeunload'))")
    held.let_go()
    expect(page.locator("#prefilled-link")).to_have_attribute("href", re.compile("billing"))
    assert "billing" not in copies(page)
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    assert "billing" in copies(page)
    page.reload()
    expect(control(page, "service_name")).to_have_value("billing")
    expect(question(page)).to_be_hidden()
    until(page, lambda: "fill:" not in copies(page))


class TestTwoTabs:
    """The same form twice."""

    @pytest.fixture
    def tabs(self, alice_page, address):
        """An older tab, and a newer one whose values are kept."""
        alice_page.goto(address)
        other = alice_page.context.new_page()
        other.goto(address)
        control(other, "service_name").fill("newer")
        expect_kept(other)
        control(alice_page, "service_name").fill("older")
        expect(alice_page.locator("#newer")).to_contain_text("Changed in another tab just now.")
        expect(alice_page.locator("#kept")).to_have_text("Not kept: changed in another tab")
        assert FormDraft.objects.get().state["values"] == {"service_name": "newer"}
        return alice_page

    def test_the_values_of_the_other_are_used(self, tabs):
        tabs.get_by_role("button", name="Use that one").click()
        expect(control(tabs, "service_name")).to_have_value("newer")
        expect(tabs.locator("#newer")).to_be_empty()
        undo(tabs).click()
        expect(control(tabs, "service_name")).to_have_value("older")
        expect_kept(tabs)

    def test_the_own_values_are_kept(self, tabs):
        tabs.get_by_role("button", name="Keep mine").click()
        expect(tabs.locator("#newer")).to_be_empty()
        expect_kept(tabs)
        assert FormDraft.objects.get().state["values"] == {"service_name": "older"}

    def test_an_older_tab_that_is_closed_without_a_choice_loses_nothing(self, tabs):
        tabs.reload()
        expect(control(tabs, "service_name")).to_have_value("older")
        undo(tabs).click()
        expect(control(tabs, "service_name")).to_have_value("newer")

    def test_the_question_is_accessible(self, tabs, expect_accessible):
        tabs.emulate_media(reduced_motion="reduce")
        expect_accessible(tabs)
        tabs.set_viewport_size({"width": 390, "height": 844})
        expect_accessible(tabs)

    def test_an_answer_that_was_overtaken_is_no_other_tab(self, alice_page, address, held):
        """The server has written the draft, and the page never heard of it."""
        page = alice_page
        page.goto(address)
        control(page, "service_name").fill("one")
        expect_kept(page)
        with held.at("templates/service"):
            control(page, "service_name").fill("two")
        [waiting] = held.waiting
        waiting.fetch()  # the server answers, but the page does not learn of it
        control(page, "service_name").fill("three")
        expect(page.locator("#prefilled-link")).to_have_attribute("href", f"{address}?param-service_name=three")
        expect(page.locator("#newer")).to_be_empty()
        assert FormDraft.objects.get().state["values"] == {"service_name": "three"}


class TestWithoutConnection:
    """The connection goes and comes back."""

    @pytest.fixture
    def may_report(self):
        """What the browser says about it."""
        return ["htmx:", "ERR_INTERNET_DISCONNECTED", "Failed to load resource", "Response Status Error"]

    @pytest.fixture
    def context(self, browser, browser_context_args, watch):
        """A context with no other page: what one is told of the connection, all of its process hear."""
        context = browser.new_context(**browser_context_args)
        watch(context)
        yield context
        context.close()

    def test_a_page_that_gets_no_answers_any_more_says_so(self, form, address):
        control(form, "service_name").fill("orders")
        expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
        Design.objects.update(visibility=Visibility.PRIVATE)
        control(form, "service_name").fill("billing")
        expect(form.get_by_text("This page can no longer be updated")).to_be_visible()
        expect(form.locator("#signed-out")).to_be_hidden()
        Design.objects.update(visibility=Visibility.PUBLIC)
        form.get_by_role("link", name="Reload").click()
        expect(control(form, "service_name")).to_have_value("billing")

    def test_typed_values_stay_and_the_preview_catches_up(self, form, context):
        context.set_offline(True)
        control(form, "service_name").fill("orders")
        expect(form.get_by_text("The preview could not be updated. Your values are still here.")).to_be_visible()
        expect(control(form, "service_name")).to_have_value("orders")
        context.set_offline(False)
        expect(form.get_by_text("The preview could not be updated.")).to_be_hidden()
        expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")

    def test_a_signed_in_user_learns_that_nothing_is_kept(self, alice_page, address, context):
        alice_page.goto(address)
        context.set_offline(True)
        control(alice_page, "service_name").fill("orders")
        expect(alice_page.get_by_text("Not kept: no connection")).to_be_visible()
        expect(alice_page.locator("#kept")).to_be_hidden()
        context.set_offline(False)
        expect_kept(alice_page)
        expect(alice_page.get_by_text("Not kept: no connection")).to_be_hidden()


class TestSignedOutElsewhere:
    """A session that ended in another tab."""

    @pytest.fixture
    def may_report(self):
        """What the browser says about a refusal."""
        return ["status of 403", "Code 403", "status of 404", "Code 404"]

    @pytest.fixture(params=["private", "public"])
    def page(self, request, page, sign_in, alice, address, context):
        Design.objects.update(visibility=request.param)
        sign_in(alice)
        page.goto(address)
        control(page, "service_name").fill("orders")
        expect_kept(page)
        context.clear_cookies(name="sessionid")
        control(page, "web_count").fill("6")
        expect(page.locator("#signed-out")).to_contain_text("You are signed out. Your values are still here.")
        return page

    def test_signing_in_leads_back_to_the_filled_form(self, page):
        page.locator("#signed-out").get_by_role("link", name="Sign in").click()
        sign_in_here(page)
        expect(control(page, "service_name")).to_have_value("orders")
        expect(control(page, "web_count")).to_have_value("6")
        expect_kept(page)
        assert FormDraft.objects.get().state["values"] == {"service_name": "orders", "web_count": "6"}

    def test_somebody_else_who_signs_in_does_not_see_the_values(self, page, sign_in, bob, address):
        Design.objects.update(visibility="public")
        sign_in(bob)
        page.goto(address)
        expect(page.get_by_role("button", name="Your account, bob")).to_be_visible()
        expect(control(page, "service_name")).to_have_value("")

    def test_the_line_is_accessible(self, page, expect_accessible):
        page.emulate_media(reduced_motion="reduce")
        page.evaluate(FREEZE, 400)  # nothing is dimmed while an answer is on its way
        expect_accessible(page)
        page.set_viewport_size({"width": 390, "height": 844})
        expect_accessible(page)
        expect(page.locator("#signed-out")).to_be_in_viewport()


def test_saving_values_when_signed_out_says_so_and_loses_nothing(alice_page, address, context, may_report):
    may_report += ["status of 403", "Code 403"]
    alice_page.goto(address)
    fill_all(alice_page)
    expect_kept(alice_page)
    context.clear_cookies(name="sessionid")
    alice_page.get_by_role("button", name="Save values").click()
    alice_page.get_by_role("dialog", name="Save values").get_by_label("Name", exact=True).fill("eu")
    alice_page.keyboard.press("Enter")
    expect(alice_page.locator("#signed-out")).to_contain_text("You are signed out")
    expect(control(alice_page, "db_password")).to_have_value(SECRET)
    expect(alice_page).to_have_title(re.compile("^Fill"))


def test_nothing_is_lost_by_typing_before_the_values_are_restored(form):
    control(form, "service_name").fill("orders")
    network = form.context.new_cdp_session(form)
    slow = {"offline": False, "latency": 700, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", slow)
    form.reload()
    control(form, "web_count").click()
    form.keyboard.type("6")
    expect(control(form, "service_name")).to_have_value("orders")
    expect(control(form, "web_count")).to_have_value("46")


def test_a_restored_page_shows_its_values_and_can_be_reset(form):
    control(form, "service_name").fill("orders")
    form.get_by_text("YAML", exact=True).click()
    expect(form.locator("#resolved")).to_be_visible()
    form.reload()
    expect(control(form, "service_name")).to_have_value("orders")
    expect(form.locator("#kept")).to_have_text("Kept on this device")
    expect(form.locator("#resolved")).to_be_visible()
    expect(form.get_by_role("checkbox", name="YAML")).to_be_checked()
    choose(form, "Defaults of the template")
    expect(control(form, "service_name")).to_have_value("")
    expect(set_menu(form)).to_have_text("Defaults")
    form.reload()
    expect(notice(form)).to_contain_text("with the default")
    expect(control(form, "service_name")).to_have_value("")


def test_values_are_their_owners_and_this_device_forgets_them_with_signing_out(
    alice_page, address, context, bob, sign_in, alice
):
    page = alice_page
    page.goto(address)
    control(page, "service_name").fill("orders")
    expect_kept(page)
    context.clear_cookies(name="sessionid")
    page.goto(address)
    expect(control(page, "service_name")).to_have_value("")
    sign_in(bob)
    page.goto(address)
    expect(control(page, "service_name")).to_have_value("")
    sign_in(alice)
    page.goto(address)
    expect(control(page, "service_name")).to_have_value("orders")
    page.evaluate("localStorage.setItem('fill:/templates/other/', '{}')")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto(address)
    expect(control(page, "service_name")).to_have_value("")
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('fill:'))") == []


def test_on_a_small_screen_the_link_is_copied_and_fields_are_filtered(form):
    form.set_viewport_size({"width": 390, "height": 800})
    control(form, "service_name").fill("orders")
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
    form.get_by_role("button", name="Show", exact=True).first.click()
    form.get_by_role("button", name="Typed by you 1").click()
    expect(control(form, "web_count")).to_be_hidden()
    expect(control(form, "service_name")).to_be_visible()
    set_menu(form).click()
    link = form.get_by_role("link", name="Copy prefilled link")
    expect(link).to_be_visible()
    assert "param-service_name=orders" in link.get_attribute("href")


class TestStandIns:
    """What is typed for attributes that only a live stack knows."""

    @staticmethod
    def type_one(page, text):
        """Type one where none is typed yet."""
        page.get_by_role("button", name="Stand-in attributes").click()
        page.get_by_label("lb.vip_address").fill(text)
        TestStandIns.expect_one(page, text)

    @staticmethod
    def expect_one(page, text):
        """Wait until one is there and counts."""
        expect(page.get_by_label("lb.vip_address")).to_have_value(text)
        expect(page.get_by_test_id("output-service_url")).to_have_text(f'"https://{text}/"')
        expect(page.get_by_label("lb.vip_address")).to_be_visible()

    def test_they_come_back_after_a_reload(self, form):
        self.type_one(form, "10.0.0.9")
        form.reload()
        self.expect_one(form, "10.0.0.9")

    def test_they_are_there_on_another_device(self, alice_page, address, plain_page, base_url, context):
        alice_page.goto(address)
        self.type_one(alice_page, "10.0.0.9")
        expect_kept(alice_page)
        page = plain_page(base_url=base_url, storage_state=context.storage_state())
        page.goto(address)
        self.expect_one(page, "10.0.0.9")

    def test_neither_defaults_nor_a_link_touch_them(self, alice_page, address):
        alice_page.goto(address)
        self.type_one(alice_page, "10.0.0.9")
        expect_kept(alice_page)
        control(alice_page, "service_name").fill("orders")
        choose(alice_page, "Defaults of the template")
        expect(control(alice_page, "service_name")).to_have_value("")
        self.expect_one(alice_page, "10.0.0.9")
        alice_page.goto(f"{address}?param-service_name=sent")
        expect(control(alice_page, "service_name")).to_have_value("sent")
        self.expect_one(alice_page, "10.0.0.9")

    def test_those_of_another_tab_are_taken_over_and_discarded_again(self, alice_page, address):
        alice_page.goto(address)
        other = alice_page.context.new_page()
        other.goto(address)
        self.type_one(other, "10.0.0.9")
        expect_kept(other)
        self.type_one(alice_page, "10.0.0.1")
        alice_page.get_by_role("button", name="Use that one").click()
        self.expect_one(alice_page, "10.0.0.9")
        undo(alice_page).click()
        self.expect_one(alice_page, "10.0.0.1")


def type_name(page, name):
    """Type a name, and wait until the server has answered to it."""
    control(page, "service_name").fill(name)
    expect(page.locator("#prefilled-link")).to_have_attribute("href", re.compile(f"service_name={name}$"))


class TestTwoTabsOnADevice:
    """The same form twice, for a visitor."""

    @pytest.fixture
    def other(self, form, address):
        """The newer tab."""
        other = form.context.new_page()
        other.goto(address)
        type_name(other, "newer")
        return other

    @pytest.fixture
    def older(self, form, other):
        """The older tab, which has not seen what the other one kept."""
        type_name(form, "older")
        expect(question(form)).to_contain_text("Changed in another tab just now.")
        assert "newer" in copies(form)
        assert "older" in copies(form)
        return form

    def test_the_values_of_the_other_are_used(self, older):
        control(older, "db_password").fill(SECRET)
        question(older).get_by_role("button", name="Use that one").click()
        expect(control(older, "service_name")).to_have_value("newer")
        expect(question(older)).to_be_hidden()
        expect(notice(older)).to_contain_text("Replaced 1 value with the one from the other tab.")
        expect(control(older, "db_password")).to_have_value(SECRET)
        expect(older.get_by_test_id("param-db_password")).to_contain_text("Fits")
        undo(older).click()
        expect(control(older, "service_name")).to_have_value("older")
        expect(older.locator("#prefilled-link")).to_have_attribute("href", re.compile("older"))
        assert SECRET not in copies(older)
        control(older, "db_password").fill("")
        older.reload()
        expect(control(older, "service_name")).to_have_value("older")
        expect(question(older)).to_be_hidden()

    def test_the_own_values_are_kept_and_the_other_tab_is_asked_in_turn(self, older, other):
        question(older).get_by_role("button", name="Keep mine").click()
        expect(question(older)).to_be_hidden()
        type_name(other, "newest")
        expect(question(other)).to_contain_text("Changed in another tab")
        older.reload()
        expect(control(older, "service_name")).to_have_value("older")

    def test_a_tab_that_is_reloaded_without_a_choice_asks_again(self, older):
        older.reload()
        expect(control(older, "service_name")).to_have_value("older")
        question(older).get_by_role("button", name="Use that one").click()
        expect(control(older, "service_name")).to_have_value("newer")

    def test_a_tab_that_is_closed_without_a_choice_loses_nothing(self, older, other, address):
        older.close()
        other.goto(address)
        expect(control(other, "service_name")).to_have_value("newer")
        question(other).get_by_role("button", name="Use that one").click()
        expect(control(other, "service_name")).to_have_value("older")
        undo(other).click()
        expect(control(other, "service_name")).to_have_value("newer")
        other.reload()
        expect(control(other, "service_name")).to_have_value("newer")
        expect(question(other)).to_be_hidden()

    def test_what_a_tab_has_seen_it_goes_over_without_a_question(self, form, other, address):
        other.close()
        form.reload()
        expect(control(form, "service_name")).to_have_value("newer")
        third = form.context.new_page()
        third.goto(address)
        expect(control(third, "service_name")).to_have_value("newer")
        type_name(form, "newest")
        form.reload()
        expect(control(form, "service_name")).to_have_value("newest")
        expect(question(form)).to_be_hidden()

    def test_only_the_newest_copies_stay_and_none_for_long(self, older, other, address):
        other.evaluate(
            """(path) => {
                const day = 86400_000;
                const entries = [["param-service_name", "lying"]];
                for (const days of [1, 2, 3, 4, 5, 6, 29, 31]) {
                    const aside = Date.now() - days * day;
                    const copy = { entries, search: "", person: "", changed: aside, window: String(days), aside };
                    localStorage.setItem(`fill:${path}#${days}`, JSON.stringify(copy));
                }
                const old = { entries, aside: Date.now() - 31 * day };
                localStorage.setItem(`fill:${path}#somebody`, JSON.stringify(old));
            }""",
            address,
        )
        type_name(older, "oldest")
        of_days = """() => Object.keys(localStorage).map((name) => name.split("#")[1]).filter(
            (name) => name && name.length < 9).sort()"""
        until_true(older, "() => !Object.keys(localStorage).some((name) => name.endsWith('#31'))")
        assert older.evaluate(of_days) == ["1", "2", "3", "4", "5"]
        assert "oldest" in copies(older)

    def test_what_another_tab_lets_go_of_is_kept_again(self, older, other):
        own = "Object.keys(localStorage).find((name) => name.includes('#'))"
        older.evaluate("addEventListener('storage', () => { window.hasHeard = true; })")
        other.evaluate(f"localStorage.removeItem({own})")
        until_true(older, "window.hasHeard")
        older.goto("/accounts/login/")
        assert "older" in copies(older)

    def test_the_question_is_accessible(self, older, expect_accessible):
        older.emulate_media(reduced_motion="reduce")
        expect_accessible(older)
        older.set_viewport_size({"width": 390, "height": 844})
        expect_accessible(older)
        expect(question(older)).to_be_in_viewport()


class TestOldCopies:
    """Values typed on this device after the session ended, days ago."""

    @pytest.fixture
    def may_report(self):
        """What the browser says about a refusal."""
        return ["status of 403", "Code 403", "status of 404", "Code 404"]

    @pytest.fixture(params=[1, 5])
    def days(self, request):
        """How old the draft is that another device wrote; the copy on this one is three days old."""
        return request.param

    @pytest.fixture
    def page(self, page, sign_in, alice, address, context, days):
        sign_in(alice)
        page.goto(address)
        control(page, "service_name").fill("account")
        expect_kept(page)
        context.clear_cookies(name="sessionid")
        control(page, "service_name").fill("device")
        expect(page.locator("#signed-out")).to_be_visible()
        page.goto("/accounts/login/")
        page.evaluate(
            """() => Object.entries({...localStorage}).filter(([name]) => name.startsWith("fill:")).forEach(
                ([name, text]) => localStorage.setItem(
                    name, JSON.stringify({ ...JSON.parse(text), changed: Date.now() - 3 * 86400_000 })
                )
            )"""
        )
        FormDraft.objects.update(changed=timezone.now() - timedelta(days=days), window="another")
        sign_in(alice)
        page.goto(address)
        return page

    @pytest.mark.parametrize("days", [5], indirect=True)
    def test_a_copy_that_is_newer_than_the_draft_says_how_old_it_is(self, page):
        expect(control(page, "service_name")).to_have_value("device")
        expect(notice(page)).to_contain_text(
            re.compile("Replaced 1 value with the one typed on this device [34] days ago.")  # midnight may have passed
        )
        undo(page).click()
        expect(control(page, "service_name")).to_have_value("account")

    @pytest.mark.parametrize("days", [1], indirect=True)
    def test_one_that_is_older_asks_and_can_be_used(self, page):
        expect(question(page)).to_contain_text("Typed on this device 3 days ago, before your draft was last changed.")
        expect(control(page, "service_name")).to_have_value("account")
        control(page, "web_count").fill("6")
        expect(page.locator("#prefilled-link")).to_have_attribute("href", re.compile("web_count=6"))
        assert FormDraft.objects.get().state["values"] == {"service_name": "account", "web_count": "6"}
        page.reload()
        question(page).get_by_role("button", name="Use that one").click()
        expect(control(page, "service_name")).to_have_value("device")
        expect(notice(page)).to_contain_text(re.compile("typed on this device [34] days ago."))
        undo(page).click()
        expect(control(page, "service_name")).to_have_value("account")
        expect(control(page, "web_count")).to_have_value("6")

    @pytest.mark.parametrize("days", [1], indirect=True)
    def test_one_that_is_not_wanted_is_forgotten(self, page):
        question(page).get_by_role("button", name="Keep mine").click()
        expect(question(page)).to_be_hidden()
        page.reload()
        expect(control(page, "service_name")).to_have_value("account")
        expect(question(page)).to_be_hidden()
        assert "device" not in copies(page)


def test_an_answer_that_is_late_does_not_bring_older_values_back(alice_page, address, monkeypatch):
    arrived, typed_more, is_written = threading.Event(), threading.Event(), threading.Event()

    def keep_late(request, *others):
        is_late = request.POST["param-service_name"] == "older"
        if is_late:
            arrived.set()
            typed_more.wait(60)
        kept = keep_form(request, *others)
        if is_late:
            is_written.set()
        return kept

    monkeypatch.setattr(fill_view, "keep_form", keep_late)
    alice_page.goto(address)
    control(alice_page, "service_name").fill("older")
    until(alice_page, arrived.is_set)
    control(alice_page, "service_name").fill("newer")
    expect_kept(alice_page)
    typed_more.set()
    assert is_written.wait(60)
    alice_page.reload()
    expect(control(alice_page, "service_name")).to_have_value("newer")
