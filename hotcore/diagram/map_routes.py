"""The routes of the lines of a map around its boxes."""

from hotcore.diagram.folding import Folding
from hotcore.diagram.lines import Line
from hotcore.diagram.map_layout import FRAME_HEAD, MapLayout, Rect
from hotcore.diagram.ports import ends_of
from hotcore.diagram.routes import Point, Router


def routes_of(folding: Folding, lines: tuple[Line, ...], layout: MapLayout) -> tuple[tuple[Point, ...], ...]:
    """The routes of lines, in their order; short ones are computed first, because they have the least room."""
    ends = ends_of(folding, lines, layout.rects)
    around = {name for name, item in folding.items.items() if item.kind in ("frame", "lane")} | set(folding.given)
    frames = [rect for name, rect in layout.rects.items() if name in around]
    groups = {name for name, item in folding.items.items() if item.members is not None}
    cards = [rect for name, rect in layout.rects.items() if name not in around or name in groups]
    heads = [Rect(rect.x, rect.y, rect.width, min(rect.height, FRAME_HEAD)) for rect in frames]
    points = [point for one in ends for point in (one.start, one.end)]
    router = Router([*cards, *heads], frames, points)
    shortest = sorted(range(len(ends)), key=lambda number: _distance(ends[number].start, ends[number].end))
    found = {number: tuple(router.route(ends[number])) for number in shortest}
    return tuple(found[number] for number in range(len(ends)))


def _distance(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
