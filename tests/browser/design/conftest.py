"""The design page of a template."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.network import drawn


@pytest.fixture
def open_design(alice_page: Page, make_design) -> Callable[..., Page]:
    """Opens a new template of Alice's, such as `open_design(TEXT, shows="net", panes="canvas", files={})`.

    It waits until the diagram shows a resource. One of the panes can be alone, in a window that has room for it.
    """

    def open_one(text: bytes | str, *, shows: str = "", panes: str = "", **more: object) -> Page:
        address = f"/templates/{make_design(text, **more).slug}/design/"
        if panes:
            alice_page.set_viewport_size({"width": 1440, "height": 900})
        alice_page.goto(address)
        if panes:
            alice_page.get_by_test_id(f"arrange-{panes}").click()
        if shows:
            expect(alice_page.get_by_test_id(f"node-{shows}")).to_be_visible()
        if panes:
            drawn(alice_page)  # the view is fitted to the new size
        return alice_page

    return open_one
