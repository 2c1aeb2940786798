"""The fill page in a browser: what one typed value costs and sends, against a sample's."""

from statistics import median
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from playwright.sync_api import Page

from designer.models import Visibility
from designer.samples import SAMPLES
from designer.store.designs import design_create
from tests.benchmarks import fill
from tests.benchmarks.database import empty_database
from tests.benchmarks.design_page import browser_at_a_server
from tests.benchmarks.timing import report, spent
from tests.browser.conftest import CHROMIUM

RUNS = 9
SMALL = "single-server"
WATCH = """addEventListener("htmx:afterSettle", () => {
  queueMicrotask(() => {
    document.body.offsetHeight;
    window.tell?.(performance.getEntriesByType("resource").at(-1).decodedBodySize);
  });
}, true)"""
"""Tells the bytes of an answer when the page is laid out again."""


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
        pages = {}
        for what, (text, name) in cases.items():
            design = design_create(owner=owner, name=what, text=text.encode(), visibility=Visibility.PUBLIC)
            pages[what] = opened(browser, f"{address}/templates/{design.slug}/"), name
        found = {what: Costs([], [], []) for what in pages}
        for number in range(1 + RUNS):
            for what, (page, name) in pages.items():
                found[what].add(page, name, number)
        for what, costs in found.items():
            costs.print(what, found[SMALL])


class Costs(NamedTuple):
    """What typed values cost: processor seconds of this process, which serves, and of the browser; bytes of answers."""

    server: list[float]
    browser: list[float]
    size: list[float]

    def add(self, page: Page, name: str, number: int) -> None:
        """Type one more value into a field, and wait until the answer is laid out."""

        def type_value() -> None:
            page.locator(f'[name="param-{name}"]').fill(f"value-{number}")
            self.size.append(page.evaluate("told"))

        page.bring_to_front()
        page.evaluate("() => { window.told = new Promise((tell) => { window.tell = tell; }); }")
        server, browser = spent(type_value)
        self.server.append(server)
        self.browser.append(browser)

    def print(self, what: str, small: "Costs") -> None:
        """Print them against those of the small sample, without the first, which fills caches."""
        report(f"{what}, server", min(self.server[1:]), min(small.server[1:]), SMALL)
        report(f"{what}, browser", min(self.browser[1:]), min(small.browser[1:]), SMALL)
        size, other = median(self.size), median(small.size)
        print(f"  {what + ', bytes':<44} {size / other:8.2f} x {SMALL}  ({size:.0f} against {other:.0f})", flush=True)


def opened(browser: Any, address: str) -> Page:
    """Return an open page that tells when an answer has been laid out."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(60_000)
    context.add_init_script(WATCH)
    page: Page = context.new_page()
    page.goto(address)
    return page
