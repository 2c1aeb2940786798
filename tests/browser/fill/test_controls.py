"""The controls of a form, each with its own ways."""

import json
import re

import pytest
from playwright.sync_api import expect

from designer.models import Design
from designer.store.designs import revision_create
from tests.browser.fill.page import SECRET, SERVICE, control, fill_all, set_menu
from tests.browser.timers import COPIED, FREEZE


def test_reset_brings_the_default_back_and_keeps_the_focus_at_the_field(form):
    control(form, "web_count").fill("8")
    form.get_by_test_id("param-web_count").get_by_role("button", name="Reset to 4").click()
    expect(control(form, "web_count")).to_have_value("4")
    expect(control(form, "web_count")).to_be_focused()
    expect(form.get_by_test_id("param-web_count")).to_contain_text("Default")
    expect(form.locator("#shown-typed")).to_have_text("0")


def test_emptying_a_field_with_a_default_gives_the_empty_text(form):
    control(form, "public_network").fill("")
    expect(form.get_by_test_id("param-public_network")).to_contain_text("Empty text")


def test_no_is_an_answer_of_its_own(form):
    field = form.get_by_test_id("param-accept_terms")
    expect(field).to_contain_text("Needed")
    field.get_by_role("button", name="choose no").click()
    expect(field).not_to_contain_text("Needed")
    expect(control(form, "accept_terms")).not_to_be_checked()
    expect(control(form, "accept_terms")).to_be_focused()


def test_chips_take_commas_enter_paste_and_give_way_to_backspace(form):
    entry = form.get_by_test_id("param-name_servers").locator("[data-entry]")
    output = form.get_by_test_id("output-name_servers")
    entry.press_sequentially("1.1.1.1,")
    expect(output).to_have_text('["9.9.9.9", "149.112.112.112", "1.1.1.1"]')
    entry.press("Backspace")
    entry.press("Backspace")
    entry.press_sequentially("8.8.8.8")
    entry.press("Enter")
    expect(output).to_have_text('["9.9.9.9", "8.8.8.8"]')
    expect(entry).to_be_focused()
    form.get_by_role("button", name="Remove 9.9.9.9").click()
    expect(output).to_have_text('["8.8.8.8"]')
    control(form, "name_servers").fill("a,b")
    expect(output).to_have_text('["a", "b"]')
    expect(form.get_by_test_id("param-name_servers").locator(".tag")).to_have_count(2)


def test_a_long_choice_can_be_searched(form):
    search = form.get_by_test_id("param-region").get_by_role("combobox")
    expect(search).to_have_value("r07")
    search.click()
    search.fill("12")
    search.press("Enter")
    expect(search).to_have_value("r12")
    expect(control(form, "region")).to_have_value("r12")
    expect(form.get_by_test_id("param-region")).to_contain_text("Reset to r07")
    control(form, "region").select_option("r03")
    expect(search).to_have_value("r03")


def test_arrow_keys_step_a_number_by_its_rule(form):
    field = control(form, "web_count")
    field.press("ArrowUp")
    expect(field).to_have_value("6")
    field.fill("11")
    field.press("ArrowUp")
    expect(field).to_have_value("12")
    field.press("ArrowUp")
    expect(field).to_have_value("12")
    for _ in range(8):
        field.press("ArrowDown")
    expect(field).to_have_value("2")


