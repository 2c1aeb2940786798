"""Every template of the corpus, and texts of awkward bytes: the design page opens them and saves them as they are."""

import json
import posixpath
from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.sync_api import Page, expect

import hotcore
from designer.models import Design
from designer.store.designs import design_create
from tests.hotcore.corpus import FILES, needs_corpus
from tests.sampling import sampled

BODY = "heat_template_version: 2021-04-16\nresources:\n  a: {type: OS::Heat::None}   # kept\n"
MARK = "\ufeff"
AWKWARD = {
    "crlf": BODY.replace("\n", "\r\n"),
    "cr": BODY.replace("\n", "\r"),
    "mixed ends": BODY.replace("\n", "\r\n", 2),
    "byte order mark": MARK + BODY,
    "mark and crlf": MARK + BODY.replace("\n", "\r\n"),
    "no final newline": BODY.rstrip("\n"),
    "blank lines around": f"\n\n{BODY}\n \n\n",
    "tabs and trailing spaces": BODY.replace("# kept", "#\tkept\t  "),
    "broken": BODY + "  b: [\n",
    "no template": "just: words\n",
    "beyond the first plane": BODY.replace("kept", "\U0001f600 \u2028 \x85 \u00a0 \u202e e\u0301"),
    "entities": BODY.replace("kept", "&amp; &#13; </textarea><script>"),
    "json": '{"heat_template_version": "2021-04-16",\n\t"resources": {"a": {"type": "OS::Heat::None"}}}\n',
}
ODD = "&amp; &#13; </textarea><script>\t\U0001f600 \u2028 \x85 \u00a0 \u202e e\u0301\t  "
TOGETHER = {"many at once": BODY.replace("kept", ODD).replace("\n", "\r\n", 2).rstrip("\n")}
ONE_BY_ONE = (
    "crlf", "mixed ends", "byte order mark", "no final newline", "tabs and trailing spaces", "beyond the first plane",
    "entities",
)  # fmt: skip
"""Those that other texts have together are tried by `make thorough`, which tells what is at fault."""
ADDED = " # added"
EVERY = 20
"""One in so many templates of the corpus is tried in each run."""


def corpus() -> Iterator[tuple[str, bytes, dict[str, bytes]]]:
    """Name, text and files of every template of the corpus."""
    root = FILES.parent
    for line in (root / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        files = {posixpath.normpath(name): (root / path).read_bytes() for name, path in case["files"].items()}
        yield case["id"], (root / case["template_file"]).read_bytes(), files


def changed_and_saved(page: Page, design: Design) -> None:
    """Opens a template, changes it and takes that back, then adds to its end and saves."""
    page.goto(f"/templates/{design.slug}/design/")
    template = hotcore.load(bytes(design.newest.text), design.newest.content.file_texts).template
    expect(page.locator(".node")).to_have_count(len(template.resources) if template else 0)
    before = page.locator("textarea[name=text]").input_value()
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("x: y")
    page.keyboard.press("Control+z")
    expect(page.locator("textarea[name=text]")).to_have_value(before)
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(ADDED)
    page.get_by_test_id("save-revision").click()
    page.locator("[data-confirm]").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()


def saved(design: Design) -> str:
    """What was saved."""
    design.refresh_from_db()
    return bytes(design.newest.text).decode()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=name, marks=[pytest.mark.thorough] * (name in ONE_BY_ONE))
        for name, text in (AWKWARD | TOGETHER).items()
    ],
)
def test_awkward_bytes_stay(alice_page: Page, make_design, text):
    design = make_design(text.encode())
    changed_and_saved(alice_page, design)
    assert saved(design) == text + ADDED


def test_what_was_taken_back_is_no_change(alice_page: Page, make_design):
    page, design = alice_page, make_design(AWKWARD["mark and crlf"].encode())
    page.goto(f"/templates/{design.slug}/design/")
    page.get_by_test_id("palette-item-OS::Neutron::Net").dblclick()
    expect(page.get_by_test_id("node-net")).to_be_visible()
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("node-net")).to_have_count(0)
    page.get_by_test_id("save-revision").click()
    expect(page.get_by_role("dialog").get_by_text("No changes to save.")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Nothing has changed since revision 1.")).to_be_visible()


@needs_corpus
@pytest.mark.parametrize("first", sampled(range(EVERY), EVERY))
def test_every_template_of_the_corpus_opens_in_silence_and_keeps_its_bytes(alice_page: Page, alice, first):
    moved: dict[str, str] = {}
    messages: list[str] = []
    alice_page.on("console", lambda message: messages.append(f"{alice_page.url}: {message.text}"))
    for number, (name, text, files) in islice(enumerate(corpus()), first, None, EVERY):
        design = design_create(owner=alice, name=name, text=text, files=files, slug=f"corpus-{number}")
        changed_and_saved(alice_page, design)
        if saved(design) != text.decode() + ADDED or design.newest.content.files != files:
            moved[name] = saved(design)
    assert moved == {}
    assert messages == []
