"""A map after a change: existing boxes keep their positions, and new ones get good ones."""

from itertools import combinations, islice
from statistics import median

import pytest

from hotcore import load, preview
from hotcore.diagram import draw_map, write_diagram
from hotcore.diagram.map_layout import CARD_GAP, SHELF_GAP
from hotcore.diagram.map_placing import placed_map
from hotcore.diagram.metrics import CONDITION, HEAD, ROW
from tests.conftest import EXPLORES
from tests.hotcore.diagram.building import Building
from tests.hotcore.diagram.figures import PITCH, Figures, bodies, built, fresh, items, moved, placed, places_of, seen
from tests.hotcore.diagram.test_map import APART, SAMPLES, resources
from tests.pace import within


def assert_nothing_overlaps(found, about=""):
    """Boxes of one level are apart, with the names of their conditions, and frames have their cards in them."""
    levels = {}
    for name, item in items(found).items():
        levels.setdefault(item.parent and item.parent.name, []).append(name)
    for parent, names in levels.items():
        tops = {name: found.rects[name].y - (24 if found.has_condition(name) else 0) for name in names}
        for one, other in combinations(names, 2):
            a, b = found.rects[one], found.rects[other]
            beside = a.right + APART <= b.x or b.right + APART <= a.x
            assert beside or a.bottom + APART <= tops[other] or b.bottom + APART <= tops[one], (one, other, about)
        for name in names if parent else ():
            frame, inner = found.rects[parent], found.rects[name]
            assert frame.x < inner.x < inner.right < frame.right, (name, about)
            assert frame.y < tops[name] < inner.bottom < frame.bottom, (name, about)
    layout = found.layout
    assert all(layout.x <= box.x and box.right <= layout.x + layout.width for box in found.rects.values()), about
    assert all(layout.y <= box.y and box.bottom <= layout.y + layout.height for box in found.rects.values()), about


def value(name, *uses, depends=()):
    used = ", ".join(f"{{get_resource: {each}}}" for each in uses)
    after = f"depends_on: [{', '.join(depends)}], " if depends else ""
    return f"  {name}: {{type: OS::Heat::Value, {after}properties: {{value: [{used}]}}}}\n"


def server(name, network=None, given=None, condition=None):
    home = f"{{get_resource: {network}}}" if network else f"{{get_param: {given}}}" if given else None
    networks = f", networks: [{{network: {home}}}]" if home else ""
    when = f"condition: {condition}, " if condition else ""
    return f"  {name}: {{type: OS::Nova::Server, {when}properties: {{flavor: small{networks}}}}}\n"


def attachment(name, owner):
    return (
        f"  {name}: {{type: OS::Cinder::VolumeAttachment, "
        f"properties: {{instance_uuid: {{get_resource: {owner}}}, volume_id: x}}}}\n"
    )


def subnet(name, network):
    return f"  {name}: {{type: OS::Neutron::Subnet, properties: {{network: {{get_resource: {network}}}}}}}\n"


NET = "  net: {type: OS::Neutron::Net}\n"
KEY = "  key: {type: OS::Nova::KeyPair, properties: {name: k}}\n"
SPREAD = {"a": (0, 0), "b": (500, 8), "c": (100, 400)}


# -- what stays


def test_without_places_the_layout_is_fresh():
    text = resources(value("a", "b") + value("b") + NET + KEY)
    for before in ({}, {"gone": (700, 700)}):
        found = placed(text, before)
        assert found.layout == fresh(found)


def test_what_was_moved_by_hand_stays_and_a_new_line_moves_nothing():
    before = placed(resources(value("a") + value("b") + value("c")), SPREAD)
    assert {name: (box.x, box.y) for name, box in before.rects.items()} == SPREAD
    after = placed(resources(value("a", "c") + value("b", "a") + value("c")), before)
    assert moved(before, after) == {}


