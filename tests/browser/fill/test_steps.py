"""Steps that replace several values at once: each can be undone and done again, and typed hidden values stay."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from designer.models import Visibility
from designer.store.value_sets import value_set_save
from tests.browser.fill.page import control, expect_kept, notice, set_menu, undo
from tests.browser.network import intercept, until
from tests.sampling import sampled

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  env: {type: string, label: Environment, default: dev, constraints: [allowed_values: [dev, test, prod]]}
  pattern: {type: string, label: Pattern, default: ''}
  secret: {type: string, label: Secret, hidden: true, default: ''}
  note: {type: string, label: Note, hidden: true, default: ''}
conditions:
  is_prod: {equals: [{get_param: env}, prod]}
resources:
  one: {type: OS::Heat::None}
  two: {type: OS::Heat::None, condition: is_prod}
outputs:
  all: {value: [{get_param: env}, {get_param: pattern}, {get_param: secret}, {get_param: note}]}
"""
SECRET = "geheim"


@pytest.fixture
def design(make_design, alice):
    design = make_design(TEMPLATE, name="Own", visibility=Visibility.PUBLIC)
    value_set_save(design=design, owner=alice, name="eu", values={"env": "prod", "pattern": "of-eu"})
    value_set_save(design=design, owner=alice, name="us", values={"pattern": "of-us"})
    return design


@pytest.fixture
def address(design) -> str:
    return f"/templates/{design.slug}/"


@pytest.fixture
def typed(form: Page) -> Page:
    """The form of a visitor, with typed values."""
    type_values(form)
    return form


@pytest.fixture
def own(alice_page: Page, address) -> Page:
    """The same form, of Alice."""
    alice_page.goto(address)
    type_values(alice_page)
    expect_kept(alice_page)
    return alice_page


def type_values(page: Page) -> None:
    control(page, "env").and_(page.locator("[value=test]")).check()
    control(page, "pattern").fill("zzz")
    expect_link(page, "param-env=test&param-pattern=zzz")


def expect_link(page: Page, query: str) -> None:
    """Wait until the server has answered with these values."""
    expect(page.locator("#prefilled-link")).to_have_attribute("href", f"/templates/own/?{query}")


def expect_values(page: Page, env: str, pattern: str = "zzz") -> None:
    expect(control(page, "env").and_(page.locator(f"[value={env}]"))).to_be_checked()
    expect(control(page, "pattern")).to_have_value(pattern)


def expect_undo_to(page: Page, value: str) -> None:
    """Wait until this value can be had back: the values that this device keeps have reached the server."""
    expect(page.locator("#step [name=former]")).to_have_value(re.compile(value))


def choose_production(page: Page) -> None:
    """Load the combination in which the condition is true."""
    page.get_by_role("link", name="All combinations").click()
    page.get_by_test_id("combination").filter(has_text="prod").get_by_role("link", name="Use these values").click()
    expect(notice(page)).to_contain_text("the selected combination")
    expect_undo_to(page, "zzz")
    expect_values(page, "prod")


def choose(page: Page, name: str) -> None:
    """Choose a set in the menu."""
    set_menu(page).click()
    page.locator("#value-sets").get_by_role("button", name=name, exact=True).click()
    expect(set_menu(page)).to_have_text(re.compile(name if name in ("eu", "us") else "^\\s*Defaults\\s*$"))


@pytest.mark.parametrize("width", sampled([390, 1280]))
def test_a_combination_is_a_step_that_outlives_reloads_and_edits(typed, width):
    typed.set_viewport_size({"width": width, "height": 844})
    if width == 390:
        typed.get_by_role("button", name="Preview", exact=True).click()
    choose_production(typed)
    typed.reload()
    expect_values(typed, "prod")
    expect(notice(typed)).to_contain_text("Replaced 1 value with the selected combination.")
    control(typed, "pattern").fill("more")
    expect_link(typed, "param-env=prod&param-pattern=more")
    typed.reload()
    expect_values(typed, "prod", "more")
    undo(typed).click()
    expect(notice(typed)).to_contain_text("Restored 2 values.")
    expect_values(typed, "test")
    typed.get_by_role("button", name="Redo").click()  # and what was made of the combination is not lost either
    expect_values(typed, "prod", "more")
    undo(typed).click()
    expect_values(typed, "test")
    typed.reload()
    expect_values(typed, "test")


def test_enter_in_a_field_checks_the_values_and_undoes_nothing(typed):
    choose_production(typed)
    control(typed, "pattern").fill("more")
    expect_link(typed, "param-env=prod&param-pattern=more")
    with typed.expect_response(lambda response: response.request.method == "POST"):
        control(typed, "pattern").press("Enter")
    expect(notice(typed)).to_contain_text("Replaced 1 value with the selected combination.")
    expect_values(typed, "prod", "more")


