"""The fill page in a browser: what one typed value sends and how long its swap takes, against a sample's."""

from statistics import median
from typing import Any

from django.contrib.auth.models import User
from playwright.sync_api import Page

from designer.models import Visibility
from designer.samples import SAMPLES
from designer.store.designs import design_create
from tests.benchmarks import fill
from tests.benchmarks.database import empty_database
from tests.benchmarks.design_page import browser_at_a_server
from tests.browser.conftest import CHROMIUM

RUNS = 9
SMALL = "single-server"
LONG = 100  # ms of a task that a person notices
# The swap is what the page does between the answer and the next frame: scripts, styles and layout, without waiting.
WATCH = """(() => {
  const now = () => performance.now(), laidOut = () => document.body?.offsetHeight;
  let began = 0, swap = 0;
  window.updates = [];
  window.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration)))
    .observe({ entryTypes: ["longtask"] });
  addEventListener("htmx:beforeOnLoad", () => { began = now(); }, true);
  addEventListener("htmx:afterOnLoad", () => { laidOut(); swap = now() - began; }, true);
  addEventListener("htmx:afterSettle", () => {
    const settles = now();
    queueMicrotask(() => {
      laidOut();
      const asked = performance.getEntriesByType("resource").at(-1);
      const server = asked.responseStart - asked.requestStart;
      updates.push({ bytes: asked.decodedBodySize, server, swap: swap + now() - settles });
      window.tell?.();
    });
  }, true);
})()"""


def many_resources(count: int) -> str:
    """Return a template with so many resources and outputs, of which one parameter changes one resource."""
    resources = "".join(
        f"  server{number}:\n    type: OS::Nova::Server\n    properties:\n      name: server-{number}\n"
        f"      flavor: {{get_param: {'flavor' if number == 7 else 'other'}}}\n      networks: [{{network: private}}]\n"
        for number in range(count)
    )
    outputs = "".join(
        f"  name{number}:\n    description: The name of server {number}.\n"
        f'    value: {{list_join: ["-", [{{get_param: other}}, "{number}"]]}}\n'
        for number in range(count)
    )
    return (
        "heat_template_version: 2021-04-16\nparameters:\n  flavor: {type: string, default: m1.small}\n"
        f"  other: {{type: string, default: m1.tiny}}\nresources:\n{resources}outputs:\n{outputs}"
    )


def main() -> None:
    """Measure the sample with a single server, many resources and outputs, and many parameters."""
    if CHROMIUM is None:
        print("  there is no Chromium; the page is not measured")
        return
    sample = next(each for each in SAMPLES if each.slug == SMALL)
    cases = {
        SMALL: (sample.text.decode(), "flavor"),
        "200 resources and outputs": (many_resources(200), "flavor"),
        "300 parameters": (fill.template(300), "p0"),
    }
    with empty_database(), browser_at_a_server() as (browser, address):
        owner = User.objects.create(username="bench")
        small: dict[str, float] = {}
        for what, (text, name) in cases.items():
            design = design_create(owner=owner, name=what, text=text.encode(), visibility=Visibility.PUBLIC)
            found = measured(browser, f"{address}/templates/{design.slug}/", name)
            small = small or found
            for unit in ("bytes", "server", "swap"):
                print_ratio(what, unit, found[unit], small[unit])
            print(f"  {what + ', tasks over 100 ms':<44} {found['long']:8.0f}")


def measured(browser: Any, address: str, name: str) -> dict[str, float]:
    """Return the bytes of an update, the least milliseconds of server and swap, and how many tasks were long."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(60_000)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(address)
    type_values(page, name, 2)
    page.evaluate("() => { updates.length = tasks.length = 0; }")
    type_values(page, name, RUNS)
    updates, tasks = page.evaluate("[updates, tasks]")
    context.close()
    found = {unit: min(update[unit] for update in updates) for unit in ("server", "swap")}
    found["bytes"] = median(update["bytes"] for update in updates)
    return found | {"long": sum(task > LONG for task in tasks)}


def type_values(page: Page, name: str, times: int) -> None:
    """Type one value after the other into a field, and wait for each answer."""
    for number in range(times):
        page.evaluate("() => { window.told = new Promise((tell) => { window.tell = tell; }); }")
        page.locator(f'[name="param-{name}"]').fill(f"value-{number}")
        page.evaluate("told")


def print_ratio(what: str, unit: str, found: float, small: float) -> None:
    """Print one line: how often the small sample's figure goes into it, and both."""
    word = unit if unit == "bytes" else f"ms of the {unit}"
    print(f"  {f'{what}, {word}':<44} {found / small:8.2f} x {SMALL}  ({found:.1f} against {small:.1f})", flush=True)
