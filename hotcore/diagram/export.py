"""A picture as a file: SVG, Graphviz's DOT, Mermaid."""

import json
from collections.abc import Iterator, Sequence
from html import escape

from hotcore.diagram.layout import Point
from hotcore.diagram.model import BOX_HEIGHT, Arrow, Box, Picture, box_width, joined, picture_as_data

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


def write_picture(picture: Picture, form: str) -> str:
    """The picture in one of `FORMATS`."""
    if form == "json":
        return json.dumps(picture_as_data(picture), indent=2, ensure_ascii=False) + "\n"
    lines = {"svg": _svg, "dot": _dot, "mermaid": _mermaid}[form](picture)
    return "".join(f"{line}\n" for line in lines)


def curve(points: Sequence[Point]) -> str:
    """An SVG path through points, leaving and entering each of them upright."""
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


def _svg(picture: Picture) -> Iterator[str]:
    layout = picture.layout
    width, height = layout.width + 2 * _MARGIN, layout.height + 2 * _MARGIN
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="{-_MARGIN} {-_MARGIN} {width:.0f} {height:.0f}" role="img">'
    )
    yield f"<title>{len(picture.boxes)} resources and what they need</title>"
    yield f"<style>{_STYLE}</style>"
    yield '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    yield '<path class="tip" d="M0 0.5L8 4L0 7.5z"/></marker></defs>'
    yield f'<rect class="ground" x="{-_MARGIN}" y="{-_MARGIN}" width="{width:.0f}" height="{height:.0f}"/>'
    for pair, arrows in joined(picture).items():
        yield _edge(picture, pair, arrows)
    for box in picture.boxes:
        yield from _box(box, *layout.boxes[box.name])
    yield "</svg>"


def _edge(picture: Picture, pair: tuple[str, str], arrows: list[Arrow]) -> str:
    path = curve(picture.layout.edges[pair])
    kind = " depends" if all(arrow.by == "depends_on" for arrow in arrows) else ""
    title = escape(f"{pair[0]} needs {pair[1]}: {', '.join(arrow.where for arrow in arrows)}")
    return f'<path class="edge{kind}" marker-end="url(#tip)" d="{path}"><title>{title}</title></path>'


def _box(box: Box, x: float, y: float) -> Iterator[str]:
    left, top, width = x - box_width(box) / 2, y - BOX_HEIGHT / 2, box_width(box)
    yield f'<g class="{box.state}"><title>{escape(f"{box.name}, {box.type}")}</title>'
    yield f'<rect class="box" x="{left:g}" y="{top:g}" width="{width:g}" height="{BOX_HEIGHT}" rx="8"/>'
    if box.condition:
        yield f'<text class="condition" x="{left + 2:g}" y="{top - 5:g}">if {escape(_shortened(box.condition))}</text>'
    yield f'<text class="name" x="{left + 12:g}" y="{y - 3:g}">{escape(_shortened(box.name))}</text>'
    yield f'<text class="type" x="{left + 12:g}" y="{y + 14:g}">{escape(_shortened(box.type))}</text></g>'


def _shortened(name: str) -> str:
    """A long name, cut in the middle."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST // 2]}…{name[-_LONGEST // 2 + 1 :]}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def _dot(picture: Picture) -> Iterator[str]:
    yield "digraph template {"
    yield '  node [shape=box, style=rounded, fontname="monospace"];'
    styles = {"on": "", "off": ', style="rounded,dashed"', "unknown": ', style="rounded,dotted"'}
    for box in picture.boxes:
        label = _quoted(box.name)[:-1] + "\\n" + _quoted(box.type)[1:]
        yield f"  {_quoted(box.name)} [label={label}{styles[box.state]}];"
    for (source, target), arrows in joined(picture).items():
        dashed = " [style=dashed]" if all(arrow.by == "depends_on" for arrow in arrows) else ""
        yield f"  {_quoted(source)} -> {_quoted(target)}{dashed};"
    yield "}"


def _mermaid(picture: Picture) -> Iterator[str]:
    yield "flowchart TD"
    ids = {box.name: f"r{number}" for number, box in enumerate(picture.boxes)}
    for box in picture.boxes:
        words = "<br/>".join(escape(text).replace("#", "#35;") for text in (box.name, box.type))
        yield f'  {ids[box.name]}["{words}"]' + ("" if box.state == "on" else f":::{box.state}")
    for (source, target), arrows in joined(picture).items():
        line = "-.->" if all(arrow.by == "depends_on" for arrow in arrows) else "-->"
        yield f"  {ids[source]} {line} {ids[target]}"
    yield "  classDef off stroke-dasharray: 5 3"
    yield "  classDef unknown stroke-dasharray: 2 4"
