"""Pictures of the pages with a cloud."""

from pathlib import Path

import pytest
from playwright.sync_api import Page


def take_pictures(page: Page, config: pytest.Config, name: str, opens: str = "") -> None:
    """Take a picture of the page in both themes and two widths, where the run asks for pictures.

    On a narrow page, a button `opens` what is of interest.
    """
    if not config.option.pictures:
        return
    folder = Path(config.option.pictures)
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            if opens and width == 390:
                page.locator(opens).first.click()
            page.screenshot(path=folder / f"{name}-{width}-{theme}.png", animations="disabled")
            if opens and width == 390:
                page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 720})
