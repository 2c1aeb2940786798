"""A layout after a small change: boxes that it does not affect keep their places."""

import random
import time
from itertools import pairwise
from math import hypot
from statistics import fmean

import pytest

from hotcore.diagram.layout import lay_out
from hotcore.diagram.model import BOX_HEIGHT
from hotcore.diagram.stable_layout import stabilized


def graph_at_random(chance):
    """Names, edges without cycles, and widths."""
    names = [f"n{number}" for number in range(chance.choice([4, 12, 40, 120]))]
    edges = [
        (name, other)
        for at, name in enumerate(names)
        for other in chance.sample(names[:at], k=min(at, chance.choice([0, 1, 1, 2])))
    ]
    return names, edges, {name: chance.uniform(170, 280) for name in names}


def changes(chance, names, edges, widths):
    """A graph after each kind of gesture."""
    one, other = sorted(chance.sample(range(len(names)), 2))
    more = {**widths, "new": 170.0}
    yield [*names, "new"], edges, more
    yield [*names, "new"], [*edges, ("new", names[one])], more
    yield [*names, "new"], [*edges, (names[one], "new")], more
    yield names, [*edges, (names[other], names[one])], widths
    yield [name for name in names if name != names[one]], [edge for edge in edges if names[one] not in edge], widths
    yield names, [edge for edge in edges if edge != (edges or [None])[0]], widths


def laid_again(names, edges, widths, before):
    fresh = lay_out(names, edges, widths, BOX_HEIGHT)
    return stabilized(fresh, list(fresh.edges), widths, BOX_HEIGHT, before)


@pytest.mark.parametrize("seed", range(12))
def test_few_boxes_move_and_dependencies_stay_below(seed):
    chance = random.Random(seed)
    names, edges, widths = graph_at_random(chance)
    before = lay_out(names, edges, widths, BOX_HEIGHT).boxes
    moved = []
    for again, links, wide in changes(chance, names, edges, widths):
        layout = laid_again(again, links, wide, before)
        stayed = [name for name in before if name in layout.boxes]
        moved += [hypot(layout.boxes[n][0] - before[n][0], layout.boxes[n][1] - before[n][1]) for n in stayed]
        rows = {}
        for name, (x, y) in layout.boxes.items():
            rows.setdefault(round(y, 3), []).append((x - wide[name] / 2, x + wide[name] / 2))
        for row in rows.values():
            assert all(right <= left + 0.5 for (_, right), (left, _) in pairwise(sorted(row)))
        assert all(layout.boxes[source][1] < layout.boxes[target][1] for source, target in links)
        assert list(layout.edges) == list(dict.fromkeys(links))
        for (source, target), points in layout.edges.items():
            for name, (x, y) in ((source, points[0]), (target, points[-1])):
                assert abs(x - layout.boxes[name][0]) <= wide[name] / 2
                assert abs(abs(y - layout.boxes[name][1]) - BOX_HEIGHT / 2) < 0.01
        assert laid_again(again, links, wide, layout.boxes).boxes == layout.boxes
    assert fmean(moved) < 30


def test_edges_pass_beside_the_boxes_between():
    names = [f"n{number}" for number in range(5)]
    edges = list(pairwise(names))
    before = lay_out(names, edges, {}, BOX_HEIGHT).boxes
    widths = dict.fromkeys(names, 170.0)
    layout = laid_again(names, [*edges, ("n0", "n4"), ("n1", "n4")], widths, {**before, "n2": (999.0, before["n2"][1])})
    for x, y in layout.edges["n0", "n4"][1:-1]:
        assert not any(
            abs(x - box_x) < 85 and abs(y - box_y) < BOX_HEIGHT / 2 - 1 for box_x, box_y in layout.boxes.values()
        )


def test_a_renamed_box_stays():
    names, edges = ["a", "b", "c"], [("a", "b"), ("c", "b")]
    before = lay_out(names, edges, {}, BOX_HEIGHT).boxes
    widths = dict.fromkeys([*names, "x"], 170.0)
    assert laid_again(["a", "x", "c"], [("a", "x"), ("c", "x")], widths, before).boxes["x"] == before["b"]


def test_places_that_make_no_sense_cost_no_time():
    names = [f"n{number}" for number in range(3000)]
    edges = [(name, names[at // 2]) for at, name in enumerate(names) if at]
    widths = dict.fromkeys(names, 170.0)
    began = time.process_time()
    for before in (dict.fromkeys(names, (0.0, 0.0)), {name: (1e6, -1e6 * at) for at, name in enumerate(names)}):
        layout = laid_again(names, edges, widths, before)
        assert len(set(layout.boxes.values())) == len(names)
    assert time.process_time() - began < 20
