"""The files beside a template, with a real browser."""

from playwright.sync_api import Page, expect

from tests.conftest import MINIMAL


def test_a_text_that_is_not_saved_goes_along_when_its_file_is_renamed(alice_page: Page, make_design):
    design = make_design(MINIMAL, files={"run.sh": b"echo\n"})
    alice_page.goto("/templates/web/design/?file=run.sh")
    alice_page.get_by_test_id("code-editor").fill("echo mine\n")
    alice_page.get_by_role("link", name="Add, rename, remove").click()
    alice_page.get_by_text("Rename run.sh").click()
    alice_page.get_by_label("New name of run.sh").fill("scripts/run.sh")
    alice_page.get_by_label("New name of run.sh").press("Enter")
    expect(alice_page.get_by_text("Renamed run.sh to scripts/run.sh")).to_be_visible()
    alice_page.get_by_role("link", name="scripts/run.sh").click()
    expect(alice_page.get_by_test_id("code-editor")).to_have_value("echo mine\n")
    alice_page.get_by_test_id("save-revision").click()
    expect(alice_page.get_by_text("Saved as revision 3.")).to_be_visible()
    design.refresh_from_db()
    assert design.newest.content.files == {"scripts/run.sh": b"echo mine\n"}


def test_files_are_added_and_taken_away_without_javascript(plain_page, base_url, sign_in, alice, context, make_design):
    make_design(MINIMAL)
    sign_in(alice)
    page = plain_page(java_script_enabled=False, storage_state=context.storage_state())
    page.goto(base_url + "/templates/web/files/")
    page.get_by_label("Name").fill("start.sh")
    page.get_by_test_id("add-file").click()
    page.get_by_test_id("code-editor").fill("echo\n")
    page.get_by_test_id("save-revision").click()
    page.get_by_role("link", name="Add, rename, remove").click()
    page.get_by_role("button", name="Remove start.sh").click()
    expect(page.get_by_text("There are none.")).to_be_visible()
