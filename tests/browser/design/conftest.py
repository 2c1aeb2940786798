"""The design page with the diagram alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import drawn


@pytest.fixture
def open_map(alice_page: Page, make_design) -> Callable[[str, str], Page]:
    """Opens a template with the diagram alone, and waits until it shows a resource."""

    def open_one(text: str, shows: str) -> Page:
        make_design(text)
        alice_page.set_viewport_size({"width": 1440, "height": 900})
        alice_page.goto("/templates/web/design/")
        alice_page.get_by_test_id("arrange-canvas").click()
        expect(alice_page.get_by_test_id(f"node-{shows}")).to_be_visible()
        drawn(alice_page)  # the view is fitted to the new size
        return alice_page

    return open_one
