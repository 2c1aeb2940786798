"""The design page in a browser: first picture, gestures, keystrokes and frames, against a bare page in the same run.

What a bare page cannot do is measured against the same with ten resources.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from statistics import median
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from designer.store.designs import design_create
from tests.benchmarks.database import empty_database
from tests.benchmarks.design import template
from tests.benchmarks.timing import report
from tests.browser.conftest import CHROMIUM

RUNS = 5
COUNTS = (10, 60, 300, 1000)
BARE = """<!doctype html><title>bare</title>
<style>body { margin: 0 } svg { width: 100vw; height: 100vh; display: block }</style>
<svg><g class="node"><rect width="224" height="48"/></g></svg>
<script>
  const box = document.querySelector("g"), at = { x: 0, y: 0 };
  addEventListener("pointermove", ({ buttons, movementX, movementY }) => {
    if (buttons) box.setAttribute("transform", `translate(${at.x += movementX} ${at.y += movementY})`);
  });
  addEventListener("wheel", ({ deltaY }) => box.setAttribute("transform", `scale(${1 + deltaY / 1000})`));
  window.gesture = async () => {
    const began = performance.now();
    await (await fetch(location.href)).text();
    box.setAttribute("transform", "translate(9 9)");
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    return performance.now() - began;
  };
  requestAnimationFrame(() => setTimeout(() => { window.firstPaint = performance.now(); document.title = "painted"; }));
