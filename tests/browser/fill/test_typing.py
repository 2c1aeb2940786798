"""Typing into a form: the preview follows, no input is lost, and errors appear at the right time."""

import re

from playwright.sync_api import expect

from designer.models import Visibility
from tests.browser.fill.page import control, error
from tests.browser.network import drawn, intercept
from tests.browser.timers import FREEZE


def test_the_preview_follows_what_is_typed(form):
    expect(form.get_by_test_id("condition-is_production")).to_have_attribute("data-value", "unknown")
    control(form, "service_name").fill("orders")
    control(form, "environment").and_(form.locator("[value=production]")).check()
    expect(form.get_by_test_id("condition-is_production")).to_have_attribute("data-value", "true")
    expect(form.get_by_test_id("resource-db_backup")).to_have_attribute("data-enabled", "true")
    expect(form.get_by_test_id("output-database_name")).to_have_text('"orders_production"')
    control(form, "with_database").uncheck()
    expect(form.get_by_test_id("resource-db")).to_have_attribute("data-enabled", "false")


def test_typing_fast_loses_no_character_and_no_caret(form):
    field = control(form, "admin_note")
    field.fill("start  end")
    field.press("Home")
    for _ in range(6):
        field.press("ArrowRight")
    text = "the quick brown fox jumps over the lazy dog, twice and once again"
    for word in re.findall(r"\S+\s*", text):
        field.press_sequentially(word, delay=12)
        if word.startswith(("fox", "dog,")):  # a pause in which an answer arrives
            expect(form.locator("#prefilled-link")).to_have_attribute("href", re.compile("=start"))
    expect(field).to_have_value(f"start {text} end")
    expect(field).to_be_focused()
    assert field.evaluate("field => field.selectionStart") == 6 + len(text)


DELAY, REST = 300, 800  # ms without a key until a request is sent, and until input counts as complete


def test_a_run_of_keys_makes_one_request(form):
    asked = []
    form.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    form.evaluate(FREEZE, DELAY)
    control(form, "service_name").press_sequentially("twenty-letters-name")
    assert not asked
    form.evaluate("thaw()")
    expect(form.get_by_test_id("output-database_name")).to_contain_text("environment")
    expect(form.locator("#prefilled-link")).to_have_attribute("href", re.compile("twenty-letters-name"))
    assert len(asked) == 1


PATIENCE = 10_000  # ms until a server that refuses for now, and does not say until when, is asked again
REFUSED = """() => { window.refused = new Promise(
    (done) => document.addEventListener("htmx:responseError", () => setTimeout(done), { once: true })); }"""


def test_a_server_that_refuses_for_now_is_not_asked_again_at_once(form, may_report):
    may_report.append("429")
    form.evaluate(FREEZE, PATIENCE)
    form.evaluate(REFUSED)
    asked = []

    def refuse_once(route):
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=429)
        else:
            route.continue_()

    intercept(form, lambda address: "/healthz" not in address, refuse_once)
    control(form, "service_name").fill("orders")
    form.evaluate("refused")
    drawn(form)
    assert len(asked) == 1
    form.evaluate("thaw()")
    expect(form.locator("#prefilled-link")).to_have_attribute("href", re.compile("=orders"))


def test_an_answer_older_than_the_text_is_dropped(form, held):
    form.evaluate("""() => {
      window.shown = [];
      const output = () => document.querySelector("[data-testid=output-database_name]").textContent;
      const before = output();
      const note = () => { if (![before, window.shown.at(-1)].includes(output())) window.shown.push(output()); };
      new MutationObserver(note).observe(document.getElementById("preview"), {childList: true, subtree: true});
    }""")
    form.evaluate(FREEZE, DELAY)
    with held.at("templates/*"):
        control(form, "environment").and_(form.locator("[value=dev]")).check()
    field = control(form, "service_name")
    field.press("o")
    held.let_go()  # its answer knows nothing of the "o"
    field.press_sequentially("rders")
    form.evaluate("thaw()")
    expect(form.get_by_test_id("output-database_name")).to_have_text('"orders_dev"')
    assert form.evaluate("window.shown") == ['"orders_dev"']


