"""The design page in a browser: first picture, gestures, dragging and keystrokes, against a bare page in the same run.

What a bare page cannot do is measured against the same with ten resources.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from designer.store.designs import design_create
from tests.benchmarks.database import empty_database
from tests.benchmarks.design import template
from tests.benchmarks.timing import report, spent
from tests.browser.conftest import CHROMIUM

RUNS = 5
COUNTS = (10, 60, 300, 1000)
BARE = """<!doctype html><title>bare</title>
<style>body { margin: 0 } svg { width: 100vw; height: 100vh; display: block }</style>
<svg data-graph><g class="node"><rect width="224" height="48"/></g></svg>
<script>
  const box = document.querySelector("g"), at = { x: 0, y: 0 };
  addEventListener("pointermove", ({ buttons, movementX, movementY }) => {
    if (buttons) box.setAttribute("transform", `translate(${at.x += movementX} ${at.y += movementY})`);
  });
  addEventListener("wheel", ({ deltaY }) => box.setAttribute("transform", `scale(${1 + deltaY / 1000})`));
  window.gesture = async () => {
    await (await fetch(location.href)).text();
    box.setAttribute("transform", "translate(9 9)");
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  };
  requestAnimationFrame(() => setTimeout(() => { document.title = "painted"; }));
</script>"""
PAINTED = """new MutationObserver((_, observer) => {
  if (!document.querySelector(".graph .node")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { document.title = "painted"; }));
}).observe(document, { childList: true, subtree: true })"""
GESTURE = """async (name) => {
  const { studio } = designer;
  await studio.gesture("add", { section: "resources", name, body: { type: "OS::Neutron::Net", depends_on: "net0" } });
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
}"""
KEYSTROKE = """(severity) => new Promise((told) => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector(`#diagnostics [data-severity=${severity}]`)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(told));
  }).observe(document.querySelector("#diagnostics").parentElement, { childList: true, subtree: true });
})"""
BARE_PAGE = "the bare page"

Costs = dict[str, tuple[float, float]]
"""The least processor seconds of what is done with a page: those of this process, which serves, and of the browser."""


def main() -> None:
    """Measure a bare page and larger and larger templates; they take turns."""
    if CHROMIUM is None:
        print("  there is no Chromium; the page is not measured")
        return
    with empty_database(), browser_at_a_server() as (browser, address):
        pages = {BARE_PAGE: partial(bare_page, browser, address)}
        pages |= {f"{count} resources": partial(design_page, browser, address, count) for count in COUNTS}
        found: dict[str, Costs] = {name: {} for name in pages}
        for _ in range(RUNS):
            for name, opened in pages.items():
                page = opened()
                for what, does in actions(page, is_bare=name == BARE_PAGE):
                    own, others = spent(does)
                    before = found[name].get(what, (own, others))
                    found[name][what] = min(own, before[0]), min(others, before[1])
                page.context.close()
        for name in list(pages)[1:]:
            print_costs(name, found[name], found[BARE_PAGE], found[f"{COUNTS[0]} resources"])


def print_costs(name: str, found: Costs, bare: Costs, small: Costs) -> None:
    """Print what is done with a template against the bare page, as far as that can do it, and against a small one."""
    for what, (server, shown) in found.items():
        if what in bare:
            report(f"{name}, {what}: browser", shown, bare[what][1], BARE_PAGE)
        report(f"{name}, {what}: browser", shown, small[what][1], f"{COUNTS[0]} resources")
        report(f"{name}, {what}: server", server, small[what][0], f"{COUNTS[0]} resources")


@contextmanager
def browser_at_a_server() -> Iterator[tuple[Any, str]]:
    """Start the designer and a browser."""
    server = LiveServer("localhost")
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            yield browser, server.url
            browser.close()
    finally:
        server.stop()


def bare_page(browser: Any, address: str) -> Page:
    """Return a page with one box and no other code than what is needed to draw, move and scale it."""
    page: Page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.route("**/bare/", lambda route: route.fulfill(body=BARE, content_type="text/html"))
    page.goto(f"{address}/bare/")
    return page


def design_page(browser: Any, address: str, count: int) -> Page:
    """Return the design page of a new template of a size."""
    owner, _ = User.objects.get_or_create(username="bench")
    design = design_create(owner=owner, name=f"n{count}", text=template(count).encode())
    client = Client()
    client.force_login(owner)
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(60_000)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])
    context.add_init_script(PAINTED)
    page: Page = context.new_page()
    page.goto(f"{address}/templates/{design.slug}/design/")
    return page


def actions(page: Page, *, is_bare: bool) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is done with a page, one after the other."""
    yield "the first picture", partial(load, page)
    gesture = ("gesture()",) if is_bare else (GESTURE, "fresh")
    yield "a gesture until it is painted", partial(page.evaluate, *gesture)
    moves = {"dragging the ground": dragged_ground, "zooming": zoomed}
    for what, does in (moves if is_bare else moves | {"dragging a node": dragged_node}).items():
        if not is_bare:
            page.locator("[data-fit]").click()
        yield what, partial(does, page)
    if not is_bare:
        page.get_by_test_id("arrange-split").click()
        yield "from a keystroke to a rule's diagnostic", partial(keystroke_of_a_rule, page)
        undo(page)
        yield "from a keystroke to its diagnostic", partial(keystroke, page)


