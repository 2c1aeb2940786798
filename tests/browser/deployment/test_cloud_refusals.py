"""What a cloud refuses, with the buttons that help: a Heat that lets only people with a password make stacks."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from designer.models import Run, RunState
from tests.browser.administration.test_administration import SIDEWAYS
from tests.browser.network import press_at_rest
from tests.local_service import LocalService, Responder, as_lab

TEMPLATE = "heat_template_version: 2021-04-16\nresources: {word: {type: OS::Heat::RandomString}}\n"
ID = "5f1b1f4e-6a34-4d1c-9d3e-8f3f5a1f2b3c"
FORBIDDEN = {"error": {"message": "Forbidden"}}


class Cloud(LocalService):
    """A service in the place of Keystone and Heat. The name of a stack may be taken, and the project disabled."""

    def __init__(self) -> None:
        self.is_taken = self.is_disabled = False
        super().__init__(Handler)


class Handler(Responder):
    server: Cloud

    def answer(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/v3/auth/tokens":
            self.give_token(json.loads(self.sent)["auth"])
        elif path == "/v3/auth/projects":
            projects = [
                {"id": "p", "name": "shop", "enabled": not self.server.is_disabled},
                {"id": "q", "name": "other"},
            ]
            self.respond(200, {"projects": projects})
        elif self.server.is_disabled and self.headers["X-Auth-Token"] != "of-other":
            self.respond(401, {"error": {"message": "The request you have made requires authentication."}})
        elif path == "/v1/stacks" and self.command == "GET":
            self.respond(200, {"stacks": []})
        elif path == "/v1/validate":
            self.respond(200, {})
        elif path == "/v1/stacks/preview" and self.server.is_taken:
            self.respond(409, {"error": {"message": "The Stack (small) already exists."}})
        elif path == "/v1/template_versions":
            self.respond(200, {"template_versions": [{"version": "heat_template_version.2018-08-31", "type": "hot"}]})
        elif path == "/v1/resource_types":
            self.respond(200, {"resource_types": ["OS::Heat::RandomString"]})
        elif path == "/v1/stacks/preview":
            self.respond(200, {"stack": {"resources": []}})
        elif (self.command, path) == ("POST", "/v1/stacks"):
            is_allowed = self.headers["X-Auth-Token"] == "by-password"
            self.respond(201 if is_allowed else 403, {"stack": {"id": ID}} if is_allowed else FORBIDDEN)
        else:
            self.respond(404, {"error": {"message": "Not found"}})

    def give_token(self, asked: Any) -> None:
        method = asked["identity"]["methods"][0]
        name = {"application_credential": "by-credential", "password": "unscoped", "token": "by-password"}[method]
        is_other = asked.get("scope") == {"project": {"id": "q"}}
        name = "of-other" if is_other else name
        url = {"interface": "public", "region": "", "region_id": "", "url": f"{self.server.address}/v1"}
        token: dict[str, Any] = {"expires_at": (timezone.now() + timedelta(hours=1)).isoformat(), "user": {"id": "u"}}
        token["user"]["name"] = "demo"
        if name != "unscoped":
            token |= {"project": {"id": "q", "name": "other"} if is_other else {"id": "p", "name": "shop"}}
            token |= {"catalog": [{"type": "orchestration", "endpoints": [url]}]}
        self.respond(201, {"token": token}, {"X-Subject-Token": name, "Content-Type": "application/json"})


@pytest.fixture
def cloud(settings, tmp_path):
    with as_lab(settings, tmp_path, Cloud()) as found:
        yield found


@pytest.fixture
def form(alice_page: Page, cloud, make_design) -> Page:
    """The form of a template, for Alice, who is connected by an application credential."""
    page = alice_page
    page.goto(f"/templates/{make_design(TEMPLATE, name='Small').slug}/")
    page.get_by_test_id("cloud-connect").click()
    layer = page.locator("#cloud-layer")
    layer.get_by_label("ID").fill("credential")
    layer.get_by_label("Secret").fill("typed")
    layer.get_by_role("button", name="Connect").click()
    expect(page.get_by_test_id("cloud-connect")).to_have_attribute("data-state", "connected")
    page.reload()
    return page


def test_a_plan_that_a_credential_may_not_begin_is_begun_with_a_password(form: Page, expect_accessible) -> None:
    page, layer = form, form.locator("#cloud-layer")
    press_at_rest(page.get_by_test_id("plan-run"))
    page.get_by_label("Stack name").fill("my-own-name")
    page.get_by_test_id("run-go").click()

    told = page.locator("#messages")
    expect(told).to_contain_text("An application credential may not deploy here. Keystone lets it make no trust.")
    expect(told).to_contain_text("Nothing was sent.")
    expect(page.get_by_test_id("cloud-connect")).to_contain_text("looks only")
    for width in (390, 900, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(SIDEWAYS) == [], width
    expect_accessible(page)
    text = told.get_by_role("button", name="Copy for the administrator").get_attribute("data-copy")
    assert text is not None
    assert text.splitlines()[2:] == ["Project: shop (p)", "User: demo", "Request: POST /v1/stacks, Heat, 403"]

    told.get_by_role("link", name="Sign in with a password").click()
    expect(layer.get_by_label("Password", exact=True).first).to_be_checked()
    expect(layer.get_by_label("User")).to_have_value("demo")
    expect(layer.locator("#id_password")).to_be_focused()
    page.keyboard.type("secret")
    page.keyboard.press("Control+Enter")
    expect(layer).to_be_hidden()
    expect(page.get_by_test_id("cloud-connect")).to_contain_text("min left")
    expect(told.locator("[data-about=cloud]")).to_have_count(0)
    expect(page.get_by_label("Stack name")).to_have_value("my-own-name")
    page.get_by_test_id("run-go").click()
    expect(page.get_by_test_id("run-state")).to_have_attribute("data-state", re.compile("running|starting"))
    run = Run.objects.get()
    assert (run.state, run.stack_name) == (RunState.RUNNING, "my-own-name")


def test_a_plan_waits_for_the_project_that_it_is_of(form: Page) -> None:
    page, layer = form, form.locator("#cloud-layer")
    page.get_by_test_id("cloud-connect").click()
    layer.get_by_role("link", name="Sign in again").click()
    layer.get_by_label("Password", exact=True).first.check()
    layer.get_by_label("User").fill("demo")
    layer.locator("#id_password").fill("secret")
    page.keyboard.press("Control+Enter")
    expect(layer).to_be_hidden()
    press_at_rest(page.get_by_test_id("plan-run"))
    go, told = page.get_by_test_id("run-go"), page.locator("[data-unconnected]")
    expect(go).to_be_enabled()
    expect(told).to_be_hidden()
    for project, is_there in (("other", False), ("shop", True)):
        page.get_by_test_id("cloud-connect").click()
        layer.locator("#cloud-project").select_option(label=project)
        layer.get_by_role("button", name="Use it").click()
        expect(layer).to_be_hidden()
        expect(go).to_be_enabled(enabled=is_there)
        expect(told).to_be_visible(visible=not is_there)


def test_on_a_phone_what_is_wrong_with_a_plan_is_in_view(form: Page) -> None:
    page = form
    press_at_rest(page.get_by_test_id("plan-run"))
    page.set_viewport_size({"width": 390, "height": 800})
    page.get_by_test_id("run-foot").press("Enter")
    page.get_by_label("Stack name").fill("1 2 3")
    page.get_by_test_id("run-go").click()
    field = page.get_by_label("Stack name")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_in_viewport()


def test_a_name_that_is_taken_is_changed_and_an_older_heat_leads_to_the_versions(
    form: Page, cloud, expect_accessible
) -> None:
    page = form
    cloud.is_taken = True
    said = page.get_by_test_id("in-cloud-version")
    expect(said).to_contain_text("It knows up to 2018-08-31; the template says 2021-04-16.")
    expect_accessible(page)
    address = page.url
    press_at_rest(page.get_by_test_id("plan-run"))
    page.get_by_test_id("run-go").click()
    expect(page.get_by_test_id("name-taken")).to_contain_text("A stack is called small already")
    expect(page.locator("#messages .message")).to_have_count(0)
    assert Run.objects.get().state == RunState.PLANNED
    for width in (390, 900, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(SIDEWAYS) == [], width
    expect_accessible(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="Choose another name").click()
    expect(page.get_by_label("Stack name")).to_be_focused()

    page.goto(address)
    page.set_viewport_size({"width": 1280, "height": 720})
    said.get_by_role("link", name="Show what would change").click()
    expect(page.get_by_role("dialog", name="Version")).to_contain_text("Rewrite to an earlier version")


def test_another_project_is_chosen_for_one_that_is_disabled(
    alice_page: Page, cloud, may_report, expect_accessible
) -> None:
    may_report.append("502")  # of a page that cannot be read
    page = alice_page
    page.goto("/stacks/")
    page.get_by_test_id("cloud-connect").click()
    layer = page.locator("#cloud-layer")
    layer.get_by_label("Password").first.check()
    for field, text in {"#id_user": "demo", "#id_password": "secret", "#id_project": "shop"}.items():
        page.locator(field).fill(text)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_test_id("cloud-connect")).to_contain_text("shop")
    expect(page.get_by_role("main")).to_contain_text("There are no stacks in this project yet.")

    cloud.is_disabled = True
    page.goto("/stacks/")
    told = page.get_by_role("main").get_by_test_id("cloud-fault")
    expect(told).to_contain_text("Project shop is disabled")
    told.get_by_role("link", name="Choose another project").click()
    expect(layer.get_by_label("Choose another project")).to_be_focused()
    expect(layer.get_by_test_id("cloud-fault")).to_contain_text("Project shop is disabled")
    expect_accessible(page)
    layer.get_by_role("button", name="Use it").click()
    expect(page.get_by_test_id("cloud-connect")).to_contain_text("other")
    expect(page.get_by_role("main")).to_contain_text("There are no stacks in this project yet.")
    expect(told).to_have_count(0)
