"""The pictures of the README, taken of the sample library; `make pictures` puts them into docs/."""

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from designer.models import Design
from designer.store.designs import design_fork


@pytest.fixture
def folder(request, tmp_path):
    """Where the pictures go: nowhere that stays, unless --pictures names a folder."""
    return request.config.rootpath / (request.config.getoption("--pictures") or tmp_path)


def test_the_fill_page(alice_page: Page, folder):
    call_command("load_samples", verbosity=0)
    alice_page.set_viewport_size({"width": 1440, "height": 900})
    alice_page.goto("/templates/load-balanced-web/")
    alice_page.get_by_test_id("param-server_count").locator("[name=param-server_count]").fill("5")
    alice_page.get_by_test_id("param-name").locator("[name=param-name]").fill("shop-north")
    alice_page.keyboard.press("Tab")
    expect(alice_page.get_by_test_id("error-server_count")).to_contain_text("An even number.")
    expect(alice_page.get_by_test_id("condition-with_database")).to_have_attribute("data-value", "true")
    folder.mkdir(exist_ok=True)
    alice_page.screenshot(path=folder / "fill.png")
    assert (folder / "fill.png").stat().st_size > 10_000


def test_the_design_page(alice_page: Page, alice, folder):
    call_command("load_samples", verbosity=0)
    fork = design_fork(owner=alice, design=Design.objects.get(slug="load-balanced-web"))
    alice_page.set_viewport_size({"width": 1440, "height": 900})
    alice_page.goto(f"/templates/{fork.slug}/design/")
    alice_page.get_by_test_id("arrange-canvas").click()
    alice_page.get_by_test_id("node-database_server").click()
    expect(alice_page.get_by_role("heading", name="database_server", exact=True)).to_be_visible()
    alice_page.mouse.move(0, 0)
    folder.mkdir(exist_ok=True)
    alice_page.screenshot(path=folder / "design.png")
    assert (folder / "design.png").stat().st_size > 10_000
