"""Tidying some cards of a map: they are laid out anew where they are, and nobody else moves."""

from itertools import islice
from random import Random

from tests.hotcore.diagram.building import Building
from tests.hotcore.diagram.figures import PITCH, bodies, built, items, moved, placed, places_of
from tests.hotcore.diagram.test_map import resources
from tests.hotcore.diagram.test_map_placing import KEY, NET, assert_nothing_overlaps, server, subnet, value


def corner(found, *names):
    return min(found.rects[name].x for name in names), min(found.rects[name].y for name in names)


def test_only_the_chosen_cards_are_laid_out_from_their_corner():
    text = resources(value("a", "b") + value("b") + value("c", "a") + value("other"))
    before = placed(text, {"a": (1000, 60), "b": (704, 700), "c": (1500, 300), "other": (0, 0)})
    after = placed(text, before, tidy=["c", "b", "a"])
    assert set(moved(before, after)) <= {"a", "b", "c"}
    assert [(after.rects[name].x, after.rects[name].y) for name in "cab"] == [
        (704 + number * PITCH, 60) for number in range(3)
    ]
    assert placed(text, after, tidy=["a", "b", "c"]).layout == after.layout


def test_cards_stay_within_the_box_that_they_have():
    names = [f"n{number}" for number in range(6)]
    text = resources("".join(value(name) for name in [*names, "below"]))
    column = {name: (number * 8, number * 80) for number, name in enumerate(names)} | {"below": (0, 600)}
    wide = {name: (number * 300, number * 8) for number, name in enumerate(names)} | {"below": (0, 600)}
    for places in (column, wide):
        before = placed(text, places)
        after = placed(text, before, tidy=names)
        assert corner(after, *names) == (0, 0)
        assert max(after.rects[name].right for name in names) <= max(before.rects[name].right for name in names)
        assert max(after.rects[name].bottom for name in names) <= max(before.rects[name].bottom for name in names)
        assert "below" not in moved(before, after)


def test_cards_go_around_what_stands_where_they_would_be():
    text = resources(value("a", "b") + value("b") + value("between"))
    before = placed(text, {"a": (0, 0), "b": (0, 300), "between": (PITCH - 20, 10)})
    after = placed(text, before, tidy=["a", "b"])
    assert "between" not in moved(before, after)
    assert after.rects["b"].x == PITCH
    assert_nothing_overlaps(after)


def test_one_card_alone_and_names_that_are_gone_change_nothing():
    text = resources(value("a") + value("b") + KEY)
    before = placed(text, {"a": (30, 40), "b": (500, 90), "key": (30, 400)})
    for names in (["a"], ["gone"], ["a", "key"], []):
        assert placed(text, before, tidy=names).layout == before.layout


def test_shared_things_on_the_shelf_are_put_in_line():
    text = resources(value("a") + KEY + KEY.replace("key", "other"))
    before = placed(text, {"a": (0, 0), "key": (40, 300), "other": (600, 340)})
    after = placed(text, before, tidy=["key", "other"])
    assert set(moved(before, after)) == {"other"}
    assert (after.rects["other"].x, after.rects["other"].y) == (40 + PITCH, 300)


def test_what_was_dragged_off_the_shelf_stays_when_others_are_tidied():
    text = resources(value("a", "b") + value("b") + KEY)
    before = placed(text, {"a": (0, 0), "b": (0, 400), "key": (600, 60)})
    after = placed(text, before, tidy=["a", "b"])
    assert set(moved(before, after)) == {"b"}
    assert after.rects["key"].y > after.rects["b"].y  # below all, but too near for a shelf
    assert placed(text, after).layout == after.layout


def test_what_a_frame_holds_is_laid_out_from_its_corner_and_the_frame_stays():
    text = resources(NET + subnet("sub", "net") + server("s", "net") + server("t", "net") + value("a", "t"))
    places = {"net": (100, 100, 900, 600), "s": (500, 420), "t": (420, 300), "a": (1200, 100)}
    before = placed(text, places)
    after = placed(text, before, tidy=["net"])
    assert set(moved(before, after)) == {"s", "t"}
    assert corner(after, "s", "t") == (116, 148)
    assert after.rects["net"] == before.rects["net"]
    assert placed(text, after, tidy=["net"]).layout == after.layout


def test_the_cards_of_a_frame_with_lanes_stay_in_their_lanes():
    text = NET + subnet("one", "net") + subnet("two", "net") + KEY
    text = resources(text + "".join(server(name, "one" if name < "d" else "two") for name in "abcdef"))
    before = placed(text)
    places = places_of(before.layout)
    for number, name in enumerate("abc"):
        places[name] = places[name][0] + 30 * number, before.rects["a"].y + 90 * number, *places[name][2:]
    spread = placed(text, places)
    for names in (["net"], ["a", "b", "c"], list("abcdef")):
        after = placed(text, spread, tidy=names)
        assert_nothing_overlaps(after, names)
        for name in "abcdef":
            lane = after.rects["one" if name < "d" else "two"]
            assert lane.y < after.rects[name].y < after.rects[name].bottom <= lane.bottom, (names, name)
        assert after.rects["net"] == spread.rects["net"], names


def test_a_chosen_frame_takes_along_what_it_holds():
    text = resources(NET + server("s", "net") + server("t", "net") + value("a") + value("b", "a"))
    before = placed(text, {"net": (300, 50, 500, 400), "s": (320, 120), "t": (480, 300), "a": (0, 0), "b": (40, 200)})
    after = placed(text, before, tidy=["net", "a", "b", "s"])
    way = {
        name: (after.rects[name].x - before.rects[name].x, after.rects[name].y - before.rects[name].y) for name in "st"
    }
    assert way["s"] == way["t"] == moved(before, after).get("net", (0, 0))
    assert (after.rects["net"].width, after.rects["net"].height) == (500, 400)
    assert_nothing_overlaps(after)


def test_tidying_at_random_moves_nobody_else():
    calm = []
    for about, building, _, after in islice(built(bodies(), 1, Building.CHANGES), 0, None, 4):
        chance, boxes = Random(about), items(after)
        before = placed(building.text, moved_by_hand(chance, after, boxes))
        frames = [name for name, item in boxes.items() if item.kind == "frame" and item.members is None]
        choices = [chance.sample(list(boxes), min(len(boxes), chance.randint(2, 6))), list(boxes)]
        for names in [*choices, *([frame] for frame in frames)]:
            found = placed(building.text, before, tidy=names)
            assert_nothing_overlaps(found, (about, names))
            assert placed(building.text, found).layout == found.layout, (about, names)
            others = moved(before, found).keys() & boxes.keys() - held(boxes, names)
            calm.append(not others or has_grown(before, found))
    assert all(calm)


def moved_by_hand(chance, found, boxes):
    """The places of a map of which some cards were moved by hand."""
    places = places_of(found.layout)
    for name, item in boxes.items():
        if item.kind != "frame" and chance.random() < 0.3:
            x, y, *size = places[name]
            places[name] = x + chance.randint(0, 200), y + chance.randint(-100, 200), *size
    return places


def held(boxes, names):
    """Boxes with those in them."""
    return {name for name, item in boxes.items() if name in names or any(one.name in names for one in item.frames)}


def has_grown(before, after):
    return any(
        after.rects[name].width > rect.width or after.rects[name].height > rect.height
        for name, rect in before.rects.items()
    )