def test_pasted_lines_stay_lines(form, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    form.evaluate("navigator.clipboard.writeText('first\\nsecond')")
    control(form, "admin_note").focus()
    form.keyboard.press("Control+V")
    expect(control(form, "admin_note")).to_have_value("first\nsecond")
    expect(form.locator("#prefilled-link")).to_have_attribute("href", re.compile("first%0Asecond"))


def test_a_hidden_value_of_several_lines_keeps_them(form, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    form.evaluate("navigator.clipboard.writeText('-----BEGIN KEY-----\\nabc\\n')")
    control(form, "db_password").focus()
    form.keyboard.press("Control+V")
    expect(control(form, "db_password")).to_have_value("-----BEGIN KEY-----\nabc\n")
    expect(control(form, "db_password")).to_have_css("-webkit-text-security", "disc")
    form.get_by_role("button", name="Show Password").click()
    expect(control(form, "db_password")).to_have_css("-webkit-text-security", "none")
    assert "BEGIN KEY" not in json.dumps(form.evaluate("[{...localStorage}, {...sessionStorage}]"))


def test_the_prefilled_link_is_copied_and_opens_with_its_values(form, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    fill_all(form)
    set_menu(form).click()
    form.evaluate(FREEZE, COPIED)
    form.get_by_role("link", name="Copy prefilled link").click()
    expect(form.locator("#prefilled-link")).to_contain_text("Copied")
    link = form.evaluate("navigator.clipboard.readText()")
    assert SECRET not in link
    form.goto(link)
    expect(control(form, "service_name")).to_have_value("orders")
    expect(control(form, "environment").and_(form.locator("[value=staging]"))).to_be_checked()
    expect(control(form, "db_password")).to_have_value("")


def test_stand_in_attributes_reach_the_outputs_while_typing(form):
    form.get_by_role("button", name="Stand-in attributes").click()
    field = form.get_by_label("lb.vip_address")
    expect(field).to_be_focused()
    field.press_sequentially("10.0.0.9", delay=20)
    expect(form.get_by_test_id("output-service_url")).to_have_text('"https://10.0.0.9/"')
    expect(field).to_be_focused()


def test_waiting_shows_only_while_an_answer_is_late(form, held):
    with held.at("templates/*"):
        control(form, "service_name").fill("orders")
    expect(form.locator("#preview.waiting")).to_be_visible()
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Checking")
    held.let_go()
    expect(form.locator("#preview.waiting")).to_have_count(0)
    expect(form.get_by_test_id("param-service_name")).not_to_contain_text("Checking")
    control(form, "service_name").fill("billing")
    expect(form.locator("#prefilled-link")).to_have_attribute("href", re.compile("billing"))
    form.get_by_test_id("resource-web").locator("summary").click()
    expect(form.locator("#preview.waiting")).to_have_count(0)


def test_an_opened_resource_stays_open_while_values_change(form):
    form.get_by_test_id("resource-web").locator(":scope > summary").click()
    expect(form.get_by_test_id("resource-web")).to_contain_text("m1.small")
    control(form, "web_flavor").select_option("m1.large")
    expect(form.get_by_test_id("resource-web")).to_contain_text("m1.large")
    form.get_by_test_id("resource-db_volume").locator(":scope > summary").click()
    expect(form.get_by_test_id("resource-db_volume")).to_contain_text("20")


def test_a_page_older_than_the_template_says_so(form):
    design = Design.objects.get()
    text = SERVICE.replace("label: Service name", "label: New label").encode()
    revision_create(design=design, author=design.owner, text=text, based_on=1)
    control(form, "service_name").fill("orders")
    form.get_by_role("link", name="Reload and keep your values").click()
    expect(form.get_by_label("New label")).to_have_value("orders")


def test_only_what_is_needed_can_be_shown(form):
    form.get_by_role("button", name="Missing or invalid").click()
    expect(form.get_by_test_id("param-service_name")).to_be_visible()
    expect(form.get_by_test_id("param-web_count")).to_be_hidden()
    expect(form.get_by_test_id("group-2")).to_be_hidden()
    control(form, "service_name").fill("orders")
    expect(form.get_by_test_id("param-service_name")).to_be_visible()
    form.get_by_role("button", name="Everything").click()
    expect(form.get_by_test_id("param-web_count")).to_be_visible()


def test_n_shows_the_parameters_own_names_outside_fields_only(form):
    name = form.get_by_test_id("param-web_count").locator(".name")
    expect(name).to_have_css("opacity", "0")
    form.locator("h1").click()
    form.keyboard.press("n")
    expect(name).to_have_css("opacity", "1")
    control(form, "service_name").focus()
    form.keyboard.press("n")
    expect(control(form, "service_name")).to_have_value("n")
    expect(name).to_have_css("opacity", "1")


def test_alt_and_arrows_move_between_groups(form):
    control(form, "service_name").focus()
    form.keyboard.press("Alt+ArrowDown")
    expect(control(form, "with_database")).to_be_focused()
    form.keyboard.press("Alt+ArrowDown")
    expect(control(form, "public_network")).to_be_focused()
    form.keyboard.press("Alt+ArrowUp")
    expect(control(form, "with_database")).to_be_focused()


def test_the_button_that_shows_a_hidden_value_is_within_its_field(form):
    field = control(form, "db_password").bounding_box()
    button = form.get_by_role("button", name="Show Password").bounding_box()
    assert field["x"] + field["width"] / 2 < button["x"]
    assert button["x"] + button["width"] <= field["x"] + field["width"]
    assert field["y"] <= button["y"]
    assert button["y"] + button["height"] <= field["y"] + field["height"]
    icon = form.get_by_role("button", name="Show Password").locator("svg").bounding_box()
    assert icon["y"] + icon["height"] / 2 == pytest.approx(button["y"] + button["height"] / 2, abs=4)
