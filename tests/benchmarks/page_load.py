"""A warm load of the design page with bundles, against one with modules: processor time of server and browser.

Both take turns in one browser, which has the scripts in its cache, at two servers of this process.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
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
from tests.benchmarks.timing import report
from tests.browser.conftest import CHROMIUM, started

LOADS, RESOURCES = 15, 10
ONE_PROCESS = "--renderer-process-limit=1"  # to start another one would cost as much as half a load
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print the ratio."""
    if CHROMIUM is None or not settings.BUNDLES:
        print("  there is no Chromium, or `make bundle` has not been run; nothing is measured")
        return
    with TemporaryDirectory() as folder, empty_database(), sync_playwright() as play:
        bundles, modules = with_bundles(folder), with_modules()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", ONE_PROCESS])
        design = design_create(owner=User.objects.create(username="bench"), name="n", text=template(RESOURCES).encode())
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        with site(bundles) as bundled, site(modules) as plain:
            taken: list[tuple[float, float]] = []
            for _ in range(LOADS + 1):
                with override_settings(**bundles):
                    first = load(page, bundled, design)
                with override_settings(**modules):
                    taken.append((first, load(page, plain, design)))
        browser.close()
    report("a warm load", *(median(each) for each in zip(*taken[1:], strict=True)), "one with modules")


def with_bundles(folder: str) -> dict[str, Any]:
    """Return the settings under which bundles are served as `serve` and a team's server do: collected, and kept."""
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": "designer.operation.staticfiles.ManifestStorage"}}
    found = {"STATIC_ROOT": folder, "STORAGES": storages, "WHITENOISE_USE_FINDERS": False}
    with override_settings(**found):
        call_command("collectstatic", interactive=False, verbosity=0)
    return found


def with_modules() -> dict[str, Any]:
    """Return the settings under which modules are served as they are; after a minute a browser asks for each again."""
    return {"BUNDLES": {}, "STATICFILES_DIRS": settings.STATICFILES_DIRS[-1:], "WHITENOISE_MAX_AGE": 0}


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
    before = spent()
    page.goto(f"{site}/templates/{design.slug}/design/")
    page.wait_for_selector(".graph .node")
    page.wait_for_timeout(500)  # for what is asked afterwards
    return spent() - before


def spent() -> float:
    """Return the seconds that this process and the browser that it has started have computed."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")
        except OSError:  # it has ended meanwhile
            continue
        number, fields = int(stat.parent.name), rest.split()
        is_driver = "node" in name  # which stands between this process and the browser
        parents[number], ticks[number] = int(fields[1]), 0 if is_driver else sum(map(int, fields[11:15]))
    own = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in own} - own:
        own |= more
    return sum(ticks[number] for number in own) / TICKS
