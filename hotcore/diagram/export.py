"""Export of a diagram to SVG, Graphviz's DOT, Mermaid and JSON."""

import json
from collections.abc import Iterator
from html import escape

from hotcore.containment import Item
from hotcore.diagram.facts import short_type
from hotcore.diagram.map import MapDiagram, dependencies_as_data, map_as_data
from hotcore.diagram.map_layout import Rect, member_name, member_names, rows_top
from hotcore.diagram.metrics import CHIPS, HEAD, MOST_ROWS, PICTURE_MARGIN, ROW, STACK
from hotcore.diagram.model import Box
from hotcore.diagram.routes import rounded

FORMATS = ("svg", "dot", "mermaid", "json")

_SHELF_LINE = 36
"""How far the line above the shared things is from them."""
_CHARACTER = 7.9
"""The approximate width of a character of a name."""
_STYLE = """\
text { font: 11.5px Inter, system-ui, sans-serif; fill: #626a79 }
.name, .chip { font: 600 13px ui-monospace, "JetBrains Mono", Menlo, Consolas, monospace; fill: #171a21 }
.row { font-weight: 500; font-size: 12px } .chip { font-weight: 500; font-size: 11.5px; fill: #434a57 }
.fact { text-anchor: end } .ground { fill: #f6f7f9 } .hair { stroke: #d9dde4; fill: none }
.box { fill: #ffffff; stroke: #858d9d; stroke-width: 1.25 }
.frame { fill: #eef0f4; stroke: #b6bcc8; stroke-width: 1.25 }
.inner { fill: #f6f7f9 } .given { stroke: #858d9d; stroke-dasharray: 2 4; stroke-linecap: round }
.lane { fill: none; stroke: #b6bcc8 } .chipbox { fill: #e9ecf1 }
.off > .box, .off > .frame { fill: #f6f7f9; stroke-dasharray: 5 3 }
.off > .name { fill: #626a79; text-decoration: line-through }
.unknown > .box, .unknown > .frame { stroke: #6540b4; stroke-dasharray: 1.5 3; stroke-linecap: round }
.edge { fill: none; stroke: #858d9d; stroke-width: 1.25 } .depends { stroke-dasharray: 6 4 } .tip { fill: #858d9d }
@media (prefers-color-scheme: dark) {
text { fill: #939bab } .name { fill: #e7e9ee } .chip { fill: #b9c0cc } .ground { fill: #0d0f13 }
.hair { stroke: #2a2f39 }
.box { fill: #15181e; stroke: #6d7687 }
.frame { fill: #111419; stroke: #3a4150 } .lane { stroke: #3a4150 }
.inner, .off > .box, .off > .frame { fill: #0d0f13 } .off > .name { fill: #939bab } .chipbox { fill: #232831 }
.unknown > .box, .unknown > .frame { stroke: #bfa8f7 } .edge { stroke: #6d7687 } .tip { fill: #6d7687 }
}"""
_ARROWHEAD = """\
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
<path class="tip" d="M0 0.5L8 4L0 7.5z"/></marker></defs>"""
_DOT_NODES = '  node [shape=box, style=rounded, fontname="monospace"];'
_DOT_STATES = {"on": "", "off": ', style="rounded,dashed"', "unknown": ', style="rounded,dotted"'}
_MERMAID_STATES = ("  classDef off stroke-dasharray: 5 3", "  classDef unknown stroke-dasharray: 2 4")


def write_diagram(drawn: MapDiagram, form: str) -> str:
    """The diagram in one of `FORMATS`."""
    if form == "json":
        data = dependencies_as_data(drawn) if drawn.containment.is_flat else map_as_data(drawn)
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    writers = {"svg": _svg, "dot": _dot, "mermaid": _mermaid}
    return "".join(f"{line}\n" for line in writers[form](drawn))


def write_picture(drawn: MapDiagram) -> str:
    """The diagram as an SVG element for a page that brings the styles; resources have their name in `data-name`."""
    return "".join(f"{line}\n" for line in _svg(drawn, ""))


