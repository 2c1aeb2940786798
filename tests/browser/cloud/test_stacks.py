"""The stacks of a project with the keyboard: found by kind, opened, updated, restored and deleted."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from designer.models import Run, RunState
from tests.browser.cloud.test_journey import connect
from tests.browser.network import press_at_rest
from tests.cloud.test_runs import stacks, watch

__all__ = ["stacks"]
pytestmark = pytest.mark.filterwarnings("ignore::openstack.warnings._RemovedInSDKWarning")
TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  length: {type: number, default: 12}
  key: {type: string, hidden: true}
resources:
  word: {type: OS::Heat::RandomString, properties: {length: {get_param: length}}}
  kept: {type: OS::Heat::RandomString, deletion_policy: Retain}
  told: {type: OS::Heat::Value, properties: {value: {get_param: key}}}
"""
SECRET = "marked-71c2-hidden"


def row(page: Page, name: str):
    return page.get_by_test_id(f"stack-{name}")


def done(page: Page) -> Run:
    """Watch the newest run to its end."""
    run = Run.objects.latest("pk")
    watch(run)
    assert run.state == RunState.COMPLETE
    return run


def test_a_stack_is_found_updated_restored_and_deleted(
    alice_page: Page, cloud, stacks, make_design, expect_accessible
) -> None:
    page, name = alice_page, f"run-keys-{time.time_ns()}"
    design = make_design(TEMPLATE, name="Keys")
    made = stacks.create_stack(name=name, template=TEMPLATE, parameters={"key": SECRET})
    stacks.wait_for_status(made, "CREATE_COMPLETE", interval=0.5, wait=60)
    page.goto(f"/templates/{design.slug}/")
    connect(page)
    expect(page.get_by_test_id("cloud-connect")).to_have_attribute("data-state", "connected")

    page.goto("/stacks/")
    expect(row(page, name)).to_contain_text("Keys, revision 1")
    page.get_by_role("link", name=re.compile(r"^Failed \d")).click()
    expect(page).to_have_url(re.compile(r"kind=failed"))
    expect(row(page, name)).to_have_count(0)
    page.get_by_role("link", name=re.compile(r"^All \d")).click()
    page.get_by_label("Name, tag or template").first.fill("keys")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"q=keys"))
    expect(page.get_by_role("link", name=re.compile("^Not from here"))).to_have_attribute("href", re.compile("q=keys"))
    expect_accessible(page)
    page.locator("body").press("j")
    expect(row(page, name).get_by_role("link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=name)).to_be_visible()

    page.get_by_role("link", name="Snapshots").click()
    page.get_by_label("Name of the snapshot").fill("before")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("snapshot-before")).to_have_attribute("data-state", "done", timeout=30_000)
    expect(page.locator(".run-tag")).to_contain_text("Snapshot complete", timeout=30_000)

    page.locator("body").press("u")
    expect(page.locator("#param-length")).to_have_value("12")
    expect(page.get_by_test_id("param-key")).to_contain_text("As it is in the stack")
    expect(page.get_by_test_id("changed-length")).to_have_count(0)
    page.locator("#param-length").fill("20")
    expect(page.get_by_test_id("changed-length")).to_contain_text("12 in the stack")
    press_at_rest(page.get_by_test_id("plan-run"))
    expect(page.get_by_test_id("plan-word")).to_have_attribute("data-action", "replace")
    page.get_by_label(re.compile("to confirm")).fill(name)
    page.get_by_test_id("run-go").press("Enter")
    expect(page.get_by_test_id("run-state")).to_be_visible()
    done(page)

    page.goto(f"/stacks/{name}/{made.id}/?tab=snapshots")
    page.get_by_role("button", name="Plan to restore it").press("Enter")
    expect(page.get_by_role("heading", name=f"Plan: restore {name}")).to_be_visible()
    expect(page.get_by_test_id("plan-word")).to_have_attribute("data-action", "replace")
    expect(page.locator("#run-map svg")).to_be_visible()
    expect_accessible(page)
    go = page.get_by_test_id("run-go")
    expect(go).to_contain_text(f"restore {name}")
    expect(go).to_have_attribute("aria-disabled", "true")
    page.get_by_label(re.compile("to confirm")).fill(name)
    go.press("Enter")
    expect(page.get_by_test_id("run-state")).to_be_visible()
    run = done(page)
    expect(page.get_by_test_id("run-state")).to_have_attribute("data-state", "complete", timeout=20_000)
    assert SECRET not in page.content()
    assert run.action == "restore"

    page.goto(f"/stacks/{name}/{made.id}/")
    more = page.get_by_role("button", name="More", exact=True)
    more.press("Enter")
    expect(page.get_by_role("button", name="Copy the ID")).to_be_visible()
    expect_accessible(page)
    page.get_by_role("link", name="Abandon …").press("Enter")
    expect(page.locator("#stack-menu")).to_be_hidden()
    expect(page.locator("#name-abandon")).to_be_focused()
    page.get_by_role("link", name="Delete …").press("Enter")
    expect(page.locator("#name-delete")).to_be_focused()
    page.set_viewport_size({"width": 1024, "height": 800})
    expect(page.locator("#name-delete")).to_be_hidden()
    page.get_by_role("link", name="Delete …").press("Enter")
    expect(page.locator("#name-delete")).to_be_focused()
    page.set_viewport_size({"width": 1280, "height": 800})
    more.press("Enter")
    page.get_by_role("link", name="Adopt a stack …").press("Enter")
    expect(page.get_by_label("The file with its data")).to_be_visible()
    page.go_back()
    deletion = page.locator("form", has_text="Delete the stack")
    expect(deletion).to_contain_text(re.compile(r"go with it:\s+told, word"))
    expect(deletion).to_contain_text(re.compile(r"These stay:\s+kept"))
    deletion.get_by_role("button", name="Delete").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Type the stack's name first")
    deletion.get_by_label(re.compile("to confirm")).fill(name)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/stacks/$"))