def test_the_same_places_give_the_same_numbers_and_keep_themselves():
    text = resources(value("a", "b") + value("b") + value("new", "a") + NET + server("s", "net") + KEY)
    once, again = placed(text, SPREAD), placed(text, SPREAD)
    assert once.layout == again.layout == placed(text, once).layout


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.parent.name)
def test_corners_alone_are_enough(path):
    text = path.read_text(encoding="utf-8")
    whole = placed(text)
    corners = {name: (rect.x + 40, rect.y - 8) for name, rect in whole.rects.items()}
    found = placed(text, corners)
    assert {name: (rect.x, rect.y) for name, rect in found.rects.items()} == corners
    assert {name: (rect.width, rect.height) for name, rect in found.rects.items()} == {
        name: (rect.width, rect.height) for name, rect in whole.rects.items()
    }


def test_a_removed_card_leaves_its_gap_and_undo_fills_it():
    text = resources(value("a") + value("b") + value("c"))
    before = placed(text, SPREAD)
    after = placed(resources(value("a") + value("c")), before)
    assert moved(before, after) == {}
    assert placed(text, before).layout == before.layout


def test_a_renamed_card_keeps_its_place():
    before = placed(resources(value("a") + value("b", "a") + value("c")), SPREAD)
    after = placed(resources(value("a") + value("other", "a") + value("c")), before)
    assert after.rects["other"] == before.rects["b"]
    assert moved(before, after) == {}


@pytest.mark.parametrize("kind", ["net", "group"])
def test_a_renamed_frame_keeps_its_place(kind):
    member = "properties: {count: 2, resource_def: {type: OS::Nova::Server}}"
    forms = {
        "net": lambda name: f"  {name}: {{type: OS::Neutron::Net}}\n" + server("s", name),
        "group": lambda name: f"  {name}: {{type: OS::Heat::ResourceGroup, {member}}}\n",
    }
    before = placed(resources(value("a") + forms[kind]("it")), {"it": (100, 200), "a": (600, 8), "s": (116, 248)})
    after = placed(resources(value("a") + forms[kind]("other")), before)
    assert after.rects["other"] == before.rects["it"]
    assert moved(before, after) == {}


def test_places_that_make_no_sense_give_a_layout():
    text = resources("".join(value(name) for name in "abcd") + NET + server("s", "net"))
    strange = {"a": (float("nan"), 0), "b": (float("inf"), 3), "c": (1e300, 0), "d": (0, 0), "net": (0, 0), "s": (0, 0)}
    for before in (strange, dict.fromkeys("abcd", (5.5, -7)), {"a": (1,), "b": (1, 2, 3), "net": (0, 0, -5, 1e6)}):
        assert_nothing_overlaps(placed(text, before))


# -- what is new


@pytest.mark.parametrize("side", [1, -1])
def test_a_new_card_stands_beside_the_one_that_it_came_from(side):
    places = {"a": (1000, 1000), "b": (3000, 0)}
    come = {1: value("a", "new") + value("new"), -1: value("a") + value("new", "a")}[side]
    after = placed(resources(value("b") + come), places, origin="a")
    assert (after.rects["new"].x, after.rects["new"].y) == (1000 + side * PITCH, 1000)


def test_a_taken_place_gives_way_to_the_next_one_below_and_then_above():
    places = {"a": (0, 0), "b": (PITCH, 0), "c": (PITCH, 400), "d": (-600, -600)}
    text = value("a", "new") + value("b") + value("c") + value("d")
    after = placed(resources(text + value("new")), places)
    assert (after.rects["new"].x, after.rects["new"].y) == (PITCH, 72)
    after = placed(resources(text + value("new") + value("b2")), {**places, "b2": (PITCH, 72), "c": (PITCH, 152)})
    assert (after.rects["new"].x, after.rects["new"].y) == (PITCH, -72)


def test_a_new_card_without_a_hint_is_beside_what_it_is_joined_to():
    after = placed(resources(value("a") + value("b", "new") + value("c") + value("new")), SPREAD)
    assert after.rects["new"].x == SPREAD["b"][0] + PITCH
    assert after.rects["new"].y == SPREAD["b"][1]


