"""The shape of a map, without names and states, for pictures that are too small for text."""

from collections.abc import Iterator
from itertools import islice

from hotcore.catalogue import Catalogue, catalogue_in_use
from hotcore.containment import Containment
from hotcore.diagram.lines import lines_of
from hotcore.diagram.map_layout import MapLayout, Rect, row_rects
from hotcore.diagram.map_placing import placed_map
from hotcore.diagram.map_routes import routes_of
from hotcore.diagram.metrics import HEAD, MOST_ROWS
from hotcore.diagram.model import MOST_ARROWS, arrows_of
from hotcore.diagram.routes import Point
from hotcore.runtime import dataclass
from hotcore.template import Template

_INDENT = 16


@dataclass(frozen=True, slots=True)
class MapShape:
    """The outlines of a map: its boxes and lines, in pixels."""

    width: float
    """The width of the whole."""
    height: float
    """The height of the whole."""
    frames: tuple[Rect, ...]
    """The boxes of frames."""
    cards: tuple[Rect, ...]
    """The boxes of cards."""
    rows: tuple[Rect, ...]
    """A line for each row, as a rectangle without height."""
    lines: tuple[tuple[Point, ...], ...]
    """The corners of the lines between the boxes."""


def shape_of_map(template: Template, catalogue: Catalogue | None = None, *, most_lines: int) -> MapShape:
    """The shape of a template's fresh map; with more than `most_lines` lines it has none of them."""
    containment = Containment(template, catalogue or catalogue_in_use())
    lines = lines_of(containment, islice(arrows_of(template), MOST_ARROWS))
    resources = template.resources

    def has_condition(name: str) -> bool:
        return name in resources and resources[name].field("condition") is not None

    layout = placed_map(containment, lines, has_condition, {})
    around = {name for name, item in containment.items.items() if item.kind == "frame"} | set(containment.given)
    lanes = {name for name, item in containment.items.items() if item.kind == "lane"}
    return MapShape(
        layout.width,
        layout.height,
        tuple(rect for name, rect in layout.rects.items() if name in around),
        tuple(rect for name, rect in layout.rects.items() if name not in around | lanes),
        tuple(_rows(containment, layout)),
        routes_of(containment, lines, layout, has_condition) if len(lines) <= most_lines else (),
    )


def _rows(containment: Containment, layout: MapLayout) -> Iterator[Rect]:
    """The lines of the listed rows, each as a box without height in the middle of its row."""
    for item in containment.items.values():
        if item.name not in layout.rects or item.kind in ("row", "lane"):
            continue
        rects = row_rects(item, layout.rects[item.name])
        for row, depth in list(item.all_rows())[:MOST_ROWS]:
            rect, indent = rects[row.name], _INDENT * (depth + 1)
            yield Rect(rect.x + indent, rect.y + rect.height / 2, rect.width - indent - HEAD, 0)
