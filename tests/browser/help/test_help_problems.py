"""From a problem on a page to what it means, and the list of all problems, in the browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import MINIMAL

BROKEN = MINIMAL.replace(b"get_param: size", b"get_param: sise")


@pytest.mark.parametrize("name", ["", "design/"])
def test_a_problem_leads_to_its_page(alice_page: Page, make_design, name):
    alice_page.goto(f"/templates/{make_design(BROKEN).slug}/{name}")
    if not name:
        alice_page.get_by_role("button", name="1 error").click()
    problem = alice_page.locator("[data-testid=problem][data-code=unknown-parameter]").first
    with alice_page.context.expect_page() as opened:
        problem.get_by_role("link", name="unknown-parameter").click()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text("There is no parameter of this name")
    opened.value.get_by_role("link", name="All problems").click()
    expect(opened.value).to_have_url("/help/problems/")


def test_the_list_is_searched_while_one_types_and_opened_by_key(page: Page):
    page.goto("/help/problems/")
    page.keyboard.press("/")
    page.keyboard.type("negated twice")
    expect(page.locator("#results")).to_have_attribute("data-count", "1")
    expect(page).to_have_url("/help/problems/?q=negated%20twice")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="double-negation")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("A condition is negated twice.")
    expect(page.locator("tr.found")).to_contain_text("is_open")
