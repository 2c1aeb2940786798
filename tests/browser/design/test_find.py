"""Find on the design page: what it lists, going through the list, going to a resource, and giving the focus back."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

SERVICE = (Path(__file__).parent / "web-service.yaml").read_text()


@pytest.fixture
def page(open_design) -> Page:
    return open_design(SERVICE, shows="network", panes="canvas")


def node(page: Page, name: str) -> Locator:
    return page.get_by_test_id(f"node-{name}")


def opacity(page: Page, name: str) -> str:
    """The opacity of a node with all that is drawn in it."""
    return node(page, name).evaluate("node => getComputedStyle(node.parentElement).opacity")


def zoom(page: Page) -> float:
    return page.evaluate("designer.studio.graph.viewport.zoomed")


def test_find_lists_what_it_found_where_and_goes_there(page: Page):
    bar = page.locator("[data-find]")
    field, options, count = bar.get_by_role("combobox"), bar.get_by_role("option"), bar.get_by_role("status")
    ground = "node => getComputedStyle(node.parentElement.querySelector('.whole')).fill"
    usual = node(page, "load_balancer").evaluate(ground)
    node(page, "router").focus()
    for _ in range(3):
        page.keyboard.press("Minus")
    before = zoom(page)
    assert before < 0.7  # what is in a card is not readable

    page.keyboard.press("/")
    page.keyboard.type("port")
    expect(options).to_have_text(
        [
            "database_portNeutron::Port",
            "addressproperty port_id",
            "httpproperty protocol_port",
            "https_listenerproperty protocol_port",
        ]
    )
    expect(count).to_have_text("1 of 4")
    assert [opacity(page, name) for name in ("http", "load_balancer", "network")] == ["1", "1", "1"]
    assert [opacity(page, name) for name in ("monitor", "router")] == ["0.45", "0.45"]
    assert node(page, "load_balancer").evaluate(ground) == usual
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(count).to_have_text("3 of 4")
    expect(bar.get_by_role("option", selected=True)).to_have_text(re.compile("^http"))
    expect(field).to_have_attribute("aria-activedescendant", "found-2")
    expect(node(page, "http")).to_be_in_viewport()
    assert zoom(page) == before
    page.keyboard.press("Escape")
    expect(bar).to_be_hidden()
    expect(node(page, "router")).to_be_focused()
    assert opacity(page, "monitor") == "1"

    page.keyboard.press("/")
    page.keyboard.type("nowhere")
    expect(count).to_have_text("No matches.")
    expect(bar.get_by_role("listbox")).to_be_hidden()
    field.fill("with_https")
    expect(options).to_have_text(["https_listenerif with_https"])
    field.fill("imge")
    expect(options).to_have_text([re.compile("^database_serverThere is no parameter imge")])
    page.keyboard.press("Enter")
    expect(node(page, "database_server")).to_be_focused()
    expect(node(page, "database_server")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-zoom]")).to_contain_text("100 %")
