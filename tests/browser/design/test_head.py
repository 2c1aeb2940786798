"""The head of the inspector, and what it offers for texts: the number of a member, a file of its own."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.design.template_text import text_is

TEXT = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  web:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: OS::Nova::Server
        properties:
          name: web   # each
          flavor: small
          networks: [{network: {get_resource: net}}]
  single:
    type: OS::Nova::Server
    properties:
      name: one
      user_data: |   # starts it
        #!/bin/sh
        echo hello
      flavor: small   # enough
"""


@pytest.fixture
def page(open_design):
    return open_design(TEXT)


def panel(page):
    return page.get_by_role("complementary", name="Inspector")


def choose(page, name):
    page.evaluate("name => designer.studio.graph.select(name)", name)
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def test_the_head_says_what_it_is_and_has_the_menu_of_the_card(page):
    choose(page, "net")
    expect(panel(page)).to_contain_text(re.compile(r"used by 1,\s+uses 0"))
    more = panel(page).get_by_role("button", name="Actions for net")
    more.click()
    expect(page.get_by_test_id("menu").get_by_role("menuitem", name="Rename net")).to_be_visible()
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    panel(page).get_by_role("button", name="Fold the inspector").click()
    expect(page.get_by_role("heading", name="net", exact=True)).to_be_hidden()


def test_the_number_of_a_member_goes_into_its_text(page):
    choose(page, "web")
    page.get_by_role("button", name="Each member").click()
    name = page.get_by_label("name", exact=True)
    name.focus()
    page.keyboard.press("End")
    page.keyboard.type("-")
    page.get_by_test_id("property-name").get_by_role("button", name="%index%").click()
    expect(name).to_have_value("web-%index%")
    expect(name).to_be_focused()
    page.keyboard.press("Enter")
    text_is(page, TEXT.replace("name: web   # each", "name: web-%index%   # each"))
    choose(page, "single")
    expect(page.get_by_label("name", exact=True)).to_have_value("one")
    expect(panel(page).get_by_role("button", name="%index%")).to_have_count(0)


def test_a_text_moves_into_a_file_in_one_step(page):
    choose(page, "single")
    page.get_by_role("button", name="Move user_data into a file").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("File")).to_have_value("single_user_data.sh")
    dialog.get_by_label("File").fill("start.sh")
    dialog.get_by_role("button", name="Move into a file").click()
    block = "      user_data: |   # starts it\n        #!/bin/sh\n        echo hello\n"
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile("user_data: {get_file: start.sh}"))
    assert TEXT.split(block)[1] in page.locator("textarea[name=text]").input_value()
    assert page.evaluate("designer.studio.files") == ["start.sh"]
    page.get_by_test_id("undo").click()
    text_is(page, TEXT)
