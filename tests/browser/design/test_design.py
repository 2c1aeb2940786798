"""The text of a template, with a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from designer.store.designs import revision_create
from tests.browser.network import intercept
from tests.conftest import MINIMAL

BROKEN = MINIMAL.decode().replace("get_param: size", "get_param: sise")


@pytest.fixture
def design(make_design):
    return make_design(BROKEN)


def editor(page):
    return page.get_by_test_id("code-editor")


def field(page):
    """The form's own field, which always has the editor's text."""
    return page.locator("textarea[name=text]")


def write(page, text):
    """Type a text in place of all that is there."""
    editor(page).focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def test_a_problem_is_repaired_and_saved_by_the_keyboard(alice_page: Page, design):
    alice_page.goto("/templates/web/design/")
    expect(alice_page).to_have_title(re.compile(r"^\(1\) Design"))
    alice_page.keyboard.press("F8")
    expect(editor(alice_page)).to_be_focused()
    alice_page.keyboard.type("size")
    expect(alice_page.get_by_role("heading", name="No problems")).to_be_visible()
    expect(alice_page.locator("[data-unsaved]")).to_be_visible()
    alice_page.keyboard.press("Control+s")
    expect(alice_page.get_by_text("Saved as revision 2.")).to_be_visible()
    expect(alice_page.locator("[data-unsaved]")).to_be_hidden()
    design.refresh_from_db()
    assert bytes(design.newest.text) == MINIMAL


@pytest.mark.usefixtures("design")
def test_unsaved_text_survives_a_reload_and_can_be_discarded(alice_page: Page):
    alice_page.goto("/templates/web/design/")
    write(alice_page, "a: b\n")
    alice_page.reload()
    expect(field(alice_page)).to_have_value("a: b\n")
    alice_page.get_by_role("button", name="Discard draft").click()
    expect(field(alice_page)).to_have_value(BROKEN)
    alice_page.reload()
    expect(field(alice_page)).to_have_value(BROKEN)


def test_somebody_saved_in_between(alice_page: Page, design, alice):
    alice_page.goto("/templates/web/design/")
    revision_create(design=design, author=alice, text=MINIMAL + b"# theirs\n", message="Theirs", based_on=1)
    write(alice_page, BROKEN + "# mine\n")
    alice_page.get_by_test_id("save-revision").click()
    alice_page.locator("[data-confirm]").click()
    expect(alice_page.get_by_role("alert")).to_contain_text("You saved revision 2 in another window")
    expect(alice_page.get_by_test_id("diff")).to_contain_text("# theirs")
    expect(field(alice_page)).to_have_value(BROKEN + "# mine\n")
    design.refresh_from_db()
    assert design.newest.number == 2
    alice_page.get_by_test_id("save-over").click()
    expect(alice_page.get_by_text("Saved as revision 3.")).to_be_visible()
    expect(field(alice_page)).to_have_value(BROKEN + "# mine\n")


def test_an_old_unsaved_text_is_asked_about_before_it_replaces_a_newer_one(alice_page: Page, design, alice):
    alice_page.goto("/templates/web/design/")
    write(alice_page, BROKEN + "# mine\n")
    alice_page.goto("/")
    revision_create(design=design, author=alice, text=MINIMAL, message="Theirs", based_on=1)
    alice_page.goto("/templates/web/design/")
    expect(field(alice_page)).to_have_value(BROKEN + "# mine\n")
    alice_page.get_by_test_id("save-revision").click()
    alice_page.locator("[data-confirm]").click()
    expect(alice_page.get_by_role("alert")).to_contain_text("You saved revision 2 in another window")


class TestALostConnection:
    @pytest.fixture
    def may_report(self):
        return ["htmx:sendError", "ERR_FAILED"]

    @pytest.mark.usefixtures("design")
    def test_keeps_the_text_and_offers_to_try_again(self, alice_page: Page):
        alice_page.goto("/templates/web/design/")
        intercept(alice_page, "**/design/diagram/", lambda route: route.abort())
        write(alice_page, MINIMAL.decode())
        expect(alice_page.get_by_text("The text could not be checked.")).to_be_visible()
        alice_page.unroute("**/design/diagram/")
        alice_page.get_by_role("button", name="Try again").click()
        expect(alice_page.get_by_role("heading", name="No problems")).to_be_visible()
        expect(alice_page.get_by_text("The text could not be checked.")).to_be_hidden()
        expect(field(alice_page)).to_have_value(MINIMAL.decode())


def test_without_javascript(plain_page, sign_in, design, alice, base_url, context):
    sign_in(alice)
    page = plain_page(java_script_enabled=False, storage_state=context.storage_state())
    page.goto(f"{base_url}/templates/web/design/")
    expect(page.locator("#line-12")).to_have_class("error")
    page.get_by_test_id("problem").get_by_role("link", name="line").click()
    editor(page).fill(MINIMAL.decode())
    page.get_by_test_id("save-revision").click()
    page.get_by_role("textbox", name="Message").fill("Repaired")
    page.locator("[data-confirm]").click()
    expect(page.get_by_role("heading", name="No problems")).to_be_visible()
    design.refresh_from_db()
    assert (bytes(design.newest.text), design.newest.message) == (MINIMAL, "Repaired")


def test_a_long_text_is_scrolled_through_and_a_problem_brings_its_line_into_view(alice_page: Page, make_design):
    lines = "".join(f"# line {number}\n" for number in range(2, 301))
    make_design(BROKEN.replace("\n", "\n" + lines, 1))
    alice_page.goto("/templates/web/design/")
    expect(alice_page.get_by_text("# line 200", exact=True)).not_to_be_in_viewport()
    editor(alice_page).hover()
    alice_page.mouse.wheel(0, 200 * 20)
    expect(alice_page.get_by_text("# line 205", exact=True)).to_be_in_viewport()
    alice_page.keyboard.press("F8")
    expect(editor(alice_page).get_by_text("sise")).to_be_in_viewport()


def test_typing_before_the_editor_is_mounted_goes_on(alice_page: Page, make_design):
    page = alice_page
    make_design(b"heat_template_version: 2021-04-16\n")
    page.add_init_script("""document.addEventListener("readystatechange", () => {
      const text = document.querySelector("[data-paper] textarea");
      if (document.readyState !== "interactive" || !text) return;
      text.focus();
      text.setSelectionRange(text.value.length, text.value.length);
    })""")
    page.goto("/templates/web/design/")
    expect(page.locator(".cm-content")).to_be_focused()
    page.keyboard.type("#")
    expect(page.locator("textarea[name=text]")).to_have_value("heat_template_version: 2021-04-16\n#")
