"""Bringing a template, with a real browser."""

import io
import re
import zipfile

import pytest
from playwright.sync_api import Page, expect

from designer.models import Design
from tests.conftest import MINIMAL, PASSWORD

BROKEN = MINIMAL.decode().replace("get_param: size", "get_param: sise")


def test_problems_show_while_typing_and_lead_to_their_place(alice_page: Page):
    alice_page.goto("/templates/new")
    text = alice_page.get_by_test_id("import-text")
    text.fill(BROKEN)
    problem = alice_page.get_by_test_id("problem")
    expect(problem).to_have_attribute("data-severity", "error")
    expect(problem).to_have_attribute("data-line", "12")
    expect(alice_page.locator("#line-12")).to_have_class("error")
    problem.get_by_role("link", name="line").click()
    expect(text).to_be_focused()
    chosen = text.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert chosen == "sise"
    text.press_sequentially("size")
    expect(alice_page.get_by_role("heading", name="No problems")).to_be_visible()
    expect(alice_page.locator("#line-12")).not_to_have_class("error")
    expect(text).to_be_focused()


def test_a_text_with_errors_can_be_kept(alice_page: Page):
    alice_page.goto("/templates/new")
    alice_page.get_by_test_id("import-text").fill(BROKEN)
    alice_page.get_by_label("Name").fill("Broken one")
    alice_page.get_by_test_id("import-submit").click()
    expect(alice_page).to_have_url(re.compile("/templates/broken-one/design/$"))
    expect(alice_page.get_by_test_id("problem")).to_be_visible()
    assert bytes(Design.objects.get().newest.text).decode() == BROKEN
    alice_page.goto("/templates/new")
    expect(alice_page.get_by_test_id("import-text")).to_have_value("")


def test_a_file(alice_page: Page, tmp_path):
    file = tmp_path / "web-service.yaml"
    file.write_bytes(MINIMAL.replace(b"\n", b"\r\n"))
    alice_page.goto("/templates/new")
    alice_page.get_by_test_id("import-file").set_input_files(file)
    alice_page.get_by_test_id("import-submit").click()
    expect(alice_page).to_have_url(re.compile("/templates/web-service/$"))
    assert bytes(Design.objects.get().newest.text) == file.read_bytes()


def test_a_sample_is_one_press_away(alice_page: Page):
    alice_page.goto("/templates/new")
    alice_page.get_by_role("button", name="Take Single server").click()
    expect(alice_page).to_have_url(re.compile("/templates/single-server/$"))


def test_what_is_not_kept_yet_survives_a_reload(alice_page: Page):
    alice_page.goto("/templates/new")
    alice_page.get_by_test_id("import-text").fill(BROKEN)
    expect(alice_page.get_by_test_id("problem")).to_be_visible()
    alice_page.reload()
    expect(alice_page.get_by_test_id("import-text")).to_have_value(BROKEN)
    expect(alice_page.get_by_test_id("problem")).to_be_visible()


@pytest.mark.usefixtures("alice")
@pytest.mark.parametrize("script", [True, False], ids=["with-script", "without-script"])
def test_a_visitor_signs_in_and_goes_on_with_the_text(plain_page, script):
    page = plain_page(java_script_enabled=script)
    page.goto("/templates/new")
    page.get_by_test_id("import-text").fill(BROKEN)
    page.get_by_test_id("import-submit").click()
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_test_id("import-text")).to_have_value(BROKEN)
    expect(page.get_by_test_id("problem")).to_be_visible()
    page.get_by_test_id("import-submit").click()
    expect(page.get_by_role("heading", name="Design of Untitled template")).to_be_attached()


def test_a_refused_file_leaves_what_was_typed(alice_page: Page, tmp_path):
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\xff")
    alice_page.goto("/templates/new")
    alice_page.get_by_label("Name").fill("My name")
    alice_page.get_by_test_id("import-file").set_input_files(file)
    alice_page.get_by_test_id("import-submit").click()
    expect(alice_page.get_by_role("alert")).to_contain_text("It is not UTF-8 text")
    expect(alice_page.get_by_label("Name")).to_have_value("My name")
    expect(alice_page).to_have_title(re.compile("^Error:"))


def test_a_restored_text_is_announced_and_can_be_given_up(alice_page: Page):
    alice_page.goto("/templates/new")
    alice_page.get_by_test_id("import-text").fill("a: b\n")
    alice_page.reload()
    expect(alice_page.get_by_text("It was kept on this device.")).to_be_visible()
    alice_page.get_by_role("button", name="Start afresh").click()
    expect(alice_page.get_by_test_id("import-text")).to_have_value("")
    alice_page.reload()
    expect(alice_page.get_by_text("It was kept on this device.")).to_be_hidden()


def test_a_zip_with_several_templates_asks_and_is_not_chosen_again(alice_page: Page):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in ("one.yaml", "two.yaml"):
            archive.writestr(name, MINIMAL)
    alice_page.goto("/templates/new")
    upload = {"name": "both.zip", "mimeType": "application/zip", "buffer": stream.getvalue()}
    alice_page.get_by_test_id("import-file").set_input_files(upload)
    alice_page.get_by_test_id("import-submit").click()
    expect(alice_page.get_by_role("heading", name="both.zip holds 2 templates")).to_be_focused()
    alice_page.get_by_label("two.yaml").check()
    alice_page.get_by_test_id("choose-template").click()
    expect(alice_page.get_by_text("“two.yaml” is the template")).to_be_visible()
