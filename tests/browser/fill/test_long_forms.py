"""A form with more fields than are shown at once."""

import pytest
from playwright.sync_api import expect

from designer.fill.form import field_window
from designer.models import Visibility
from tests.browser.fill.page import SECRET, control

TEXTS = "".join(
    f"  p{number}: {{type: string, default: d, label: Text {number}, constraints: [{{length: {{max: 9}}}}]}}\n"
    for number in range(25)
)
LONG = f"""heat_template_version: 2021-04-16
parameters:
  secret: {{type: string, hidden: true, default: ""}}
{TEXTS}
outputs:
  first: {{value: {{get_param: p0}}}}
  last: {{value: {{get_param: p24}}}}
"""


@pytest.fixture
def long_form(page, make_design, monkeypatch):
    """A form of 26 fields, of which ten are shown at once, opened in the browser."""
    monkeypatch.setattr(field_window, "MOST_FIELDS", 10)
    page.goto(f"/templates/{make_design(LONG, visibility=Visibility.PUBLIC).slug}/")
    return page


def shows(page, *words):
    expect(page.locator(".field-window .meta").first).to_contain_text(" ".join(words))


def move(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()


def test_what_was_typed_is_kept_while_other_fields_are_shown(long_form):
    shows(long_form, "1 to 10 of 26 parameters.")
    control(long_form, "p0").fill("one")
    move(long_form, "Next")
    shows(long_form, "11 to 20 of 26")
    move(long_form, "Next")
    control(long_form, "p24").fill("last")
    expect(long_form.get_by_test_id("output-last")).to_contain_text("last")
    expect(long_form.get_by_test_id("output-first")).to_contain_text("one")
    move(long_form, "Previous")
    shows(long_form, "11 to 20 of 26")
    move(long_form, "Previous")
    expect(control(long_form, "p0")).to_have_value("one")
    long_form.reload()
    expect(control(long_form, "p0")).to_have_value("one")
    expect(long_form.get_by_test_id("output-last")).to_contain_text("last")


def test_a_hidden_value_stays_in_its_control(long_form):
    control(long_form, "secret").fill(SECRET)
    move(long_form, "Next")
    shows(long_form, "11 to 20 of 26")
    expect(control(long_form, "secret")).to_have_value(SECRET)


def test_a_field_is_found_while_its_name_is_typed(long_form, expect_accessible):
    finder = long_form.get_by_label("Find a parameter")
    finder.fill("text 24")
    expect(control(long_form, "p24")).to_be_visible()
    expect(control(long_form, "p0")).to_have_count(0)
    expect(finder).to_be_focused()
    finder.press("Enter")
    expect_accessible(long_form)
    finder.fill("")
    shows(long_form, "1 to 10 of 26")


def test_a_link_leads_to_a_field_that_is_not_shown(long_form):
    control(long_form, "p0").fill("much too long")
    move(long_form, "Next")
    shows(long_form, "11 to 20 of 26")
    long_form.get_by_role("link", name="1 value to fix").click()
    expect(control(long_form, "p0")).to_be_focused()


def test_a_filter_is_one_of_all_fields(long_form):
    control(long_form, "p0").fill("one")
    move(long_form, "Next")
    shows(long_form, "11 to 20 of 26")
    rail = long_form.get_by_role("navigation", name="Groups and environments")
    rail.get_by_role("button", name="Typed by you").click()
    shows(long_form, "1 to 1 of 1")
    expect(control(long_form, "p0")).to_have_value("one")
    expect(rail.get_by_role("button", name="Typed by you")).to_have_attribute("aria-current", "true")
