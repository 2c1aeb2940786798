"""Export of a diagram to SVG, Graphviz's DOT and Mermaid."""

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from hotcore.diagram.layout import Point
from hotcore.diagram.model import BOX_HEIGHT, Arrow, Box, Diagram, box_width, diagram_as_data, joined

FORMATS = ("svg", "dot", "mermaid", "json")

_MARGIN = 24
_LONGEST = 34

_STYLE = """\
text { font: 12.5px ui-monospace, "JetBrains Mono", Menlo, Consolas, monospace; fill: #171a21 }
.type, .condition { font: 11.5px Inter, system-ui, sans-serif; fill: #626a79 }
.ground { fill: #ffffff }
.box { fill: #ffffff; stroke: #858d9d; stroke-width: 1.25 }
.off .box { fill: #f6f7f9; stroke-dasharray: 5 3 } .off .name { fill: #626a79; text-decoration: line-through }
.unknown .box { stroke: #6540b4; stroke-dasharray: 1.5 3; stroke-linecap: round }
.edge { fill: none; stroke: #858d9d; stroke-width: 1.25 } .depends { stroke-dasharray: 5 3 } .tip { fill: #858d9d }
@media (prefers-color-scheme: dark) {
text { fill: #e7e9ee } .type, .condition { fill: #939bab }
.ground { fill: #0d0f13 } .box { fill: #15181e; stroke: #6d7687 }
.off .box { fill: #0d0f13 } .off .name { fill: #939bab } .unknown .box { stroke: #bfa8f7 }
.edge { stroke: #6d7687 } .tip { fill: #6d7687 }
}"""


ARROWHEAD = """\
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
<path class="tip" d="M0 0.5L8 4L0 7.5z"/></marker></defs>"""
DOT_NODES = '  node [shape=box, style=rounded, fontname="monospace"];'
DOT_STATES = {"on": "", "off": ', style="rounded,dashed"', "unknown": ', style="rounded,dotted"'}
MERMAID_STATES = ("  classDef off stroke-dasharray: 5 3", "  classDef unknown stroke-dasharray: 2 4")


def write_diagram(diagram: Diagram, form: str) -> str:
    """The diagram in one of `FORMATS`."""
    writers = {"svg": _svg, "dot": _dot, "mermaid": _mermaid}
    return as_json(diagram_as_data(diagram)) if form == "json" else as_lines(writers[form](diagram))


def as_json(data: Any) -> str:
    """Data as the text of a JSON file."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def as_lines(lines: Iterable[str]) -> str:
    """Lines as the text of a file."""
    return "".join(f"{line}\n" for line in lines)


def curve(points: Sequence[Point]) -> str:
    """An SVG path through points, vertical at each of them."""
    (x, y), *rest = points
    parts = [f"M{x:g} {y:g}"]
    for next_x, next_y in rest:
        if next_x == x:
            parts.append(f"V{next_y:g}")
            y = next_y
            continue
        middle = (y + next_y) / 2
        parts.append(f"C{x:g} {middle:g} {next_x:g} {middle:g} {next_x:g} {next_y:g}")
        x, y = next_x, next_y
    return "".join(parts)


def _svg(diagram: Diagram) -> Iterator[str]:
    layout = diagram.layout
    width, height = layout.width + 2 * _MARGIN, layout.height + 2 * _MARGIN
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="{-_MARGIN} {-_MARGIN} {width:.0f} {height:.0f}" role="img">'
    )
    yield f"<title>{len(diagram.boxes)} resources and their dependencies</title>"
    yield f"<style>{_STYLE}</style>"
    yield ARROWHEAD
    yield f'<rect class="ground" x="{-_MARGIN}" y="{-_MARGIN}" width="{width:.0f}" height="{height:.0f}"/>'
    for pair, arrows in joined(diagram).items():
        yield _edge(diagram, pair, arrows)
    for box in diagram.boxes:
        yield from _box(box, *layout.boxes[box.name])
    yield "</svg>"


def _edge(diagram: Diagram, pair: tuple[str, str], arrows: list[Arrow]) -> str:
    path = curve(diagram.layout.edges[pair])
    kind = " depends" if all(arrow.by == "depends_on" for arrow in arrows) else ""
    title = escape(f"{pair[0]} depends on {pair[1]}: {', '.join(arrow.where for arrow in arrows)}")
    return f'<path class="edge{kind}" marker-end="url(#tip)" d="{path}"><title>{title}</title></path>'


def _box(box: Box, x: float, y: float) -> Iterator[str]:
    left, top, width = x - box_width(box) / 2, y - BOX_HEIGHT / 2, box_width(box)
    yield f'<g class="{box.state}"><title>{escape(f"{box.name}, {box.type}")}</title>'
    yield f'<rect class="box" x="{left:g}" y="{top:g}" width="{width:g}" height="{BOX_HEIGHT}" rx="8"/>'
    if box.condition:
        yield f'<text class="condition" x="{left + 2:g}" y="{top - 5:g}">if {escape(shortened(box.condition))}</text>'
    yield f'<text class="name" x="{left + 12:g}" y="{y - 3:g}">{escape(shortened(box.name))}</text>'
    yield f'<text class="type" x="{left + 12:g}" y="{y + 14:g}">{escape(shortened(box.type))}</text></g>'


def shortened(name: str, longest: int = _LONGEST) -> str:
    """The name; a long one is cut in the middle."""
    return name if len(name) <= longest else f"{name[: longest // 2]}…{name[-longest // 2 + 1 :]}"


def quoted(text: str) -> str:
    """A DOT string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def dot_node(name: str, kind: str, state: str) -> str:
    """A DOT node with a name and a type."""
    label = quoted(name)[:-1] + "\\n" + quoted(kind)[1:]
    return f"{quoted(name)} [label={label}{DOT_STATES[state]}];"


def mermaid_label(*lines: str) -> str:
    """The label of a Mermaid node, without the empty lines."""
    return "<br/>".join(escape(line).replace("#", "#35;") for line in lines if line)


def _dot(diagram: Diagram) -> Iterator[str]:
    yield "digraph template {"
    yield DOT_NODES
    for box in diagram.boxes:
        yield f"  {dot_node(box.name, box.type, box.state)}"
    for (source, target), arrows in joined(diagram).items():
        dashed = " [style=dashed]" if all(arrow.by == "depends_on" for arrow in arrows) else ""
        yield f"  {quoted(source)} -> {quoted(target)}{dashed};"
    yield "}"


def _mermaid(diagram: Diagram) -> Iterator[str]:
    yield "flowchart TD"
    ids = {box.name: f"r{number}" for number, box in enumerate(diagram.boxes)}
    for box in diagram.boxes:
        state = "" if box.state == "on" else f":::{box.state}"
        yield f'  {ids[box.name]}["{mermaid_label(box.name, box.type)}"]{state}'
    for (source, target), arrows in joined(diagram).items():
        line = "-.->" if all(arrow.by == "depends_on" for arrow in arrows) else "-->"
        yield f"  {ids[source]} {line} {ids[target]}"
    yield from MERMAID_STATES
