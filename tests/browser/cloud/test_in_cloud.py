"""The page of a form reads by itself what the connected project has, and says what of the form is not there."""

import re

import pytest
from playwright.sync_api import Page, expect

from designer.cloud.service import transport
from designer.models import CloudCatalogue
from tests.browser.cloud.pictures import take_pictures
from tests.browser.cloud.test_journey import connect

FORM = """\
heat_template_version: 2021-04-16
parameters:
  image: {type: string, label: Image, default: web-2024, constraints: [{custom_constraint: glance.image}]}
  flavor: {type: string, label: Size, default: m1.medium, constraints: [{custom_constraint: nova.flavor}]}
  count: {type: number, label: Servers, default: 2}
resources:
  servers:
    type: OS::Heat::ResourceGroup
    properties:
      count: {get_param: count}
      resource_def:
        type: OS::Nova::Server
        properties: {image: {get_param: image}, flavor: {get_param: flavor}}
  balancer: {type: OS::Octavia::LoadBalancer, properties: {vip_subnet: private}}
"""


def test_the_preview_begins_with_what_the_project_lacks(
    alice_page: Page, cloud, make_design, expect_accessible, pytestconfig: pytest.Config
) -> None:
    page, design = alice_page, make_design(FORM, name="Shop")
    page.goto(f"/templates/{design.slug}/")
    place = page.get_by_test_id("in-cloud")
    expect(place).to_be_empty()
    connect(page)
    expect(place.get_by_role("heading")).to_have_text("In demo, project demo")
    expect(place).to_contain_text("This cloud has no Octavia.")
    expect(place).to_contain_text("Servers 2 of")
    expect(place).to_contain_text("web-2024 is not there")
    page.locator("#param-count").fill("40")
    expect(place).to_contain_text("Servers: 40 needed")
    expect_accessible(page)
    take_pictures(page, pytestconfig, "in-cloud", "[popovertarget=preview-pane]")

    place.get_by_role("link", name="Go to Image").click()
    expect(page.locator("#param-image")).to_be_focused()
    page.get_by_role("button", name="Use debian").click()
    expect(place).not_to_contain_text("is not there")

    CloudCatalogue.objects.update(types=["OS::Heat::ResourceGroup", "OS::Octavia::LoadBalancer"])
    page.locator("#param-count").fill("1")
    expect(place).to_contain_text("This cloud has no Nova.")
    place.get_by_role("link", name="Refresh").click()
    expect(place).to_contain_text("This cloud has no Octavia.")
    expect(page.locator("#param-count")).to_have_value("1")


def test_a_cloud_that_does_not_answer_is_told_until_it_does(
    alice_page: Page, clock, cloud, make_design, expect_accessible, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, design = alice_page, make_design(FORM, name="Shop")
    clock.install()
    page.goto(f"/templates/{design.slug}/")
    connect(page)
    chip, place = page.get_by_test_id("cloud-connect"), page.get_by_test_id("in-cloud")
    expect(place).to_contain_text("This cloud has no Octavia.")
    expect(chip).to_have_attribute("data-state", "connected")
    with monkeypatch.context() as patch:
        patch.setattr(transport, "TIMEOUT", 0.0001)  # s: no service is as fast
        place.get_by_role("link", name="Refresh").click()
        expect(chip).to_have_attribute("data-state", "away")
        expect(chip).to_contain_text("does not answer")
        expect(page.locator("#announce")).to_have_text("demo · demo: does not answer")
        expect_accessible(page)
        with page.expect_response(re.compile("chip=again")):
            clock.fast_forward(31_000)  # it is asked again, in vain
        expect(chip).to_have_attribute("data-state", "away")
        page.reload()
        expect(chip).to_have_attribute("data-state", "away")
        chip.press("Enter")
        expect(page.get_by_role("dialog")).to_contain_text(re.compile(r"has not answered since \d\d:\d\d"))
        page.keyboard.press("Escape")
    clock.fast_forward(31_000)
    expect(chip).to_have_attribute("data-state", "connected")
    expect(chip).to_contain_text("min left")
    expect(page.locator("#announce")).to_have_text("demo · demo: answers")
