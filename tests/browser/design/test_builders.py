"""The builders of conditions and outputs, in the inspector."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  zone: {type: string, default: eu, constraints: [{allowed_values: [eu, us]}]}
  wide: {type: boolean, default: true}
conditions:
  busy:
    and:
    - {equals: [{get_param: zone}, "eu"]}   # Europe
    - {yaql: {expression: "true", data: {}}}
resources:
  server: {type: OS::Nova::Server, condition: busy, properties: {flavor: small}}
outputs:
  where: {value: {get_attr: [server, name]}}   # kept
"""


def text(page):
    return page.locator("textarea[name=text]")


def test_a_condition_is_built_from_rows_and_keeps_what_it_cannot_draw(alice_page: Page, make_design):
    page, design = alice_page, make_design(TEXT)
    page.goto(f"/templates/{design.slug}/design/")
    page.evaluate("designer.studio.select('busy', 'conditions')")
    builder = page.get_by_test_id("condition-builder")
    expect(builder.get_by_label("holds, as written")).to_have_value("{yaql: {expression: 'true', data: {}}}")
    builder.get_by_label("Value", exact=True).select_option("us")
    expect(text(page)).to_have_value(TEXT.replace('"eu"]}   #', '"us"]}   #'))
    builder.get_by_role("button", name="Another row").click()
    expect(builder).to_contain_text("Fill in every row")
    builder.get_by_label("Parameter", exact=True).last.focus()
    builder.get_by_label("Parameter", exact=True).last.select_option("wide")
    value = builder.get_by_label("Value", exact=True).last
    expect(value).to_be_focused()
    expect(text(page)).to_have_value(re.compile(r"data: \{\}\}\}\n    - \{get_param: wide\}\nresources"))
    value.select_option("false")
    expect(text(page)).to_have_value(re.compile(r"\n    - \{not: \{get_param: wide\}\}\nresources"))
    expect(value).to_be_focused()
    builder.get_by_label("True for").select_option("None of these")
    expect(text(page)).to_have_value(re.compile("not:"))
    for _ in range(4):
        page.get_by_test_id("undo").click()
    expect(text(page)).to_have_value(TEXT)


def test_an_output_is_built_from_a_resource(alice_page: Page, make_design):
    page, design = alice_page, make_design(TEXT)
    page.goto(f"/templates/{design.slug}/design/")
    page.evaluate("designer.studio.select('where', 'outputs')")
    builder = page.get_by_test_id("output-builder")
    builder.get_by_label("Attribute", exact=True).select_option("addresses")
    expect(text(page)).to_have_value(TEXT.replace("[server, name]}}   #", "[server, addresses]}}   #"))
    builder.get_by_label("Item").fill("net.0.addr")
    builder.get_by_label("Item").press("Enter")
    expect(text(page)).to_have_value(re.compile(r"\[server, addresses, net, 0, addr\]\}\}   # kept"))
    builder.get_by_label("Handed out", exact=True).select_option("as a list")
    expect(builder.get_by_label("Item")).to_have_value("net.0.addr")
    expect(text(page)).to_have_value(re.compile(r"value: \[\{get_attr"))


def drawn_anew(page: Page) -> None:
    """Draw the diagram and the form again."""
    page.evaluate("designer.studio.refresh().then(() => designer.studio.inspector.redraw())")


@contextmanager
def without_server(page: Page) -> Iterator[None]:
    """Let nothing reach the server, which is told; afterwards the forms are drawn anew."""
    page.context.set_offline(True)
    yield
    expect(page.locator("[data-said]")).to_contain_text("did not respond")
    page.context.set_offline(False)
    drawn_anew(page)


def test_rows_that_do_not_reach_the_server_stay_and_are_sent_again(alice_page: Page, make_design, may_report):
    may_report.append("ERR_INTERNET_DISCONNECTED")
    page, design = alice_page, make_design(TEXT)
    page.goto(f"/templates/{design.slug}/design/")
    page.evaluate("designer.studio.select('busy', 'conditions')")
    builder = page.get_by_test_id("condition-builder")
    builder.get_by_role("button", name="Another row").click()
    builder.get_by_label("Parameter", exact=True).last.select_option("zone")
    value = builder.get_by_label("Value", exact=True).last
    with without_server(page):
        value.select_option("us")
    expect(value).to_have_value("us")
    expect(text(page)).to_have_value(TEXT)
    value.dispatch_event("change")
    expect(text(page)).to_have_value(re.compile(r"\{equals: \[\{get_param: zone\}, us\]\}\nresources"))


def test_an_output_that_does_not_reach_the_server_stays_and_is_sent_again(alice_page: Page, make_design, may_report):
    may_report.append("ERR_INTERNET_DISCONNECTED")
    page, design = alice_page, make_design(TEXT)
    page.goto(f"/templates/{design.slug}/design/")
    page.evaluate("designer.studio.select('where', 'outputs')")
    attribute = page.get_by_test_id("output-builder").get_by_label("Attribute", exact=True)
    expect(attribute.get_by_role("option", name="addresses")).to_be_attached()
    with without_server(page):
        attribute.select_option("addresses")
    expect(attribute).to_have_value("addresses")
    attribute.dispatch_event("change")
    expect(text(page)).to_have_value(TEXT.replace("[server, name]}}   #", "[server, addresses]}}   #"))


def test_attributes_that_cannot_be_asked_for_are_reported(alice_page: Page, make_design, may_report):
    may_report.append("ERR_INTERNET_DISCONNECTED")
    page, design = alice_page, make_design(TEXT)
    page.goto(f"/templates/{design.slug}/design/")
    expect(page.get_by_test_id("node-server")).to_be_visible()
    page.context.set_offline(True)
    page.evaluate("designer.studio.run('add-outputs')")
    page.get_by_role("dialog").get_by_label("Resource", exact=True).select_option("server")
    expect(page.locator("[data-said]")).to_contain_text("did not respond")
