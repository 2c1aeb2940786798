"""What is not saved yet, and saving, with a real browser."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from designer.models import Draft
from designer.store.designs import revision_create
from designer.store.value_sets import value_set_save
from tests.browser.network import intercept, until
from tests.conftest import MINIMAL

pytestmark = pytest.mark.database

TEXT = MINIMAL.decode()


@pytest.fixture
def design(make_design):
    return make_design(MINIMAL, files={"run.sh": b"echo\n"})


@pytest.fixture
def other_page(plain_page, base_url, alice):
    """A page of Alice's on another device."""
    client = Client()
    client.force_login(alice)
    page = plain_page(base_url=base_url)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])
    return page


def text(page):
    """The field that always has the editor's text."""
    return page.locator("textarea[name=text]")


def write(page, words):
    """Type at the end of the text."""
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(words)


def kept(page):
    """Wait until the server has what was typed."""
    expect(page.locator("input[name=counter]")).not_to_have_value("0")


def saved(design):
    design.refresh_from_db()
    return design.newest


def test_a_draft_is_there_on_another_device_and_can_be_discarded_and_restored(
    alice_page: Page, other_page: Page, design
):
    alice_page.goto("/templates/web/design/")
    write(alice_page, "# mine\n")
    kept(alice_page)
    expect(alice_page.locator("[data-unsaved]")).to_be_visible()
    page = other_page
    page.goto("/templates/web/design/")
    expect(text(page)).to_have_value(TEXT + "# mine\n")
    expect(page.get_by_text("This is your unsaved draft, based on revision 1.")).to_be_visible()
    page.get_by_role("button", name="Discard draft").click()
    expect(page.get_by_role("status").filter(has_text="The draft was discarded.").first).to_be_visible()
    expect(text(page)).to_have_value(TEXT)
    expect(page.locator("[data-unsaved]")).to_be_hidden()
    page.get_by_role("button", name="Restore").click()
    expect(text(page)).to_have_value(TEXT + "# mine\n")
    assert saved(design).number == 1


class TestTwoWindows:
    @pytest.fixture
    def may_report(self):
        return ["status of 409"]

    @pytest.mark.parametrize("choice", ["Use the other version", "Keep this version"])
    def test_the_later_write_of_an_older_state_is_asked_about(self, alice_page: Page, other_page, design, choice):
        alice_page.goto("/templates/web/design/")
        other_page.goto("/templates/web/design/")
        write(alice_page, "# one\n")
        kept(alice_page)
        write(other_page, "# two\n")
        note = other_page.get_by_role("alert").filter(has_text="changed or saved in another window")
        expect(note).to_be_visible()
        other_page.get_by_test_id("save-revision").click()
        other_page.locator("[data-confirm]").click()
        expect(note).to_be_focused()
        assert saved(design).number == 1
        note.get_by_role("button", name=choice).click()
        expect(note).to_be_hidden()
        expected = "# one\n" if choice.startswith("Use") else "# two\n"
        expect(text(other_page)).to_have_value(TEXT + expected)
        other_page.get_by_test_id("save-revision").click()
        other_page.locator("[data-confirm]").click()
        expect(other_page.get_by_text("Saved as revision 2.")).to_be_visible()
        assert bytes(saved(design).text).decode() == TEXT + expected

    @pytest.mark.parametrize("choice", ["Keep this version", "Merge both"])
    def test_what_the_other_window_saved_is_no_dead_end(self, alice_page: Page, other_page, design, choice):
        alice_page.goto("/templates/web/design/")
        write(alice_page, "# draft\n")
        kept(alice_page)
        other_page.goto("/templates/web/design/")
        alice_page.evaluate("(text) => designer.studio.editor.replace(text, 'Start again')", TEXT)
        alice_page.evaluate("designer.studio.gesture('set', {path: ['parameters', 'size', 'label'], value: 'Size'})")
        kept(alice_page)
        alice_page.get_by_test_id("save-revision").click()
        alice_page.locator("[data-confirm]").click()
        expect(alice_page.get_by_text("Saved as revision 2.")).to_be_visible()
        write(other_page, "# two\n")
        note = other_page.get_by_role("alert").filter(has_text="changed or saved in another window")
        note.get_by_text("Show the difference").click()
        expect(note.get_by_role("region", name="Difference")).to_contain_text("label: Size")
        note.get_by_role("button", name=choice).click()
        expect(note).to_be_hidden()
        other_page.get_by_test_id("save-revision").click()
        other_page.locator("[data-confirm]").click()
        if choice.startswith("Keep"):
            expect(other_page.get_by_role("heading", name="You saved revision 2 in another window")).to_be_visible()
            other_page.get_by_test_id("save-merged").click()
        expect(other_page.get_by_text("Saved as revision 3.")).to_be_visible()
        text_saved = bytes(saved(design).text).decode()
        assert "label: Size" in text_saved
        assert text_saved.endswith("# draft\n# two\n")

    def test_a_window_that_was_doubled_is_another_one(self, alice_page: Page, design):
        alice_page.goto("/templates/web/design/")
        alice_page.reload()
        stored = alice_page.evaluate("() => JSON.stringify(sessionStorage)")
        double = alice_page.context.new_page()
        double.add_init_script(f"if (!sessionStorage.length) Object.assign(sessionStorage, {stored})")
        double.goto(alice_page.url)
        write(alice_page, "# one\n")
        kept(alice_page)
        write(double, "# two\n")
        expect(double.get_by_role("alert").filter(has_text="changed or saved in another window")).to_be_visible()
        assert bytes(Draft.objects.get().files.get().content).decode() == TEXT + "# one\n"
        double.close()