def test_a_new_card_that_is_dropped_is_where_it_is_dropped_or_next_to_it():
    text = resources(value("a") + value("b") + value("c") + value("new"))
    after = placed(text, SPREAD, near=(901.0, 303.0))
    assert (after.rects["new"].x, after.rects["new"].y) == (901 - 112, 303 - 24)
    after = placed(text, SPREAD, near=(120.0, 30.0))
    assert_nothing_overlaps(after)
    assert max(abs(after.rects["new"].x), abs(after.rects["new"].y)) <= 72
    assert moved(placed(resources(value("a") + value("b") + value("c")), SPREAD), after) == {}


def test_a_new_card_with_nothing_near_is_in_the_middle():
    after = placed(resources(value("a") + value("b") + value("new")), {"a": (0, 0), "b": (2000, 1200)})
    assert 0 <= after.rects["new"].x <= 2000
    assert 0 <= after.rects["new"].y <= 1200


def test_a_new_shared_thing_is_on_the_shelf():
    before = placed(resources(value("a") + KEY), {"a": (40, 0), "key": (40, 200)})
    more = KEY + KEY.replace("key", "other")
    after = placed(resources(value("a") + more), before)
    assert (after.rects["other"].x, after.rects["other"].y) == (40 + PITCH, 200)
    assert after.layout.shelf == 200
    assert placed(resources(value("a") + KEY), {"a": (0, 0)}).layout.shelf == HEAD + SHELF_GAP


def test_the_shelf_moves_down_with_what_is_above_it_unless_something_is_dropped_below():
    before = placed(resources(server("s") + KEY), {"s": (0, 8), "key": (0, 112)})
    after = placed(resources(server("s") + KEY + attachment("v", "s") + attachment("w", "s")), before)
    assert after.rects["key"].y - after.rects["s"].bottom >= 32
    after = placed(resources(server("s") + KEY + value("new")), before, near=(112.0, 424.0))
    assert moved(before, after) == {}
    assert after.rects["new"].y == 400


# -- what grows


def test_a_row_moves_what_is_under_it_by_what_is_missing():
    before = placed(
        resources(server("s") + value("under") + value("far") + value("beside")),
        {"s": (0, 8), "under": (0, 90), "far": (0, 400), "beside": (PITCH, 8)},
    )
    first = placed(
        resources(server("s") + value("under") + value("far") + value("beside") + attachment("v", "s")), before
    )
    assert first.rects["s"].height - before.rects["s"].height == ROW + 7  # the first row has its margins
    assert moved(before, first) == {"under": (0, ROW + 7 - 10)}
    last = placed(resources(server("s") + value("under") + value("far") + value("beside")), first)
    assert moved(first, last) == {}


def test_a_condition_has_room_for_its_name():
    text = "conditions: {there: {equals: [1, 1]}}\n" + "resources:\n"
    before = placed(resources(server("a") + server("b")), {"a": (0, 0), "b": (0, 72)})
    after = placed(f"heat_template_version: 2021-04-16\n{text}" + server("a") + server("b", condition="there"), before)
    assert_nothing_overlaps(after)
    assert after.rects["b"].y == HEAD + CARD_GAP + CONDITION


def test_a_frame_grows_right_and_down_and_moves_what_it_would_cover_by_that():
    text = NET + server("s", "net") + value("right") + value("under") + value("away")
    places = {"net": (0, 0), "s": (16, 48), "right": (304, 0), "under": (0, 144), "away": (304, 600)}
    before = placed(resources(text), places)
    assert moved(before, placed(resources(text), before)) == {}
    after = placed(resources(text + server("t", "net")), before, origin="s")
    assert_nothing_overlaps(after)
    wider = after.rects["net"].width - before.rects["net"].width
    higher = after.rects["net"].height - before.rects["net"].height
    assert wider + higher > 0
    assert (after.rects["net"].x, after.rects["net"].y) == (0, 0)
    assert all(0 <= x <= wider and 0 <= y <= higher for x, y in moved(before, after).values())
    back = placed(resources(text), after)
    assert back.rects["net"] == after.rects["net"]
    assert moved(after, back) == {}


