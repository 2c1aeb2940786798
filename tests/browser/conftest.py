"""A real Chromium on a live server. Every test fails when its pages report an error or break the security policy."""

import functools
import importlib.util
import json
import os
import random
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.db import connections
from django.http import parse_cookie
from django.test import Client
from django.test.testcases import FSFilesHandler
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    StorageState,
    WebError,
    expect,
)
from pytest_django.live_server_helper import LiveServer

from tests.browser.heat_service import SERVE, Heat, running_heat
from tests.browser.network import Held
from tests.conftest import EXPLORES

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
# Only the violations are returned: what passed is long and nobody reads it.
SERIOUS = """rules => axe.run({resultTypes: ["violations"], ...rules}).then(
    ({violations}) => violations.filter(({impact}) => ["serious", "critical"].includes(impact)))"""
# htmx reports a request that was aborted because a newer one replaced it.
REPLACED = r"htmx:(sendAbort|afterRequest)"
NO_COLOURS = {"rules": {"color-contrast": {"enabled": False}}}
ONLY_COLOURS = {"runOnly": ["color-contrast"]}
MISSING = "no Chromium was found; on Debian `apt-get install chromium-headless-shell` brings one"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let these tests open sockets, and skip them if there is no browser; in CI a missing browser is a failure."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.enable_socket)
            if CHROMIUM is None and os.environ.get("CI") != "true":
                item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's Chromium, without network access beyond this machine."""
    if CHROMIUM is None:
        pytest.fail(MISSING)
    quiet = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
    warm = "--renderer-process-limit=1"  # a page begins in the process of the one that is open already
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": [*quiet, "--disable-dev-shm-usage", warm]}


class Answering:
    """Counts the pending requests of the server, and rejects those of tests that have ended.

    A page that is closed says farewell: what it sends then may arrive while the tables are being emptied, or in the
    next test, where the answer to a session that is gone would sign that test's person out. Only the server's threads
    count: the client of other tests asks in the main thread, and does not close all answers.
    """

    def __init__(self) -> None:
        self.free = threading.Condition()
        self.count = 0
        self.is_closed = False
        self.sessions: set[str] = set()
        self.ended_sessions: set[str] = set()
        request_started.connect(self.began)
        request_finished.connect(self.ended)

    def began(self, **_signal: Any) -> None:
        if threading.current_thread() is threading.main_thread():
            return
        with self.free:
            if self.is_closed:
                raise ConnectionAbortedError("between two tests")  # the server closes such a connection silently
            self.count += 1

    def ended(self, **_signal: Any) -> None:
        if threading.current_thread() is threading.main_thread():
            return
        with self.free:
            self.count -= 1
            self.free.notify_all()

    def admit(self, session: str) -> None:
        """Reject a request with the session of a test that has ended."""
        with self.free:
            if session in self.ended_sessions:
                raise ConnectionAbortedError("after its test")
            self.sessions.add(session)

    def open(self) -> None:
        with self.free:
            self.is_closed = False

    def close(self) -> None:
        """Wait for pending responses, and start no other."""
        with self.free:
            self.free.wait_for(lambda: self.count <= 0, timeout=60)
            self.is_closed = True
            self.ended_sessions |= self.sessions - {""}
            self.sessions.clear()


ANSWERING = Answering()
expect.set_options(timeout=30_000)  # a machine that builds other things meanwhile is slow


