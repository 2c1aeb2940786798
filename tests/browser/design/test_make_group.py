"""Several resources become a group: a file of their own, which the group repeats."""

import pytest
from playwright.sync_api import Page, expect

import hotcore
from tests.browser.network import until_true

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  flavor: {type: string, default: small}
resources:
  net: {type: OS::Neutron::Net}
  # one worker
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
  server:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: flavor}
      networks: [{network: {get_resource: net}}]
      block_device_mapping_v2: [{volume_id: {get_resource: disk}}]
"""


@pytest.fixture
def page(open_design) -> Page:
    page = open_design(TEXT, shows="server", panes="canvas")
    page.get_by_test_id("node-server").focus()
    page.keyboard.press("Space")
    page.get_by_test_id("node-disk").focus()
    page.keyboard.press("Shift+Space")
    expect(page.get_by_role("toolbar", name="Selected resources")).to_contain_text("2")
    return page


def test_what_is_chosen_moves_into_a_file_that_a_group_repeats_in_one_step(page: Page):
    page.get_by_role("button", name="Make a group").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the new resource").fill("workers")
    dialog.get_by_label("Type of the group").select_option("OS::Heat::AutoScalingGroup")
    dialog.get_by_role("button", name="Make a group").click()
    expect(page.get_by_test_id("node-workers")).to_be_visible()
    until_true(page, "designer.studio.editor.text().includes('resource:')")
    template = hotcore.load(page.evaluate("designer.studio.editor.text()")).template
    assert list(template.resources) == ["net", "workers"]
    text = page.evaluate("designer.studio.editor.text()")
    assert "type: OS::Heat::AutoScalingGroup" in text
    assert "type: workers.yaml" in text
    expect(page.locator("[data-files]").get_by_text("workers.yaml")).to_be_attached()
    expect(page.get_by_test_id("undo")).to_have_accessible_name("Undo: Make a group: workers")
    page.get_by_test_id("undo").click()
    until_true(page, "text => designer.studio.editor.text() === text", TEXT)
    expect(page.locator("[data-files]").get_by_text("workers.yaml")).to_have_count(0)


def test_the_menu_of_several_and_the_search_for_commands_have_it(page: Page):
    page.get_by_test_id("node-server").click(button="right")
    expect(page.get_by_role("menuitem", name="Make a group")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.keyboard.type("loop")
    expect(page.get_by_role("option", name="Make a group")).to_be_visible()
