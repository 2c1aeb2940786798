"""A person plans a stack from the form, creates it, watches it to its end and sees its outputs."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from designer.models import Run
from tests.browser.administration.test_administration import SIDEWAYS
from tests.browser.cloud.test_journey import connect
from tests.browser.network import press_at_rest
from tests.browser.timers import COPIED, FREEZE
from tests.cloud.test_runs import watch

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  cidr: {type: string, label: Range, default: 10.93.0.0/24}
  password: {type: string, label: Secret, hidden: true}
resources:
  network: {type: OS::Neutron::Net}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: network}, cidr: {get_param: cidr}}
  word: {type: OS::Heat::RandomString, depends_on: subnet}
outputs:
  range: {value: {get_param: cidr}}
  entry: {value: {get_param: password}}
"""
SECRET = "typed-in-the-browser"


@pytest.fixture
def form(alice_page: Page, cloud, make_design) -> Page:
    """The form of a template, for Alice, who is connected."""
    design = make_design(TEMPLATE, name="Small")
    alice_page.goto(f"/templates/{design.slug}/")
    connect(alice_page)
    expect(alice_page.get_by_test_id("cloud-connect")).to_have_attribute("data-state", "connected")
    return alice_page


def expect_to_fit(page: Page, expect_accessible) -> None:
    """No state of the page goes beyond its window, or lacks what people with other tools need."""
    for width in (390, 900, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(SIDEWAYS) == [], width
    expect_accessible(page)


def expect_details_behind_the_bar(page: Page) -> None:
    """In a window without room beside the map, the bar at the foot of a stack opens its details as a sheet."""
    details, bar = page.locator("#run-decision"), page.get_by_test_id("run-foot")
    expect(bar).to_be_hidden()
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(details).to_be_hidden()
    bar.press("Enter")
    expect(details).to_be_visible()
    expect(details).to_be_focused()  # not the field that would confirm the deletion
    page.keyboard.press("Escape")
    expect(details).to_be_hidden()
    expect(bar).to_be_focused()
    page.set_viewport_size({"width": 390, "height": 844})
    bar.press("Enter")
    expect(page.get_by_role("heading", name="Drift")).to_be_in_viewport()
    page.set_viewport_size({"width": 1440, "height": 900})


def test_plan_create_watch_and_see_the_outputs(form: Page, expect_accessible) -> None:
    page = form
    page.reload()
    page.locator("#param-password").fill(SECRET)
    press_at_rest(page.get_by_test_id("plan-run"))
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Plan: create small"))
    expect(page.locator("[data-action=create]")).to_have_count(3)
    expect_to_fit(page, expect_accessible)

    name = f"run-browser-{time.time_ns()}"
    page.get_by_label("Stack name").fill(name)
    page.get_by_test_id("run-go").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Type the hidden values first: password")
    expect(page.get_by_label("Stack name")).to_have_value(name)
    page.get_by_label("Secret").fill(SECRET)
    page.get_by_test_id("run-go").press("Enter")
    state = page.get_by_test_id("run-state")
    expect(state).to_have_attribute("data-state", "running")
    expect_to_fit(page, expect_accessible)

    run = Run.objects.get()
    watch(run)
    expect(state).to_have_attribute("data-state", "complete")
    expect(page).to_have_title(re.compile(f"Done · {name}"))
    expect(page.locator("#run-map [data-run=done]")).to_have_count(3)
    expect(page.get_by_test_id("event-word")).to_contain_text("made in")
    expect(page.get_by_test_id("result-range")).to_contain_text("10.93.0.0/24")
    expect(page.get_by_test_id("result-entry")).not_to_contain_text(SECRET)
    expect_to_fit(page, expect_accessible)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    entry = page.get_by_test_id("result-entry")
    page.evaluate(FREEZE, COPIED)
    entry.get_by_role("button", name="Copy").press("Enter")
    expect(entry.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == SECRET
    assert SECRET not in page.content()  # it was not shown
    page.set_viewport_size({"width": 1024, "height": 768})
    page.get_by_test_id("run-foot").press("Enter")
    entry.get_by_role("button", name="Show").press("Enter")
    expect(entry.get_by_text(SECRET)).to_be_in_viewport()  # in the sheet, which is open again
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("link", name="Runs").press("Enter")
    expect(page.get_by_test_id(f"run-{run.pk}")).to_have_text(name)
    expect_to_fit(page, expect_accessible)

    page.get_by_test_id("cloud-connect").focus()
    page.keyboard.type("gs")
    expect(page.get_by_role("heading", level=1)).to_have_text("Stacks")
    expect(page.get_by_test_id(f"stack-{name}")).to_contain_text("Create complete")
    expect_to_fit(page, expect_accessible)
    page.locator("body").press("j")
    for _stack in range(page.get_by_test_id(re.compile("^stack-")).count()):
        if page.locator(":focus").inner_text() == name:
            break
        page.keyboard.press("j")
    expect(page.locator(":focus")).to_have_text(name)
    page.keyboard.press("u")
    expect(page.locator("#param-cidr")).to_have_value("10.93.0.0/24")
    expect(page.locator("[name=stack]")).to_have_value(name)
    page.go_back()
    page.get_by_role("link", name=name).press("Enter")
    expect(page.locator("#run-map [data-run=done]")).to_have_count(3)
    expect_details_behind_the_bar(page)
    page.get_by_role("link", name="Events").press("Enter")
    expect(page.get_by_test_id("event-word").first).to_contain_text("Create complete")
    expect_to_fit(page, expect_accessible)
    page.get_by_role("link", name="Snapshots").press("Enter")
    expect(page.get_by_text("There are no snapshots.")).to_be_visible()
    expect_to_fit(page, expect_accessible)
    page.get_by_role("link", name="Compare only").press("Enter")
    expect(page.get_by_test_id("drift")).to_contain_text("1 as Heat left it")
    expect_to_fit(page, expect_accessible)
    page.get_by_role("link", name="List").press("Enter")
    expect(page.get_by_test_id("resource-word")).to_contain_text("Create complete")
    expect(page.get_by_test_id("output-entry")).not_to_contain_text(SECRET)
    expect_to_fit(page, expect_accessible)
    page.get_by_role("button", name="Delete", exact=True).press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Nothing was sent.")
    page.get_by_label(f"Type {name} to confirm.").first.fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Heat deletes {name} now.")).to_be_visible()
