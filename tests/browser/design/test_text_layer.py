"""The layer with an editor for texts of several lines."""

import pytest
from playwright.sync_api import expect

from tests.browser.design.template_text import text_is

TEXT = """\
heat_template_version: 2021-04-16
resources:
  single:
    type: OS::Nova::Server
    properties:
      flavor: small
      networks: [{network: net}]
      user_data: |   # starts it
        #!/bin/sh
        # hello
        echo hello
  other:
    type: OS::Nova::Server
    properties:
      flavor: small
      networks: [{network: net}]
      user_data:
        str_replace:
          params: {NAME: web}
          template: |
            #cloud-config
            hostname: NAME
"""


@pytest.fixture
def page(open_design):
    return open_design(TEXT)


def test_a_script_is_edited_in_a_layer_and_nothing_typed_there_is_lost(page):
    page.evaluate("designer.studio.select('single')")
    opens = page.get_by_role("button", name="Open user_data in an editor")
    opens.focus()
    page.keyboard.press("Enter")
    layer = page.get_by_role("dialog", name="single › user_data")
    code = layer.get_by_role("textbox")
    expect(code).to_be_focused()
    plain = code.evaluate("code => getComputedStyle(code).color")
    comment = layer.get_by_text("# hello", exact=True)
    assert comment.evaluate("one => getComputedStyle(one).color") != plain
    page.keyboard.press("Control+End")
    page.keyboard.type("exit 0\n")
    page.keyboard.press("Escape")
    expect(layer).to_be_hidden()
    expect(opens).to_be_focused()
    text_is(page, TEXT, ("echo hello\n", "echo hello\n        exit 0\n"))
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(opens).to_be_focused()
    page.get_by_test_id("undo").click()
    text_is(page, TEXT)
    expect(page.get_by_test_id("undo")).to_be_disabled()


def test_a_text_inside_a_function_opens_too_and_moves_into_a_file_with_what_was_typed(page):
    page.evaluate("designer.studio.select('other')")
    page.get_by_test_id("property-user_data").locator("[data-fold]").click()
    page.get_by_role("button", name="Open template in an editor").click()
    layer = page.get_by_role("dialog", name="other › user_data › str_replace › template")
    key = layer.get_by_text("hostname", exact=True)
    plain = layer.get_by_role("textbox").evaluate("code => getComputedStyle(code).color")
    assert key.evaluate("one => getComputedStyle(one).color") != plain
    page.keyboard.press("Control+Home")
    page.keyboard.type("plain ")
    expect(layer.get_by_text("hostname", exact=True)).to_have_count(0)
    layer.get_by_role("button", name="Move into a file").click()
    asks = page.get_by_role("dialog", name="Move into a file")
    expect(asks.get_by_label("File")).to_have_value("other_template.txt")
    text_is(page, TEXT, ("#cloud-config", "plain #cloud-config"))
    asks.get_by_role("button", name="Move into a file").click()
    block = "template: |\n            #cloud-config\n            hostname: NAME\n"
    text_is(page, TEXT, (block, "template: {get_file: other_template.txt}\n"))
