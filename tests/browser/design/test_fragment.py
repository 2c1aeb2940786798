"""The fragment of the design page's address, by which other pages lead to a resource and a property of it."""

import pytest
from playwright.sync_api import Page, expect

TEXT = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  "a server/1":
    type: OS::Nova::Server
    properties:
      name: one
      flavor: m1.small
"""


@pytest.fixture
def page(alice_page: Page, make_design) -> Page:
    make_design(TEXT)
    return alice_page


def test_it_chooses_a_resource_and_focuses_the_field_of_a_property(page: Page) -> None:
    page.goto("/templates/web/design/#resources/a%20server%2F1/properties/flavor")
    expect(page.get_by_test_id("node-a server/1")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-inspector] :focus")).to_have_value("m1.small")


def test_without_a_property_it_focuses_the_resource(page: Page) -> None:
    page.goto("/templates/web/design/#resources/net")
    expect(page.get_by_test_id("node-net")).to_be_focused()
    expect(page.locator("[data-inspector]").get_by_role("heading", name="net", exact=True)).to_be_visible()


def test_one_that_leads_nowhere_chooses_nothing(page: Page) -> None:
    for fragment in ("resources/gone/properties/flavor", "resources/%E0%A4", "resources", "outputs/x"):
        page.goto("about:blank")  # another fragment alone loads no page
        page.goto(f"/templates/web/design/#{fragment}")
        expect(page.get_by_test_id("node-net")).to_have_attribute("aria-pressed", "false")
        expect(page.locator("aside[data-inspector][data-name]")).to_have_count(0)
