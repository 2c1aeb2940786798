"""Suggested values near a refused one: by click, by key, without JavaScript."""

import re

from playwright.sync_api import expect

from tests.browser.fill.page import control, error
from tests.browser.fill.test_typing import FREEZE, REST


def offered(page, name):
    """The buttons of a field that suggest a value."""
    return page.get_by_test_id(f"param-{name}").locator("[name^='use-']")


def test_a_click_gives_the_value_and_leads_back_into_the_field(form):
    control(form, "web_count").fill("5")
    control(form, "web_count").blur()
    expect(error(form, "web_count")).to_contain_text("in pairs")
    expect(offered(form, "web_count")).to_have_text(["Use 4", "Use 6"])
    offered(form, "web_count").last.click()
    expect(control(form, "web_count")).to_have_value("6")
    expect(control(form, "web_count")).to_be_focused()
    expect(error(form, "web_count")).to_be_empty()
    expect(offered(form, "web_count")).to_have_count(0)
    expect(form.locator("#shown-typed")).to_have_text("1")


def test_the_next_request_does_not_press_the_button_again(form):
    control(form, "web_count").fill("5")
    control(form, "web_count").blur()
    offered(form, "web_count").last.click()
    expect(control(form, "web_count")).to_have_value("6")
    control(form, "web_count").fill("8")
    expect(form.get_by_test_id("param-web_count")).to_contain_text("Fits")
    expect(control(form, "web_count")).to_have_value("8")
    expect(form.locator("#prefilled-link")).to_have_attribute("href", re.compile(r"\?param-web_count=8$"))


def test_a_request_that_overtakes_the_click_does_not_lose_it(form, held):
    control(form, "web_count").fill("5")
    control(form, "web_count").blur()
    expect(offered(form, "web_count")).to_have_text(["Use 4", "Use 6"])
    with held.at("templates/service"):
        offered(form, "web_count").last.click()
    form.evaluate("htmx.trigger('#fill', 'refresh')")
    expect(control(form, "web_count")).to_have_value("6")
    expect(offered(form, "web_count")).to_have_count(0)


def test_the_key_for_the_next_field_leads_to_the_buttons(form):
    control(form, "web_count").fill("7")
    expect(offered(form, "web_count").first).to_be_visible()
    form.keyboard.press("Tab")
    expect(offered(form, "web_count").first).to_be_focused()
    form.keyboard.press("Enter")
    expect(control(form, "web_count")).to_have_value("6")
    expect(control(form, "web_count")).to_be_focused()


def test_nothing_is_suggested_before_the_value_is_reported_as_wrong(form):
    form.evaluate(FREEZE, REST)
    field = control(form, "web_count")
    field.fill("")
    with form.expect_response(lambda response: response.request.method == "POST"):
        field.press("5")
    expect(offered(form, "web_count").first).to_be_hidden()
    form.evaluate("thaw()")
    expect(offered(form, "web_count").first).to_be_visible()


def test_without_javascript(plain_page, base_url, address):
    page = plain_page(java_script_enabled=False)
    page.goto(base_url + address)
    control(page, "web_count").fill("5")
    page.locator(".footbar").get_by_role("button", name="Check the values").click()
    expect(offered(page, "web_count")).to_have_text(["Use 4", "Use 6"])
    offered(page, "web_count").first.click()
    expect(control(page, "web_count")).to_have_value("4")
    expect(error(page, "web_count")).to_be_empty()


def test_axe_finds_nothing_serious(plain_page, base_url, address, expect_accessible):
    page = plain_page()
    page.goto(base_url + address)
    control(page, "web_count").fill("5")
    control(page, "web_count").blur()
    expect(offered(page, "web_count").first).to_be_visible()
    expect_accessible(page)
    page.set_viewport_size({"width": 390, "height": 800})
    expect_accessible(page)


def test_without_javascript_the_foot_has_room_for_counts_and_buttons(plain_page, base_url, address):
    page = plain_page(java_script_enabled=False)
    page.goto(base_url + address)
    control(page, "web_count").fill("5")
    page.locator(".footbar").get_by_role("button", name="Check the values").click()
    expect(page.locator("#tally")).to_contain_text("to fix")
    for width in (1280, 1000, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        tally, acts = (page.locator(part).bounding_box() for part in ("#tally", ".footbar .acts"))
        assert tally["x"] + tally["width"] <= acts["x"] or tally["y"] + tally["height"] <= acts["y"], width
        assert tally["height"] < 60, width
        assert page.locator("#tally").evaluate("tally => tally.scrollWidth <= tally.clientWidth"), width
        foot = page.locator(".footbar").bounding_box()
        assert foot["y"] + foot["height"] <= 800, width
        assert acts["x"] + acts["width"] <= width
