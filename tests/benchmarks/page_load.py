"""A warm load of the design page with bundles, against one with modules: processor time of server and browser.

All take turns in one browser, which has the scripts in its cache, at servers of this process. Before there were
bundles, a browser kept modules for a minute: a load was one with modules that are kept within it, and after it one with
modules that are asked for again.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client, override_settings
from playwright.sync_api import Page, sync_playwright

from designer.models import Design
from designer.store.designs import design_create
from tests.benchmarks.database import empty_database
from tests.benchmarks.design import template
from tests.benchmarks.timing import report, spent
from tests.browser.conftest import CHROMIUM, started

LOADS, RESOURCES = 15, 10
ONE_PROCESS = "--renderer-process-limit=1"  # to start another one would cost as much as half a load
WITHOUT_BUNDLES = {"BUNDLES": {}, "STATICFILES_DIRS": settings.STATICFILES_DIRS[-1:]}
DRIVER = "node"  # which stands between this process and the browser


def main() -> None:
    """Print the ratios."""
    if CHROMIUM is None or not settings.BUNDLES:
        print("  there is no Chromium, or `make bundle` has not been run; nothing is measured")
        return
    with TemporaryDirectory() as folder, empty_database(), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", ONE_PROCESS])
        design = design_create(owner=User.objects.create(username="bench"), name="n", text=template(RESOURCES).encode())
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        of_bundles, of_checked, of_kept = in_turns(page, design, [bundles(folder), checked_modules(), modules(folder)])
        browser.close()
    report("a warm load", of_bundles, of_checked, "one with modules that are asked for again", most=0.55)
    report("a warm load", of_bundles, of_kept, "one with modules that are kept as well")


def in_turns(page: Page, design: Design, ways: list[dict[str, Any]]) -> list[float]:
    """Return the median of the processor seconds that a load takes under each settings, after one that is not kept."""
    with ExitStack() as sites:
        addresses = [sites.enter_context(site(each)) for each in ways]
        taken: list[list[float]] = []
        for _ in range(LOADS + 1):
            taken.append([])
            for different, address in zip(ways, addresses, strict=True):
                with override_settings(**different):
                    taken[-1].append(load(page, address, design))
    return [median(each) for each in zip(*taken[1:], strict=True)]


def bundles(folder: str) -> dict[str, Any]:
    """Return the settings of `serve` and a team's server: a browser keeps bundles, whose names carry hashes."""
    return collected({"STATIC_ROOT": f"{folder}/bundles"})


def modules(folder: str) -> dict[str, Any]:
    """Return the same without bundles: a browser keeps each module, as once for the minute after it was asked for."""
    return collected({"STATIC_ROOT": f"{folder}/modules"} | WITHOUT_BUNDLES)


def checked_modules() -> dict[str, Any]:
    """Return the settings under which a browser asks at each load whether modules are new, as once after a minute."""
    return WITHOUT_BUNDLES | {"WHITENOISE_MAX_AGE": 0}


def collected(different: dict[str, Any]) -> dict[str, Any]:
    """Return settings, with which static files have been collected into their folder, as settings to serve them."""
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": "designer.operation.staticfiles.ManifestStorage"}}
    found = {"STORAGES": storages, "WHITENOISE_USE_FINDERS": False} | different
    with override_settings(**found):
        call_command("collectstatic", interactive=False, verbosity=0)
    return found


@contextmanager
def site(different: dict[str, Any]) -> Iterator[str]:
    """Start a server under other settings."""
    with override_settings(**different):
        server = started()
    yield server.url
    server.stop()


def load(page: Page, site: str, design: Design) -> float:
    """Open the design page as its owner, and return the seconds that this process and all below it have computed."""
    client = Client()
    client.force_login(design.owner)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}])
    page.goto(f"{site}/healthz")  # so that the browser has a process for the site
    return sum(spent(partial(open_design, page, f"{site}/templates/{design.slug}/design/"), without=DRIVER))


def open_design(page: Page, address: str) -> None:
    """Open the design page, and wait for what it asks for afterwards."""
    page.goto(address)
    page.wait_for_selector(".graph .node")
    page.wait_for_timeout(500)
