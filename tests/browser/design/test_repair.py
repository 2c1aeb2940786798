"""Fixing a refused default and a refused literal property on the design page."""

import pytest
from playwright.sync_api import Page, expect

TEXT = """\
heat_template_version: 2021-04-16
description: Sizes
parameters:
  count: {type: number, default: 5, label: Count, description: How many, constraints: [modulo: {step: 2, offset: 0}]}
resources:
  disk:
    type: OS::Cinder::Volume
    properties:
      size: 0  # kept
      name: {get_param: count}
"""


@pytest.fixture
def design_page(alice_page: Page, make_design) -> Page:
    """The design page of the template above."""
    make_design(TEXT.encode())
    alice_page.goto("/templates/web/design/")
    return alice_page


def problem(page, code):
    """The problem with a code."""
    return page.locator(f".problem[data-code={code}]").first


@pytest.mark.parametrize(
    ("code", "title", "before", "after"),
    [
        ("range", "Fix: Use 1", "size: 0  # kept", "size: 1  # kept"),
        ("bad-default", "Fix: Use 4", "default: 5,", "default: 4,"),
    ],
)
def test_a_click_writes_the_nearest_value(design_page, code, title, before, after):
    expect(problem(design_page, code)).to_contain_text("Use ")
    problem(design_page, code).get_by_role("button", name=title).click()
    expect(design_page.locator("textarea[name=text]")).to_have_value(TEXT.replace(before, after))
    expect(problem(design_page, code)).to_have_count(0)


def test_the_form_of_the_resource_offers_it_too(design_page):
    design_page.get_by_test_id("node-disk").click()
    field = design_page.get_by_test_id("property-size")
    expect(field).to_contain_text("The minimum is 1")
    field.get_by_role("button", name="Use 1").press("Enter")
    expect(design_page.locator("textarea[name=text]")).to_have_value(TEXT.replace("size: 0 ", "size: 1 "))
    expect(field).not_to_contain_text("The minimum is 1")