def test_an_undo_that_is_pressed_before_the_typed_values_are_there_waits_for_them(typed):
    arriving: list[Route] = []
    typed.get_by_role("link", name="All combinations").click()
    use = typed.get_by_test_id("combination").filter(has_text="prod").get_by_role("link", name="Use these values")
    expect(use).to_be_visible()
    intercept(
        typed,
        "**/own/?*",
        lambda route: arriving.append(route) if route.request.method == "POST" else route.fallback(),
    )
    use.click()
    until(typed, lambda: bool(arriving))
    typed.keyboard.press("Control+z")
    arriving[0].continue_()
    expect_values(typed, "test")
    expect(notice(typed).locator("kbd")).to_have_text("Ctrl Shift Z")


def test_the_notice_names_the_keys_of_its_button(typed):
    choose_production(typed)
    expect(notice(typed).locator("kbd")).to_have_text("Ctrl Z")
    typed.get_by_role("heading", level=1).click()
    typed.keyboard.press("Control+z")
    expect_values(typed, "test")
    expect(notice(typed).locator("kbd")).to_have_text("Ctrl Shift Z")
    typed.keyboard.press("Control+Shift+z")
    expect_values(typed, "prod")


def test_the_way_back_in_the_browser_leads_to_what_stood_there(typed, address):
    choose_production(typed)
    expect(set_menu(typed)).to_contain_text("Defaults, edited")
    typed.goto(address)
    expect_values(typed, "prod")
    undo(typed).click()
    expect_values(typed, "test")


def test_one_link_after_the_other_is_one_step_each(typed, address):
    choose_production(typed)
    typed.goto(f"{address}?param-pattern=sent")
    expect_values(typed, "dev", "sent")
    expect(notice(typed)).to_contain_text("Replaced 2 values with those from the link.")
    undo(typed).click()
    expect_values(typed, "prod")


def test_the_defaults_of_a_link_are_values_too(typed, address):
    typed.goto(f"{address}?defaults=1")
    expect_values(typed, "dev", "")
    undo(typed).click()
    expect_values(typed, "test")


def test_lost_hidden_values_are_reported_after_leaving(typed):
    control(typed, "secret").fill(SECRET)
    expect(typed.get_by_test_id("output-all")).to_contain_text("••")
    typed.get_by_role("link", name="All combinations").click()
    typed.get_by_role("button", name="Leave").click()
    typed.get_by_test_id("combination").filter(has_text="prod").get_by_role("link", name="Use these values").click()
    expect_values(typed, "prod")
    gone = "Not stored. Give it again."
    expect(typed.get_by_test_id("param-secret")).to_contain_text(gone)
    expect(typed.get_by_test_id("param-note")).not_to_contain_text(gone)
    typed.reload()
    expect(typed.get_by_test_id("param-secret")).to_contain_text(gone)
    assert SECRET not in typed.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    control(typed, "secret").fill("anew")
    expect(typed.get_by_test_id("param-secret")).not_to_contain_text(gone)


def test_values_of_a_link_alone_are_there_when_one_comes_back(form, address):
    form.goto(f"{address}?param-env=prod")
    expect_values(form, "prod", "")
    control(form, "pattern").fill("mine")
    expect_link(form, "param-env=prod&param-pattern=mine")
    form.goto(address)
    expect_values(form, "prod", "mine")


def test_who_is_signed_out_undoes_several_steps_after_a_reload(typed, address):
    choose_production(typed)
    typed.goto(f"{address}?param-pattern=sent")
    expect_values(typed, "dev", "sent")
    expect_undo_to(typed, "prod")
    choose(typed, "Defaults of the template")
    expect_values(typed, "dev", "")
    control(typed, "secret").fill(SECRET)
    expect(typed.get_by_test_id("output-all")).to_contain_text("••")
    control(typed, "secret").fill("")
    typed.reload()
    expect(notice(typed)).to_contain_text("with the default")
    TestSets.undo_all(typed, ("dev", "sent"), ("prod", "zzz"), ("test", "zzz"))
    assert SECRET not in typed.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")


UNDO_AT_ONCE = """
const undo = new MutationObserver(() => {
  if (!presses) return undo.disconnect();
  presses -= 1;
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "z", ctrlKey: true, bubbles: true, cancelable: true}));
});
addEventListener("DOMContentLoaded", () => undo.observe(document.getElementById("step"), {childList: true}));
"""


def test_steps_are_undone_as_soon_as_an_answer_is_on_the_page(typed, address):
    choose_production(typed)
    typed.goto(f"{address}?param-pattern=sent")
    expect_values(typed, "dev", "sent")
    expect_undo_to(typed, "prod")
    choose(typed, "Defaults of the template")
    expect_values(typed, "dev", "")
    typed.add_init_script(f"let presses = 3; {UNDO_AT_ONCE}")
    typed.reload()
    expect_values(typed, "test", "zzz")
    expect(notice(typed)).to_contain_text("Restored 1 value.")


