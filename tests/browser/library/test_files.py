"""The files of a template, with a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import MINIMAL

ROOT = MINIMAL + b"  vm:\n    type: nested/vm.yaml   # the machine\n"
FILES = {"run.sh": b"echo\r\n", "nested/vm.yaml": MINIMAL.replace(b"answer", b"inner"), "logo.png": b"\xff\xd8"}


@pytest.fixture
def design(make_design):
    return make_design(ROOT, files=FILES)


def text(page):
    """The field that always has the editor's text."""
    return page.locator("textarea[name=text]")


def file(page, path):
    """The link to a file in the list of files."""
    return page.locator(f'[data-files] [data-file="{path}"]')


def saved(design):
    design.refresh_from_db()
    return design.newest.content


def command(page, name):
    """Run a command by its name."""
    page.keyboard.press("Control+k")
    page.keyboard.type(name)
    page.keyboard.press("Enter")


def says(page, words):
    expect(page.locator("[data-said]")).to_contain_text(words)


def test_a_script_is_written_by_keys_alone_and_saved_with_the_template(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/")
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("# mine")
    page.keyboard.press("Escape")
    command(page, "Add file")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Path")).to_be_focused()
    page.keyboard.type("scripts/go.sh")
    dialog.get_by_label("File type").select_option("text")
    dialog.get_by_role("button", name="Add").press("Enter")
    expect(page).to_have_url(re.compile(r"\?file=scripts%2Fgo\.sh$"))
    expect(page.locator("[data-studio].live")).to_be_attached()
    page.get_by_test_id("code-editor").focus()
    page.keyboard.insert_text("#!/bin/sh\nexit\n")
    page.locator("[data-open-files]").click()
    file(page, "run.sh").press("Enter")
    expect(text(page)).to_have_value("echo\n")
    expect(page.locator("[data-studio].live")).to_be_attached()
    expect(file(page, "scripts/go.sh")).to_have_class(re.compile("changed"))
    assert "scripts/go.sh" not in saved(design).files
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    content = saved(design)
    assert content.text == ROOT + b"# mine"
    assert content.files == {**FILES, "scripts/go.sh": b"#!/bin/sh\nexit\n"}


def test_a_file_is_renamed_with_all_that_names_it(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/?file=nested/vm.yaml")
    page.locator("[data-open-files]").click()
    page.get_by_role("button", name="Rename file").click()
    page.get_by_role("dialog").get_by_label("Path").fill("vm.yaml")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(file(page, "vm.yaml")).to_have_attribute("aria-current", "page")
    page.locator("[data-open-files]").click()
    page.locator("[data-files]").get_by_role("link", name="Template").click()
    expect(text(page)).to_have_value(ROOT.decode().replace("nested/vm.yaml", "vm.yaml"))
    expect(page.get_by_role("heading", name="No problems")).to_be_visible()
    page.get_by_test_id("save-revision").click()
    page.locator("[data-confirm]").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    assert set(saved(design).files) == {"run.sh", "logo.png", "vm.yaml"}


def test_a_file_that_the_open_template_names_is_renamed_in_it_and_undone(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/")
    command(page, "Rename file")
    page.get_by_role("dialog").get_by_label("File").select_option("nested/vm.yaml")
    page.get_by_role("dialog").get_by_role("button", name="Next").click()
    page.get_by_role("dialog").get_by_label("Path").fill("vm.yaml")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    says(page, "Rename nested/vm.yaml to vm.yaml")
    expect(text(page)).to_have_value(ROOT.decode().replace("nested/vm.yaml", "vm.yaml"))
    expect(file(page, "vm.yaml")).to_be_attached()
    page.get_by_test_id("undo").click()
    expect(text(page)).to_have_value(ROOT.decode())
    expect(file(page, "nested/vm.yaml")).to_be_attached()
    expect(file(page, "vm.yaml")).not_to_be_attached()
    expect(page.locator("[data-unsaved]")).to_be_hidden()
    page.reload()
    page.get_by_test_id("redo").click()
    expect(text(page)).to_have_value(ROOT.decode().replace("nested/vm.yaml", "vm.yaml"))
    expect(file(page, "vm.yaml")).to_be_attached()
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    assert saved(design).files.keys() == {"run.sh", "logo.png", "vm.yaml"}


def test_renaming_what_the_open_template_does_not_name_is_taken_back(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/")
    command(page, "Rename file")
    page.get_by_role("dialog").get_by_label("File").select_option("run.sh")
    page.get_by_role("dialog").get_by_role("button", name="Next").click()
    page.get_by_role("dialog").get_by_label("Path").fill("go.sh")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    says(page, "Rename run.sh to go.sh")
    page.locator("[data-undo-last]").click()
    says(page, "Undone: Rename run.sh to go.sh")
    expect(file(page, "run.sh")).to_be_attached()
    expect(file(page, "go.sh")).not_to_be_attached()


def test_resources_are_taken_out_and_the_new_file_goes_and_comes_with_undo_and_redo(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/")
    page.get_by_test_id("node-answer").press("Enter")
    command(page, "Extract to nested template")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the new resource").fill("inner")
    dialog.get_by_role("button", name="Extract").press("Enter")
    expect(page.get_by_test_id("node-inner")).to_be_visible()
    expect(page.get_by_test_id("node-answer")).not_to_be_attached()
    page.get_by_role("button", name="Open inner.yaml").press("Enter")
    expect(text(page)).to_have_value(re.compile("answer:"))
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("# by hand\n")
    taken = text(page).input_value()
    page.locator("[data-open-files]").click()
    page.locator("[data-files]").get_by_role("link", name="Template").press("Enter")
    expect(page.get_by_test_id("node-inner")).to_be_visible()
    page.get_by_test_id("undo").press("Enter")
    expect(text(page)).to_have_value(ROOT.decode())
    expect(file(page, "inner.yaml")).not_to_be_attached()
    page.get_by_test_id("redo").press("Enter")
    expect(page.get_by_test_id("node-inner")).to_be_visible()
    page.locator("[data-open-files]").click()
    file(page, "inner.yaml").press("Enter")
    expect(text(page)).to_have_value(taken)


def test_a_removed_file_comes_back(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/?file=run.sh")
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("exit\n")
    page.locator("[data-open-files]").click()
    page.get_by_role("button", name="Remove file").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(file(page, "run.sh")).not_to_be_attached()
    page.get_by_role("button", name="Restore").click()
    expect(file(page, "run.sh")).to_be_attached()
    expect(page.locator("[data-open-files]")).to_be_focused()
    page.keyboard.press("Enter")
    file(page, "run.sh").press("Enter")
    expect(text(page)).to_have_value("echo\nexit\n")


def test_a_nested_template_opens_in_place_with_a_way_back(alice_page: Page, design, expect_accessible):
    page = alice_page
    page.goto("/templates/web/design/")
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("# mine\n")
    page.get_by_test_id("node-vm").focus()
    page.keyboard.press("Enter")
    expect(page.locator("aside[data-inspector] :focus")).to_be_attached()  # the form takes the focus once it is there
    page.get_by_test_id("node-vm").focus()
    page.keyboard.press("o")
    expect(page.get_by_test_id("node-inner")).to_be_visible()
    expect(page.get_by_role("navigation", name="Breadcrumb")).to_contain_text("nested/vm.yaml")
    expect(page.get_by_test_id("property-value")).not_to_be_attached()
    page.get_by_test_id("palette-search").fill("Net")
    page.get_by_test_id("palette-item-OS::Neutron::Net").dblclick()
    expect(page.get_by_test_id("node-net")).to_be_visible()
    expect_accessible(page)
    page.go_back()
    expect(page.get_by_test_id("node-vm")).to_be_visible()
    expect(text(page)).to_have_value(ROOT.decode() + "# mine\n")
    page.get_by_test_id("undo").click()
    expect(text(page)).to_have_value(ROOT.decode())
    page.get_by_test_id("save-revision").click()
    page.locator("[data-confirm]").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    content = saved(design)
    assert content.text == ROOT
    assert b"OS::Neutron::Net" in content.files["nested/vm.yaml"]


def test_a_nested_template_is_opened_by_the_pointer(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/")
    page.get_by_test_id("node-vm").click()
    page.get_by_role("button", name="Open nested/vm.yaml").click()
    expect(page.get_by_test_id("node-inner")).to_be_visible()
    page.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="Web").click()
    expect(page.get_by_test_id("node-vm")).to_be_visible()


def test_a_nested_template_is_added_from_the_palette(alice_page: Page, make_design):
    page = alice_page
    make_design(MINIMAL, files=FILES)
    page.goto("/templates/web/design/")
    page.get_by_test_id("palette-item-nested/vm.yaml").dblclick()
    expect(page.get_by_role("button", name="Open nested/vm.yaml")).to_be_visible()
    expect(text(page)).to_have_value(re.compile(r"type: nested/vm\.yaml"))
    expect(page.get_by_role("heading", name="No problems")).to_be_visible()


def test_a_script_opens_in_the_same_editor(alice_page: Page, design, expect_accessible):
    page = alice_page
    page.goto("/templates/web/design/?file=run.sh")
    expect(page.locator(".cm-content")).to_contain_text("echo")
    expect(page.get_by_test_id("palette")).not_to_be_attached()
    expect(page.get_by_test_id("undo")).to_be_visible()
    foot = page.locator(".paper").bounding_box()
    assert foot["y"] + foot["height"] == pytest.approx(page.viewport_size["height"], abs=2)
    expect_accessible(page)


def test_files_are_uploaded(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/")
    command(page, "Upload files")
    page.get_by_label("Files", exact=True).last.set_input_files({"name": "x.bin", "mimeType": "", "buffer": b"\0\xff"})
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    expect(file(page, "x.bin")).to_be_attached()
    page.get_by_test_id("save-revision").click()
    page.locator("[data-confirm]").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    assert saved(design).files["x.bin"] == b"\0\xff"


def test_an_environment_file_has_its_problems_in_its_gutter(alice_page: Page, make_design):
    page = alice_page
    make_design(MINIMAL, files={"env.yaml": b"parameters:\n  size: many\n"})
    page.goto("/templates/web/design/?file=env.yaml")
    problem = page.locator("[data-testid=problem][data-severity=error]")
    expect(problem).to_have_attribute("data-file", "env.yaml")
    expect(page.locator(".cm-lintRange-error")).to_have_text("many")


def test_files_are_added_and_taken_away_without_javascript(plain_page, base_url, sign_in, alice, context, make_design):
    make_design(MINIMAL)
    sign_in(alice)
    page = plain_page(java_script_enabled=False, storage_state=context.storage_state())
    page.goto(base_url + "/templates/web/files/")
    page.get_by_label("Name").fill("start.sh")
    page.get_by_test_id("add-file").click()
    page.get_by_test_id("code-editor").fill("echo\n")
    page.get_by_test_id("save-revision").click()
    page.locator("[data-confirm]").click()
    page.locator("[data-open-files]").click()
    page.get_by_role("link", name="Manage files").click()
    page.get_by_role("button", name="Remove start.sh").click()
    expect(page.get_by_text("No files yet.")).to_be_visible()


def test_a_path_is_opened_in_its_plain_form(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/")
    command(page, "Add file")
    page.get_by_role("dialog").get_by_label("Path").fill("./scripts//go.sh")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\?file=scripts%2Fgo\.sh$"))


def test_what_cannot_come_back_is_not_offered(alice_page: Page, design):
    page = alice_page
    page.goto("/templates/web/design/")
    command(page, "Upload files")
    page.get_by_role("dialog").get_by_label("Files").set_input_files(
        {"name": "new.png", "mimeType": "image/png", "buffer": b"\xff\xd8"}
    )
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    for path, comes_back in (("logo.png", True), ("new.png", False)):
        expect(file(page, path)).to_be_attached()
        command(page, "Remove file")
        page.get_by_role("dialog").get_by_label("File").select_option(path)
        page.get_by_role("dialog").get_by_role("button", name="Next").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove").click()
        expect(file(page, path)).to_have_count(0)
        back = page.locator("[data-removed]").get_by_role("button", name="Restore")
        if comes_back:
            back.click()
            expect(file(page, path)).to_be_attached()
        else:
            expect(back).to_be_hidden()


@pytest.mark.parametrize("address", ["/templates/web/design/", "/templates/web/design/?file=two.yaml"])
def test_the_list_of_files_has_room_next_to_the_nested_link(alice_page: Page, make_design, address):
    nested = "nested/a_rather_long_name_of_a_file.yaml"
    part = f"heat_template_version: 2021-04-16\nresources:\n  inner: {{type: {nested}}}\n".encode()
    make_design(part, files={"two.yaml": part, nested: MINIMAL})
    page = alice_page
    page.goto(address)
    page.get_by_test_id("node-inner").click()
    button = page.get_by_role("button", name=f"Open {nested}")
    expect(button).to_be_visible()
    box, bar = (
        page.locator("[data-open-files]").bounding_box(),
        page.get_by_role("region", name="Template").bounding_box(),
    )
    assert box["width"] > 60
    inside = button.bounding_box()
    assert inside["x"] + inside["width"] <= bar["x"] + bar["width"]
