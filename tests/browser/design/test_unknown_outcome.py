"""A save of which the database does not say whether it took place, with a real browser."""

import pytest
from playwright.sync_api import Page, expect

from designer.models import Revision
from tests.conftest import MINIMAL
from tests.designer.store.test_unavailable_database import losing_answers

pytestmark = pytest.mark.database


@pytest.fixture
def may_report():
    return ["status of 503"]


def test_who_goes_back_finds_what_was_saved(alice_page: Page, make_design):
    page = alice_page
    make_design()
    page.goto("/templates/web/design/")
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("# mine\n")
    expect(page.locator("input[name=counter]")).not_to_have_value("0")
    page.get_by_test_id("save-revision").click()
    with losing_answers():
        page.locator("[data-confirm]").click()
        expect(page.get_by_text("It is not known whether this was saved.")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("Your last save succeeded: “Web” was saved as revision 2.")).to_be_visible()
    expect(page.locator("textarea[name=text]")).to_have_value(f"{MINIMAL.decode()}# mine\n")
    expect(page.locator("input[name=based_on]").first).to_have_value("2")
    expect(page.locator("[data-unsaved]")).to_be_hidden()
    assert Revision.objects.count() == 2
