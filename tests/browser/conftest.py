"""A real Chromium on a live server. Every test fails when its pages report an error or break the security policy."""

import importlib.util
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.heat_service import SERVE, Heat, running_heat
from tests.browser.network import Held

HERE = Path(__file__).parent
# The shell is the same Chromium without the parts that draw windows: it takes a third less of the processor.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
# Half-way through a transition, colours are mixed that nobody reads.
END_TRANSITIONS = "() => document.getAnimations().forEach(each => each instanceof CSSTransition && each.finish())"
# htmx reports a request that was given up because a newer one took its place.
REPLACED = r"htmx:(sendAbort|afterRequest)"
MISSING = "no Chromium was found; on Debian `apt-get install chromium-headless-shell` brings one"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let these tests open sockets, and skip them where no browser is; in CI a missing browser is a failure."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.enable_socket)
            if CHROMIUM is None and os.environ.get("CI") != "true":
                item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's Chromium, which looks for nothing outside this machine."""
    if CHROMIUM is None:
        pytest.fail(MISSING)
    quiet = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": [*quiet, "--disable-dev-shm-usage"]}


class Answering:
    """Counts the requests that the server is at work on, and turns away those that come between two tests.

    A page that is closed says farewell: what it sends then may arrive while the tables are being emptied. Only the
    server's threads count: the client of other tests asks in the main thread, and does not close all answers.
    """

    def __init__(self) -> None:
        self.free = threading.Condition()
        self.count = 0
        self.is_closed = False
        request_started.connect(self.began)
        request_finished.connect(self.ended)

    def began(self, **_signal: Any) -> None:
        if threading.current_thread() is threading.main_thread():
            return
        with self.free:
            if self.is_closed:
                raise ConnectionAbortedError("between two tests")  # the server drops such a connection without a word
            self.count += 1

    def ended(self, **_signal: Any) -> None:
        if threading.current_thread() is threading.main_thread():
            return
        with self.free:
            self.count -= 1
            self.free.notify_all()

    def open(self) -> None:
        with self.free:
            self.is_closed = False

    def close(self) -> None:
        """Wait for the answers that are under way, and begin no other."""
        with self.free:
            self.free.wait_for(lambda: self.count <= 0, timeout=10)
            self.is_closed = True


ANSWERING = Answering()
expect.set_options(timeout=10_000)  # a machine that builds other things meanwhile is slow


@pytest.fixture(autouse=True)
def answered(transactional_db: None) -> Iterator[None]:
    """What a page that is closed had asked for is answered before the tables are emptied under it, or never."""
    yield
    ANSWERING.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Once the tables are empty, requests are answered again."""
    try:
        return (yield)
    finally:
        ANSWERING.open()


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """Let `page.goto("/")` lead to the live server."""
    return str(live_server.url)


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Give every page the size of a small laptop's window."""
    return {**browser_context_args, "viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "timezone_id": "UTC"}


@pytest.fixture
def may_report() -> list[str]:
    """Patterns of console errors that the test provokes on purpose, such as "status of 404"."""
    return []


@pytest.fixture
def watch(may_report: list[str]) -> Iterator[Callable[[BrowserContext], None]]:
    """Watches contexts, and fails the test when one of their pages reported an error or broke the security policy."""
    reported: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") or "Content Security Policy" in message.text:
            reported.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def on_error(error: WebError) -> None:
        reported.append(f"uncaught: {error.error}")

    def begin(context: BrowserContext) -> None:
        context.on("console", on_console)
        context.on("weberror", on_error)

    yield begin
    unexpected = [line for line in reported if not any(re.search(pattern, line) for pattern in (REPLACED, *may_report))]
    assert not unexpected, "the pages reported:\n" + "\n".join(unexpected)


@pytest.fixture
def context(context: BrowserContext, watch: Callable[[BrowserContext], None]) -> BrowserContext:
    """Watch the context that `page` is opened in."""
    watch(context)
    context.set_default_timeout(10_000)
    return context


@pytest.fixture
def sign_in(context: BrowserContext, base_url: str) -> Callable[[User], None]:
    """Signs a person in, in the context of `page`."""

    def enter(user: User) -> None:
        client = Client()
        client.force_login(user)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base_url}])

    return enter


@pytest.fixture
def alice_page(page: Page, sign_in: Callable[[User], None], alice: User) -> Page:
    """A page on which Alice is signed in."""
    sign_in(alice)
    return page


@pytest.fixture
def held(page: Page) -> Held:
    """Holds requests of `page`."""
    return Held(page)


@pytest.fixture
def plain_page(
    browser: Browser, browser_context_args: dict[str, Any], watch: Callable[[BrowserContext], None]
) -> Iterator[Callable[..., Page]]:
    """Opens pages in a context of their own, such as `plain_page(java_script_enabled=False, color_scheme="dark")`."""
    opened: list[BrowserContext] = []

    def open_page(**options: Any) -> Page:
        context = browser.new_context(**{**browser_context_args, **options})
        opened.append(context)
        watch(context)
        return context.new_page()

    yield open_page
    for context in opened:
        context.close()


@pytest.fixture
def expect_accessible() -> Callable[[Page], None]:
    """Fails the test when axe finds something serious on the page as it is now."""

    def check(page: Page) -> None:
        page.evaluate(END_TRANSITIONS)
        found = Axe().run(page).response["violations"]
        serious = [entry for entry in found if entry["impact"] in ("serious", "critical")]
        lines = [f"{entry['id']}: {node['html'][:200]}" for entry in serious for node in entry["nodes"]]
        assert not lines, "axe found on " + page.url + ":\n" + "\n".join(lines)

    return check


@pytest.fixture(scope="session")
def heat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Heat | None]:
    """A real Heat; None where there is none, unless HEAT=true says that it has to be there."""
    if os.environ.get("HEAT") != "true" and not (SERVE.exists() and importlib.util.find_spec("heat")):
        yield None
        return
    with running_heat(tmp_path_factory.mktemp("heat")) as heat:
        yield heat


@pytest.fixture(scope="session")
def expect_heat_to_take(heat: Heat | None) -> Callable[..., None]:
    """Fails the test when a real Heat refuses a template with these values, or takes one that was spoiled.

    Without Heat nothing is checked.
    """

    def check(good: str, spoiled: str, **values: object) -> None:
        if heat:
            assert heat.refusal(good, values) is None
            assert spoiled != good
            assert heat.refusal(spoiled, values)

    return check


@pytest.fixture(scope="session")
def expect_to_deploy(heat: Heat | None) -> Callable[..., None]:
    """Fails the test when a command that is run in a folder does not end in a stack with these outputs.

    Without Heat nothing is checked.
    """

    def check(command: str, folder: Path, stack: str, outputs: Mapping[str, object], done: str) -> None:
        if heat:
            assert heat.deploys(command, folder, stack) == (done, outputs)

    return check
