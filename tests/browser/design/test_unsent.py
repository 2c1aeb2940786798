"""Changes of fields that do not reach the server."""

from playwright.sync_api import Page, expect

TEXT = """\
heat_template_version: 2021-04-16
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 20}}
  other: {type: OS::Heat::None}
"""


def test_a_change_stays_marked_in_its_field_and_is_sent_again(alice_page: Page, make_design, may_report):
    may_report.append("ERR_INTERNET_DISCONNECTED")
    page, design = alice_page, make_design(TEXT)
    page.goto(f"/templates/{design.slug}/design/")
    page.get_by_test_id("node-disk").click()
    size = page.get_by_test_id("property-size").locator("input")
    expect(size).to_have_value("20")
    page.context.set_offline(True)
    size.fill("77")
    size.press("Enter")
    expect(page.get_by_test_id("property-size")).to_contain_text("Not sent yet")
    expect(size).to_have_value("77")
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT)
    page.context.set_offline(False)
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT.replace("size: 20", "size: 77"))
    expect(page.get_by_test_id("property-size")).not_to_contain_text("Not sent yet")
