"""Rules for every page, with a real browser: axe finds nothing serious, and nothing scrolls sideways."""

from itertools import islice

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from designer.models import Upload
from designer.store.designs import design_delete, revision_create
from designer.store.share_links import share_link_create
from tests.conftest import EXPLORES, MINIMAL
from tests.designer.library.test_new import zipped
from tests.repository import repository

BROKEN = MINIMAL.replace(b"get_param: size", b"get_param: sise")
LONG = "A name that is so long that hardly anybody reads it to its end on a small screen"
PAGES = (
    "/",
    "/?q=nothing-like-this&tag=a-rather-long-tag",
    "/templates/new",
    "/templates/new/upload/looks/?main=stacks/overcloud.yaml",
    "/templates/new/upload/looks/",
    "/templates/long/",
    "/templates/long/package/?shown=1",
    "/templates/long/conditions/",
    "/templates/long/design/",
    "/templates/long/design/?file=scripts/a-script-with-a-long-name.sh",
    "/templates/long/files/",
    "/templates/long/history/",
    "/templates/long/history/?from=1&to=2&view=sides",
    "/templates/long/share/",
    "/templates/long/settings/",
    "/recycle-bin/",
    "/accounts/password/",
    "/templates/nowhere/",
    "/help/types/",
    "/help/types/OS::Nova::Server/",
    "/help/types/OS::Nova::FloatingIP/",
    "/help/problems/?q=condition",
    "/help/problems/optional-resource-reference/",
    "/help/problems/optional-resource/",
)
PARTS = 3
"""So many tests share the pages."""
WIDTHS = (320, 390, 640, 768, 1024, 1280)
"""Those of phones, tablets and laptops, and of a laptop that enlarges all to twice its size."""
SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll(".page, main, aside, .bar, .top, .toolbar")]
    .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
    .map((part) => `${part.tagName}.${part.className} ${part.scrollWidth} > ${part.clientWidth}`)"""

CRAMPED = """() => [...document.querySelectorAll("body *")]
    .filter((part) => part.checkVisibility())
    .filter((part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((part) => parseFloat(getComputedStyle(part).lineHeight) < parseFloat(getComputedStyle(part).fontSize))
    .map((part) => `${part.tagName}.${part.className} ${part.textContent.slice(0, 40)}`)"""


@pytest.fixture
def may_report():
    return ["status of 404"]


@pytest.fixture
def everything(make_design, alice):
    """A template that has everything which a page can show."""
    design = make_design(
        name=LONG,
        slug="long",
        description="What it is. " * 20,
        tags=["a-rather-long-tag", "net", "more"],
        files={"scripts/a-script-with-a-long-name.sh": b"echo " + b"long " * 80},
        message="The first of them, with a message that goes on and on",
    )
    revision_create(design=design, author=alice, text=BROKEN + b"# " + b"long " * 60, message="", based_on=1)
    share_link_create(design=design, created_by=alice, may="view")
    share_link_create(design=design, created_by=alice, may="fill")
    design_delete(design=make_design(name=LONG, slug="deleted"))
    files = repository("stacks/overcloud.yaml") | {f"notes/{number}": "x" for number in range(1600)}
    files["a-folder-with-a-long-name/" * 6 + "template.yaml"] = MINIMAL.decode()
    del files["scripts/start.sh"], files["deployment/service0/service0.yaml"]
    Upload.objects.create(token="looks", owner=alice, file_name="cloud.zip", content=zipped(files))


@pytest.fixture
def open_page(plain_page, sign_in, alice, context, base_url, everything):
    """Opens a page of Alice's in a given width."""
    sign_in(alice)

    def visit(address, *, width=1280, **options) -> Page:
        page = plain_page(storage_state=context.storage_state(), viewport={"width": width, "height": 800}, **options)
        page.goto(base_url + address)
        expect(page.locator("h1")).to_have_count(1)
        return page

    return visit


@pytest.mark.parametrize("first", range(PARTS))
def test_pages_are_accessible_and_fit_at_each_width_and_size_of_text(open_page, base_url, expect_accessible, first):
    page = open_page("/")
    for address in islice(PAGES, first, None, PARTS):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(base_url + address)
        expect(page.locator("h1")).to_have_count(1)
        expect_accessible(page, colours=True)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(SIDEWAYS) == [], (address, width)
            if EXPLORES and width == 390:
                expect_accessible(page, colours=True)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(SIDEWAYS) == [], address
        assert page.evaluate(CRAMPED) == [], address


def test_axe_finds_nothing_serious_where_visitors_come(plain_page, base_url, make_design, alice, expect_accessible):
    design, broken = make_design(), make_design("a: [", name="Broken", visibility="public")
    tokens = [share_link_create(design=design, created_by=alice, may=may).token for may in ("view", "fill")]
    page = plain_page()
    for address in (
        "/accounts/login/",
        "/accounts/signup/",
        f"/templates/{broken.slug}/",
        *(f"/s/{token}/" for token in tokens),
    ):
        page.goto(base_url + address)
        expect(page.locator("h1")).to_have_count(1)
        expect_accessible(page, colours=True)


def test_layers_are_accessible_and_give_the_focus_back(open_page, expect_accessible):
    page = open_page("/", reduced_motion="reduce")
    for opens in ("Keyboard shortcuts", "Theme", "Your account, alice"):
        button = page.get_by_role("button", name=opens)
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("dialog[open], [popover]:popover-open")).to_be_visible()
        expect_accessible(page, colours=True)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open], [popover]:popover-open")).to_have_count(0)
        expect(button).to_be_focused()


def test_the_skip_link_is_first(open_page):
    page = open_page("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_what_is_much_too_long_breaks_no_page(alice_page: Page, everything):
    alice_page.goto("/templates/long/settings/")
    alice_page.get_by_label("Tags").fill("t" * 3000)
    alice_page.get_by_role("button", name="Save").click()
    expect(alice_page.get_by_text("is too long. A tag")).to_be_visible()
    assert alice_page.evaluate(SIDEWAYS) == []
    alice_page.goto("/?q=" + "q" * 3500)
    expect(alice_page.get_by_text("Only its first 200 characters")).to_be_visible()
    assert alice_page.evaluate(SIDEWAYS) == []


def test_there_is_one_banner_also_while_a_dialog_is_open(open_page):
    page = open_page("/templates/long/")
    page.get_by_role("button", name="Environment file").first.click()
    expect(page.get_by_role("dialog", name="Environment file")).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert [entry["id"] for entry in found if "landmark" in entry["id"]] == []
