"""The design page reads what resource types the connected project has, and then offers and checks these."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cloud.pictures import take_pictures
from tests.browser.cloud.test_journey import connect

BALANCED = """\
heat_template_version: 2021-04-16
resources:
  balancer: {type: OS::Octavia::LoadBalancer, properties: {vip_subnet: private}}
"""


def test_the_palette_and_the_problems_are_those_of_the_cloud(
    alice_page: Page, cloud, make_design, expect_accessible, pytestconfig: pytest.Config
) -> None:
    page, design = alice_page, make_design(BALANCED, name="Shop")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"/templates/{design.slug}/design/")
    page.get_by_test_id("arrange-canvas").click()
    balancer = page.get_by_test_id("palette-item-OS::Octavia::LoadBalancer")
    search, line = page.get_by_test_id("palette-search"), page.get_by_test_id("catalogue")
    search.fill("loadbalancer")
    expect(balancer).to_be_visible()
    expect(line).to_have_count(0)

    connect(page)
    expect(line).to_have_attribute("data-state", "whole", timeout=120_000)
    expect(line).to_contain_text("Types of demo, read")
    expect(balancer).to_have_count(0)
    expect(search).to_have_value("loadbalancer")
    expect(page.locator("#diagnostics")).to_contain_text("demo has no Octavia")
    expect_accessible(page)
    take_pictures(page, pytestconfig, "own-types")

    search.fill("RandomString")
    search.press("Enter")
    expect(page.get_by_test_id("node-random_string")).to_be_visible()
    expect(page.locator("#diagnostics")).to_contain_text("demo has no Octavia")

    page.get_by_test_id("cloud-connect").press("Enter")
    page.get_by_role("button", name="Disconnect").press("Enter")
    expect(line).to_have_count(0)
    expect(balancer).to_be_attached()
    expect(page.locator("#diagnostics")).not_to_contain_text("demo has no Octavia")
