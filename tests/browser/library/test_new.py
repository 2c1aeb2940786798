"""Importing a template, with a real browser."""

import io
import re
import zipfile
from posixpath import relpath

import pytest
from playwright.sync_api import Page, expect

from designer.models import Design
from tests.conftest import MINIMAL, PASSWORD
from tests.repository import repository

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
    expect(alice_page.get_by_test_id("problem")).to_be_visible()
    alice_page.get_by_role("button", name="Create anyway").click()
    expect(alice_page).to_have_url(re.compile("/templates/broken-one/design/$"))
    expect(alice_page.get_by_test_id("problem")).to_be_visible()
    expect(alice_page.locator("[data-studio].live")).to_be_visible()  # what was typed is let go of
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
    alice_page.get_by_role("button", name="Use Single server").click()
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
    if not script:
        page.get_by_role("button", name="Continue").click()
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
    expect(alice_page.get_by_role("alert")).to_contain_text("The text is not valid UTF-8")
    expect(alice_page.get_by_label("Name")).to_have_value("My name")
    expect(alice_page).to_have_title(re.compile("^Error:"))


def test_a_restored_text_is_announced_and_can_be_discarded(alice_page: Page):
    alice_page.goto("/templates/new")
    alice_page.get_by_test_id("import-text").fill("a: b\n")
    alice_page.reload()
    expect(alice_page.get_by_text("It was kept on this device.")).to_be_visible()
    alice_page.get_by_role("button", name="Start over").click()
    expect(alice_page.get_by_test_id("import-text")).to_have_value("")
    alice_page.reload()
    expect(alice_page.get_by_text("It was kept on this device.")).to_be_hidden()


def upload_of(name, files):
    """A zip as a browser is given it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return {"name": name, "mimeType": "application/zip", "buffer": stream.getvalue()}


@pytest.fixture(params=[True, False], ids=["with-script", "without-script"])
def scripted_page(request, plain_page, sign_in, alice, context):
    """A page of Alice's, with and without JavaScript."""
    sign_in(alice)
    return plain_page(java_script_enabled=request.param, storage_state=context.storage_state())


@pytest.fixture
def folder(tmp_path):
    """A repository in a folder of the disk, with what tools leave behind."""
    place = tmp_path / "cloud"
    files = repository("stacks/overcloud.yaml") | {".git/config": "x", "scripts/__pycache__/a.pyc": "x", "ü/☃.txt": "x"}
    for path, text in files.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text)
    return place


def test_a_zip_with_several_templates_asks_and_is_not_chosen_again(scripted_page: Page, base_url):
    page = scripted_page
    page.goto(base_url + "/templates/new")
    both = upload_of("both.zip", {"one.yaml": MINIMAL, "two.yaml": MINIMAL})
    page.get_by_test_id("import-file").set_input_files(both)
    page.get_by_test_id("import-submit").click()
    expect(page.get_by_role("heading", name="both.zip has 2 templates")).to_be_focused()
    page.get_by_label("two.yaml").check()
    page.get_by_test_id("choose-template").click()
    expect(page.get_by_role("heading", name="two.yaml")).to_be_visible()
    expect(page.get_by_test_id("counts")).to_contain_text("1 parameter, 1 resource, 0 outputs")
    page.get_by_test_id("keep-upload").click()
    expect(page.get_by_text("Template saved from “two.yaml”")).to_be_visible()


def test_problems_show_before_a_pasted_text_is_kept(scripted_page: Page, base_url):
    page = scripted_page
    page.goto(base_url + "/templates/new")
    page.get_by_test_id("import-text").fill(BROKEN)
    page.get_by_test_id("import-submit").click()
    expect(page.get_by_test_id("problem")).to_have_attribute("data-line", "12")
    expect(page.get_by_role("alert").get_by_text("One problem was found.")).to_be_visible()
    page.get_by_role("button", name="Create anyway").click()
    expect(page.get_by_text("Template saved as it is. Its problems are listed next to the text.")).to_be_visible()
    assert bytes(Design.objects.get().newest.text).decode() == BROKEN