def test_untouched_fields_stay_calm(form):
    control(form, "service_name").fill("orders")
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
    for name in ("environment", "db_password", "accept_terms"):
        assert error(form, name).text_content().strip() == ""
    expect(form.locator("[aria-invalid=true]")).to_have_count(0)


NOTE_TIMES = """name => {
  window.times = {keys: [], errors: []};
  addEventListener("input", () => window.times.keys.push(performance.now()), true);
  const error = () => document.querySelector(`[data-testid=error-${name}]`);
  new MutationObserver(() => { if (error().textContent.trim()) window.times.errors.push(performance.now()); })
    .observe(error().parentElement, {childList: true, subtree: true});
}"""


def test_an_error_waits_until_typing_rests_and_goes_when_the_value_fits(form):
    field = control(form, "web_count")
    form.evaluate(NOTE_TIMES, "web_count")
    field.fill("5")
    expect(error(form, "web_count")).to_have_text("Web servers run in pairs, one in each zone.")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    times = form.evaluate("window.times")
    assert times["errors"][0] - times["keys"][-1] >= 790
    field.fill("6")
    expect(error(form, "web_count")).to_have_text("")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()


def test_an_error_comes_at_once_when_the_field_is_left(form):
    form.evaluate(FREEZE, REST)
    field = control(form, "web_count")
    field.fill("5")
    field.press("Tab")
    expect(error(form, "web_count")).to_have_text("Web servers run in pairs, one in each zone.")
    described = field.get_attribute("aria-describedby").split()
    assert "error-web_count" in described


def test_a_half_typed_value_is_no_error(form):
    form.evaluate(FREEZE, REST)  # typing never rests
    field = control(form, "service_name")
    form.evaluate(NOTE_TIMES, "service_name")
    with form.expect_response(lambda response: response.request.method == "POST"):
        field.press_sequentially("or")
    field.press_sequentially("ders")
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
    assert form.evaluate("window.times")["errors"] == []


def test_submitting_lists_what_is_wrong_and_leads_to_it(form):
    control(form, "web_count").fill("5")
    control(form, "web_count").press("Enter")
    summary = form.locator("#summary-box")
    expect(summary).to_be_focused()
    expect(summary).to_have_attribute("role", "alert")
    expect(summary).to_contain_text("5 values to fix")
    expect(form).to_have_title(re.compile("^Error:"))
    summary.get_by_role("link", name="Web servers").click()
    expect(control(form, "web_count")).to_be_focused()
    expect(control(form, "web_count")).to_have_value("5")
    control(form, "web_count").fill("6")
    expect(summary).to_contain_text("4 values to fix")
    expect(control(form, "web_count")).to_be_focused()


def test_a_mistake_in_json_is_named_with_its_place(form):
    control(form, "labels").fill('{"team": "orders"\n "tier": web}')
    control(form, "labels").blur()
    expect(error(form, "labels")).to_contain_text("Line 2: Expected , or the closing } before this.")


def test_the_authors_words_stay_while_a_wrong_value_is_typed_and_are_shown_once(page, make_design):
    words = "Lower-case letters only."
    constraint = f'{{allowed_pattern: "[a-z]+", description: "{words}"}}'
    text = f"heat_template_version: rocky\nparameters: {{host: {{type: string, constraints: [{constraint}]}}}}\n"
    page.goto(f"/templates/{make_design(text, visibility=Visibility.PUBLIC).slug}/")
    wrap = page.get_by_test_id("param-host")
    expect(wrap).to_contain_text(words)
    page.evaluate(FREEZE, REST)
    for _ in range(3):  # answers come while typing goes on
        with page.expect_response("**/templates/web/"):
            control(page, "host").press_sequentially("X!")
        expect(page.locator(".htmx-request")).to_have_count(0)
        assert error(page, "host").inner_text().strip() == ""
        assert words in wrap.inner_text()
    control(page, "host").blur()
    expect(error(page, "host")).to_contain_text(words)
    assert wrap.inner_text().count(words) == 1
