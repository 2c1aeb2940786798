"""A public template with every kind of parameter, opened in the browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from designer.models import Design, Visibility
from tests.browser.fill.page import SERVICE


@pytest.fixture
def may_report() -> list[str]:
    """A request that a newer one replaces is ended, which htmx reports."""
    return ["htmx:(afterRequest|sendAbort)"]


@pytest.fixture
def address(make_design: Callable[..., Design]) -> str:
    """The address of the form."""
    return f"/templates/{make_design(SERVICE, name='Service', visibility=Visibility.PUBLIC).slug}/"


@pytest.fixture
def form(page: Page, address: str) -> Page:
    """The form for a visitor."""
    page.goto(address)
    return page
