"""What pages load: few files, few bytes, and the modules themselves where there are no bundles."""

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page, Response, expect

from designer.cloud import IN_SESSION
from designer.models import Design, Run, RunAction, RunState
from tests.browser.conftest import started
from tests.conftest import PASSWORD
from tests.designer.deployment.test_stack_page import ADDRESS as STACK
from tests.designer.deployment.test_stack_page import Cloud
from tests.local_service import as_lab, connection_to

ROOT = Path(__file__).resolve().parents[2]
ENTRIES = {path.stem for path in (ROOT / "static/js/pages").glob("*.js")}
TEXT = "heat_template_version: 2021-04-16\ndescription: kept\n"

KINDS = ("document", "script", "stylesheet")
SCRIPTS = {"design": 10, "fill": 8}
"""How many scripts a page may ask for."""
KIB = {
    **dict.fromkeys(("conditions", "history", "library", "login"), 75),
    **dict.fromkeys(("new", "package", "stacks"), 80),
    **dict.fromkeys(("run", "stack"), 90),
    "fill": 110,
    "design": 385,
}
"""How many KiB a page may have with its scripts and style sheets, compressed."""


class Visit:
    """Opens the pages of a site, and keeps which documents, scripts and style sheets each loaded."""

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site
        self.asked: dict[str, set[str]] = {}
        """The addresses, by the name of a page."""
        self.sizes: dict[str, int] = {}
        """The bytes of what came from them, compressed, when the page had loaded."""

    def open(self, name: str, act: Callable[[], object]) -> None:
        """Do what opens a page."""
        answers: list[Response] = []

        def note(answer: Response) -> None:
            answers.append(answer)

        self.page.on("response", note)
        act()
        self.page.wait_for_load_state("load")
        self.page.remove_listener("response", note)
        kept = {each.url: each for each in answers if each.ok and each.request.resource_type in KINDS}
        self.asked[name] = set(kept)
        if name in KIB:  # others may lead on at once
            self.sizes[name] = sum(len(gzip.compress(each.body())) for each in kept.values())

    def go(self, name: str, path: str) -> None:
        """Open the page of an address."""
        self.open(name, lambda: self.page.goto(self.site + path))

    def scripts(self, name: str) -> list[str]:
        """Return the scripts that a page asked for."""
        return sorted(address for address in self.asked[name] if address.endswith(".js"))

    def loaded(self) -> set[str]:
        """Return the names of all scripts of single pages that were asked for."""
        found = (re.search(r"/js/pages/(\w+)\.js$", each) for asked in self.asked.values() for each in asked)
        return {each[1] for each in found if each}


@pytest.fixture
def visit(page: Page, alice, make_design, settings, tmp_path) -> Iterator[Callable[[str], Visit]]:
    """Opens every page that has a script of its own, at a site."""
    settings.OIDC_ISSUER = "https://id.example.org"
    with as_lab(settings, tmp_path, Cloud()) as cloud:
        run = run_of(make_design(name="Small"))
        client = Client()
        client.force_login(alice)
        session = client.session
        session[IN_SESSION] = connection_to(cloud, alice, "orchestration").pk
        session.save()

        def go(site: str) -> Visit:
            found = Visit(page, site)
            page.context.add_cookies([{"name": "sessionid", "value": str(session.session_key), "url": site}])
            for name, path in addresses(run).items():
                found.go(name, path)
            page.context.clear_cookies()
            save_as_visitor(found)
            return found

        yield go


def run_of(design: Design) -> Run:
    """Store a plan."""
    return Run.objects.create(
        design=design, revision=design.newest, owner=design.owner, cloud="lab", project="shop", stack_name="shop",
        action=RunAction.CREATE, state=RunState.PLANNED, plan={"made": "", "resources": []},
    )  # fmt: skip


def addresses(run: Run) -> dict[str, str]:
    """Return the addresses of the pages by their names."""
    design = f"/templates/{run.design.slug}/"
    parts = {name: f"{design}{name}/" for name in ("conditions", "history", "design")}
    parts["package"] = f"{design}package/?shown=1"
    clouds = {"stacks": "/stacks/", "stack": STACK, "run": f"{design}runs/{run.pk}/"}
    return {"library": "/", "new": "/templates/new", "fill": design, **parts, **clouds}


def save_as_visitor(visit: Visit) -> None:
    """Save a template, and sign in because that needs an account."""
    page = visit.page
    page.goto(f"{visit.site}/templates/new")
    page.get_by_test_id("import-text").fill(TEXT)
    visit.open("login", page.get_by_test_id("import-submit").click)
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    visit.open("resume", page.get_by_role("button", name="Sign in", exact=True).click)
    expect(page).to_have_url(re.compile("/templates/(?!new)"))


@pytest.fixture
def site_of_modules(settings, context, warm_contexts) -> Iterator[str]:
    """A server where there are no bundles, of which a browser may keep what it likes."""
    warm_contexts.spent.add(context)
    settings.BUNDLES, settings.STATICFILES_DIRS = {}, [ROOT / "static"]
    server = started()
    yield server.url
    server.stop()


def test_pages_ask_for_few_files_and_few_bytes(visit, base_url):
    found = visit(base_url)
    sizes = {name: size / 1024 for name, size in found.sizes.items()}
    assert sizes.keys() == KIB.keys()
    assert {name: size for name, size in sizes.items() if size > KIB[name]} == {}
    assert {name: found.scripts(name) for name, most in SCRIPTS.items() if len(found.scripts(name)) > most} == {}
    assert found.loaded() == ENTRIES


def test_pages_work_without_bundles(visit, site_of_modules):
    found = visit(site_of_modules)
    assert len(found.scripts("design")) > 100
    assert found.loaded() == ENTRIES