class TestALostConnection:
    @pytest.fixture
    def may_report(self):
        return ["ERR_FAILED"]

    def test_leaves_the_text_on_the_device_until_the_server_has_it(self, alice_page: Page, design):
        page = alice_page
        page.goto("/templates/web/design/")
        intercept(page, "**/design/draft/", lambda route: route.abort())
        write(page, "# mine\n")
        expect(page.locator("[data-said]")).to_have_text(re.compile("They are kept on this device"))
        page.reload()
        expect(text(page)).to_have_value(TEXT + "# mine\n")
        expect(page.get_by_text("It was kept on this device.")).to_be_visible()
        page.unroute("**/design/draft/")
        write(page, "# more\n")
        page.get_by_role("link", name="History").click()
        expect(page.get_by_role("heading", name="Revision 1")).to_be_visible()
        assert bytes(Draft.objects.get().files.get().content).decode() == TEXT + "# mine\n# more\n"


def test_what_is_left_by_a_link_is_there_afterwards(alice_page: Page, design):
    alice_page.goto("/templates/web/design/")
    write(alice_page, "# mine\n")
    alice_page.get_by_role("link", name="History").click()
    expect(alice_page.get_by_role("heading", name="Revision 1")).to_be_visible()
    assert bytes(Draft.objects.get().files.get().content).decode() == TEXT + "# mine\n"


def test_a_page_that_was_made_before_the_last_write_loses_nothing(alice_page: Page, design, held):
    page, made = alice_page, []
    page.goto("/templates/web/design/")
    write(page, "# one\n")
    kept(page)
    with held.at("draft"):
        write(page, "# two\n")
    intercept(page, "**/design/", lambda route: made.append((route, route.fetch())))
    page.evaluate("void setTimeout(() => location.reload())")
    until(page, lambda: bool(made))
    with page.expect_response("**/draft/"):  # the server has it while the page is on its way
        held.waiting.pop().continue_()
    [(route, answer)] = made
    route.fulfill(response=answer)
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile("# one\n# two\n$"))
    page.get_by_test_id("undo").click()
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile("# one\n$"))


def test_a_draft_that_comes_back_to_what_is_saved_is_none(alice_page: Page, design):
    alice_page.goto("/templates/web/design/")
    write(alice_page, "# mine\n")
    kept(alice_page)
    alice_page.get_by_test_id("undo").click()
    expect(alice_page.locator("input[name=counter]")).to_have_value("0")
    expect(alice_page.locator("[data-unsaved]")).to_be_hidden()
    assert not Draft.objects.exists()


def test_signing_out_leaves_nothing_of_the_text_on_the_device(alice_page: Page, design, may_report):
    may_report.append("404 .*/design/diagram/")  # asked for when the session has just ended
    page = alice_page
    page.goto("/templates/web/design/")
    page.get_by_test_id("code-editor").focus()
    page.keyboard.insert_text("# for nobody else")
    page.reload()
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile("# for nobody else"))
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Your account")).not_to_be_attached()
    kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert "for nobody else" not in kept


def test_who_signs_out_at_once_keeps_the_last_word(alice_page: Page, design, may_report):
    may_report.append("404 .*/design/diagram/")  # asked for when the session has just ended
    page = alice_page
    page.goto("/templates/web/design/")
    page.get_by_test_id("code-editor").focus()
    page.keyboard.insert_text("# the last word")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Your account")).not_to_be_attached()
    assert b"# the last word" in bytes(Draft.objects.get().files.get().content)


# -- saving ------------------------------------------------------------------------


