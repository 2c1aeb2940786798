"""Filling in a form in a real browser: what shows while somebody types, when errors come, what is kept."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from designer.models import Design, ValueSet, Visibility
from designer.services import revision_create
from tests.conftest import PASSWORD

SERVICE = (Path(__file__).parents[1] / "designer" / "service.yaml").read_text()
SECRET = "correct-horse-battery"


@pytest.fixture
def may_report():
    """A request that a newer one replaces is ended, which htmx reports."""
    return ["htmx:(afterRequest|sendAbort)"]


@pytest.fixture
def address(make_design):
    """The form of a public template with every kind of parameter."""
    return f"/templates/{make_design(SERVICE, name='Service', visibility=Visibility.PUBLIC).slug}/"


@pytest.fixture
def form(page: Page, address):
    """The page with that form, as somebody sees it who is not signed in."""
    page.goto(address)
    return page


def control(page, name):
    return page.locator(f'[data-testid="param-{name}"] [name="param-{name}"]')


def error(page, name):
    return page.get_by_test_id(f"error-{name}")


def fill_all(page):
    """Give everything that is needed."""
    control(page, "service_name").fill("orders")
    control(page, "environment").and_(page.locator("[value=staging]")).check()
    control(page, "db_password").fill(SECRET)
    control(page, "accept_terms").check()
    expect(page.locator("#tally")).to_contain_text("Everything fits")


# -- typing ------------------------------------------------------------------------------------------


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


def test_a_run_of_keys_makes_one_request(form):
    asked = []
    form.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    control(form, "service_name").press_sequentially("twenty-letters-name", delay=30)
    expect(form.get_by_test_id("output-database_name")).to_contain_text("environment")
    expect(form.locator("#prefilled-link")).to_have_attribute("href", re.compile("twenty-letters-name"))
    assert len(asked) == 1


def test_an_answer_older_than_the_text_is_dropped(form):
    form.evaluate("""() => {
      window.shown = [];
      const note = () => window.shown.push(document.querySelector("[data-testid=output-database_name]").textContent);
      new MutationObserver(note).observe(document.getElementById("preview"), {childList: true});
    }""")
    waiting = []
    form.route("**/templates/**", lambda route: waiting.append(route) if not waiting else route.continue_())
    control(form, "environment").and_(form.locator("[value=dev]")).check()
    expect.set_options(timeout=10_000)
    field = control(form, "service_name")
    field.focus()
    with form.expect_request(lambda request: "orders" in (request.post_data or "")):
        field.press("o")
        waiting[0].continue_()  # its answer knows nothing of the "o"
        field.press_sequentially("rders")
    expect(form.get_by_test_id("output-database_name")).to_have_text('"orders_dev"')
    assert form.evaluate("window.shown") == ['"orders_dev"']


def test_untouched_fields_stay_calm(form):
    control(form, "service_name").fill("orders")
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
    for name in ("environment", "db_password", "accept_terms"):
        assert error(form, name).text_content() == ""
    expect(form.locator("[aria-invalid=true]")).to_have_count(0)


# -- errors --------------------------------------------------------------------------------------------


NOTE_TIMES = """name => {
  window.times = {keys: [], errors: []};
  addEventListener("input", () => window.times.keys.push(performance.now()), true);
  const error = () => document.querySelector(`[data-testid=error-${name}]`);
  new MutationObserver(() => { if (error().textContent) window.times.errors.push(performance.now()); })
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
    field = control(form, "web_count")
    field.fill("5")
    field.press("Tab")
    expect(error(form, "web_count")).to_have_text("Web servers run in pairs, one in each zone.", timeout=700)
    described = field.get_attribute("aria-describedby").split()
    assert "error-web_count" in described


def test_a_half_typed_value_is_no_error(form):
    field = control(form, "service_name")
    form.evaluate(NOTE_TIMES, "service_name")
    with form.expect_response(lambda response: response.request.method == "POST"):
        field.press_sequentially("or")
    field.press_sequentially("ders")
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
    times = form.evaluate("window.times")
    assert all(not 0 < shown - key < 790 for shown in times["errors"] for key in times["keys"])


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
    control(form, "labels").fill('{"team": "orders",\n "tier": web}')
    control(form, "labels").blur()
    expect(error(form, "labels")).to_have_text("Not JSON: a value was expected at line 2, column 10.")


# -- controls ------------------------------------------------------------------------------------------


def test_reset_brings_the_default_back_and_keeps_the_focus_at_the_field(form):
    control(form, "web_count").fill("8")
    form.get_by_test_id("param-web_count").get_by_role("button", name="Reset to 4").click()
    expect(control(form, "web_count")).to_have_value("4")
    expect(control(form, "web_count")).to_be_focused()
    expect(form.get_by_test_id("param-web_count")).to_contain_text("Default")
    expect(form.locator("#shown-changed")).to_have_text("0")


def test_emptying_a_field_with_a_default_gives_the_empty_text(form):
    control(form, "public_network").fill("")
    expect(form.get_by_test_id("param-public_network")).to_contain_text("Empty text")


def test_no_is_an_answer_of_its_own(form):
    field = form.get_by_test_id("param-accept_terms")
    expect(field).to_contain_text("Needed")
    field.get_by_role("button", name="choose no").click()
    expect(field).not_to_contain_text("Needed")
    expect(control(form, "accept_terms")).not_to_be_checked()
    expect(control(form, "accept_terms")).to_be_focused()


def test_chips_take_commas_enter_paste_and_give_way_to_backspace(form):
    entry = form.get_by_test_id("param-name_servers").locator("[data-entry]")
    output = form.get_by_test_id("output-name_servers")
    entry.press_sequentially("1.1.1.1,")
    expect(output).to_have_text('["9.9.9.9", "149.112.112.112", "1.1.1.1"]')
    entry.press("Backspace")
    entry.press("Backspace")
    entry.press_sequentially("8.8.8.8")
    entry.press("Enter")
    expect(output).to_have_text('["9.9.9.9", "8.8.8.8"]')
    expect(entry).to_be_focused()
    form.get_by_role("button", name="Take away 9.9.9.9").click()
    expect(output).to_have_text('["8.8.8.8"]')
    control(form, "name_servers").fill("a,b")
    expect(output).to_have_text('["a", "b"]')
    expect(form.get_by_test_id("param-name_servers").locator(".tag")).to_have_count(2)


def test_a_long_choice_can_be_searched(form):
    search = form.get_by_test_id("param-region").get_by_role("combobox")
    expect(search).to_have_value("r07")
    search.click()
    search.fill("12")
    search.press("Enter")
    expect(search).to_have_value("r12")
    expect(control(form, "region")).to_have_value("r12")
    expect(form.get_by_test_id("param-region")).to_contain_text("Reset to r07")
    control(form, "region").select_option("r03")
    expect(search).to_have_value("r03")


def test_arrow_keys_step_a_number_by_its_rule(form):
    field = control(form, "web_count")
    field.press("ArrowUp")
    expect(field).to_have_value("6")
    field.fill("11")
    field.press("ArrowUp")
    expect(field).to_have_value("12")
    field.press("ArrowUp")
    expect(field).to_have_value("12")
    for _ in range(8):
        field.press("ArrowDown")
    expect(field).to_have_value("2")


def test_pasted_lines_stay_lines(form, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    form.evaluate("navigator.clipboard.writeText('first\\nsecond')")
    control(form, "admin_note").focus()
    form.keyboard.press("Control+V")
    expect(control(form, "admin_note")).to_have_value("first\nsecond")
    expect(form.locator("#prefilled-link")).to_have_attribute("href", re.compile("first%0Asecond"))


def test_a_hidden_value_of_several_lines_keeps_them(form, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    form.evaluate("navigator.clipboard.writeText('-----BEGIN KEY-----\\nabc\\n')")
    control(form, "db_password").focus()
    form.keyboard.press("Control+V")
    expect(control(form, "db_password")).to_have_value("-----BEGIN KEY-----\nabc\n")
    expect(control(form, "db_password")).to_have_css("-webkit-text-security", "disc")
    form.get_by_role("button", name="Show Password").click()
    expect(control(form, "db_password")).to_have_css("-webkit-text-security", "none")
    assert "BEGIN KEY" not in json.dumps(form.evaluate("({...sessionStorage})"))


def test_the_prefilled_link_is_copied_and_opens_with_its_values(form, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    fill_all(form)
    form.get_by_role("link", name="Copy prefilled link").click()
    expect(form.locator("#prefilled-link")).to_contain_text("Copied")
    link = form.evaluate("navigator.clipboard.readText()")
    assert SECRET not in link
    form.goto(link)
    expect(control(form, "service_name")).to_have_value("orders")
    expect(control(form, "environment").and_(form.locator("[value=staging]"))).to_be_checked()
    expect(control(form, "db_password")).to_have_value("")


def test_stand_in_attributes_reach_the_outputs_while_typing(form):
    form.get_by_role("button", name="Stand-in attributes").click()
    field = form.get_by_label("lb.vip_address")
    expect(field).to_be_focused()
    field.press_sequentially("10.0.0.9", delay=20)
    expect(form.get_by_test_id("output-service_url")).to_have_text('"https://10.0.0.9/"')
    expect(field).to_be_focused()


def test_waiting_shows_only_while_an_answer_is_late(form):
    late = []

    def hold(route):
        late.append(route)

    form.route("**/templates/**", hold)
    control(form, "service_name").fill("orders")
    expect(form.locator("#preview.waiting")).to_be_visible()
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Checking")
    late[0].continue_()
    expect(form.locator("#preview.waiting")).to_have_count(0)
    expect(form.get_by_test_id("param-service_name")).not_to_contain_text("Checking")
    form.unroute_all()
    control(form, "service_name").fill("billing")
    expect(form.locator("#prefilled-link")).to_have_attribute("href", re.compile("billing"))
    form.get_by_test_id("resource-web").locator("summary").click()
    expect(form.locator("#preview.waiting")).to_have_count(0)


def test_an_opened_resource_stays_open_while_values_change(form):
    form.get_by_test_id("resource-web").locator("summary").click()
    expect(form.get_by_test_id("resource-web")).to_contain_text("m1.small")
    control(form, "web_flavor").select_option("m1.large")
    expect(form.get_by_test_id("resource-web")).to_contain_text("m1.large")
    form.get_by_test_id("resource-db_volume").locator("summary").click()
    expect(form.get_by_test_id("resource-db_volume")).to_contain_text("20")


def test_a_page_older_than_the_template_says_so(form):
    design = Design.objects.get()
    text = SERVICE.replace("label: Service name", "label: New label").encode()
    revision_create(design=design, author=design.owner, text=text, based_on=1)
    control(form, "service_name").fill("orders")
    form.get_by_role("link", name="Reload, your values stay").click()
    expect(form.get_by_label("New label")).to_have_value("orders")


def test_only_what_is_needed_can_be_shown(form):
    form.get_by_role("button", name="Still needed").click()
    expect(form.get_by_test_id("param-service_name")).to_be_visible()
    expect(form.get_by_test_id("param-web_count")).to_be_hidden()
    expect(form.get_by_test_id("group-2")).to_be_hidden()
    control(form, "service_name").fill("orders")
    expect(form.get_by_test_id("param-service_name")).to_be_visible()
    form.get_by_role("button", name="Everything").click()
    expect(form.get_by_test_id("param-web_count")).to_be_visible()


def test_n_shows_the_parameters_own_names_outside_fields_only(form):
    name = form.get_by_test_id("param-web_count").locator(".name")
    expect(name).to_have_css("opacity", "0")
    form.locator("h1").click()
    form.keyboard.press("n")
    expect(name).to_have_css("opacity", "1")
    control(form, "service_name").focus()
    form.keyboard.press("n")
    expect(control(form, "service_name")).to_have_value("n")
    expect(name).to_have_css("opacity", "1")


def test_alt_and_arrows_move_between_groups(form):
    control(form, "service_name").focus()
    form.keyboard.press("Alt+ArrowDown")
    expect(control(form, "with_database")).to_be_focused()
    form.keyboard.press("Alt+ArrowDown")
    expect(control(form, "public_network")).to_be_focused()
    form.keyboard.press("Alt+ArrowUp")
    expect(control(form, "with_database")).to_be_focused()


# -- what is kept, and what never is -----------------------------------------------------------------------


def test_values_survive_a_reload_and_hidden_ones_do_not(form):
    fill_all(form)
    control(form, "user_data").fill("one\ntwo")
    control(form, "with_database").uncheck()
    expect(form.get_by_test_id("resource-db")).to_have_attribute("data-enabled", "false")
    form.reload()
    expect(control(form, "service_name")).to_have_value("orders")
    expect(control(form, "environment").and_(form.locator("[value=staging]"))).to_be_checked()
    expect(control(form, "user_data")).to_have_value("one\ntwo")
    expect(control(form, "with_database")).not_to_be_checked()
    expect(control(form, "db_password")).to_have_value("")
    expect(form.get_by_test_id("param-db_password")).to_contain_text("Not stored. Give it again.")
    expect(form.get_by_test_id("output-database_name")).to_have_text('"orders_staging"')


def test_a_hidden_value_is_in_no_answer_no_storage_and_no_address(alice_page, address, tmp_path):
    page = alice_page
    bodies, addresses = [], []

    def note(response):
        addresses.append(response.url)
        if response.status < 300 and "/static/" not in response.url:
            bodies.append(response)

    page.on("response", note)
    page.goto(address)
    fill_all(page)
    page.get_by_role("button", name="Show Password").click()
    expect(control(page, "db_password")).to_have_attribute("type", "text")
    control(page, "web_count").fill("5")
    control(page, "web_count").press("Enter")
    expect(page.locator("#summary-box")).to_be_visible()
    control(page, "web_count").fill("6")
    expect(page.locator("#tally")).to_contain_text("Everything fits")
    page.keyboard.press("Control+S")
    page.get_by_label("Name", exact=True).fill("eu")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("saved as “eu”")
    expect(control(page, "db_password")).to_have_value(SECRET)
    assert SECRET not in json.dumps(page.evaluate("[{...localStorage}, {...sessionStorage}, location.href]"))
    assert all(SECRET not in body.text() for body in bodies)
    assert len(bodies) > 3
    page.reload()
    expect(control(page, "service_name")).to_have_value("orders")
    assert SECRET not in page.content()
    assert SECRET not in " ".join(addresses)
    assert SECRET not in json.dumps([value_set.values for value_set in ValueSet.objects.all()])


def test_an_environment_file_makes_the_round_trip(form, tmp_path):
    fill_all(form)
    control(form, "labels").fill("team: billing\ntier: web")
    expect(form.locator("#shown-changed")).to_have_text("5")
    form.get_by_role("button", name="Environment file").click()
    with form.expect_download() as download:
        form.get_by_role("button", name="service-environment.yaml").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert "service_name: orders" in file.read_text()
    assert SECRET not in file.read_text()
    form.keyboard.press("Escape")
    form.get_by_role("button", name="Values: defaults").click()
    form.get_by_role("link", name="Defaults of the template").click()
    expect(control(form, "service_name")).to_have_value("")
    form.get_by_role("button", name="Values: defaults").click()
    form.get_by_role("button", name="Load an environment file").click()
    form.get_by_label("File", exact=True).set_input_files(file)
    form.get_by_role("button", name="Load", exact=True).click()
    expect(control(form, "service_name")).to_have_value("orders")
    expect(form.get_by_text("The environment file has been loaded.")).to_be_visible()
    expect(form.get_by_role("dialog", name="Load an environment file")).to_be_hidden()
    assert json.loads(control(form, "labels").input_value()) == {"team": "billing", "tier": "web"}


def test_a_broken_environment_file_is_told_in_its_dialog_and_changes_nothing(form):
    control(form, "service_name").fill("orders")
    form.get_by_role("button", name="Values: defaults").click()
    form.get_by_role("button", name="Load an environment file").click()
    dialog = form.get_by_role("dialog", name="Load an environment file")
    dialog.get_by_label("Or its text").fill("parameters: [")
    dialog.get_by_role("button", name="Load", exact=True).click()
    expect(dialog.get_by_test_id("problem").first).to_be_visible()
    expect(control(form, "service_name")).to_have_value("orders")


def test_a_saved_set_is_loaded_and_deleted(alice_page, address):
    page = alice_page
    page.goto(address)
    fill_all(page)
    page.get_by_role("button", name="Save values").click()
    page.get_by_label("Name", exact=True).fill("staging-eu")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Values: staging-eu")).to_be_visible()
    assert page.url.endswith("?set=staging-eu")
    page.get_by_role("button", name="Values: staging-eu").click()
    page.get_by_role("link", name="Defaults of the template").click()
    expect(control(page, "service_name")).to_have_value("")
    page.get_by_role("button", name="Values: defaults").click()
    page.get_by_role("link", name="staging-eu").click()
    expect(control(page, "service_name")).to_have_value("orders")
    page.get_by_role("button", name="Values: staging-eu").click()
    page.get_by_role("button", name="Delete staging-eu").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("deleted")
    expect(control(page, "service_name")).to_have_value("orders")
    assert ValueSet.objects.count() == 0


def test_values_that_do_not_fit_can_be_kept_all_the_same(alice_page, address):
    page = alice_page
    page.goto(address)
    control(page, "web_count").fill("5")
    page.get_by_role("button", name="Save values").click()
    page.get_by_label("Name", exact=True).fill("draft")
    page.keyboard.press("Enter")
    expect(page.locator("#summary-box")).to_be_focused()
    page.get_by_role("button", name="Save the values as they are").click()
    expect(page.locator("#messages")).to_contain_text("saved as “draft”")
    assert ValueSet.objects.get().values == {"web_count": "5"}


def test_signing_in_to_save_loses_nothing(form, alice):
    control(form, "service_name").fill("orders")
    expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
    form.get_by_role("link", name="Sign in to save").click()
    form.get_by_label("Username").fill("alice")
    form.get_by_label("Password").fill(PASSWORD)
    form.keyboard.press("Enter")
    expect(control(form, "service_name")).to_have_value("orders")
    expect(form.get_by_role("button", name="Save values")).to_be_visible()


class TestWithoutConnection:
    """The connection goes and comes back."""

    @pytest.fixture
    def may_report(self):
        """What the browser says about it."""
        return ["htmx:", "ERR_INTERNET_DISCONNECTED", "Failed to load resource", "Response Status Error"]

    def test_a_page_that_gets_no_answers_any_more_says_so(self, form, address):
        control(form, "service_name").fill("orders")
        expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")
        Design.objects.update(visibility=Visibility.PRIVATE)
        control(form, "service_name").fill("billing")
        expect(form.get_by_text("This page no longer gets answers")).to_be_visible()
        Design.objects.update(visibility=Visibility.PUBLIC)
        form.get_by_role("link", name="Reload").click()
        expect(control(form, "service_name")).to_have_value("billing")

    def test_typed_values_stay_and_the_preview_catches_up(self, form, context):
        context.set_offline(True)
        control(form, "service_name").fill("orders")
        expect(form.get_by_text("The preview did not answer. Your values are still here.")).to_be_visible()
        expect(control(form, "service_name")).to_have_value("orders")
        context.set_offline(False)
        expect(form.get_by_text("The preview did not answer.")).to_be_hidden()
        expect(form.get_by_test_id("param-service_name")).to_contain_text("Fits")


# -- keyboard alone, and without JavaScript ------------------------------------------------------------------


def test_the_whole_journey_with_the_keyboard_alone(alice_page, address):
    page = alice_page
    page.goto(address)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    until_focused(page, control(page, "service_name"))
    page.keyboard.type("or")
    page.keyboard.press("Tab")
    expect(error(page, "service_name")).not_to_have_text("")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("End")
    page.keyboard.type("ders")
    expect(error(page, "service_name")).to_have_text("")
    until_focused(page, control(page, "environment").first)
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("output-database_name")).to_have_text('"orders_staging"')
    until_focused(page, control(page, "with_database"))
    page.keyboard.press("Space")
    expect(page.get_by_test_id("resource-db")).to_have_attribute("data-enabled", "false")
    until_focused(page, control(page, "db_password"))
    page.keyboard.type(SECRET)
    until_focused(page, control(page, "accept_terms"))
    page.keyboard.press("Space")
    expect(page.locator("#tally")).to_contain_text("Everything fits")
    page.keyboard.press("Control+S")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("by keyboard")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("saved as “by keyboard”")
    assert ValueSet.objects.get().values["service_name"] == "orders"


def until_focused(page, target, most=60):
    for _ in range(most):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not get there")


def test_without_javascript_the_page_works_by_submitting(plain_page, base_url, address):
    page = plain_page(java_script_enabled=False, base_url=base_url)
    page.goto(address)
    control(page, "service_name").fill("orders")
    control(page, "web_count").fill("5")
    page.get_by_role("button", name="Check the values").last.click()
    expect(page.locator("#summary-box")).to_contain_text("4 values to fix")
    expect(page).to_have_title(re.compile("^Error:"))
    expect(error(page, "web_count")).to_have_text("Web servers run in pairs, one in each zone.")
    expect(control(page, "service_name")).to_have_value("orders")
    control(page, "web_count").fill("6")
    control(page, "environment").and_(page.locator("[value=production]")).check()
    page.get_by_role("button", name="choose no").click()
    control(page, "db_password").fill(SECRET)
    page.get_by_role("button", name="Check the values").last.click()
    expect(page.get_by_text("Every value fits.")).to_be_visible()
    expect(page.get_by_test_id("resource-db_backup")).to_have_attribute("data-enabled", "true")
    page.get_by_test_id("param-web_count").get_by_role("button", name="Reset").click()
    expect(control(page, "web_count")).to_have_value("4")
    page.get_by_role("button", name="Environment file").click()
    with page.expect_download():
        page.get_by_role("button", name="service-environment.yaml").click()


def test_without_javascript_values_are_saved_and_loaded(plain_page, base_url, address, alice):
    page = plain_page(java_script_enabled=False, base_url=base_url)
    page.goto(f"/accounts/login/?next={address}")
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    control(page, "service_name").fill("orders")
    control(page, "environment").and_(page.locator("[value=dev]")).check()
    control(page, "accept_terms").check()
    page.get_by_role("button", name="Save values").click()
    page.get_by_label("Name", exact=True).fill("eu")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("saved as “eu”")
    expect(control(page, "service_name")).to_have_value("orders")
    page.get_by_role("button", name="Values: eu").click()
    page.get_by_role("button", name="Load an environment file").click()
    page.get_by_label("Or its text").fill("parameters: {service_name: billing}")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(control(page, "service_name")).to_have_value("billing")


# -- looks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_is_accessible(plain_page, base_url, address, sign_in, alice, expect_accessible, scheme):
    page = plain_page(color_scheme=scheme, reduced_motion="reduce", base_url=base_url)
    page.goto(address)
    expect_accessible(page)
    control(page, "web_count").fill("5")
    control(page, "labels").fill("{")
    control(page, "service_name").fill("orders")
    page.keyboard.press("Enter")
    expect(page.locator("#summary-box")).to_be_focused()
    page.get_by_test_id("resource-web").locator("summary").click()
    expect(page.get_by_test_id("resource-web").locator(".resolved")).to_be_visible()
    page.get_by_role("button", name="Stand-in attributes").click()
    expect_accessible(page)
    page.get_by_test_id("param-region").get_by_role("combobox").click()
    expect_accessible(page)
    for opener in ("Environment file", "Values: defaults"):
        page.get_by_role("button", name=opener).click()
        expect_accessible(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Values: defaults").click()
    page.get_by_role("button", name="Load an environment file").click()
    expect_accessible(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    expect_accessible(page)
    page.get_by_role("button", name="Preview", exact=True).click()
    expect_accessible(page)


@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1280])
def test_nothing_scrolls_sideways_and_the_frame_not_at_all(form, width):
    form.set_viewport_size({"width": width, "height": 800})
    control(form, "web_count").fill("5")
    control(form, "web_count").blur()
    expect(error(form, "web_count")).not_to_have_text("")
    for part in (
        "document.documentElement",
        "document.getElementById('form')",
        "document.getElementById('preview-pane')",
    ):
        assert form.evaluate(f"{part}.scrollWidth <= {part}.clientWidth || {part}.clientWidth === 0"), part
    assert form.evaluate("document.documentElement.scrollHeight <= document.documentElement.clientHeight")


def test_on_a_phone_the_preview_is_a_sheet_whose_links_lead_to_fields(form):
    form.set_viewport_size({"width": 390, "height": 844})
    expect(form.get_by_test_id("condition-has_database")).to_be_hidden()
    form.get_by_role("button", name="Preview", exact=True).click()
    expect(form.get_by_test_id("condition-has_database")).to_be_visible()
    form.get_by_test_id("condition-is_production").get_by_role("link").click()
    expect(form.get_by_test_id("condition-has_database")).to_be_hidden()
    expect(control(form, "environment").first).to_be_focused()