def _svg(drawn: MapDiagram, style: str = f"<style>{_STYLE}</style>") -> Iterator[str]:
    layout = drawn.layout
    points = [point for route in drawn.routes for point in route]
    points += [(layout.x, layout.y), (layout.x + layout.width, layout.y + layout.height)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    left, top = left - PICTURE_MARGIN, top - PICTURE_MARGIN
    width, height = right + PICTURE_MARGIN - left, bottom + PICTURE_MARGIN - top
    box = f"{left:g} {top:g} {width:g} {height:g}"
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="{box}" role="img">'
    what = "Dependencies" if drawn.containment.is_flat else "Map"
    yield f"<title>{what} of {len(drawn.containment.items)} resources</title>{style}"
    yield _ARROWHEAD
    yield f'<rect class="ground" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"/>'
    if drawn.note:
        yield f'<text x="{left + PICTURE_MARGIN:g}" y="{top + 16:g}">{drawn.note}</text>'
    yield from _contents(drawn)
    yield "</svg>"


def _contents(drawn: MapDiagram) -> Iterator[str]:
    layout = drawn.layout
    for item in drawn.containment.top:
        yield from _item(drawn, item)
    if layout.shelf is not None and layout.shelf > layout.y:
        y = layout.shelf - _SHELF_LINE
        yield f'<path class="hair" d="M{layout.x:g} {y:g}h{layout.width:g}"/>'
        yield f'<text x="{layout.x:g}" y="{y + 15:g}">Shared</text>'
    for line, route in zip(drawn.lines, drawn.routes, strict=True):
        title = escape(f"{line.source} depends on {line.target}: {', '.join(arrow.where for arrow in line.arrows)}")
        kind = " depends" if line.is_dependency else ""
        path = "".join(rounded(route))
        yield f'<path class="edge{kind}" marker-end="url(#tip)" d="{path}"><title>{title}</title></path>'


def _item(drawn: MapDiagram, item: Item) -> Iterator[str]:
    rect, box = drawn.layout.rects[item.name], drawn.boxes.get(item.name)
    yield _group(item, box)
    if box is not None and box.condition:
        yield f'<text x="{rect.x + 2:g}" y="{rect.y - 7:g}">if {escape(_shortened(box.condition, 30))}</text>'
    if item.kind == "frame":
        yield from _frame(drawn, item, rect)
    else:
        words = " · ".join(filter(None, (short_type(item.type), drawn.facts.get(item.name, ""))))
        yield from _card(rect, item.name, words)
        yield from _chips(rect, item.chips)
    yield from _rows(drawn, item, rect)
    yield "</g>"


def _frame(drawn: MapDiagram, frame: Item, rect: Rect) -> Iterator[str]:
    kind = "frame given" if frame.is_given else "frame inner" if frame.parent else "frame"
    yield _box(rect, kind, 10)
    yield f'<text class="name" x="{rect.x + 16:g}" y="{rect.y + 24:g}">{escape(frame.name)}</text>'
    after = rect.x + 24 + len(frame.name) * _CHARACTER
    if len(frame.lanes) == 1:
        yield from _lane(drawn, frame.lanes[0], after, rect.y + 24)
    else:
        yield f'<text x="{after:g}" y="{rect.y + 24:g}">{escape(_members(drawn.facts.get(frame.name, "")))}</text>'
        for each in frame.lanes:
            box = drawn.layout.rects[each.name]
            yield _box(box, "lane", 6)
            yield from _lane(drawn, each, box.x + 8, box.y + 18)
    if frame.members is not None:
        for at, name in enumerate(member_names(frame)):
            box = drawn.layout.rects[name]
            for behind in () if frame.chained else (STACK, STACK // 2):
                yield _box(box.moved(behind, behind), "box", 8)
            yield from _card(box, str(at) if frame.chained else "resource", drawn.facts.get(name, ""))
            yield from _chips(box, frame.chips)
    if frame.opened is not None:
        inside = drawn.layout.rects[member_name(frame.name)]
        yield f'<g transform="translate({inside.x:g} {inside.y:g})">'
        yield from _contents(drawn.nested[frame.name])
        yield "</g>"
    for card in frame.cards:
        yield from _item(drawn, card)


def _lane(drawn: MapDiagram, lane: Item, x: float, y: float) -> Iterator[str]:
    words = f"{lane.name} {drawn.facts.get(lane.name, '')}"
    yield _group(lane, drawn.boxes.get(lane.name))
    yield f'<text x="{x:g}" y="{y:g}">{escape(words)}</text></g>'


def _group(item: Item, box: Box | None) -> str:
    """The start of what is drawn of a resource."""
    words = escape(f"{item.name}, {item.type}")
    return f'<g class="{box.state if box else "on"}" data-name="{escape(item.name)}"><title>{words}</title>'


def _members(fact: str) -> str:
    """The fact of a frame; of a group's least and most members in words."""
    return f"{fact} members" if fact[:1].isdigit() else fact


def _box(rect: Rect, kind: str, corner: int) -> str:
    size = f'width="{rect.width:g}" height="{rect.height:g}" rx="{corner}"'
    return f'<rect class="{kind}" x="{rect.x:g}" y="{rect.y:g}" {size}/>'


def _card(rect: Rect, name: str, words: str) -> Iterator[str]:
    yield _box(rect, "box", 8)
    yield f'<text class="name" x="{rect.x + 12:g}" y="{rect.y + 21:g}">{escape(_shortened(name, 25))}</text>'
    yield f'<text x="{rect.x + 12:g}" y="{rect.y + 37:g}">{escape(_shortened(words, 36))}</text>'


def _rows(drawn: MapDiagram, item: Item, rect: Rect) -> Iterator[str]:
    rows = list(item.all_rows())
    top = rect.y + rows_top(item, rect)
    if rows and item.kind != "frame":
        yield f'<path class="hair" d="M{rect.x:g} {rect.y + HEAD:g}h{rect.width:g}"/>'
    for number, (row, depth) in enumerate(rows[:MOST_ROWS]):
        box = drawn.boxes.get(row.name)
        y, x = top + number * ROW + 17, rect.x + 16 + 16 * depth
        fact = drawn.facts.get(row.name, "")
        if len(fact) * 6.2 > (rect.right - 12 - x) / 2:
            fact = fact.rpartition(" ")[2]  # its last word says most
        room = int((rect.right - 12 - x - len(fact) * 6.2) / _CHARACTER)
        yield _group(row, box)
        yield f'<text class="name row" x="{x:g}" y="{y:g}">{escape(_shortened(row.name, max(room, 8)))}</text>'
        yield f'<text class="fact" x="{rect.right - 12:g}" y="{y:g}">{escape(fact)}</text></g>'
    if len(rows) > MOST_ROWS:
        yield f'<text x="{rect.x + 16:g}" y="{top + MOST_ROWS * ROW + 17:g}">+ {len(rows) - MOST_ROWS}</text>'


def _chips(rect: Rect, chips: list[str]) -> Iterator[str]:
    """The chips of a card; those that do not fit are counted."""
    x, y = rect.x + 10, rect.bottom - CHIPS + 5
    for number, chip in enumerate(chips):
        width = len(chip) * 7 + 14
        if x + width > rect.right - (36 if number < len(chips) - 1 else 10):
            if number:
                yield f'<text x="{x:g}" y="{y + 15:g}">+ {len(chips) - number}</text>'
                return
            chip, width = _shortened(chip, 22), 22 * 7 + 14
        yield f'<rect class="chipbox" x="{x:g}" y="{y:g}" width="{width:g}" height="21" rx="4"/>'
        yield f'<text class="chip" x="{x + 7:g}" y="{y + 15:g}">{escape(chip)}</text>'
        x += width + 6


def _shortened(name: str, longest: int) -> str:
    """The name; a long one is cut in the middle."""
    return name if len(name) <= longest else f"{name[: longest // 2]}…{name[-longest // 2 + 1 :]}"


# -- graphs for other programs, which lay them out themselves


def _dot(drawn: MapDiagram) -> Iterator[str]:
    yield "digraph template {"
    yield "  compound=true; rankdir=LR;"
    yield _DOT_NODES
    if drawn.note:
        yield f"  // {drawn.note}"
    yield from _dot_contents(drawn, "  ", "")
    yield "}"


def _dot_contents(drawn: MapDiagram, indent: str, within: str) -> Iterator[str]:
    """The items and lines of a map; `within` begins the names of those in the map of another template."""
    for item in drawn.containment.top:
        yield from _dot_item(drawn, item, indent, within)
    for line in drawn.lines:
        dashed = " [style=dashed]" if line.is_dependency else ""
        yield f"{indent}{_quoted(within + line.source)} -> {_quoted(within + line.target)}{dashed};"


def _dot_item(drawn: MapDiagram, item: Item, indent: str, within: str) -> Iterator[str]:
    inner = [*item.lanes, *item.cards, *item.rows]
    box = drawn.boxes.get(item.name)
    name = within + item.name
    node = _dot_node(name, item.type, box.state if box else "on")
    if not inner and item.opened is None:
        yield f"{indent}{node}"
        return
    yield f"{indent}subgraph {_quoted(f'cluster {name}')} {{"
    yield f"{indent}  {node}"
    if item.opened is not None:
        yield from _dot_contents(drawn.nested[item.name], f"{indent}  ", f"{name}/")
    for one in inner:
        yield from _dot_item(drawn, one, f"{indent}  ", within)
    yield f"{indent}}}"


def _mermaid(drawn: MapDiagram) -> Iterator[str]:
    yield "flowchart LR"
    if drawn.note:
        yield f"  %% {drawn.note}"
    yield from _mermaid_contents(drawn, "  ", "r")
    yield from _MERMAID_STATES


def _mermaid_contents(drawn: MapDiagram, indent: str, prefix: str) -> Iterator[str]:
    """The items and lines of a map, with ids that begin with a prefix."""
    names = [*drawn.containment.items, *drawn.containment.given]
    ids = {name: f"{prefix}{number}" for number, name in enumerate(names)}
    for item in drawn.containment.top:
        yield from _mermaid_item(drawn, item, ids, indent)
    for line in drawn.lines:
        yield f"{indent}{ids[line.source]} {'-.->' if line.is_dependency else '-->'} {ids[line.target]}"


def _mermaid_item(drawn: MapDiagram, item: Item, ids: dict[str, str], indent: str) -> Iterator[str]:
    inner = [*item.lanes, *item.cards, *item.rows]
    label = _mermaid_label(item.name, short_type(item.type))
    box = drawn.boxes.get(item.name)
    state = "" if box is None or box.state == "on" else f":::{box.state}"
    if not inner and item.opened is None:
        yield f'{indent}{ids[item.name]}["{label}"]{state}'
        return
    yield f'{indent}subgraph {ids[item.name]} ["{label}"]'
    if item.opened is not None:
        yield from _mermaid_contents(drawn.nested[item.name], f"{indent}  ", f"{ids[item.name]}_")
    for one in inner:
        yield from _mermaid_item(drawn, one, ids, f"{indent}  ")
    yield f"{indent}end"


def _quoted(text: str) -> str:
    """A DOT string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def _dot_node(name: str, kind: str, state: str) -> str:
    """A DOT node with a name and a type."""
    label = _quoted(name)[:-1] + "\\n" + _quoted(kind)[1:]
    return f"{_quoted(name)} [label={label}{_DOT_STATES[state]}];"


def _mermaid_label(*lines: str) -> str:
    """The label of a Mermaid node, without the empty lines."""
    return "<br/>".join(escape(line).replace("#", "#35;") for line in lines if line)
