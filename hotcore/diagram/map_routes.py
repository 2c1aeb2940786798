"""The routes of the lines of a map around its boxes."""

from collections.abc import Callable

from hotcore.containment import Containment
from hotcore.diagram.lines import Line
from hotcore.diagram.map_layout import MapLayout, Rect
from hotcore.diagram.metrics import CONDITION, FRAME_HEAD
from hotcore.diagram.ports import ends_of
from hotcore.diagram.routes import Point, Router


def routes_of(
    containment: Containment, lines: tuple[Line, ...], layout: MapLayout, has_condition: Callable[[str], bool]
) -> tuple[tuple[Point, ...], ...]:
    """The routes of lines, in their order; short ones are computed first, because they have the least room.

    They keep away from cards, the heads of frames, and the names of conditions above both.
    """
    ends = ends_of(containment, lines, layout.rects)
    around = {name for name, item in containment.items.items() if item.kind in ("frame", "lane")}
    around |= {*containment.given}
    frames = [rect for name, rect in layout.rects.items() if name in around]
    closed = {name for name, item in containment.items.items() if item.kind == "frame" and not item.holds_cards}
    obstacles = []
    for name, rect in layout.rects.items():
        above = CONDITION if name not in containment.given and has_condition(name) else 0
        if name not in around or name in closed:
            obstacles.append(Rect(rect.x, rect.y - above, rect.width, rect.height + above))
        if name in around:
            obstacles.append(Rect(rect.x, rect.y - above, rect.width, min(rect.height, FRAME_HEAD) + above))
    points = [point for one in ends for point in (one.start, one.end)]
    router = Router(obstacles, frames, points)
    shortest = sorted(range(len(ends)), key=lambda number: _distance(ends[number].start, ends[number].end))
    found = {number: tuple(router.route(ends[number])) for number in shortest}
    return tuple(found[number] for number in range(len(ends)))


def _distance(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
