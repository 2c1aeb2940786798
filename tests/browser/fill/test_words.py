"""The author's words at the fields, in every script, and where a value comes from."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from designer.models import Design, Visibility
from tests.browser.fill.page import control, error

TEXT = """heat_template_version: 2021-04-16
parameter_groups:
  - {label: الخدمة, description: ما الذي يعمل, parameters: [title, flavor, count, cidr]}
parameters:
  title:
    type: string
    label: اسم الخدمة
    description: بادئة اسم كل مورد.
    default: orders
    constraints: [{length: {min: 3}, description: בין שלוש לעשרים וארבע אותיות.}]
  flavor:
    type: string
    constraints: [{custom_constraint: nova.flavor, description: Must be a flavor known to Nova}]
  count:
    type: number
    default: 4
    constraints:
      - {modulo: {step: 2, offset: 0}, description: "Servers run in `pairs`."}
      - {range: {max: 12}, description: No more than a dozen.}
  cidr:
    type: string
    default: 10.0.0.0/8
    constraints: [{custom_constraint: net_cidr, description: A network of ours.}]
  long:
    type: string
    label: LONG
    description: LONG
    default: x
    constraints: [{length: {max: 900}, description: LONG.}]
resources:
  thing:
    type: OS::Heat::Value
    properties:
      value: [{get_param: title}, {get_param: flavor}, {get_param: count}, {get_param: cidr}, {get_param: long}]
""".replace("LONG", "unbroken" * 30)


@pytest.fixture
def address(make_design: Callable[..., Design]) -> str:
    """The address of a form with words of its author."""
    return f"/templates/{make_design(TEXT, visibility=Visibility.PUBLIC).slug}/"


def test_the_authors_words_are_next_to_ours_at_the_field(form: Page) -> None:
    for name, words, ours in (
        ("flavor", "Must be a flavor known to Nova", "The name or ID of a flavor"),
        ("count", "Servers run in pairs.", "Even, at most 12"),
        ("cidr", "A network of ours.", "A network in CIDR notation"),
    ):
        field = form.get_by_test_id(f"param-{name}")
        expect(field).to_contain_text(words)
        expect(field).to_contain_text(ours)
        expect(control(form, name)).to_have_accessible_description(re.compile(re.escape(words)))


def test_words_that_are_the_error_are_shown_once_and_come_back(form: Page) -> None:
    field = form.get_by_test_id("param-count")
    hints = field.locator("[data-author]")
    expect(hints).to_have_text(["Servers run in pairs.", "No more than a dozen."])
    control(form, "count").fill("15")
    expect(error(form, "count")).to_contain_text("Servers run in pairs.")
    expect(error(form, "count")).to_contain_text("No more than a dozen.")
    expect(hints).to_have_count(0)
    control(form, "count").fill("7")
    expect(hints).to_have_text(["No more than a dozen."])
    control(form, "count").fill("8")
    expect(error(form, "count")).to_be_empty()
    expect(hints).to_have_text(["Servers run in pairs.", "No more than a dozen."])


def test_each_text_runs_in_its_own_direction(form: Page) -> None:
    control(form, "title").fill("של")
    expect(error(form, "title")).to_contain_text("בין שלוש")
    for selector in ("label[for=param-title]", "#help-title", "#param-title", "#error-title .fault", "#group-title-0"):
        expect(form.locator(selector)).to_have_css("direction", "rtl")
    for selector in ("label[for=param-flavor]", "#param-flavor", "#about-flavor [data-author]"):
        expect(form.locator(selector)).to_have_css("direction", "ltr")


def test_words_of_any_length_and_script_fit(form: Page, expect_accessible: Callable[[Page], None]) -> None:
    control(form, "count").fill("7")
    control(form, "title").fill("של")
    expect(error(form, "count")).to_contain_text("Servers run in pairs.")
    expect(error(form, "title")).to_contain_text("בין שלוש")
    for width in (390, 1280):
        form.set_viewport_size({"width": width, "height": 844})
        assert form.evaluate("document.documentElement.scrollWidth") <= width
        wide = form.evaluate(
            """() => [...document.querySelectorAll("#form .field *")]
              .filter((part) => !part.closest(".visually-hidden, .heading .name")
                && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline")
              .map((part) => part.outerHTML.slice(0, 80))"""
        )
        assert wide == []
        expect_accessible(form)


def test_a_typed_value_says_so_and_is_reset_by_keys(form: Page) -> None:
    field = form.get_by_test_id("param-cidr")
    expect(field.locator(".origin")).to_have_text("Default")
    control(form, "cidr").fill("10.1.0.0/16")
    expect(field.locator(".origin")).to_have_text("Typed")
    form.get_by_role("button", name="Typed by you 1").click()
    expect(form.get_by_test_id("param-count")).to_be_hidden()
    expect(field).to_be_visible()
    form.get_by_role("button", name="Everything").click()
    control(form, "cidr").focus()
    form.keyboard.press("Tab")
    expect(field.get_by_role("button", name="Reset to 10.0.0.0/8")).to_be_focused()
    form.keyboard.press("Enter")
    expect(field.locator(".origin")).to_have_text("Default")
    expect(control(form, "cidr")).to_be_focused()
    expect(form.get_by_role("button", name="From files")).to_be_hidden()


def test_the_words_are_there_without_javascript(plain_page: Callable[..., Page], address: str, base_url: str) -> None:
    page = plain_page(java_script_enabled=False, base_url=base_url)
    page.goto(address)
    control(page, "count").fill("7")
    page.locator(".footbar button[name=check]").click()
    field = page.get_by_test_id("param-count")
    expect(error(page, "count")).to_contain_text("Servers run in pairs.")
    expect(field.locator("[data-author]")).to_have_text(["No more than a dozen."])
    expect(field.locator(".origin")).to_have_text("Typed")
    field.get_by_role("button", name="Reset to 4").click()
    expect(field.locator(".origin")).to_have_text("Default")
    page.get_by_role("button", name="Typed by you").click()
    expect(field).to_be_hidden()
