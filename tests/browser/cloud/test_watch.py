"""A person watches a run: new lines, the spoken sum, and the notice of the browser where it was switched on."""

import time

import pytest
from playwright.sync_api import Page, expect

from designer.models import Run, RunState
from tests.browser.cloud.test_journey import connect
from tests.browser.network import press_at_rest
from tests.cloud.test_runs import stacks, watch

__all__ = ["stacks"]
pytestmark = pytest.mark.filterwarnings("ignore::openstack.warnings._RemovedInSDKWarning")
QUICK = "".join(f"  quick_{number}: {{type: OS::Heat::RandomString}}\n" for number in range(30))
LATER = "".join(f"  later_{number}: {{type: OS::Heat::RandomString, depends_on: slow}}\n" for number in range(3))
TEMPLATE = (
    f"heat_template_version: 2021-04-16\nresources:\n{QUICK}"
    "  slow:\n    type: OS::Heat::TestResource\n    properties: {wait_secs: 30}\n"
    f"    depends_on: [{', '.join(f'quick_{number}' for number in range(30))}]\n{LATER}"
)
NOTICES = """
window.notices = [];
window.Notification = class extends Notification {
  constructor(title, options) { super(title, options); window.notices.push(title); }
};
"""


def test_new_lines_are_counted_and_the_end_is_told(alice_page: Page, cloud, stacks, make_design) -> None:
    page = alice_page
    page.context.grant_permissions(["notifications"])
    page.add_init_script(NOTICES)
    page.set_viewport_size({"width": 1440, "height": 700})
    page.goto(f"/templates/{make_design(TEMPLATE, name='Many').slug}/")
    connect(page)
    expect(page.get_by_test_id("cloud-connect")).to_have_attribute("data-state", "connected")
    page.reload()
    press_at_rest(page.get_by_test_id("plan-run"))
    name = f"run-watch-{time.time_ns()}"
    page.get_by_label("Stack name").fill(name)
    page.get_by_test_id("run-go").press("Enter")
    expect(page.get_by_test_id("run-state")).to_be_visible()
    run = Run.objects.get()

    watch(run, lambda run: run.events.filter(resource="slow").exists())
    assert run.state == RunState.RUNNING
    rows = page.locator("#run-events > li[data-name]")
    expect(rows).to_have_count(31)
    page.get_by_role("button", name="At work 1").press("Enter")
    expect(page.locator("#run-events > li:visible")).to_have_count(1)
    page.get_by_role("button", name="All", exact=True).press("Enter")
    expect(page.locator("#run-events > li:visible")).to_have_count(31)
    page.get_by_label("Tell me in the browser when it ends").check()
    read = page.locator("#run-events").evaluate("""(list) => {
        list.scrollTop = 300;
        const isRead = (row) => row.offsetTop >= list.offsetTop + list.scrollTop && row.dataset.state === "done";
        return [...list.children].find(isRead).dataset.testid;
    }""")
    row = page.get_by_test_id(read)
    before = row.evaluate("(row) => row.getBoundingClientRect().top")

    watch(run)
    expect(page.get_by_role("button", name="3 new")).to_be_visible()
    assert row.evaluate("(row) => row.getBoundingClientRect().top") == pytest.approx(before, abs=2)
    expect(page.locator("#announce")).to_have_text("Complete: 34 of 34")
    expect(page).to_have_title(f"Done · {name}")
    assert page.evaluate("window.notices") == [page.title()]
    page.get_by_role("button", name="3 new").click()
    expect(page.get_by_role("button", name="3 new")).to_be_hidden()
