"""A template as a map: what it builds, with glue folded into the cards that it serves and networks around them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hotcore.catalogue import Catalogue, Fact, Role, role_of, shipped_catalogue
from hotcore.diagram.folding import Folding, Item
from hotcore.diagram.lines import Line, lines_of
from hotcore.diagram.map_before import Places
from hotcore.diagram.map_layout import FRAME_HEAD, MapLayout, Rect, member_name, row_rects
from hotcore.diagram.map_placing import placed_map
from hotcore.diagram.model import Box, arrows_of, boxes_of
from hotcore.diagram.ports import ends_of
from hotcore.diagram.routes import Point, Router
from hotcore.preview import Preview
from hotcore.template import Template
from hotcore.values import is_known

_MOST_SEARCHED = 160
"""Lines for which any way around the cards is looked for; of more, only those that take a single step."""
_LONGEST_FACT = 40


@dataclass(frozen=True, slots=True)
class MapDiagram:
    """The items of a map, what is known of their resources, its lines with their routes, and where everything is.

    `facts` are short texts about resources, and about the members of groups.
    """

    folding: Folding
    boxes: Mapping[str, Box]
    facts: Mapping[str, str]
    lines: tuple[Line, ...]
    layout: MapLayout
    routes: tuple[tuple[Point, ...], ...]


def draw_map(
    template: Template,
    preview: Preview,
    catalogue: Catalogue | None = None,
    *,
    before: Places | None = None,
    origin: str | None = None,
    near: Point | None = None,
) -> MapDiagram:
    """The map of a template under the values of a preview.

    What was at a place `before` keeps it; `origin` and `near` say where something new goes, see `placed_map`.
    """
    catalogue = catalogue or shipped_catalogue()
    folding = Folding(template, catalogue)
    boxes = {box.name: box for box in boxes_of(template, preview)}
    lines = lines_of(folding, arrows_of(template))
    layout = placed_map(
        folding,
        lines,
        lambda name: name in boxes and boxes[name].condition is not None,
        before or {},
        origin=origin,
        near=near,
    )
    return MapDiagram(
        folding, boxes, _facts(folding, preview, catalogue), lines, layout, _routes(folding, lines, layout)
    )


def _routes(folding: Folding, lines: tuple[Line, ...], layout: MapLayout) -> tuple[tuple[Point, ...], ...]:
    """The routes of lines, in their order; short ones are found first, as they have the least room."""
    ends = ends_of(folding, lines, layout.rects)
    around = {name for name, item in folding.items.items() if item.kind in ("frame", "lane")} | set(folding.given)
    frames = [rect for name, rect in layout.rects.items() if name in around]
    groups = {name for name, item in folding.items.items() if item.members is not None}
    cards = [rect for name, rect in layout.rects.items() if name not in around or name in groups]
    heads = [Rect(rect.x, rect.y, rect.width, min(rect.height, FRAME_HEAD)) for rect in frames]
    points = [point for one in ends for point in (one.start, one.end)]
    router = Router([*cards, *heads], frames, points, searches=len(lines) <= _MOST_SEARCHED)
    shortest = sorted(range(len(ends)), key=lambda number: _distance(ends[number].start, ends[number].end))
    found = {number: tuple(router.route(ends[number])) for number in shortest}
    return tuple(found[number] for number in range(len(ends)))


def _distance(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


# -- facts


def _facts(folding: Folding, preview: Preview, catalogue: Catalogue) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, item in folding.items.items():
        state = preview.resources.get(name)
        if state is None or not isinstance(state.properties, dict):
            continue
        found[name] = _joined(folding.role(name), state.properties)
        if item.members is not None:
            body = state.properties.get(item.members)
            inner = body.get("properties") if isinstance(body, dict) else None
            kind = body.get("type") if isinstance(body, dict) else None
            if isinstance(kind, str):
                words = [short_type(kind), _joined(role_of(kind, catalogue), inner if isinstance(inner, dict) else {})]
                found[member_name(name)] = " · ".join(filter(None, words))
    return found


def _joined(role: Role, properties: Mapping[Any, Any]) -> str:
    return " ".join(filter(None, (_shown(fact, properties) for fact in role.facts)))


def _shown(fact: Fact, properties: Mapping[Any, Any]) -> str:
    value: Any = properties
    for key in fact.property.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    if isinstance(value, dict | list) or value in (None, "") or not is_known(value):
        return ""
    try:
        text = fact.form.format(int(value) if fact.form == "{:+}" else value)
    except ValueError:
        text = str(value)
    return text[:_LONGEST_FACT]


def short_type(name: str) -> str:
    """The name of a type without `OS::`."""
    return name.removeprefix("OS::")


# -- data


def map_as_data(drawn: MapDiagram) -> dict[str, Any]:
    """The map as JSON-ready data: `items` as a tree, `shared`, `lines` with their `points`, `width` and `height`.

    A row has the box of its line in its card; those that are not listed share the box of "+ 5".
    The upper left corner of a map that keeps earlier places is at `x` and `y`.
    """
    layout = drawn.layout
    tops = [item for item in drawn.folding.top if item.kind != "shared"]
    return {
        "items": [_item_as_data(drawn, item) for item in tops],
        "shared": [_item_as_data(drawn, item) for item in drawn.folding.top if item.kind == "shared"],
        "lines": [
            {
                "source": line.source,
                "target": line.target,
                "links": [{"by": arrow.by, "where": arrow.where, "path": list(arrow.path)} for arrow in line.arrows],
                "points": [[round(x, 1), round(y, 1)] for x, y in route],
            }
            for line, route in zip(drawn.lines, drawn.routes, strict=True)
        ],
        "x": round(layout.x),
        "y": round(layout.y),
        "width": round(layout.width),
        "height": round(layout.height),
    }


def _item_as_data(drawn: MapDiagram, item: Item, places: Mapping[str, Rect] | None = None) -> dict[str, Any]:
    """An item with what is in it; `places` are the boxes of the rows of its card."""
    rect = (places or drawn.layout.rects).get(item.name)
    found = _facts_as_data(drawn, item, rect)
    if item.members is not None and (member := drawn.layout.rects.get(member_name(item.name))):
        found["member"] = {"fact": drawn.facts.get(member_name(item.name), ""), **_rect_as_data(member)}
    if places is None and rect is not None:
        places = row_rects(item, rect)
    inner: tuple[tuple[str, list[Item]], ...] = (("lanes", item.lanes), ("cards", item.cards))
    found |= {key: [_item_as_data(drawn, one) for one in items] for key, items in inner if items}
    return found | ({"rows": [_item_as_data(drawn, row, places) for row in item.rows]} if item.rows else {})


def _rect_as_data(rect: Rect) -> dict[str, float]:
    return {"x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height}


def _facts_as_data(drawn: MapDiagram, item: Item, rect: Rect | None) -> dict[str, Any]:
    box = drawn.boxes.get(item.name)
    found: dict[str, Any] = {"name": item.name, "role": item.kind}
    if item.is_given:
        found["given"] = True
    if box is not None:
        found |= {"type": box.type, "state": box.state, "condition": box.condition, "problems": box.problems}
        found |= {"line": box.line}
    if drawn.facts.get(item.name):
        found["fact"] = drawn.facts[item.name]
    if rect is not None:
        found |= _rect_as_data(rect)
    if item.chips:
        found["chips"] = list(item.chips)
    return found
