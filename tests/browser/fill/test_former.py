"""What was typed, and then a link brought other values: it stays on this device until somebody decides."""

import pytest
from playwright.sync_api import Page, expect

from designer.models import Visibility
from tests.browser.fill.page import control

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  env: {type: string, label: Environment, default: dev, constraints: [allowed_values: [dev, test, prod]]}
  pattern: {type: string, label: Pattern, default: ''}
  secret: {type: string, label: Secret, hidden: true, default: ''}
  note: {type: string, label: Note, hidden: true, default: ''}
conditions:
  is_prod: {equals: [{get_param: env}, prod]}
resources:
  one: {type: OS::Heat::None}
  two: {type: OS::Heat::None, condition: is_prod}
outputs:
  all: {value: [{get_param: env}, {get_param: pattern}, {get_param: secret}, {get_param: note}]}
"""


@pytest.fixture
def address(make_design) -> str:
    return f"/templates/{make_design(TEMPLATE, name='Own', visibility=Visibility.PUBLIC).slug}/"


@pytest.fixture
def typed(form: Page) -> Page:
    """The form with values that were typed, a hidden one among them."""
    control(form, "env").and_(form.locator("[value=test]")).check()
    control(form, "pattern").fill("zzz")
    control(form, "secret").fill("geheim")
    expect(form.locator("#prefilled-link")).to_have_attribute(
        "href", "/templates/own/?param-env=test&param-pattern=zzz"
    )
    return form


def choose_production(page: Page) -> None:
    """Load the combination in which the condition is true."""
    page.get_by_role("link", name="All combinations").click()
    page.get_by_test_id("combination").filter(has_text="prod").get_by_role("link", name="Fill with these").click()
    expect(page.locator("#prefilled-note")).to_be_visible()
    expect_values(page, "prod")


def expect_values(page: Page, env: str, pattern: str = "zzz") -> None:
    expect(control(page, "env").and_(page.locator(f"[value={env}]"))).to_be_checked()
    expect(control(page, "pattern")).to_have_value(pattern)


def back(page: Page):
    return page.get_by_role("button", name="Back to what you had typed")


def test_the_way_back_in_the_browser_leads_to_what_was_typed(typed, address):
    choose_production(typed)
    expect(typed.locator("#prefilled-note")).to_contain_text("These values give the combination that you chose.")
    expect(typed.get_by_role("button", name="Values: from a combination")).to_be_visible()
    typed.go_back()
    typed.go_back()
    expect_values(typed, "test")
    typed.go_forward()
    typed.go_forward()
    expect_values(typed, "prod")
    expect(back(typed)).to_be_visible()
    typed.goto(address)
    expect_values(typed, "test")
    typed.reload()
    expect_values(typed, "test")


def test_the_button_outlives_reloads_and_edits(typed):
    choose_production(typed)
    typed.reload()
    expect(typed.locator("#prefilled-note")).to_be_visible()
    expect_values(typed, "prod")
    expect(back(typed)).to_be_visible()
    control(typed, "pattern").fill("more")
    expect(typed.locator("#prefilled-link")).to_have_attribute(
        "href", "/templates/own/?param-env=prod&param-pattern=more"
    )
    typed.reload()
    expect(typed.locator("#restored")).to_be_visible()
    expect_values(typed, "prod", "more")
    back(typed).click()
    expect_values(typed, "test")
    back(typed).click()  # and what was made of the combination is not lost either
    expect_values(typed, "prod", "more")
    back(typed).click()
    expect_values(typed, "test")
    typed.reload()
    expect_values(typed, "test")


def test_one_combination_after_the_other_takes_nothing_away(typed, address):
    choose_production(typed)
    choose_production(typed)
    typed.goto(f"{address}?param-pattern=sent")
    expect_values(typed, "dev", "sent")
    expect(typed.locator("#prefilled-note")).to_contain_text("These values came with the link.")
    back(typed).click()
    expect_values(typed, "test")


def test_the_defaults_of_a_link_are_values_too(typed, address):
    typed.goto(f"{address}?defaults=1")
    expect_values(typed, "dev", "")
    typed.goto(address)
    expect_values(typed, "test")


def test_hidden_values_that_were_typed_are_told_to_be_gone(typed):
    choose_production(typed)
    gone = "Not stored. Give it again."
    expect(typed.get_by_test_id("param-secret")).to_contain_text(gone)
    expect(typed.get_by_test_id("param-note")).not_to_contain_text(gone)
    typed.reload()
    expect(typed.get_by_test_id("param-secret")).to_contain_text(gone)
    assert "geheim" not in typed.evaluate("JSON.stringify(sessionStorage)")
    control(typed, "secret").fill("anew")
    expect(typed.get_by_test_id("param-secret")).not_to_contain_text(gone)


def test_starting_afresh_decides(typed, address):
    choose_production(typed)
    typed.locator("#prefilled-note").get_by_role("link", name="Start afresh").click()
    expect_values(typed, "dev", "")
    typed.goto(f"{address}?param-env=prod")
    expect(typed.locator("#prefilled-note")).to_be_visible()
    expect(back(typed)).to_be_hidden()


def test_values_of_a_link_alone_are_not_said_to_be_typed(form, address):
    form.goto(f"{address}?param-env=prod")
    expect(form.locator("#prefilled-note")).to_be_visible()
    form.goto(address)
    expect(form.locator("#restored")).to_contain_text("The values are as you left them")
    expect_values(form, "prod", "")
    expect(back(form)).to_be_hidden()
