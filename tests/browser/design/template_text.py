"""The text that the design page would save."""

from playwright.sync_api import Page, expect


def text_is(page: Page, text: str, *changes: tuple[str, str]) -> None:
    """Wait until the text of the template is a given one, with these replacements of what stands in it."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    expect(page.locator("textarea[name=text]")).to_have_value(text)
