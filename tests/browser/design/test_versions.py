"""The version of a template on its design page: why it is needed, what others give, and one step to another one."""

import pytest
from playwright.sync_api import expect

from tests.browser.network import until_true

TEXT = """\
heat_template_version: 2013-05-23  # old

parameters:
  zones: {type: comma_delimited_list, default: 'a,b'}

resources:
  answer:
    type: OS::Heat::Value
    properties:
      value: {Fn::Join: ['-', [{Ref: OS::stack_name}, {Fn::Select: [0, {Ref: zones}]}]]}
  address:
    type: OS::Heat::Value
    properties:
      value: {str_replace: {template: "http://$host/x", params: {$host: {Ref: OS::stack_name}}}}
  volume:
    type: OS::Cinder::Volume
    properties: {size: 1}

outputs:
  parts: {value: {Fn::Split: [',', 'a,b']}}
"""


@pytest.fixture
def page(open_design):
    """A template of the oldest version on its design page."""
    page = open_design(TEXT)
    expect(page.locator(".node")).to_have_count(3)
    return page


def text(page):
    return page.locator("textarea[name=text]").input_value()


def open_by_command(page):
    page.keyboard.press("Control+k")
    page.keyboard.type("version")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Version")).to_be_visible()


def test_one_step_rewrites_it_and_one_takes_it_back(page):
    expect(page.locator("[data-version-now]")).to_have_text("2013-05-23")
    page.locator("[data-open-versions]").click()
    later = page.get_by_test_id("version-2021-04-16")
    expect(later).to_contain_text("6 calls rewritten")
    later.get_by_role("button", name="Rewrite").click()
    expect(page.locator("[data-said]")).to_contain_text("Rewrite to 2021-04-16")
    expect(page.locator("[data-version-now]")).to_have_text("2021-04-16")
    assert text(page).startswith("heat_template_version: 2021-04-16  # old\n")
    assert "{list_join: ['-', [{get_param: OS::stack_name}, {get_param: [zones, 0]}]]}" in text(page)
    assert "parts: {value: {str_split: [',', 'a,b']}}" in text(page)
    page.get_by_test_id("undo").click()
    expect(page.locator("[data-version-now]")).to_have_text("2013-05-23")
    assert text(page) == TEXT


def test_what_is_typed_while_it_is_worked_out_stays(page, held):
    page.locator("[data-open-versions]").click()
    rewrite = page.get_by_test_id("version-2021-04-16").get_by_role("button", name="Rewrite")
    expect(rewrite).to_be_visible()
    with held.at("versions"):
        rewrite.click()
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+Home")
    page.keyboard.type("# typed\n")
    held.let_go()
    expect(page.locator("[data-version-now]")).to_have_text("2021-04-16")
    assert text(page).startswith("# typed\nheat_template_version: 2021-04-16  # old\n\nparameters:\n")


def test_by_keys_alone(page):
    page.get_by_test_id("node-volume").focus()
    open_by_command(page)
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    open_by_command(page)
    page.get_by_test_id("version-2018-08-31").get_by_role("button", name="Rewrite").press("Enter")
    expect(page.locator("[data-version-now]")).to_have_text("2018-08-31")


def test_an_obstacle_leads_to_its_line(page):
    open_by_command(page)
    first = page.get_by_test_id("version-2014-10-16")
    expect(first).to_contain_text("Fn::Split was removed in version 2014-10-16.")
    expect(first.get_by_role("button", name="Rewrite")).to_have_count(0)
    first.get_by_role("button", name="line 20").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    until_true(page, "designer.studio.place.line === 20")


def test_what_it_needs_and_earlier_versions_that_would_do(page):
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("heat_template_version: rocky\nconditions:\n  c: {not: true}\noutputs: {}\n")
    open_by_command(page)
    expect(page.get_by_test_id("version-lowest")).to_have_text("2016-10-14 newton")
    expect(page.get_by_role("dialog")).to_contain_text("The section conditions was added in 2016-10-14.")
    page.get_by_role("button", name="2017-09-01").click()
    expect(page.locator("[data-version-now]")).to_have_text("pike")
    assert text(page) == "heat_template_version: pike\nconditions:\n  c: {not: true}\noutputs: {}\n"
