"""Fields whose value has no effect now: folded to the reason, opened on request, never while they have the focus."""

import re

import pytest
from playwright.sync_api import Page, expect

from designer.models import Visibility
from tests.browser.fill.page import control, error

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  environment: {type: string, label: Environment, default: dev, constraints: [{allowed_values: [dev, production]}]}
  backup: {type: boolean, label: Backup, default: true}
  schedule: {type: string, label: Backup schedule, description: When it runs, default: nightly}
  keep: {type: number, label: Copies to keep}
  phrase: {type: string, label: Pass phrase, hidden: true, default: Sesam}
  note: {type: string, label: Note, default: ''}
conditions:
  backed_up: {and: [{get_param: backup}, {equals: [{get_param: environment}, production]}]}
  noted: {not: {equals: [{get_param: note}, '']}}
  quiet: {equals: [{get_param: note}, quiet]}
resources:
  db_backup:
    type: OS::Heat::Value
    condition: backed_up
    properties: {value: [{get_param: schedule}, {get_param: keep}, {get_param: phrase}]}
outputs:
  environment: {value: {get_param: environment}}
"""
IDLE = ["backup", "schedule", "keep", "phrase", "note"]


@pytest.fixture
def address(make_design) -> str:
    design = make_design(TEMPLATE, name="Backup", visibility=Visibility.PUBLIC)
    return f"/templates/{design.slug}/"


def field(page: Page, name: str):
    return page.get_by_test_id(f"param-{name}")


def choose(page: Page, environment: str) -> None:
    control(page, "environment").and_(page.locator(f"[value={environment}]")).check()


def idle(page: Page) -> list[str]:
    return page.locator("[data-irrelevant=true]").evaluate_all("all => all.map((one) => one.dataset.name)")


def test_fields_fold_with_the_reason_and_open_again_as_somebody_answers(form):
    assert idle(form) == IDLE
    expect(control(form, "schedule")).to_be_hidden()
    expect(field(form, "schedule")).to_contain_text(
        "Not used now. Only db_backup uses it, and it is off because Environment is dev."
    )
    choose(form, "production")
    expect(control(form, "schedule")).to_be_visible()
    expect(field(form, "schedule")).not_to_contain_text("Not used now")
    expect(form.locator("[data-irrelevant=true]")).to_have_count(1)
    control(form, "backup").uncheck()
    expect(control(form, "schedule")).to_be_hidden()
    expect(field(form, "schedule")).to_contain_text("because Backup is no")


def test_what_heat_asks_for_stays_open(form):
    expect(control(form, "keep")).to_be_visible()
    expect(field(form, "keep")).to_contain_text("Not used now, but Heat asks for a value.")
    expect(form.locator("#tally")).to_contain_text("1 needed, 5 fine")
    control(form, "keep").fill("7")
    expect(field(form, "keep")).to_contain_text("Not used now. Only db_backup")
    expect(control(form, "keep")).to_be_focused()
    expect(control(form, "keep")).to_be_visible()
    control(form, "keep").blur()
    expect(control(form, "keep")).to_be_hidden()
    expect(control(form, "keep")).to_have_value("7")
    expect(form.locator("#tally")).to_contain_text("Everything fits")


def test_the_reason_leads_to_the_field_that_decides(form):
    field(form, "schedule").get_by_role("link", name="Environment").click()
    expect(control(form, "environment").and_(form.locator("[value=dev]"))).to_be_focused()


def test_it_can_be_filled_in_anyway_by_keyboard_and_the_value_is_kept(form):
    box = field(form, "schedule").get_by_role("checkbox", name="Fill in anyway Backup schedule")
    box.focus()
    form.keyboard.press("Space")
    expect(control(form, "schedule")).to_be_focused()
    form.keyboard.press("End")
    form.keyboard.type(" hourly")
    expect(field(form, "schedule")).to_contain_text("Fits")
    expect(control(form, "schedule")).to_have_value("nightly hourly")
    anyway = field(form, "schedule").get_by_text("Fill in anyway")
    anyway.click()
    expect(control(form, "schedule")).to_be_hidden()
    expect(form.locator("#prefilled-link")).to_have_attribute("href", re.compile("param-schedule=nightly.hourly"))
    anyway.click()
    expect(control(form, "schedule")).to_be_focused()
    form.reload()
    expect(control(form, "schedule")).to_be_visible()
    expect(control(form, "schedule")).to_have_value("nightly hourly")


def test_a_reason_that_goes_hands_the_focus_on(form):
    field(form, "schedule").get_by_role("checkbox").focus()
    form.evaluate("document.querySelector('[name=param-environment][value=production]').checked = true")
    form.evaluate("htmx.trigger('#fill', 'refresh')")
    expect(control(form, "schedule")).to_be_focused()


def test_what_nothing_ever_reads_says_so_and_stays_open(form):
    expect(control(form, "note")).to_be_visible()
    expect(field(form, "note")).to_contain_text("Only noted, quiet use it and are not used themselves.")
    expect(field(form, "note").get_by_role("checkbox")).to_have_count(0)


def test_a_field_that_decides_a_condition_stays_in_place(page, make_design):
    template = TEMPLATE.replace("[{get_param: backup}, {equals", "[{equals").replace(
        "production]}]}", "production]}, {get_param: backup}]}"
    )
    make_design(template.replace("default: true}", "default: false}"), name="Both", visibility=Visibility.PUBLIC)
    page.goto("/templates/both/")
    expect(control(page, "backup")).to_be_hidden()
    field(page, "backup").get_by_text("Fill in anyway").click()
    control(page, "backup").check()
    expect(field(page, "backup")).to_contain_text("Only backed_up uses it, and its result does not depend on it")
    expect(field(page, "backup")).not_to_contain_text("Not used now")
    expect(field(page, "backup").get_by_text("Fill in anyway")).to_have_count(0)
    control(page, "backup").blur()
    page.goto("/templates/both/?param-backup=true")
    expect(control(page, "backup")).to_be_visible()
    expect(control(page, "schedule")).to_be_hidden()
    field(page, "backup").get_by_role("button", name="Reset to no").click()
    expect(field(page, "backup").get_by_text("Fill in anyway")).to_be_visible()


def test_a_value_that_is_refused_is_never_folded_away(form):
    control(form, "keep").fill("seven")
    control(form, "keep").blur()
    expect(error(form, "keep")).to_contain_text("Expected a number")
    expect(control(form, "keep")).to_be_visible()
    control(form, "keep").fill("7")
    control(form, "keep").blur()
    expect(control(form, "keep")).to_be_hidden()


def test_a_group_whose_first_field_is_folded_is_reached_by_keyboard(page, make_design):
    groups = "parameter_groups: [{parameters: [environment]}, {parameters: [schedule]}]\n"
    design = make_design(TEMPLATE + groups, name="Grouped", visibility=Visibility.PUBLIC)
    page.goto(f"/templates/{design.slug}/")
    control(page, "environment").and_(page.locator("[value=dev]")).focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(field(page, "schedule").get_by_role("checkbox")).to_be_focused()


def test_without_javascript(plain_page, live_server, address):
    page = plain_page(java_script_enabled=False)
    page.goto(live_server.url + address)
    assert idle(page) == IDLE
    expect(control(page, "schedule")).to_be_hidden()
    field(page, "schedule").get_by_text("Fill in anyway").click()
    control(page, "schedule").fill("weekly")
    control(page, "keep").fill("3")
    page.locator("#main").get_by_role("button", name="Check the values").click()
    expect(control(page, "schedule")).to_be_visible()
    expect(control(page, "schedule")).to_have_value("weekly")
    expect(control(page, "keep")).to_be_hidden()


def test_folded_fields_are_accessible_and_fit_small_screens(plain_page, live_server, address, expect_accessible):
    page = plain_page(viewport={"width": 390, "height": 844})
    page.goto(live_server.url + address)
    expect(page.locator("[data-irrelevant=true]")).to_have_count(5)
    field(page, "schedule").get_by_text("Fill in anyway").click()
    expect(control(page, "schedule")).to_be_visible()
    expect_accessible(page)
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