def test_a_card_goes_to_the_nearest_place_in_its_frame_and_back_out():
    outside = NET + subnet("sub", "net") + server("s", "net") + server("t") + value("a")
    places = {"net": (0, 0, 800, 600), "s": (16, 48), "t": (1000, 320), "a": (1400, 0)}
    before = placed(resources(outside), places)
    inside = placed(resources(outside.replace(server("t"), server("t", "net"))), before)
    assert set(moved(before, inside)) == {"t"}
    assert inside.rects["t"].right <= 800 - 16
    assert inside.rects["net"] == before.rects["net"]
    again = placed(resources(outside), inside)
    assert set(moved(inside, again)) == {"t"}
    assert_nothing_overlaps(again)
    assert again.rects["net"] == before.rects["net"]


def test_a_frame_comes_into_being_around_its_cards_and_others_leave():
    text = resources(server("a") + server("b") + value("between") + value("away"))
    places = {"a": (0, 0), "between": (0, 80), "b": (0, 160), "away": (800, 0)}
    before = placed(text, places)
    given = text.replace("resources:", "parameters: {home: {type: string, default: x}}\nresources:", 1)
    after = placed(
        given.replace("{flavor: small}", "{flavor: small, networks: [{network: {get_param: home}}]}"), before
    )
    assert set(moved(before, after)) == {"between"}
    assert_nothing_overlaps(after)
    frame = after.rects["home"]
    assert (frame.x, frame.y, frame.width) == (-16, -48, 256)
    assert after.layout.x <= frame.x
    assert after.layout.y <= frame.y
    gone = placed(text, after)
    assert moved(after, gone) == {}


def test_a_card_that_is_far_away_comes_into_a_new_frame_instead_of_all_between_leaving():
    head = "heat_template_version: 2021-04-16\nparameters: {home: {type: string, default: x}}\nresources:\n"
    between = [f"between{number}" for number in range(4)]
    others = server("a", given="home") + "".join(map(value, between))
    places = {"a": (0, 0), "b": (0, 480)} | {name: (0, 96 * at) for at, name in enumerate(between, 1)}
    before = placed(head + others + server("b"), places)
    after = placed(head + others + server("b", given="home"), before)
    assert set(moved(before, after)) == {"b", "between0"}
    assert after.rects["home"].height < 200
    assert_nothing_overlaps(after)


def test_frames_of_given_networks_are_switched_off_and_on():
    text = "heat_template_version: 2021-04-16\nparameters: {home: {type: string, default: x}}\nresources:\n"
    text += server("a", given="home") + server("b", given="home") + value("c", "b") + value("between") + NET + KEY
    on = placed(text)
    off = placed(text, on, frames_given=False)
    assert "home" not in off.rects
    assert moved(on, off) == {}
    assert {name for name, item in items(off).items() if item.parent is None} == set("abc") | {"between", "net", "key"}
    assert_nothing_overlaps(off)
    assert moved(off, placed(text, off)) == {}
    places = places_of(off.layout)
    rect = off.rects["a"]
    places["between"] = rect.x, rect.bottom + APART, rect.width, rect.height
    places["b"] = rect.x, rect.bottom + 2 * APART + rect.height, rect.width, rect.height
    again = placed(text, placed(text, places, frames_given=False))
    assert_nothing_overlaps(again)
    assert {again.rects[name].x for name in "ab"} == {rect.x}
    assert placed(text, frames_given=False).layout == fresh(placed(text, frames_given=False))


@pytest.mark.long
def test_frames_of_given_networks_are_switched_at_random():
    for about, building, _, after in islice(built(bodies(), 1, Building.CHANGES), 0, None, 5):
        off = placed(building.text, after, frames_given=False)
        assert moved(after, off).keys() <= {name for name, item in items(off).items() if item.kind == "shared"}, about
        assert_nothing_overlaps(off, about)
        assert_nothing_overlaps(placed(building.text, off), about)