@pytest.fixture(autouse=True)
def answered(transactional_db: None) -> Iterator[None]:
    """What a page that is closed had asked for is answered before the tables are emptied under it, or never."""
    yield
    ANSWERING.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Accept requests again once the tables are empty."""
    try:
        return (yield)
    finally:
        ANSWERING.open()


LATENCY = int(os.environ.get("LATENCY", "0"))
"""The maximum delay of a response in milliseconds, random for each, to find tests that depend on timing."""


def admitted(media: FSFilesHandler) -> WSGIApplication:
    """An application that responds only to pages of the current test, delayed by up to `LATENCY`.

    It stands in front of the handler of media files, which would look for every address in the working directory.
    """
    application = media.application

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        ANSWERING.admit(parse_cookie(environ.get("HTTP_COOKIE", "")).get(settings.SESSION_COOKIE_NAME, ""))
        ANSWERING.began()  # a response during the next test would sign its user out
        try:
            time.sleep(random.uniform(0, LATENCY / 1000))
            return application(environ, start_response)
        finally:
            ANSWERING.ended()

    return answer


def after_scripts(act: Callable[..., Any]) -> Callable[..., Any]:
    """A user action that waits for the scripts of a page that has just been opened.

    A page can be used before they run; until then only the browser responds.
    """

    @functools.wraps(act)
    def acts(self: Any, *args: Any, **options: Any) -> Any:
        (self.page if isinstance(self, Locator) else self).wait_for_load_state("domcontentloaded")
        return act(self, *args, **options)

    return acts


for name in ("check", "clear", "click", "dblclick", "drag_to", "fill", "focus", "hover", "press", "press_sequentially"):
    setattr(Locator, name, after_scripts(getattr(Locator, name)))
for name in ("select_option", "select_text", "set_checked", "set_input_files", "tap", "uncheck"):
    setattr(Locator, name, after_scripts(getattr(Locator, name)))
for name in ("evaluate", "evaluate_handle"):
    setattr(Locator, name, after_scripts(getattr(Locator, name)))
    setattr(Page, name, after_scripts(getattr(Page, name)))
for name in ("keyboard", "mouse"):
    setattr(Page, name, property(after_scripts(getattr(Page, name).fget)))


@pytest.fixture(scope="session", autouse=True)
def connections_of_the_loop(django_db_setup: None, playwright: Playwright) -> Iterator[None]:
    """Close the connections that tests opened while Playwright's event loop ran.

    Django keeps those apart from the others, and once the loop has ended nobody can reach them; but no database of
    PostgreSQL is removed while somebody is connected to it.
    """
    yield
    connections.close_all()


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """The live server, with static files as in production, so that the browser may cache them."""
    server = started()
    yield server
    server.stop()


def started() -> LiveServer:
    """Start a live server that serves static files as the settings say."""
    server = LiveServer("localhost", start=False)
    server.thread.static_handler = admitted
    server.start()
    return server


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """The base of relative addresses: the live server."""
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
    watched: list[BrowserContext] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") or "Content Security Policy" in message.text:
            reported.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def on_error(error: WebError) -> None:
        reported.append(f"uncaught: {error.error}")

    def begin(context: BrowserContext) -> None:
        context.on("console", on_console)
        context.on("weberror", on_error)
        watched.append(context)

    yield begin
    for context in watched:
        context.remove_listener("console", on_console)
        context.remove_listener("weberror", on_error)
    unexpected = [line for line in reported if not any(re.search(pattern, line) for pattern in (REPLACED, *may_report))]
    assert not unexpected, "the pages reported:\n" + "\n".join(unexpected)


class WarmContexts:
    """Contexts that stay open from one test to the next, each with a page of the site.

    A page that is opened there finds a process, and the scripts and style sheets that others have brought. What a test
    did leaves no trace: its pages are closed, and all that the site keeps in the browser is taken away.
    """

    MOST = 4
    """As many wait for the next test; of those that are like none of them, the oldest is closed."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser = browser
        self.site = site
        self.waiting: list[tuple[str, BrowserContext]] = []
        self.spent: set[BrowserContext] = set()
        """Those in which something stays that cannot be taken away."""

    def lend(self, *, storage_state: StorageState | None = None, **options: Any) -> tuple[str, BrowserContext]:
        """An unused context with these options, and their name."""
        name = json.dumps(options, sort_keys=True)
        found = next((each for each in self.waiting if each[0] == name), None)
        if found:
            self.waiting.remove(found)
        else:
            found = name, self.browser.new_context(**options)
            found[1].new_page().goto(f"{self.site}/healthz")
        # What a page wrote while it was closed may have come after all else was taken away.
        found[1].pages[0].evaluate("localStorage.clear()")
        if storage_state:
            self.restore(found[1], storage_state)
        return found

    def restore(self, context: BrowserContext, state: StorageState) -> None:
        """Start a context with the state of another one."""
        context.add_cookies(state.get("cookies", []))
        for origin in state.get("origins", []):
            assert origin["origin"] == self.site
            kept = [(each["name"], each["value"]) for each in origin["localStorage"]]
            context.pages[0].evaluate("kept => kept.forEach(each => localStorage.setItem(...each))", kept)

    def take_back(self, name: str, context: BrowserContext) -> None:
        """Remove every trace of a test."""
        if context in self.spent:
            self.spent.remove(context)
            context.close()
            return
        first, *others = context.pages
        for page in others:
            page.close()
        context.unroute_all()
        context.clear_cookies()
        context.clear_permissions()
        context.set_offline(False)
        session = context.new_cdp_session(first)
        session.send("Storage.clearDataForOrigin", {"origin": self.site, "storageTypes": "all"})
        session.detach()
        self.waiting.append((name, context))
        if len(self.waiting) > self.MOST:
            self.waiting.pop(0)[1].close()