</script>"""
FIRST_PAINT = """new MutationObserver((_, observer) => {
  if (!document.querySelector(".graph .node")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.firstPaint = performance.now(); document.title = "painted"; }));
}).observe(document, { childList: true, subtree: true })"""
GESTURE = """async (name) => {
  const { studio } = designer, began = performance.now(), seen = performance.getEntriesByType("resource").length;
  await studio.gesture("add", { section: "resources", name, body: { type: "OS::Neutron::Net", depends_on: "net0" } });
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  const all = performance.now() - began;
  const asked = performance.getEntriesByType("resource").slice(seen)
    .filter((one) => one.name.endsWith("/gesture/") || one.name.endsWith("/diagram/"));
  return [all, asked.reduce((sum, one) => sum + one.responseStart - one.requestStart, 0)];
}"""
KEYSTROKE = """(severity) => new Promise((told) => {
  let began;
  addEventListener("keydown", () => { began = performance.now(); }, { once: true, capture: true });
  new MutationObserver((_, observer) => {
    if (!began || !document.querySelector(`#diagnostics [data-severity=${severity}]`)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => told(performance.now() - began)));
  }).observe(document.querySelector("#diagnostics").parentElement, { childList: true, subtree: true });
  document.title = "listening";
})"""
FRAMES = """() => {
  const frames = window.frames_ = [];
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    frames.push(now - last);
    last = now;
    if (frames === window.frames_) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""
TAKEN = "() => { const taken = window.frames_.slice(1); window.frames_ = null; return taken; }"


def main() -> None:
    """Measure a small template, then larger and larger ones."""
    if CHROMIUM is None:
        print("  there is no Chromium; the page is not measured")
        return
    with empty_database(), browser_at_a_server() as (browser, address):
        bare = measured_bare(browser, address)
        small: dict[str, float] = {}
        for count in COUNTS:
            found = measured(browser, address, count)
            small = small or found
            for what, taken in found.items():
                if what in bare:
                    report(f"{count} resources, {what}", taken, bare[what], "the bare page")
                report(f"{count} resources, {what}", taken, small[what], f"{COUNTS[0]} resources")


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


def measured_bare(browser: Any, address: str) -> dict[str, float]:
    """Return the seconds of a page with one box and no other code than what is needed to draw, move and scale it."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.route("**/bare/", lambda route: route.fulfill(body=BARE, content_type="text/html"))
    found = {"first picture": median(list(opened(page, f"{address}/bare/")))}
    found["a gesture until it is painted"] = median(page.evaluate("window.gesture()") for _ in range(RUNS)) / 1000
    found |= frames(page, "the ground is dragged", lambda: drag(page, 1200, 700, -4))
    found |= frames(page, "zooming", lambda: turn_wheel(page))
    context.close()
    return found


def measured(browser: Any, address: str, count: int) -> dict[str, float]:
    """Return the seconds of everything that is measured on a template of a size."""
    owner, _ = User.objects.get_or_create(username="bench")
    design = design_create(owner=owner, name=f"n{count}", text=template(count).encode())
    client = Client()
    client.force_login(owner)
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(60_000)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}])
    context.add_init_script(FIRST_PAINT)
    page = context.new_page()
    found = {"first picture": median(list(opened(page, f"{address}/templates/{design.slug}/design/")))}
    found |= gestures(page)
    for what, does in {
        "the ground is dragged": dragged_ground,
        "a node is dragged": dragged_node,
        "zooming": zoomed,
    }.items():
        page.locator("[data-fit]").click()
        found |= frames(page, what, partial(does, page))
    page.get_by_test_id("arrange-split").click()
    found["from a keystroke to a rule's diagnostic, with the pause"] = keystroke_of_a_rule(page)
    found["from a keystroke to its diagnostic, with the pause of 300 ms"] = keystroke(page)
    context.close()
    return found


def opened(page: Page, address: str) -> Iterator[float]:
    """Open the page repeatedly, and yield the seconds until the graph is painted."""
    for _ in range(RUNS):
        page.goto(address)
        expect(page).to_have_title("painted", timeout=60_000)
        yield page.evaluate("window.firstPaint") / 1000


def gestures(page: Page) -> dict[str, float]:
    """Return the seconds of a gesture until its result is painted: all, the server's answers, the rest."""
    taken = [page.evaluate(GESTURE, f"fresh{number}") for number in range(RUNS)]
    whole, server = (median(one[index] for one in taken) / 1000 for index in (0, 1))
    return {"a gesture until it is painted": whole, "of that, the server": server, "the browser": whole - server}


def frames(page: Page, what: str, does: Callable[[], None]) -> dict[str, float]:
    """Return the seconds of a slow frame (of twenty, one is slower) and of the slowest while something is done."""
    page.evaluate(FRAMES)
    does()
    taken = sorted(page.evaluate(TAKEN))
    return {
        f"a frame while {what}": taken[int(len(taken) * 0.95)] / 1000,
        f"the slowest frame while {what}": taken[-1] / 1000,
    }


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


def keystroke(page: Page) -> float:
    """Return the seconds from a key that makes a mistake to the painted diagnostic."""
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    return timed_key(page, "[", "error")


def keystroke_of_a_rule(page: Page) -> float:
    """Return the seconds from a key that ends a condition that nothing asks for to the painted warning."""
    page.evaluate("""() => {
      const { editor } = designer.studio, text = editor.text();
      editor.replace(text.replace("conditions:\\n", "conditions:\\n  idle: tru\\n"));
      const line = text.slice(0, text.indexOf("conditions:")).split("\\n").length + 1;
      editor.jump(line, 12);
    }""")
    expect(page.locator("#diagnostics [data-severity=error]")).to_have_count(1, timeout=60_000)
    taken = timed_key(page, "e", "warning")
    page.get_by_test_id("undo").click()
    page.get_by_test_id("undo").click()
    expect(page.locator("#diagnostics [data-severity=warning]")).to_have_count(0, timeout=60_000)
    return taken


def timed_key(page: Page, key: str, severity: str) -> float:
    """Return the seconds from a key to the painted diagnostic of a severity, of which there is none before."""
    expect(page.locator(f"#diagnostics [data-severity={severity}]")).to_have_count(0)
    page.evaluate(f"() => {{ window.told = ({KEYSTROKE})('{severity}'); }}")
    page.keyboard.press(key)
    return float(page.evaluate("window.told")) / 1000