def test_problems_show_before_an_uploaded_file_is_kept(scripted_page: Page, base_url):
    page = scripted_page
    page.goto(base_url + "/templates/new")
    file = {"name": "web.yaml", "mimeType": "text/yaml", "buffer": BROKEN.encode()}
    page.get_by_test_id("import-file").set_input_files(file)
    page.get_by_test_id("import-submit").click()
    expect(page.get_by_test_id("problem")).to_have_attribute("data-line", "12")
    assert Design.objects.count() == 0
    page.get_by_role("button", name="Discard upload").click()
    expect(page.get_by_text("Import of web.yaml canceled.")).to_be_visible()
    assert Design.objects.count() == 0


def keep_the_cloud(page: Page):
    """Goes on from a folder that was chosen or dropped, and holds what is kept against it."""
    expect(page.get_by_text("cloud: 16 files")).to_be_visible()
    expect(page.get_by_text("2 skipped, such as")).to_be_visible()
    page.get_by_test_id("import-submit").click()
    expect(page.get_by_role("heading", name="cloud.zip has 2 templates")).to_be_visible()
    page.get_by_label("cloud/stacks/overcloud.yaml").check()
    page.get_by_test_id("choose-template").click()
    expect(page.get_by_text("2 environment files")).to_be_visible()
    page.get_by_test_id("keep-upload").click()
    expect(page.get_by_text("with 15 other files.")).to_be_visible()
    content = Design.objects.get().newest.content
    assert content.path == "cloud/stacks/overcloud.yaml"
    expected = repository("stacks/overcloud.yaml") | {"ü/☃.txt": "x"}
    del expected["stacks/overcloud.yaml"]
    assert {path: data.decode() for path, data in content.files.items()} == {
        relpath(path, "stacks"): text for path, text in expected.items()
    }


def test_a_folder_is_chosen(alice_page: Page, folder):
    alice_page.goto("/templates/new")
    alice_page.get_by_test_id("import-folder").set_input_files(folder)
    keep_the_cloud(alice_page)


def test_a_folder_is_dropped_anywhere(alice_page: Page, folder):
    alice_page.goto("/templates/new")
    session = alice_page.context.new_cdp_session(alice_page)
    carried = {"items": [], "files": [str(folder)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 300, "y": 300, "data": carried})
    keep_the_cloud(alice_page)


def test_a_folder_that_is_too_large_is_refused_in_words_before_it_is_sent(alice_page: Page, tmp_path):
    place = tmp_path / "large"
    place.mkdir()
    for number in range(13):
        (place / f"{number}.yaml").write_bytes(b"x" * 1024 * 1024)
    alice_page.goto("/templates/new")
    alice_page.get_by_test_id("import-folder").set_input_files(place)
    expect(alice_page.get_by_text("large has 13.0 MiB; the limit is 12.0 MiB.")).to_be_visible()
    assert alice_page.get_by_test_id("import-file").evaluate("field => field.files.length") == 0


def test_another_template_is_looked_at_and_later_takes_the_place_of_the_first(alice_page: Page):
    files = repository("stacks/overcloud.yaml")
    alice_page.goto("/templates/new")
    alice_page.get_by_test_id("import-file").set_input_files(upload_of("cloud.zip", files))
    alice_page.get_by_test_id("import-submit").click()
    alice_page.get_by_text("7 that other files reference").click()
    alice_page.get_by_label("common/base.yaml").check()
    alice_page.get_by_test_id("choose-template").click()
    alice_page.get_by_text("Choose another template").click()
    alice_page.get_by_label("stacks/overcloud.yaml").check()
    alice_page.get_by_role("button", name="Show this template").click()
    alice_page.get_by_test_id("keep-upload").click()
    slug = Design.objects.get().slug
    alice_page.goto(f"/templates/{slug}/files/")
    alice_page.get_by_role("button", name="Use as the template ../common/base.yaml").click()
    expect(alice_page.get_by_text("“common/base.yaml” is now the template.")).to_be_visible()
    expect(alice_page.get_by_test_id("place")).to_have_text("common/base.yaml")