def test_the_difference_is_looked_at_and_saved_by_keys(alice_page: Page, design, alice, expect_accessible):
    value_set_save(design=design, owner=alice, name="large", values={"size": 9})
    page = alice_page
    page.goto("/templates/web/design/")
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(TEXT.replace("default: 2", "default: 2\n    constraints: [{range: {max: 5}}]"))
    page.keyboard.press("Control+Shift+s")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_test_id("diff")).to_contain_text("constraints")
    expect(dialog.get_by_test_id("meaning")).to_contain_text("now must be at most 5")
    expect(dialog.get_by_label("Message")).to_be_focused()
    expect_accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_test_id("code-editor")).to_be_focused()
    page.keyboard.press("Control+Shift+s")
    expect(dialog.get_by_label("Message")).to_be_focused()
    page.keyboard.type("At most five")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    assert saved(design).message == "At most five"


def test_the_difference_is_looked_at_and_saved_by_the_pointer(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/")
    write(page, f"# mine\n# {'a long line ' * 20}\n")
    page.get_by_test_id("save-revision").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_test_id("diff")).to_contain_text("# mine")
    for name in ("Save", "Close"):
        expect(dialog.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(dialog).to_contain_text("No impact on stacks")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    assert bytes(saved(design).text).decode().startswith(TEXT + "# mine\n")


def test_the_difference_is_looked_at_without_javascript(plain_page, sign_in, design, alice, base_url, context):
    sign_in(alice)
    page = plain_page(java_script_enabled=False, storage_state=context.storage_state())
    page.goto(f"{base_url}/templates/web/design/")
    page.get_by_test_id("code-editor").fill(TEXT + "# mine\n")
    page.get_by_test_id("save-revision").click()
    expect(page.get_by_test_id("diff")).to_contain_text("# mine")
    page.get_by_label("Message").fill("Mine")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    assert (bytes(saved(design).text).decode(), saved(design).message) == (TEXT + "# mine\n", "Mine")


def replace(page, old, new):
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(TEXT.replace(old, new))


def test_two_who_changed_different_parts_are_both_saved(alice_page: Page, design, alice, expect_accessible):
    page = alice_page
    page.goto("/templates/web/design/")
    theirs = MINIMAL.replace(b"OS::Heat::Value", b"OS::Heat::None")
    revision_create(design=design, author=alice, text=theirs, message="Theirs", based_on=1)
    replace(page, "default: 2", "default: 3")
    page.keyboard.press("Control+s")
    expect(page.get_by_role("alert")).to_contain_text("The changes do not overlap and can be merged.")
    expect(page.get_by_role("region", name="Their changes")).to_contain_text("OS::Heat::None")
    expect(page.get_by_role("region", name="Your changes")).to_contain_text("default: 3")
    expect_accessible(page)
    assert saved(design).number == 2
    page.get_by_role("button", name="Save merged version").click()
    expect(page.get_by_text("Saved as revision 3.")).to_be_visible()
    assert bytes(saved(design).text) == theirs.replace(b"default: 2", b"default: 3")
    expect(text(page)).to_have_value(bytes(saved(design).text).decode())
    expect(page.locator("[data-unsaved]")).to_be_hidden()


@pytest.mark.parametrize("by", ["keys", "pointer"])
def test_two_who_changed_the_same_are_asked(alice_page: Page, design, alice, by):
    page = alice_page
    page.goto("/templates/web/design/")
    revision_create(design=design, author=alice, text=MINIMAL.replace(b": number", b": string"), based_on=1)
    replace(page, "default: 2", "default: 3")
    page.get_by_test_id("save-revision").click()
    page.locator("[data-confirm]").click()
    conflict = page.get_by_test_id("conflict")
    expect(conflict).to_have_attribute("data-element", "parameters: size")
    mine = conflict.get_by_role("radio", name="Mine")
    if by == "keys":
        mine.press(" ")
        page.get_by_test_id("save-merged").press("Enter")
    else:
        mine.check()
        page.get_by_test_id("save-merged").click()
    expect(page.get_by_text("Saved as revision 3.")).to_be_visible()
    assert bytes(saved(design).text).decode() == TEXT.replace("default: 2", "default: 3")


def test_mine_is_left_for_what_somebody_saved(alice_page: Page, design, alice):
    page = alice_page
    page.goto("/templates/web/design/")
    revision_create(design=design, author=alice, text=MINIMAL + b"# theirs\n", based_on=1)
    write(page, "# mine\n")
    page.get_by_test_id("save-revision").click()
    page.locator("[data-confirm]").click()
    page.get_by_role("button", name="Use revision 2 and discard mine").click()
    expect(text(page)).to_have_value(TEXT + "# theirs\n")
    page.get_by_role("button", name="Restore").click()
    expect(text(page)).to_have_value(TEXT + "# mine\n")
