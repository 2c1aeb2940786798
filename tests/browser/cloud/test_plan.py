"""The plan of an update: read in the list and on the map with the keyboard, and reported, before anything begins."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from designer.models import Design, Run
from designer.store.designs import revision_create
from tests.browser.cloud.test_run import TEMPLATE, expect_to_fit, form
from tests.browser.network import press_at_rest
from tests.cloud.test_runs import stacks, watch

__all__ = ["form", "stacks"]
pytestmark = pytest.mark.filterwarnings("ignore::openstack.warnings._RemovedInSDKWarning")
LATER = TEMPLATE.replace("  word: {type: OS::Heat::RandomString, depends_on: subnet}\n", "").replace(
    "outputs:", "  added: {type: OS::Neutron::SecurityGroup, properties: {name: run-added}}\noutputs:"
)


@pytest.fixture
def plan(form: Page, stacks, alice) -> Page:
    """The plan of an update that replaces, adds and deletes a resource."""
    page = form
    page.reload()
    page.locator("#param-password").fill("typed")
    press_at_rest(page.get_by_test_id("plan-run"))
    name = f"run-plan-{time.time_ns()}"
    page.get_by_label("Stack name").fill(name)
    page.get_by_label("Secret").fill("typed")
    page.get_by_label("Secret").press("Control+Enter")
    expect(page.get_by_test_id("run-state")).to_be_visible()
    watch(Run.objects.get())
    design = Design.objects.get()
    revision_create(design=design, author=alice, text=LATER.encode(), based_on=1)
    page.goto(f"/templates/{design.slug}/?stack={name}")
    page.locator("#param-cidr").fill("10.94.0.0/24")
    press_at_rest(page.get_by_test_id("plan-run"))
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(f"Plan: update {name}"))
    return page


def test_a_plan_is_read_with_the_keyboard_and_begun_with_the_name(plan: Page, expect_accessible) -> None:
    page = plan
    rows = page.locator("li[data-name]:visible")
    expect(rows).to_have_count(3)
    card = page.locator("#run-map [data-name=word]")
    expect(card.locator(".tab")).to_have_text("Deleted")
    expect(page.locator("#run-map [data-name=added] .tab")).to_have_text("Added")
    expect(page.locator("#run-map [data-name=subnet]")).to_contain_text("replaced")
    expect_to_fit(page, expect_accessible)

    rows.first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_test_id("plan-subnet")).to_be_focused()
    expect(page.locator("#run-map .chosen")).to_have_attribute("data-name", "subnet")
    page.locator("#run-map [data-name=added]").click()
    expect(page.get_by_test_id("plan-added")).to_have_attribute("aria-current", "true")
    page.keyboard.press("l")
    expect(page.locator("#run-map")).to_be_hidden()
    page.keyboard.press("l")
    expect(page.locator("#run-map")).to_be_visible()

    page.get_by_test_id("plan-subnet").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("e")
    expect(page).to_have_url(re.compile("#resources/subnet/properties/cidr$"))
    expect(page.locator("[data-inspector] :focus")).to_be_visible()
    page.go_back()

    page.get_by_role("link", name="Only what changes").press("Enter")
    expect(page.locator("#run-map [data-name=added]")).to_be_visible()
    expect(page.locator("#run-map [data-name=network]")).to_be_visible()  # around the subnet

    go = page.get_by_test_id("run-go")
    expect(go).to_have_attribute("aria-disabled", "true")
    page.get_by_role("textbox", name=re.compile("to confirm")).press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("Type the stack's name first")
    name = Run.objects.latest("pk").stack_name
    page.get_by_role("textbox", name=re.compile("to confirm")).fill(name)
    expect(go).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_test_id("run-state")).to_have_attribute("data-state", "running")
    watch(Run.objects.latest("pk"))