def test_a_card_that_becomes_a_frame_grows_where_it_is():
    before = placed(resources(NET + value("a")), {"net": (40, 40), "a": (40, 112)})
    after = placed(resources(NET + value("a") + subnet("sub", "net") + server("s", "net")), before)
    assert (after.rects["net"].x, after.rects["net"].y) == (40, 40)
    assert_nothing_overlaps(after)


def test_lanes_keep_their_cards():
    def on(name, lane):
        return server(name, lane)

    text = NET + subnet("one", "net") + subnet("two", "net")
    before = placed(resources(text + on("a", "one") + on("b", "two")), {"net": (0, 0)})
    assert_nothing_overlaps(before)
    after = placed(resources(text + on("a", "one") + on("b", "two") + on("c", "one")), before)
    assert_nothing_overlaps(after)
    assert "a" not in moved(before, after)
    for card, lane in (("a", "one"), ("b", "two"), ("c", "one")):
        assert after.rects[lane].y < after.rects[card].y
        assert after.rects[card].bottom < after.rects[lane].bottom
    changed = placed(resources(text + on("a", "two") + on("b", "two") + on("c", "one")), after)
    assert after.rects["two"].y < changed.rects["a"].y
    assert_nothing_overlaps(changed)


# -- the drawn map


def test_a_drawn_map_keeps_places_above_and_left_of_the_first_card():
    document = load(resources(value("a", "b") + value("b") + KEY))
    drawn = draw_map(document.template, preview(document, {}), before={"a": (-500, -300), "b": (0, 0), "key": (0, 300)})
    assert (drawn.layout.x, drawn.layout.y) == (-500, -300)
    box = write_diagram(drawn, "svg").split('viewBox="')[1].split('"')[0]
    assert [float(number) for number in box.split()][:2] == [-524, -324]
    again = draw_map(document.template, preview(document, {}), before=places_of(drawn.layout))
    assert again.layout == drawn.layout


# -- cost


