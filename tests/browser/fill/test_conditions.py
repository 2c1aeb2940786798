"""The condition matrix by pointer and keyboard, and a form filled with one combination."""

import pytest
from playwright.sync_api import Page, expect

from designer.models import Visibility
from tests.browser.fill.page import paste

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  env: {type: string, label: Environment, default: dev, constraints: [allowed_values: [dev, test, live]]}
  backup: {type: boolean, label: Backup, default: false}
  name: {type: string, label: Name, default: web}
conditions:
  live: {equals: [{get_param: env}, live]}
  saved: {and: [live, {get_param: backup}]}
  named: {not: {equals: [{get_param: name}, web]}}
resources:
  server: {type: OS::Heat::None}
  store: {type: OS::Heat::None, condition: saved}
"""


@pytest.fixture
def form(alice_page: Page, make_design) -> Page:
    """The form of a template with three conditions, into which a name was typed."""
    alice_page.goto(f"/templates/{make_design(TEXT).slug}/")
    alice_page.locator('[name="param-name"]').fill("db")
    expect(alice_page.get_by_test_id("condition-named")).to_have_attribute("data-value", "true")
    return alice_page


def rows(page: Page):
    """The combinations that are shown."""
    return page.get_by_test_id("combination")


def shown(page: Page) -> dict[str, str | None]:
    """What the conditions are in the preview."""
    names = ("live", "saved", "named")
    return {name: page.get_by_test_id(f"condition-{name}").get_attribute("data-value") for name in names}


def test_from_the_form_to_a_combination_and_back(form, expect_accessible):
    form.get_by_role("link", name="All combinations").click()
    expect(form.get_by_role("heading", level=1)).to_have_text("Condition matrix")
    expect(rows(form)).to_have_count(6)
    expect(form.locator("tr[aria-current]")).to_contain_text("for example")
    expect_accessible(form)
    form.get_by_test_id("filter-saved").get_by_role("link", name="true").click()
    form.get_by_test_id("filter-named").get_by_role("link", name="false").click()
    expect(rows(form)).to_have_count(1)
    expect(rows(form)).to_contain_text("store")
    rows(form).get_by_role("link", name="Use these values").click()
    expect(form.locator("#step-notice")).to_contain_text("with the selected combination")
    assert shown(form) == {"live": "true", "saved": "true", "named": "false"}
    expect(form.locator('[name="param-env"][value=live]')).to_be_checked()
    expect(form.locator('[name="param-name"]')).to_have_value("web")

    form.get_by_role("button", name="Undo").click()
    expect(form.locator('[name="param-name"]')).to_have_value("db")
    expect(form.get_by_test_id("condition-live")).to_have_attribute("data-value", "false")
    form.reload()
    expect(form.locator('[name="param-name"]')).to_have_value("db")
    expect(form.get_by_test_id("condition-live")).to_have_attribute("data-value", "false")


def test_a_block_leaves_what_it_does_not_read(form):
    form.get_by_role("link", name="All combinations").click()
    form.get_by_role("link", name="By block").click()
    expect(form.locator("#block-1-title")).to_have_text("live, saved")
    rows(form).filter(has_text="backup").get_by_role("link", name="Use these values").click()
    expect(form.locator('[name="param-name"]')).to_have_value("db")
    assert shown(form) == {"live": "true", "saved": "true", "named": "true"}


def test_by_keys_alone(form):
    form.locator("h1").click()
    form.keyboard.type("gc")
    form.wait_for_url("**/conditions/**")
    expect(rows(form)).to_have_count(6)
    form.keyboard.press("j")
    form.keyboard.press("j")
    form.keyboard.press("k")
    expect(rows(form).nth(0).get_by_role("link")).to_be_focused()
    form.keyboard.press("Enter")
    expect(form.locator("#step-notice")).to_be_visible()
    assert shown(form) == {"live": "true", "saved": "true", "named": "true"}


def test_a_combination_that_changes_no_value_is_not_spoken_of(alice_page, make_design):
    alice_page.goto(f"/templates/{make_design(TEXT).slug}/conditions/")
    rows(alice_page).last.get_by_role("link").click()
    expect(alice_page.get_by_test_id("condition-live")).to_have_attribute("data-value", "false")
    expect(alice_page.get_by_test_id("undo-values")).to_have_count(0)


def test_it_is_accessible_and_fits_every_width(alice_page, make_design, expect_accessible):
    alice_page.goto(f"/templates/{make_design(TEXT).slug}/conditions/?is-live=true")
    expect(rows(alice_page)).to_have_count(4)
    expect(alice_page.get_by_test_id("filter-saved")).to_be_visible()
    expect_accessible(alice_page)
    for width in (1280, 800, 390, 320):
        alice_page.set_viewport_size({"width": width, "height": 800})
        assert alice_page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    alice_page.get_by_role("button", name="Filters").click()
    expect(alice_page.get_by_test_id("filter-saved")).to_be_visible()
    expect_accessible(alice_page)


def test_a_command_of_the_design_page_leads_there(alice_page, make_design):
    alice_page.goto(f"/templates/{make_design(TEXT).slug}/design/")
    expect(alice_page.locator("[data-open-commands]")).to_be_visible()
    alice_page.keyboard.press("Control+k")
    alice_page.keyboard.type("condition matrix")
    alice_page.keyboard.press("Enter")
    expect(rows(alice_page)).to_have_count(6)


WITH_KEY = TEXT.replace("conditions:\n", "  key: {type: string, label: Key, hidden: true, default: x}\nconditions:\n")
SITE = b"parameters: {env: live}\n"
OWN = "parameters: {env: test, key: s3cret}\n"


@pytest.mark.parametrize("is_signed_in", [True, False])
def test_uploaded_files_go_along_and_come_back(page, sign_in, alice, make_design, is_signed_in, expect_accessible):
    design = make_design(WITH_KEY, visibility=Visibility.PUBLIC, files={"envs/site.yaml": SITE})
    if is_signed_in:
        sign_in(alice)
    page.goto(f"/templates/{design.slug}/?environment=envs/site.yaml")
    page.locator('[name="param-name"]').fill("db")
    expect(page.get_by_test_id("condition-named")).to_have_attribute("data-value", "true")
    expect(page.get_by_role("link", name="All combinations")).to_be_visible()
    paste(page, OWN, "own.yaml")
    expect(page.get_by_test_id("condition-live")).to_have_attribute("data-value", "false")
    page.get_by_role("button", name="All combinations").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Condition matrix")
    expect(page.get_by_test_id("files-in-force")).to_contain_text("envs/site.yaml, own.yaml")
    assert "s3cret" not in page.content()
    expect_accessible(page)
    page.get_by_test_id("filter-saved").get_by_role("button", name="true").click()
    expect(rows(page)).to_have_count(2)
    expect(page.get_by_test_id("from-file-env").first).to_contain_text("test from own.yaml")
    rows(page).first.get_by_role("button", name="Use these values").click()
    expect(page.locator("#step-notice")).to_contain_text("with the selected combination")
    assert shown(page) == {"live": "true", "saved": "true", "named": "true"}
    expect(page.locator('[data-environment="own.yaml"]')).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("condition-live")).to_have_attribute("data-value", "false")
    expect(page.locator('[name="param-name"]')).to_have_value("db")
    expect(page.locator('[data-environment="own.yaml"]')).to_have_count(1)
    page.get_by_role("button", name="All combinations").click()
    page.get_by_test_id("back-to-form").click()
    expect(page.locator('[name="param-name"]')).to_have_value("db")
    expect(page.locator('[data-environment="own.yaml"]')).to_have_count(1)
    expect(page.locator("#step-notice")).to_have_count(0)


def test_hidden_values_stay_on_the_page_and_leaving_with_a_form_asks_first(alice_page, make_design):
    page, posted = alice_page, []
    page.on("request", lambda request: posted.append(request) if "/conditions/" in request.url else None)
    page.goto(f"/templates/{make_design(WITH_KEY).slug}/")
    paste(page, "parameters: {env: test}\n", "own.yaml")
    expect(page.get_by_role("button", name="All combinations")).to_be_visible()
    page.locator('[name="param-key"]').fill("t0psecret")
    page.get_by_role("button", name="All combinations").click()
    expect(page.locator("#leaving")).to_contain_text("Key")
    assert not posted
    page.locator("#leaving [data-leave]").click()
    expect(page.get_by_test_id("files-in-force")).to_contain_text("own.yaml")
    assert "t0psecret" not in posted[0].post_data
    assert 'name="window"' in posted[0].post_data or "window=" in posted[0].post_data
    page.get_by_test_id("back-to-form").click()
    expect(page.locator('[data-environment="own.yaml"]')).to_have_count(1)
    expect(page.locator("#newer [role=alert]")).to_have_count(0)


def test_without_scripts_uploaded_files_go_along(plain_page, live_server, make_design):
    design = make_design(WITH_KEY, visibility=Visibility.PUBLIC)
    page = plain_page(java_script_enabled=False)
    page.goto(f"{live_server.url}/templates/{design.slug}/")
    page.get_by_role("button", name="Add file").click()
    page.get_by_placeholder("pasted.yaml").fill("own.yaml")
    page.get_by_label("Text", exact=True).fill(OWN)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_test_id("condition-live")).to_have_attribute("data-value", "false")
    page.get_by_role("button", name="All combinations").click()
    page.get_by_test_id("filter-saved").get_by_role("button", name="true").click()
    expect(page.get_by_test_id("files-in-force")).to_contain_text("own.yaml")
    rows(page).first.get_by_role("button", name="Use these values").click()
    assert shown(page) == {"live": "true", "saved": "true", "named": "true"}
    expect(page.locator('[data-environment="own.yaml"]')).to_have_count(1)
