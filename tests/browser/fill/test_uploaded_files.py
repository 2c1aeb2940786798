"""Environment files that come in: chosen, dropped or pasted; what they say of hidden parameters stays on the page."""

import base64
import io
import json
import zipfile

import pytest
from playwright.sync_api import FilePayload, Page, expect

from designer.models import FormDraft, Visibility
from tests.browser.fill.page import control, expect_kept, paste, save_as, undo
from tests.sampling import sampled

pytestmark = pytest.mark.database

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, label: Size, default: 1}
  name: {type: string, label: Name, default: web}
  password: {type: string, label: Password, hidden: true}
resources:
  one: {type: OS::Heat::None}
outputs:
  both: {value: {str_replace: {template: N-S, params: {N: {get_param: name}, S: {get_param: size}}}}}
"""
SECRET = "open-sesame-9"
SITE = f"parameters:\n  size: 3\n  password: {SECRET}  # from the safe\n"
DROP = """([entries]) => {
    const transfer = new DataTransfer();
    for (const [name, text] of entries) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
    }
    for (const type of ["dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
}"""
FOLDER = """([folders]) => {
    const entryOf = (above, name, inner) => {
        const fullPath = `${above}/${name}`;
        if (typeof inner === "string") {
            return { name, fullPath, isFile: true, isDirectory: false, file: (done) => done(new File([inner], name)) };
        }
        const rest = Object.entries(inner).map(([each, below]) => entryOf(fullPath, each, below));
        const createReader = () => ({ readEntries: (done) => done(rest.splice(0, 1)) });
        return { name, fullPath, isFile: false, isDirectory: true, createReader };
    };
    const dropped = Object.entries(folders).map(([name, inner]) => entryOf("", name, inner));
    const event = new Event("drop", { bubbles: true, cancelable: true });
    event.dataTransfer = { types: ["Files"], items: dropped.map((entry) => ({ webkitGetAsEntry: () => entry })) };
    document.body.dispatchEvent(event);
}"""


@pytest.fixture
def address(make_design) -> str:
    return f"/templates/{make_design(TEMPLATE, name='Files', visibility=Visibility.PUBLIC).slug}/"


def row(page: Page, name: str):
    """The row of a file."""
    return page.locator(f'[data-environment="{name}"]')


def choose(page: Page, **texts: str) -> None:
    """Choose files with the button: `site="text"` is `site.yaml`."""
    files = [
        FilePayload(name=f"{name}.yaml", mimeType="text/yaml", buffer=text.encode()) for name, text in texts.items()
    ]
    page.locator("#environment-upload-now").set_input_files(files)


def zipped(**texts: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in texts.items():
            archive.writestr(f"envs/{name}.yaml", text)
    return stream.getvalue()


def expect_hidden_counts(page: Page, name: str = "site.yaml") -> None:
    """Wait until the page says that the hidden value comes from a file."""
    expect(page.get_by_test_id("param-password")).to_contain_text(f"From {name}; never kept with a set")
    expect(page.locator("#tally")).to_contain_text("Everything fits")
    expect(control(page, "password")).to_have_value("")


@pytest.mark.parametrize("width", sampled([390, 1280]))
def test_chosen_files_come_last_and_count(form, width):
    form.set_viewport_size({"width": width, "height": 844})
    if width == 390:
        form.get_by_role("button", name="Environments", exact=True).click()
    choose(form, a="parameters: {size: 2, name: a}\n", b="parameters: {size: 7}\n")
    expect(row(form, "b.yaml")).to_contain_text("1 value")
    expect(form.locator("[data-environment] .name")).to_have_text(["a.yaml", "b.yaml"])
    expect(control(form, "size")).to_have_value("7")
    expect(control(form, "name")).to_have_value("a")
    expect(form.get_by_test_id("output-both")).to_have_text('"a-7"')
    undo(form).click()
    expect(row(form, "b.yaml")).to_have_count(0)
    expect(control(form, "size")).to_have_value("1")


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def test_several_files_and_a_zip_are_dropped_at_once(form):
    files = [
        ("a.yaml", encoded(b"parameters: {name: a}\n")),
        ("readme.md", encoded(b"# no")),
        ("all.zip", encoded(zipped(deep="parameters: {size: 9}\n"))),
    ]
    form.evaluate(DROP, [files])
    expect(form.locator("[data-environment] .name")).to_have_text(["a.yaml", "envs/deep.yaml"])
    expect(control(form, "size")).to_have_value("9")
    expect(control(form, "name")).to_have_value("a")


def test_a_folder_is_dropped(form):
    folder = {"a.yaml": "parameters: {name: a}\n", "x.png": "no", "b.yml": "parameters: {size: 6}\n"}
    form.evaluate(FOLDER, [{"all": folder}])
    expect(form.locator("[data-environment] .name")).to_have_text(["a.yaml", "b.yml"])
    expect(control(form, "size")).to_have_value("6")


NAMING = f"parameters: {{password: {SECRET}}}\nresource_registry: {{'Shop::One': ../nested.yaml}}\n"
REPOSITORY = {
    "envs": {"prod.yaml": "parameters: {size: 3}\n", "types.yaml": NAMING},
    "other": {"prod.yaml": "parameters: {name: other}\n"},
    "nested.yaml": "heat_template_version: 2021-04-16\n",
    ".git": {"config.yaml": "parameters: {size: 1}\n"},
    ".idea": {"workspace.yaml": "parameters: {size: 1}\n"},
    "._nested.yaml": "parameters: {size: 1}\n",
}


@pytest.mark.parametrize("dropped", [{"repository": REPOSITORY}, REPOSITORY], ids=["one", "several"])
def test_files_of_dropped_folders_keep_their_paths_and_what_they_name(page, make_design, dropped):
    text = TEMPLATE.replace("OS::Heat::None", "Shop::One")
    nested = {"nested.yaml": b"heat_template_version: 2021-04-16\nresources: {inner: {type: OS::Heat::None}}\n"}
    page.goto(f"/templates/{make_design(text, files=nested, visibility=Visibility.PUBLIC).slug}/")
    folders = {name: inner for name, inner in dropped.items() if not isinstance(inner, str)}
    page.evaluate(FOLDER, [folders])
    names = page.locator("[data-environment] .name")
    expect(names).to_have_text(["envs/prod.yaml", "envs/types.yaml", "other/prod.yaml"])
    expect(control(page, "size")).to_have_value("3")
    expect(control(page, "name")).to_have_value("other")
    expect(page.get_by_test_id("nested-one/inner")).to_be_attached()
    expect(row(page, "envs/types.yaml")).to_contain_text("1 hidden")
    assert SECRET not in page.locator("#preview-pane").inner_html()
    page.evaluate(FOLDER, [folders])
    expect(page.get_by_role("dialog", name="A file with this name already exists")).to_contain_text("other/prod.yaml")


def test_a_file_of_empty_lines_in_a_dropped_folder(form):
    form.evaluate(FOLDER, [{"all": {"site.yaml": (" " * 7 + "\n") * 60_000 + "parameters: {size: 4}\n"}}])
    expect(control(form, "size")).to_have_value("4")


def test_a_text_is_pasted_and_its_hidden_values_count(form):
    paste(form, SITE, "site.yaml")
    expect_hidden_counts(form)
    expect(form.get_by_role("dialog", name="Add an environment file")).to_be_hidden()
    control(form, "name").fill("more")
    expect(form.get_by_test_id("output-both")).to_have_text('"more-3"')
    expect_hidden_counts(form)


def test_a_hidden_value_of_a_zip_counts_too(form):
    form.evaluate(DROP, [[("all.zip", encoded(zipped(site=SITE)))]])
    expect_hidden_counts(form, "envs/site.yaml")
    control(form, "name").fill("more")
    expect(form.get_by_test_id("output-both")).to_have_text('"more-3"')
    expect_hidden_counts(form, "envs/site.yaml")


def test_a_file_that_cannot_be_added_is_reported_and_nothing_is_lost(form):
    choose(form, site=SITE)
    expect_hidden_counts(form)
    form.locator("#environment-upload-now").set_input_files(
        [FilePayload(name="x.yaml", mimeType="text/yaml", buffer=b"\xff\xfe\x00")]
    )
    expect(form.get_by_text("The file is not UTF-8 text. Save it as UTF-8.")).to_be_visible()
    control(form, "name").fill("more")
    expect(form.get_by_test_id("output-both")).to_have_text('"more-3"')
    expect_hidden_counts(form)


def test_a_file_of_a_name_that_is_there_asks(form):
    choose(form, site="parameters: {size: 2}\n")
    expect(control(form, "size")).to_have_value("2")
    choose(form, site="parameters: {size: 3}\n")
    dialog = form.get_by_role("dialog", name="A file with this name already exists")
    expect(dialog).to_contain_text("site.yaml")
    dialog.get_by_role("button", name="Keep both").click()
    expect(form.locator("[data-environment] .name")).to_have_text(["site.yaml", "site-2.yaml"])
    expect(control(form, "size")).to_have_value("3")
    choose(form, site="parameters: {name: new}\n")
    dialog.get_by_role("button", name="Replace").click()
    expect(control(form, "name")).to_have_value("new")
    expect(form.locator("[data-environment] .name")).to_have_text(["site.yaml", "site-2.yaml"])


def test_a_file_that_was_replaced_comes_back_whole(form):
    choose(form, site=SITE)
    expect_hidden_counts(form)
    choose(form, site="parameters: {name: new}\n")
    form.get_by_role("dialog").get_by_role("button", name="Replace").click()
    expect(control(form, "name")).to_have_value("new")
    expect(form.locator("#tally")).to_contain_text("1 needed")
    undo(form).click()
    expect_hidden_counts(form)


def test_a_file_is_taken_out_and_comes_back_with_undo(form):
    choose(form, site=SITE)
    expect_hidden_counts(form)
    row(form, "site.yaml").get_by_role("button", name="More for site.yaml").click()
    form.get_by_role("button", name="Remove", exact=True).click()
    expect(row(form, "site.yaml")).to_have_count(0)
    expect(control(form, "size")).to_have_value("1")
    expect(form.locator("#tally")).to_contain_text("1 needed")
    undo(form).click()
    expect(control(form, "size")).to_have_value("3")
    expect_hidden_counts(form)


def test_a_broken_file_is_not_used_and_says_where(form, expect_accessible):
    choose(form, bad="a: 1\nparameters: {size: 3}\n")
    note = row(form, "bad.yaml").get_by_role("button", name="Line 1: not used")
    expect(note).to_be_visible()
    expect(form.get_by_role("switch", name="Use bad.yaml")).to_be_disabled()
    expect(control(form, "size")).to_have_value("1")
    expect_accessible(form)
    note.click()
    layer = form.get_by_role("dialog", name="bad.yaml")
    expect(layer.get_by_test_id("problem")).to_be_visible()
    form.keyboard.press("Escape")
    expect(layer).to_be_hidden()
    expect(row(form, "bad.yaml").locator(":focus")).to_have_count(1)


def test_the_opened_file_is_downloaded_whole(form, tmp_path):
    choose(form, site=SITE)
    expect_hidden_counts(form)
    row(form, "site.yaml").get_by_role("button", name="More for site.yaml").click()
    layer = form.get_by_role("dialog", name="site.yaml")
    expect(layer).to_contain_text("Uploaded")
    expect(layer).to_contain_text("Password is used here but never saved with a value set.")
    with form.expect_download() as download:
        layer.get_by_role("button", name="Download").click()
    download.value.save_as(tmp_path / "site.yaml")
    assert (tmp_path / "site.yaml").read_text() == SITE


def test_a_hidden_value_of_a_file_counts_while_the_page_lives_and_is_nowhere(alice_page, address):
    page = alice_page
    bodies, addresses = [], []

    def note(route):
        addresses.append(route.request.url)
        if "/static/" in route.request.url:
            return route.continue_()
        answer = route.fetch(max_redirects=0)
        bodies.append(answer.text())
        return route.fulfill(response=answer)

    page.route("**/*", note)
    page.goto(address)
    choose(page, site=SITE)
    expect_hidden_counts(page)
    control(page, "name").fill("orders")
    expect(page.get_by_test_id("output-both")).to_have_text('"orders-3"')
    expect_hidden_counts(page)
    page.get_by_role("switch", name="Use site.yaml").uncheck()
    expect(page.locator("#tally")).to_contain_text("1 needed")
    page.get_by_role("switch", name="Use site.yaml").check()
    expect_hidden_counts(page)
    row(page, "site.yaml").get_by_role("button", name="More for site.yaml").click()
    expect(page.get_by_role("dialog", name="site.yaml")).to_be_visible()
    page.keyboard.press("Escape")
    save_as(page, "eu")
    expect_hidden_counts(page)
    stored = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, location.href])")
    page.reload()
    expect(control(page, "size")).to_have_value("3")
    expect(control(page, "name")).to_have_value("orders")
    expect(page.locator("#tally")).to_contain_text("1 needed")
    page.unroute_all(behavior="wait")
    assert len(bodies) > 6
    for place in (
        *bodies,
        *addresses,
        stored,
        page.content(),
        json.dumps(list(FormDraft.objects.values()), default=str),
    ):
        assert SECRET not in place


@pytest.mark.parametrize(
    "add",
    [
        lambda form: choose(form, site=SITE),
        lambda form: form.evaluate(DROP, [[("site.yaml", encoded(SITE.encode()))]]),
        lambda form: paste(form, SITE, "site.yaml"),
    ],
    ids=["choose", "drop", "paste"],
)
def test_who_is_signed_out_has_the_open_values_of_a_file_after_a_reload(form, add):
    add(form)
    expect_hidden_counts(form)
    form.reload()
    expect(control(form, "size")).to_have_value("3")
    expect(form.locator("#tally")).to_contain_text("1 needed")
    assert SECRET not in form.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")


def test_an_uploaded_file_is_in_the_account(alice_page, address, plain_page, context, base_url):
    alice_page.goto(address)
    choose(alice_page, site=SITE)
    expect_hidden_counts(alice_page)
    expect_kept(alice_page)
    other = plain_page(storage_state=context.storage_state(), base_url=base_url)
    other.goto(address)
    expect(control(other, "size")).to_have_value("3")


def test_without_javascript_a_file_is_added_and_taken_out(plain_page, base_url, address, tmp_path):
    file = tmp_path / "site.yaml"
    file.write_text("parameters: {size: 4}\n")
    page = plain_page(java_script_enabled=False, base_url=base_url)
    page.goto(address)
    page.get_by_role("button", name="Add file").click()
    page.get_by_label("Files, or a zip").set_input_files(file)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(control(page, "size")).to_have_value("4")
    row(page, "site.yaml").get_by_role("button", name="More for site.yaml").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(control(page, "size")).to_have_value("1")
    undo(page).click()
    expect(control(page, "size")).to_have_value("4")


def test_the_dialogs_are_accessible(form, expect_accessible):
    form.emulate_media(reduced_motion="reduce")
    choose(form, site=SITE)
    expect_hidden_counts(form)
    form.get_by_role("button", name="Paste", exact=True).click()
    expect_accessible(form)
    form.keyboard.press("Escape")
    choose(form, site=SITE)
    expect(form.get_by_role("dialog", name="A file with this name already exists")).to_be_visible()
    expect_accessible(form)
