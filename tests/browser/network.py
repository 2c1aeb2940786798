"""Control of a page's requests."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

CAUGHT = "fetch('/healthz?caught').then((answer) => answer.text()).then((text) => text === 'caught')"


def intercept(page: Page, address: str, does: Callable[[Route], object]) -> None:
    """Let a function answer the requests to an address that a page makes from now on.

    Chromium applies a new route to an open page a little later than it reports: requests of the page in between
    get past it.
    """
    page.route("**/healthz?caught", lambda route: route.fulfill(body="caught"))
    while not page.evaluate(CAUGHT):
        page.wait_for_timeout(10)
    page.route(address, does)
    page.unroute("**/healthz?caught")


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Let the page run until a condition is true, for a minute at most."""
    for _ in range(6000):
        if is_so():
            return
        page.wait_for_timeout(10)
    raise AssertionError("the condition never became true")


def until_true(page: Page, function: str, arg: Any = None) -> None:
    """Let the page run until a function, or an expression, is true in it.

    `wait_for_function` evaluates a string at each look, which the Content Security Policy of the pages forbids.
    """
    until(page, lambda: page.evaluate(function, arg))


def press_at_rest(button: Locator) -> None:
    """Press Enter at a button once what was typed before it is answered: an answer may replace the button."""
    button.focus()
    until_true(button.page, "() => !document.querySelector('.htmx-request')")
    expect(button).to_be_focused()
    button.press("Enter")


def drawn(page: Page) -> None:
    """Wait until a page has been redrawn, and what follows from that, such as a new size, has been worked in."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


class Held:
    """Requests that wait at the network until the test lets them go on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.waiting: list[Route] = []

    @contextmanager
    def at(self, address: str, times: int = 1) -> Iterator[None]:
        """Hold the next request to an address, or several, which are made within."""
        held: list[Route] = []

        def hold(route: Route) -> None:
            if len(held) < times:
                held.append(route)
                self.waiting.append(route)
            else:
                route.fallback()

        intercept(self.page, f"**/{address}/", hold)
        yield
        until(self.page, lambda: len(held) == times)  # a request may be reported before it is held
        self.settle()

    def let_go(self) -> None:
        """Let the oldest go on, until the page has worked in what it was answered."""
        route = self.waiting.pop(0)
        with self.page.expect_response(lambda response: response.request == route.request):
            route.continue_()
        self.settle()

    def settle(self) -> None:
        """Wait until the page was redrawn."""
        drawn(self.page)
