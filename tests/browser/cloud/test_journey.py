"""A person connects their cloud and fills a form from what is there, with the keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from designer.models import CloudConnection, FormDraft
from tests.browser.cloud.pictures import take_pictures

PASSWORD = {"#id_user": "demo", "#id_password": "secret", "#id_project": "demo"}


@pytest.fixture
def form(alice_page: Page, cloud, server_template) -> Page:
    """The form of a template about things in a cloud, for Alice, who is not connected."""
    alice_page.goto(f"/templates/{server_template.slug}/")
    return alice_page


def connect(page: Page, password: str = "secret") -> None:
    """Connect from the button, with the keyboard."""
    page.get_by_test_id("cloud-connect").press("Enter")
    page.get_by_label("Password").first.check()
    for field, text in {**PASSWORD, "#id_password": password}.items():
        page.locator(field).fill(text)
    page.locator("#id_password").press("Control+Enter")


@pytest.mark.journey
def test_connect_choose_and_disconnect(form: Page, expect_accessible, pytestconfig: pytest.Config) -> None:
    chip = form.get_by_test_id("cloud-connect")
    flavor, image = form.locator("#param-flavor"), form.locator("#param-image")
    expect(flavor).not_to_have_role("combobox")
    form.locator("#param-key").fill("typed before")
    expect(form.get_by_test_id("plan-run")).to_have_count(0)

    connect(form, "wrong")
    expect(form.get_by_test_id("cloud-fault")).to_contain_text("did not take this sign-in")
    expect(form.locator("#id_password")).to_have_value("")
    expect(form.locator("#id_user")).to_have_value("demo")
    expect_accessible(form)
    form.locator("#id_password").fill("secret")
    form.keyboard.press("Control+Enter")
    expect(form.locator("#cloud-layer")).to_be_hidden()
    expect(chip).to_have_attribute("data-state", "connected")
    expect(chip).to_be_focused()
    expect(form.locator("#param-key")).to_have_value("typed before")
    expect(form.get_by_test_id("plan-run")).to_be_visible()

    expect(form.get_by_test_id("not-in-cloud-image")).to_contain_text("No images matching {'name': 'debian-12'}.")
    expect(form.locator("#tally")).to_contain_text("2 not in this cloud")
    form.get_by_role("button", name="Use debian").click()
    expect(image).to_have_value("debian")
    expect(form.get_by_test_id("not-in-cloud-image")).to_have_count(0)
    expect(form.locator("#about-image")).to_contain_text("In this cloud")

    flavor.press("Alt+ArrowDown")
    marked = form.locator("#choice-flavor [aria-selected=true]")
    expect(marked).to_contain_text("m1.small")
    expect_accessible(form)
    take_pictures(form, pytestconfig, "cloud-choices")
    flavor.press("Home")
    flavor.press("ArrowDown")
    expect(marked).to_contain_text(re.compile("m1.medium.*4 GiB.*40 GiB", re.DOTALL))
    flavor.press("Enter")
    expect(flavor).to_have_value("m1.medium")
    expect(form.locator("#about-flavor")).to_contain_text("2 vCPUs, 4 GiB, 40 GiB")

    flavor.fill("")
    flavor.press_sequentially("m1.no")
    expect(form.locator("#choice-flavor")).to_be_empty()
    flavor.press("Escape")
    expect(flavor).to_have_value("m1.no")
    expect(form.get_by_test_id("not-in-cloud-flavor")).to_be_visible()

    chip.press("Enter")
    form.get_by_role("button", name="Disconnect").press("Enter")
    expect(chip).to_have_attribute("data-state", "none")
    expect(flavor).not_to_have_role("combobox")
    expect(flavor).to_have_value("m1.no")
    assert not CloudConnection.objects.exists()
    assert "secret" not in str(FormDraft.objects.values_list())


def test_on_a_phone_the_connection_and_the_plan_are_within_reach(form: Page) -> None:
    form.set_viewport_size({"width": 390, "height": 844})
    connect(form)
    expect(form.get_by_test_id("cloud-connect")).to_have_attribute("data-state", "connected")
    expect(form.get_by_test_id("cloud-connect")).to_be_in_viewport(ratio=1)
    expect(form.get_by_role("button", name="Plan a run")).to_be_in_viewport(ratio=1)
    form.get_by_role("button", name="More", exact=True).click()
    expect(form.get_by_role("link", name="Share")).to_be_in_viewport(ratio=1)
    form.get_by_role("button", name="Environment file", exact=True).click()
    expect(form.locator("#environment-download")).to_be_visible()