def undo(page: Page) -> None:
    """Take back the condition and its last key."""
    for _ in range(2):
        page.get_by_test_id("undo").click()
    expect(page.locator("#diagnostics [data-severity=warning]")).to_have_count(0, timeout=60_000)


def load(page: Page) -> None:
    """Open the page anew, and wait until the graph is painted."""
    page.reload()
    expect(page).to_have_title("painted", timeout=60_000)


def dragged_ground(page: Page) -> None:
    """Pan from an empty corner of the graph."""
    box = page.locator("[data-graph]").bounding_box()
    assert box
    drag(page, box["x"] + box["width"] - 6, box["y"] + 6, -4)


def dragged_node(page: Page) -> None:
    """Drag a node that several others need."""
    box = page.get_by_test_id("node-net0").bounding_box()
    assert box
    drag(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 2)


def drag(page: Page, x: float, y: float, by: float) -> None:
    """Drag from a place in sixty steps."""
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(60):
        page.mouse.move(x + by * step, y + step / 2)
    page.mouse.up()


def zoomed(page: Page) -> None:
    """Turn the wheel over the graph, in and out."""
    page.locator("[data-graph]").hover()
    page.keyboard.down("Control")
    turn_wheel(page)
    page.keyboard.up("Control")


def turn_wheel(page: Page) -> None:
    """Turn the wheel thirty times, and back."""
    for step in range(60):
        page.mouse.wheel(0, -12 if step < 30 else 12)


def keystroke(page: Page) -> None:
    """Press a key that makes a mistake, and wait for the painted diagnostic."""
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    press(page, "[", "error")


def keystroke_of_a_rule(page: Page) -> None:
    """End a condition that nothing asks for with a key, and wait for the painted warning."""
    page.evaluate("""() => {
      const { editor } = designer.studio, text = editor.text();
      editor.replace(text.replace("conditions:\\n", "conditions:\\n  idle: tru\\n"));
      const line = text.slice(0, text.indexOf("conditions:")).split("\\n").length + 1;
      editor.jump(line, 12);
    }""")
    expect(page.locator("#diagnostics [data-severity=error]")).to_have_count(1, timeout=60_000)
    press(page, "e", "warning")


def press(page: Page, key: str, severity: str) -> None:
    """Press a key, and wait for the painted diagnostic of a severity, of which there is none before."""
    expect(page.locator(f"#diagnostics [data-severity={severity}]")).to_have_count(0)
    page.evaluate(f"() => {{ window.told = ({KEYSTROKE})('{severity}'); }}")
    page.keyboard.press(key)
    page.evaluate("told")