@pytest.fixture(scope="session")
def warm_contexts(browser: Browser, base_url: str) -> WarmContexts:
    """Browser contexts that tests use in turn."""
    return WarmContexts(browser, base_url)


SIDE_BY_SIDE: dict[str, Any] = {"arrangement": "split", "folded": [], "canvas": []}
"""The panes of the design page for tests of its parts: text, diagram and forms together."""
DESK = {"width": 1920, "height": 1080}
"""A window in which they stand side by side."""


@pytest.fixture
def open_context(
    warm_contexts: WarmContexts,
    browser_context_args: dict[str, Any],
    watch: Callable[[BrowserContext], None],
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., BrowserContext]]:
    """Opens contexts that are watched, such as `open_context(color_scheme="dark")`.

    A module's `PANES` says how somebody has arranged the panes of the design page, None that nobody has.
    """
    lent: list[tuple[str, BrowserContext]] = []
    panes = getattr(request.module, "PANES", SIDE_BY_SIDE)
    is_design = request.path.parent.name == "design" or request.path.name == "test_files.py"
    size = {"viewport": DESK} if panes and is_design else {}

    def open_one(**options: Any) -> BrowserContext:
        lent.append(warm_contexts.lend(**{**browser_context_args, **size, **options}))
        context = lent[-1][1]
        watch(context)
        if panes:
            context.pages[0].evaluate("panes => { localStorage['design-panes'] ??= panes }", json.dumps(panes))
        return context

    yield open_one
    for name, context in lent:
        warm_contexts.take_back(name, context)


@pytest.fixture
def context(open_context: Callable[..., BrowserContext]) -> BrowserContext:
    """The context that `page` is opened in."""
    return open_context()


@pytest.fixture
def clock(context: BrowserContext, warm_contexts: WarmContexts) -> Any:
    """The clock of `page` for tests that move it; it cannot be taken out of a context again."""
    warm_contexts.spent.add(context)
    return context.clock


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
def plain_page(open_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Opens pages in a context of their own, such as `plain_page(java_script_enabled=False, color_scheme="dark")`."""
    return lambda **options: open_context(**options).new_page()


def expect_nothing_serious(page: Page, scheme: Literal["light", "dark"], rules: dict[str, Any]) -> None:
    """Fail if axe finds a serious problem by these rules."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(END_TRANSITIONS)
    serious = page.evaluate(SERIOUS, rules)
    lines = [f"{entry['id']}: {node['html'][:200]}" for entry in serious for node in entry["nodes"]]
    assert not lines, f"axe found on {page.url}, {scheme}:\n" + "\n".join(lines)


@pytest.fixture
def expect_accessible() -> Callable[..., None]:
    """Fails the test if axe finds a serious problem on the current page.

    The law of contrasts finds colours that are too faint in the style sheets; axe, which takes most of its time for
    them, looks for them where `colours` is set, and with EXPLORE=1 everywhere, and also at what is dark.
    """

    def check(page: Page, *, colours: bool = EXPLORES) -> None:
        if page.evaluate("typeof axe === 'undefined'"):
            page.evaluate(Axe().axe_script)
        expect_nothing_serious(page, "light", {} if colours else NO_COLOURS)
        if EXPLORES:
            expect_nothing_serious(page, "dark", ONLY_COLOURS)
            page.emulate_media(color_scheme="light")

    return check


@pytest.fixture(scope="session")
def heat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Heat | None]:
    """A real Heat; None without one, unless HEAT=true requires it."""
    if os.environ.get("HEAT") != "true" and not (SERVE.exists() and importlib.util.find_spec("heat")):
        yield None
        return
    with running_heat(tmp_path_factory.mktemp("heat")) as heat:
        yield heat


@pytest.fixture(scope="session")
def expect_heat_to_take(heat: Heat | None) -> Callable[..., None]:
    """Fails the test if a real Heat refuses a template with these values, or accepts a broken one.

    Without Heat nothing is checked.
    """

    def check(good: str, spoiled: str, files: Mapping[str, str] | None = None, **values: object) -> None:
        if heat:
            assert heat.refusal(good, values, files) is None
            assert spoiled != good
            assert heat.refusal(spoiled, values, files)

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
