"""The two diagrams of a template: its map of cards, their rows and the frames around them, and its dependencies."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field, replace
from functools import partial
from itertools import islice, zip_longest
from typing import Any

from hotcore.catalogue import Catalogue, catalogue_in_use
from hotcore.containment import Containment, Item
from hotcore.diagnostics import Severity
from hotcore.diagram.arrow_names import link_as_data
from hotcore.diagram.facts import facts_of, member_types
from hotcore.diagram.lines import Line, lines_of
from hotcore.diagram.map_before import Places
from hotcore.diagram.map_layout import MapLayout, Rect, member_name, member_names, row_rects
from hotcore.diagram.map_placing import placed_map
from hotcore.diagram.map_routes import routes_of
from hotcore.diagram.model import MOST_ARROWS, Arrow, Box, arrows_of, boxes_of
from hotcore.diagram.routes import Point
from hotcore.resolver import NestedStack, Preview, ResourceState
from hotcore.runtime import dataclass
from hotcore.template import Template
from hotcore.values import to_json

_MOST_NESTED = 300
"""The number of resources in the maps of other templates that one map shows."""


@dataclass(frozen=True, slots=True)
class MapDiagram:
    """A map: its items, the states of their resources, its lines with their routes, and the layout."""

    preview: Preview
    """The preview with the states of the resources."""
    containment: Containment
    """The items, and what is drawn inside of what."""
    boxes: Mapping[str, Box]
    """What is known of each resource, by name, in the order of creation."""
    arrows: tuple[Arrow, ...]
    """All references, whether they are drawn as lines or not; of very many the first ones."""
    facts: Mapping[str, str]
    """Short texts about resources, and about the members of groups, by name."""
    lines: tuple[Line, ...]
    """The lines between items."""
    layout: MapLayout
    """Where the items are."""
    routes: tuple[tuple[Point, ...], ...]
    """The corners of each line, in the order of the lines."""
    left_out: int = 0
    """The number of references that are not among the arrows."""
    nested: "Mapping[str, MapDiagram]" = field(default_factory=dict)
    """The maps of the resources that are opened, by name."""

    @property
    def note(self) -> str:
        """What is said of the references that are left out; nothing if none is."""
        shown = len(self.arrows)
        return f"The first {shown:,} of {shown + self.left_out:,} references are drawn." if self.left_out else ""


def draw_map(
    template: Template,
    preview: Preview,
    catalogue: Catalogue | None = None,
    *,
    before: Places | None = None,
    origin: str | None = None,
    near: Point | None = None,
    tidy: Collection[str] = (),
    unfolded: Collection[str] = (),
    frames_given: bool = True,
) -> MapDiagram:
    """The map of a template under the values of a preview.

    Items keep their positions from `before`, except for those to `tidy`; `origin` and `near` guide new ones, see
    `placed_map`.
    The rows of `unfolded` resources are cards of their own, and those that another template defines are frames around
    its map; without `frames_given` the networks of parameters have no frames.
    """
    catalogue = catalogue or catalogue_in_use()
    place = partial(placed_map, before=before or {}, origin=origin, near=near, tidy=tidy)
    nested = _nested_maps(preview, unfolded, catalogue)
    sizes = {name: (one.layout.width, one.layout.height) for name, one in nested.items() if one.boxes}
    containment = Containment(template, catalogue, unfolded, frames_given=frames_given, opened=sizes)
    return replace(_drawn(containment, preview, catalogue, place), nested=nested)


def _nested_maps(preview: Preview, names: Collection[str], catalogue: Catalogue) -> dict[str, MapDiagram]:
    """The maps of the templates of resources, as long as there are not too many resources in all of them."""
    found: dict[str, MapDiagram] = {}
    room = _MOST_NESTED
    for name in (one for one in preview.resources if one in names):
        stack = _own_stack(preview.resources[name])
        room -= len(stack.resources) if stack is not None else 0
        if stack is not None and stack.preview is not None and room >= 0:
            found[name] = draw_map(stack.inside.template, stack.preview, catalogue)
    return found


def _own_stack(state: ResourceState) -> NestedStack | None:
    """The stack of a resource that another template defines, if that template was read; a group has none."""
    stack = state.nested
    return stack if stack is not None and not stack.is_group and stack.inside is not None and stack.preview else None


def draw_dependencies(
    template: Template,
    preview: Preview,
    catalogue: Catalogue | None = None,
    *,
    before: Places | None = None,
    origin: str | None = None,
    near: Point | None = None,
    tidy: Collection[str] = (),
) -> MapDiagram:
    """The dependencies of a template: as a map, but with a card for each resource and a line for each reference."""
    catalogue = catalogue or catalogue_in_use()
    place = partial(placed_map, before=before or {}, origin=origin, near=near, tidy=tidy)
    return _drawn(Containment(template, catalogue, is_flat=True), preview, catalogue, place)


def _drawn(
    containment: Containment, preview: Preview, catalogue: Catalogue, place: Callable[..., MapLayout]
) -> MapDiagram:
    boxes = {box.name: box for box in boxes_of(containment.template, preview)}
    stated = iter(arrows_of(containment.template))
    arrows = tuple(islice(stated, MOST_ARROWS))
    left_out = sum(1 for _ in stated)
    lines = lines_of(containment, arrows)

    def has_condition(name: str) -> bool:
        return name in boxes and boxes[name].condition is not None

    layout = place(containment, lines, has_condition)
    facts = facts_of(containment, preview, catalogue)
    routes = routes_of(containment, lines, layout, has_condition)
    return MapDiagram(preview, containment, boxes, arrows, facts, lines, layout, routes, left_out)


# -- data


def map_as_data(drawn: MapDiagram) -> dict[str, Any]:
    """The map as JSON-ready data: `items` as a tree, `shared`, `lines` with their `points`, `width` and `height`.

    A row has the box of its line in its card; those that are not listed share the box of "+ 5".  `left_out` is the
    number of references beyond those that a diagram shows, if there are any.
    The upper left corner of a map that keeps earlier places is at `x` and `y`.
    """
    layout = drawn.layout
    tops = [item for item in drawn.containment.top if item.kind != "shared"]
    return {
        "items": [_item_as_data(drawn, item) for item in tops],
        "shared": [_item_as_data(drawn, item) for item in drawn.containment.top if item.kind == "shared"],
        "lines": [
            {
                "source": line.source,
                "target": line.target,
                "links": [link_as_data(arrow, drawn.containment.template, drawn.preview) for arrow in line.arrows],
                "count": line.count,
                "points": _points_as_data(route),
            }
            for line, route in zip(drawn.lines, drawn.routes, strict=True)
        ],
        "x": round(layout.x),
        "y": round(layout.y),
        "width": round(layout.width),
        "height": round(layout.height),
        **_left_out_as_data(drawn),
    }


def graph_as_data(drawn: MapDiagram) -> dict[str, Any]:
    """The resources as `nodes` in the order of creation, and all references as `edges`, as JSON-ready data."""
    joined: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for arrow in drawn.arrows:
        link = {"by": arrow.by, "where": arrow.where, "path": to_json(arrow.path)}
        joined.setdefault((arrow.source, arrow.target), []).append(link)
    return {
        "nodes": [
            {**_node_as_data(box), **_file_as_data(drawn.preview.resources[box.name])} for box in drawn.boxes.values()
        ],
        "edges": [{"source": source, "target": target, "links": links} for (source, target), links in joined.items()],
    }


def dependencies_as_data(drawn: MapDiagram) -> dict[str, Any]:
    """The resources and references with where they are drawn: the middle of each node, and the points of each edge."""
    found = graph_as_data(drawn)
    for node in found["nodes"]:
        rect = drawn.layout.rects[node["name"]]
        node |= {"x": rect.x + rect.width / 2, "y": rect.y + rect.height / 2}
        node |= {"width": rect.width, "height": rect.height}
    for edge, route in zip(found["edges"], drawn.routes, strict=True):
        edge["points"] = _points_as_data(route)
    size = {"width": round(drawn.layout.width), "height": round(drawn.layout.height)}
    return {**found, **size, **_left_out_as_data(drawn)}


def _left_out_as_data(drawn: MapDiagram) -> dict[str, int]:
    """The number of references that are left out, if any is."""
    return {"left_out": drawn.left_out} if drawn.left_out else {}


def _node_as_data(box: Box) -> dict[str, Any]:
    return {
        "name": box.name,
        "type": box.type,
        "state": box.state,
        "condition": box.condition,
        "problems": box.problems,
        **{f"{severity}s": box.found.get(severity, 0) for severity in Severity},
        "line": box.line,
    }


def _item_as_data(drawn: MapDiagram, item: Item, places: Mapping[str, Rect] | None = None) -> dict[str, Any]:
    """An item with its contents; `places` are the boxes of the rows of its card."""
    rect = (places or drawn.layout.rects).get(item.name)
    found = _facts_as_data(drawn, item, rect)
    found |= _members_as_data(drawn, item)
    if item.opened is not None:
        inner_map = drawn.nested[item.name]
        found["nested"] = {**graph_as_data(inner_map), "layout": map_as_data(inner_map)}
        found["nested"] |= _rect_as_data(drawn.layout.rects[member_name(item.name)])
    if places is None and rect is not None:
        places = row_rects(item, rect)
    inner: tuple[tuple[str, list[Item]], ...] = (("lanes", item.lanes), ("cards", item.cards))
    found |= {key: [_item_as_data(drawn, one) for one in items] for key, items in inner if items}
    return found | ({"rows": [_item_as_data(drawn, row, places) for row in item.rows]} if item.rows else {})


def _members_as_data(drawn: MapDiagram, group: Item) -> dict[str, Any]:
    """The `member` of a group, or the `members` of a chain."""
    if group.members is None or group.kind != "frame":
        return {}
    names, kinds = member_names(group), member_types(drawn.containment, drawn.preview, group)
    found = [
        {"fact": drawn.facts.get(name, ""), **_rect_as_data(drawn.layout.rects[name]), "type": kind}
        for name, kind in zip_longest(names, kinds, fillvalue="")
    ]
    return {"members": found} if group.chained else {"member": found[0]}


def _points_as_data(route: Iterable[Point]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in route]


def _rect_as_data(rect: Rect) -> dict[str, float]:
    return {"x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height}


def _facts_as_data(drawn: MapDiagram, item: Item, rect: Rect | None) -> dict[str, Any]:
    box = drawn.boxes.get(item.name)
    found: dict[str, Any] = {"name": item.name, "role": item.kind}
    if item.is_given:
        found["given"] = True
    if box is not None:
        found |= {"type": box.type, "state": box.state, "condition": box.condition, "problems": box.problems}
        found |= {"line": box.line, **_marks_as_data(drawn.preview.resources[item.name])}
    if drawn.facts.get(item.name):
        found["fact"] = drawn.facts[item.name]
    if rect is not None:
        found |= _rect_as_data(rect)
    if not item.is_given and drawn.containment.lives(item.name):
        found["lives"] = True
    if item.chips:
        found["chips"] = list(item.chips)
    return found


def _file_as_data(state: ResourceState) -> dict[str, str]:
    """The file with the template of a resource, if that was read."""
    stack = _own_stack(state)
    return {"file": stack.file or ""} if stack is not None else {}


def _marks_as_data(state: ResourceState) -> dict[str, Any]:
    """The file of a resource, whether it is there already, and whether what it makes stays when its stack goes."""
    found: dict[str, Any] = {**_file_as_data(state)}
    if state.external_id is not None:
        return found | {"external": True}
    return found | ({"retained": True} if str(state.deletion_policy).lower() == "retain" else {})