def test_boxes_keep_their_places_unless_there_are_too_many():
    for count, keeps in ((1200, True), (1201, False)):
        text = resources("".join(value(f"u{number}") for number in range(count)))
        aside = {f"u{number}": (number % 40 * 300 + 4, number // 40 * 100) for number in range(count)}
        found = placed(text, aside)
        assert (found.layout != fresh(found)) is keeps
        assert ({name: (rect.x, rect.y) for name, rect in found.rects.items()} == aside) is keeps


def test_thousands_of_boxes_without_places_among_a_thousand_that_are_everywhere_are_laid_out_anew():
    text = resources("".join(value(f"u{number}") for number in range(1200)))
    found = placed(text, {f"u{number}": (number * number % 7919, number * 77 % 7001) for number in range(0, 1200, 2)})
    assert found.layout == fresh(found)


def test_a_step_in_a_map_of_300_takes_little_time():
    text = "".join(value(f"u{number}", *([f"u{number // 3}"] if number else [])) for number in range(300))
    before = placed(resources(text))
    found = seen(resources(text + value("new", "u200")))
    with within(0.5):
        after = placed_map(found.containment, found.lines, found.has_condition, places_of(before.layout), origin="u200")
    assert abs(after.rects["new"].x - after.rects["u200"].x) <= PITCH


@pytest.mark.parametrize("way", ["uses", "used", "alone"])
def test_a_fan_of_60_keeps_its_shape(way):
    found = None
    for count in range(61):
        names = [f"n{number}" for number in range(count)]
        hub = value("hub", *(names if way == "used" else ()))
        text = resources(hub + "".join(value(name, *(["hub"] if way == "uses" else [])) for name in names))
        before, found = found, placed(text, found, origin="hub" if way != "alone" else None)
        assert before is None or moved(before, found) == {} or len(names) < 3
        assert_shape(found, (way, count))
    assert_nothing_overlaps(found)


def test_pool_members_that_are_added_and_then_connected_keep_the_picture_small():
    ref = "{{get_resource: {}}}".format
    text = NET + subnet("sub", "net")
    text += f"  balancer: {{type: OS::Octavia::LoadBalancer, properties: {{vip_subnet: {ref('sub')}}}}}\n"
    text += f"  listener: {{type: OS::Octavia::Listener, properties: {{loadbalancer: {ref('balancer')}}}}}\n"
    text += f"  pool: {{type: OS::Octavia::Pool, properties: {{listener: {ref('listener')}}}}}\n"
    lines = text.splitlines(keepends=True)
    texts = ["".join(lines[: count + 1]) for count in range(len(lines))]
    for number in range(8):
        member = f"  member{number}: {{type: OS::Octavia::PoolMember}}\n"
        texts.append(text + member)
        text += member.replace("}", f", properties: {{pool: {ref('pool')}}}}}", 1)
        texts.append(text)
    found = None
    for step, each in enumerate(texts):
        found = placed(resources(each), found)
        assert_nothing_overlaps(found, step)
        assert_shape(found, step)
    assert found.layout.height <= 440


def assert_shape(found, about):
    """The map is not much larger than a fresh one."""
    plain = fresh(found)
    if plain.width:
        assert found.layout.width <= 2 * plain.width, about
        assert found.layout.height <= 2 * plain.height, about
        assert found.layout.width * found.layout.height <= 1.5 * plain.width * plain.height, about


# -- random edits


def assert_steps(steps, figures, *, shapes):
    for about, building, before, after in steps:
        assert_nothing_overlaps(after, about)
        again = placed_map(after.containment, after.lines, after.has_condition, places_of(after.layout))
        assert again == after.layout, about
        figures.count(about, building, before, after, shapes=shapes)
        farthest, most, _ = figures.moves[-1]
        assert farthest <= most, about


def assert_figures(figures, longest=2.5):
    assert sum(figures.calm) >= 0.8 * len(figures.calm)
    assert sum(figures.near) >= 0.95 * len(figures.near)
    if figures.areas:
        # Cards that went into a frame or a lane, or lines that came later, leave room that only "Tidy" takes away.
        assert len(figures.too_large) <= 0.025 * len(figures.areas), figures.too_large
        assert median(figures.areas) <= 1.1
        assert max(figures.areas) <= 2
        assert max(figures.lengths) <= longest


@pytest.mark.long
def test_building_at_random_keeps_the_bounds():
    figures = Figures()
    assert_steps(built(bodies(), 2, Building.BUILDS), figures, shapes=True)
    assert_figures(figures)


@pytest.mark.long
def test_changing_at_random_keeps_the_bounds():
    figures = Figures()
    assert_steps(built(bodies(), 1, Building.CHANGES), figures, shapes=False)
    assert_figures(figures)


@pytest.mark.long
@pytest.mark.parametrize("kinds", [Building.BUILDS, Building.CHANGES], ids=["building", "changing"])
def test_dependencies_keep_the_bounds(kinds):
    figures = Figures()
    assert_steps(built(bodies(), 1, kinds, is_flat=True), figures, shapes=kinds is Building.BUILDS)
    assert_figures(figures)


@pytest.mark.thorough
@pytest.mark.parametrize("kinds", [Building.BUILDS, Building.CHANGES], ids=["builds", "changes"])
@pytest.mark.parametrize("is_flat", [False, True], ids=["map", "dependencies"])
def test_building_and_changing_for_long_keep_the_bounds(kinds, is_flat):
    figures, rounds = Figures(), 12 if EXPLORES else 5
    assert_steps(built(bodies(), rounds, kinds, is_flat=is_flat), figures, shapes=kinds is Building.BUILDS)
    # A connection moves nothing: low cards stay in one column that would be several in a new layout.
    assert_figures(figures, longest=3 if is_flat else 2.5)