class TestSets:
    """Saved sets that are chosen one after the other."""

    def test_several_steps_are_undone_with_the_key_and_done_again(self, own):
        choose(own, "eu")
        expect(notice(own)).to_contain_text("Replaced 2 values with the set eu.")
        expect_values(own, "prod", "of-eu")
        choose(own, "us")
        expect_values(own, "dev", "of-us")
        choose(own, "Defaults of the template")
        expect(notice(own)).to_contain_text("Replaced 1 value with the default.")
        expect_values(own, "dev", "")
        for env, pattern in (("dev", "of-us"), ("prod", "of-eu"), ("test", "zzz")):
            own.get_by_role("heading", level=1).click()
            own.keyboard.press("Control+z")
            expect_values(own, env, pattern)
        expect(notice(own)).to_contain_text("Restored 2 values.")
        own.keyboard.press("Control+Shift+z")
        expect_values(own, "prod", "of-eu")

    def test_inside_a_field_the_key_is_the_browsers(self, own):
        choose(own, "eu")
        control(own, "pattern").click()
        own.keyboard.press("End")
        own.keyboard.type("!")
        expect(control(own, "pattern")).to_have_value("of-eu!")
        own.keyboard.press("Control+z")
        expect(control(own, "pattern")).to_have_value("of-eu")
        expect_values(own, "prod", "of-eu")
        expect(notice(own)).to_contain_text("Replaced 2 values with the set eu.")

    def test_a_notice_is_closed_and_the_step_can_still_be_undone(self, own):
        choose(own, "eu")
        notice(own).get_by_role("button", name="Close").click()
        expect(notice(own)).to_be_hidden()
        own.keyboard.press("Control+z")
        expect_values(own, "test")

    def test_a_typed_hidden_value_stays_over_every_step(self, own):
        control(own, "secret").fill(SECRET)
        expect(own.get_by_test_id("output-all")).to_contain_text("••")
        choose(own, "eu")
        expect(notice(own)).to_contain_text("Secret keeps its typed value.")
        expect(control(own, "secret")).to_have_value(SECRET)
        undo(own).click()
        expect_values(own, "test")
        expect(control(own, "secret")).to_have_value(SECRET)
        expect(own.get_by_test_id("output-all")).to_contain_text("••")
        assert SECRET not in own.content()

    def test_a_step_is_there_after_a_reload_and_on_another_device(self, own, plain_page, context, base_url, address):
        choose(own, "eu")
        other = plain_page(storage_state=context.storage_state(), base_url=base_url)
        other.goto(address)
        expect(notice(other)).to_contain_text("Replaced 2 values with the set eu.")
        undo(other).click()
        expect_values(other, "test")

    def test_several_steps_are_undone_after_a_reload_and_on_another_device(
        self, own, plain_page, context, base_url, address
    ):
        for name in ("eu", "us", "Defaults of the template"):
            choose(own, name)
        expect_values(own, "dev", "")
        own.reload()
        self.undo_all(own, ("dev", "of-us"), ("prod", "of-eu"))
        other = plain_page(storage_state=context.storage_state(), base_url=base_url)
        other.goto(address)
        expect_values(other, "prod", "of-eu")
        self.undo_all(other, ("test", "zzz"))
        other.keyboard.press("Control+z")  # there is nothing left
        expect(notice(other)).to_contain_text("Restored 2 values.")
        other.keyboard.press("Control+Shift+z")
        expect_values(other, "prod", "of-eu")

    @staticmethod
    def undo_all(page, *states):
        """Undo one step after the other with the key."""
        for env, pattern in states:
            page.get_by_role("heading", level=1).click()
            page.keyboard.press("Control+z")
            expect_values(page, env, pattern)

    def test_a_notice_that_was_closed_stays_closed_and_its_step_can_be_undone_after_a_reload(self, own):
        choose(own, "eu")
        with own.expect_response(lambda response: response.request.method == "POST"):
            notice(own).get_by_role("button", name="Close").click()
        own.reload()
        expect_values(own, "prod", "of-eu")
        expect(notice(own)).to_be_hidden()
        self.undo_all(own, ("test", "zzz"))

    def test_the_notice_is_accessible(self, own, expect_accessible):
        own.emulate_media(reduced_motion="reduce")
        choose(own, "eu")
        expect_accessible(own)
        own.set_viewport_size({"width": 390, "height": 844})
        expect_accessible(own)
        undo(own).click()
        expect(notice(own)).to_contain_text("Restored 2 values.")
        expect_accessible(own)

    def test_without_javascript_a_step_is_undone_by_its_button(self, plain_page, context, own, base_url, address):
        page = plain_page(java_script_enabled=False, storage_state=context.storage_state(), base_url=base_url)
        page.goto(address)
        set_menu(page).click()
        page.locator("#value-sets").get_by_role("button", name="eu", exact=True).click()
        expect_values(page, "prod", "of-eu")
        undo(page).click()
        expect_values(page, "test")
        page.get_by_role("button", name="Redo").click()
        expect_values(page, "prod", "of-eu")
