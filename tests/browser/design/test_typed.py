"""What is typed into a form of the design page and not left yet: it is saved with the rest, and never lost silently."""

import re

import pytest
from playwright.sync_api import Page, expect

from designer.models import Design
from tests.browser.network import intercept
from tests.browser.timers import FREEZE

PAUSE = 1000  # ms after a change until it is written to the draft

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 2}
resources:
  server:
    type: OS::Nova::Server
    properties:
      name: one
"""


@pytest.fixture
def design(make_design):
    return make_design(TEXT, files={"run.sh": b"echo\n"})


@pytest.fixture
def page(alice_page: Page, design):
    """The design page, with the caret in the name of the server, where another one is typed."""
    alice_page.goto("/templates/web/design/")
    alice_page.get_by_test_id("node-server").focus()
    alice_page.keyboard.press("Enter")
    expect(name(alice_page)).to_have_value("one")
    type_into(name(alice_page), "two")
    return alice_page


def panel(page):
    return page.get_by_role("complementary", name="Inspector")


def name(page):
    return panel(page).get_by_role("textbox", name="name", exact=True)


def type_into(field, words):
    field.press("Control+a")
    field.page.keyboard.type(words)
    expect(field).to_be_focused()


def refuse(page, words="It cannot be said like this."):
    """Lets the server refuse every edit."""
    intercept(page, "**/gesture/", lambda route: route.fulfill(status=200, json={"refused": words}))


def saved(design: Design) -> str:
    design.refresh_from_db()
    return bytes(design.newest.text).decode()


@pytest.mark.parametrize("way", ["keys", "button"])
def test_it_is_saved(page: Page, design, way):
    if way == "keys":
        page.keyboard.press("Control+s")
    else:
        page.get_by_test_id("save-revision").click()
        page.locator("[data-confirm]").click()
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    assert saved(design) == TEXT.replace("one", "two")


def test_in_the_form_of_a_parameter_too(page: Page, design):
    page.get_by_role("button", name="Parameters", exact=True).click()
    page.get_by_test_id("asked-size").click()
    type_into(panel(page).get_by_label("Label"), "How many")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    assert "label: How many" in saved(design)
    assert "name: two" in saved(design)


SAVES = """() => addEventListener("submit", (event) => {  // the page stays as if the save were on its way
  if (event.defaultPrevented) return;  // it is submitted again once what was typed is in the text
  event.preventDefault();
  dispatchEvent(new Event("beforeunload"));
  designer.studio.emit("fresh");  // as the answer with a diagram does
  thaw();
  document.title = "Saves";
})"""


def test_nothing_is_written_to_the_draft_while_it_is_saved(page: Page):
    written = []
    page.on("request", lambda request: written.append(request) if request.url.endswith("/draft/") else None)
    page.evaluate(FREEZE, PAUSE)
    page.evaluate(SAVES)
    page.keyboard.press("Control+s")
    expect(page).to_have_title(re.compile("Saves$"))  # before it, the page counts what is not saved
    page.evaluate("fetch('/healthz').then(() => null)")  # a request before it has been reported by now
    assert not written


def test_saving_twice_saves_once(page: Page, design):
    page.keyboard.press("Control+s")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
    assert saved(design) == TEXT.replace("one", "two")
    assert design.newest.number == 2


def test_it_is_in_the_review(page: Page):
    page.keyboard.press("Control+Shift+s")
    layer = page.get_by_role("dialog")
    expect(layer.get_by_role("heading", name="Your changes")).to_be_visible()
    expect(layer.get_by_test_id("diff")).to_contain_text("name: two")
    page.keyboard.press("Escape")
    expect(name(page)).to_be_focused()


@pytest.mark.parametrize("how", ["pointer", "keys"])
def test_it_is_kept_when_a_link_is_followed(page: Page, how):
    link = page.get_by_role("navigation", name="Files").get_by_role("link", name="run.sh")
    if how == "pointer":
        page.locator("[data-open-files]").click()
        link.click()
    else:
        page.evaluate("document.querySelector('[data-file=\"run.sh\"]').click()")
    expect(page).to_have_url(re.compile("file=run.sh"))
    page.go_back()
    expect(page.locator("textarea[name=text]")).to_have_value(TEXT.replace("one", "two"))


class TestRefused:
    @pytest.fixture
    def page(self, page: Page):
        refuse(page)
        return page

    @pytest.mark.parametrize("does", ["Control+s", "Control+Shift+s", "save-revision", "link"])
    def test_what_is_refused_stays_in_its_field_and_nothing_is_saved(self, page: Page, design, does):
        if does == "link":
            page.locator("[data-open-files]").click()
            page.get_by_role("navigation", name="Files").get_by_role("link", name="run.sh").click()
        elif "+" in does:
            page.keyboard.press(does)
        else:
            page.get_by_test_id(does).click()
        expect(page.locator("[data-said]")).to_contain_text("It cannot be said like this.")
        expect(name(page)).to_be_focused()
        expect(name(page)).to_have_value("two")
        expect(page.locator("[data-review-layer]")).to_be_hidden()
        assert saved(design) == TEXT

    def test_it_is_saved_once_it_is_fixed(self, page: Page, design):
        page.keyboard.press("Control+s")
        expect(page.locator("[data-said]")).to_contain_text("It cannot be said like this.")
        page.unroute("**/gesture/")
        page.keyboard.type("!")
        page.keyboard.press("Control+s")
        expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
        assert saved(design) == TEXT.replace("one", "two!")


class TestLeaving:
    @pytest.fixture
    def asked(self, page: Page):
        """What the browser asks; the page is left nevertheless."""
        asked: list[str] = []

        def answer(dialog):
            asked.append(dialog.type)
            dialog.accept()

        page.on("dialog", answer)
        return asked

    def test_the_browser_asks_before_it_is_lost(self, page: Page, asked):
        page.reload()
        assert asked == ["beforeunload"]

    def test_an_edit_that_is_on_its_way_is_asked_about(self, page: Page, asked):
        intercept(page, "**/gesture/", lambda route: None)
        with page.expect_request("**/gesture/"):
            page.keyboard.press("Tab")
        page.reload()
        assert asked == ["beforeunload"]

    def test_it_does_not_ask_when_nothing_is_left_behind(self, page: Page, asked):
        page.keyboard.press("Tab")
        expect(page.locator("textarea[name=text]")).to_have_value(TEXT.replace("one", "two"))
        expect(page.locator("[data-unsaved]")).to_be_visible()
        page.reload()
        expect(page.locator("textarea[name=text]")).to_have_value(TEXT.replace("one", "two"))
        page.get_by_test_id("node-server").focus()
        page.keyboard.press("Enter")
        type_into(name(page), "three")
        page.keyboard.press("Control+s")
        expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
        assert asked == []

    def test_it_does_not_ask_who_gives_the_draft_up(self, page: Page, asked):
        page.keyboard.press("Tab")
        expect(page.locator("input[name=counter]")).not_to_have_value("0")
        page.reload()
        page.get_by_test_id("node-server").focus()
        page.keyboard.press("Enter")
        type_into(name(page), "three")
        page.evaluate("document.querySelector('.notice [name=do][data-discard]').click()")
        expect(page.locator("textarea[name=text]")).to_have_value(TEXT)
        assert asked == []

    def test_the_browser_asks_when_the_text_cannot_take_it(self, page: Page, asked, design):
        refuse(page)
        page.keyboard.press("Tab")
        expect(page.locator("[data-said]")).to_contain_text("It cannot be said like this.")
        page.get_by_test_id("code-editor").focus()
        page.keyboard.press("Control+End")
        page.keyboard.insert_text("x: [")
        expect(page.locator(".inspector.stale")).to_have_count(1)
        page.get_by_test_id("save-revision").click()
        page.locator("[data-confirm]").click()
        expect(page.get_by_text("Saved as revision 2.")).to_be_visible()
        assert asked == ["beforeunload"]
        assert saved(design) == TEXT + "x: ["
