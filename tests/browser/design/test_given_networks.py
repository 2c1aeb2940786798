"""The frames of networks that parameters name, on the design page."""

from playwright.sync_api import expect

GIVEN = """\
heat_template_version: 2021-04-16
parameters: {home: {type: string, default: private}}
resources:
  one: {type: OS::Nova::Server, properties: {flavor: small, networks: [{network: {get_param: home}}]}}
  two: {type: OS::Nova::Server, properties: {flavor: small, networks: [{network: {get_param: home}}]}}
"""


def test_the_frames_of_given_networks_are_a_switch_in_the_menu_of_the_ground(open_design, expect_accessible):
    page = open_design(GIVEN, shows="one", panes="canvas")
    frame = page.get_by_test_id("given-home")
    switch = page.get_by_test_id("menu").get_by_role("menuitemcheckbox", name="Frames for given networks")

    def open_menu() -> None:
        page.locator("[data-graph]").click(button="right", position={"x": 700, "y": 640})

    open_menu()
    expect(switch).to_be_checked()
    expect_accessible(page)
    switch.click()
    expect(frame).to_have_count(0)
    expect(page.locator("#announce")).to_have_text("Networks that parameters name are not drawn as frames.")
    page.reload()
    expect(page.get_by_test_id("node-two")).to_be_visible()
    expect(frame).to_have_count(0)
    open_menu()
    expect(switch).not_to_be_checked()
    switch.click()
    expect(frame).to_be_attached()
