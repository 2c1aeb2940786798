"""Words for what a person does on the fill page."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

SERVICE = (Path(__file__).parents[2] / "designer" / "service.yaml").read_text()
SECRET = "correct-horse-battery"


def control(page: Page, name: str) -> Locator:
    """The control of a parameter."""
    return page.locator(f'[data-testid="param-{name}"] [name="param-{name}"]')


def error(page: Page, name: str) -> Locator:
    """The place of its error."""
    return page.get_by_test_id(f"error-{name}")


def fill_all(page: Page) -> None:
    """Give everything that is needed."""
    control(page, "service_name").fill("orders")
    control(page, "environment").and_(page.locator("[value=staging]")).check()
    control(page, "db_password").fill(SECRET)
    control(page, "accept_terms").check()
    expect(page.locator("#tally")).to_contain_text("Everything fits")
