"""Actions of a user on the fill page."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

SERVICE = (Path(__file__).parents[2] / "designer" / "fill" / "service.yaml").read_text()
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


def notice(page: Page) -> Locator:
    """The notice of the last step that replaced values."""
    return page.locator("#step-notice")


def undo(page: Page) -> Locator:
    """The button that takes the last step back, or does it again."""
    return page.get_by_test_id("undo-values")


def set_menu(page: Page) -> Locator:
    """The button that names the saved set, and opens its menu."""
    return page.locator(".values-button")


def expect_kept(page: Page) -> None:
    """Wait until what is typed is in the account."""
    expect(page.locator("#kept")).to_have_text("Draft kept in your account")


def paste(page: Page, text: str, name: str = "") -> None:
    """Paste a text as an environment file."""
    page.get_by_role("button", name="Paste", exact=True).click()
    dialog = page.get_by_role("dialog", name="Add an environment file")
    if name:
        dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_label("Text", exact=True).fill(text)
    dialog.get_by_role("button", name="Add", exact=True).click()


def save_as(page: Page, name: str) -> None:
    """Save the values under a new name."""
    page.get_by_role("button", name="Save values").click()
    page.get_by_role("dialog", name="Save values").get_by_label("Name", exact=True).fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text(f"saved as “{name}”")
