"""Fresh maps of templates that people build, as large as a window shows them."""

import pytest

from tests.hotcore.diagram import pictured
from tests.hotcore.diagram.test_map import assert_bounds, assert_no_line_goes_through_a_card, drawn

FREE = 1440 - 44 - 48, 804 - 2 * 56 - 48
"""What a window of 1440 x 900 has for the picture: beside the rail, between the bars, with margins."""
INSPECTOR = 340


@pytest.fixture(scope="module")
def shop():
    return drawn(pictured.shop())


@pytest.fixture(scope="module")
def sites():
    return drawn(pictured.sites())


def fit(found, beside=0):
    return min(1, (FREE[0] - beside) / found.layout.width, FREE[1] / found.layout.height)


def test_a_shop_of_60_resources_is_read_at_once(shop):
    assert len(shop.containment.items) == 60
    assert fit(shop) >= 0.7
    assert fit(shop, INSPECTOR) >= 0.45
    assert_bounds(shop)
    assert_no_line_goes_through_a_card(shop)


def test_a_shop_stands_in_the_order_of_its_use(shop):
    rects = shop.layout.rects
    assert rects["router"].right < rects["app_net"].x < rects["app_net"].right < rects["edge_net"].x
    assert rects["edge_net"].x == rects["data_net"].x
    for number in (1, 2, 3):
        server, volume = rects[f"db_{number}"], rects[f"db_{number}_data"]
        assert rects["db_lb"].right < server.x < rects["data_net"].right < volume.x
        assert volume.y == server.y


def test_twelve_sites_of_300_resources_are_seen_as_a_whole(sites):
    assert len(sites.containment.items) >= 300
    assert fit(sites) >= 0.33
    assert_bounds(sites)
    assert_no_line_goes_through_a_card(sites)


def test_equal_networks_stand_in_lines_in_the_order_of_the_text(sites):
    frames = [sites.layout.rects[f"site_{number:02}_net"] for number in range(1, 13)]
    places = [(frame.y, frame.x) for frame in frames]
    assert places == sorted(places)
    assert len({y for y, _ in places}) == 4
