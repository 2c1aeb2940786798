"""A template as a picture: its resources as boxes, what they need as arrows, and where all of it goes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from hotcore.diagnostics import Diagnostic, Severity
from hotcore.diagram.layout import Layout, Point, lay_out
from hotcore.diagram.stable_layout import steadied
from hotcore.preview import Preview
from hotcore.template import Template, occurrences
from hotcore.values import Unknown

BOX_HEIGHT = 46
_NARROWEST, _WIDEST = 170, 280
_CHARACTER, _SIDES = 7.4, 52

State = Literal["on", "off", "unknown"]


@dataclass(frozen=True, slots=True)
class Box:
    """A resource: whether it will be there, the name of its condition, and the findings within it by severity."""

    name: str
    type: str
    state: State
    condition: str | None
    found: Mapping[Severity, int]
    line: int

    @property
    def problems(self) -> int:
        """How many findings lie within it."""
        return sum(self.found.values())


@dataclass(frozen=True, slots=True)
class Arrow:
    """`source` needs `target`: by the function or field `by`, which stands at `path` in the source."""

    source: str
    target: str
    by: str
    path: tuple[Any, ...]

    @property
    def where(self) -> str:
        """The property that needs it, as people write it: `networks.0.port`."""
        path = self.path[1:] if self.path[:1] == ("properties",) else self.path
        return ".".join(map(str, path))


@dataclass(frozen=True, slots=True)
class Picture:
    """The boxes in order of creation, every arrow, and the layout of both."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    layout: Layout


def draw(template: Template, preview: Preview, before: Mapping[str, Point] | None = None) -> Picture:
    """The picture of a template under the values of a preview.

    `before` are the middles of boxes in an earlier picture, where they stay as far as the changes since then allow.
    """
    arrows = tuple(_arrows(template))
    problems = _problems(template, preview.diagnostics)
    boxes = tuple(
        Box(state.name, state.type, _state(state.enabled), state.condition, problems[state.name], state.line)
        for state in preview.resources.values()
    )
    pairs = dict.fromkeys((arrow.source, arrow.target) for arrow in arrows)
    widths = tuple((box.name, box_width(box)) for box in boxes)
    layout = _laid_out(tuple(template.resources), widths, tuple(pairs))
    if before:
        layout = steadied(layout, list(layout.edges), dict(widths), BOX_HEIGHT, before)
    return Picture(boxes, arrows, layout)


@lru_cache(maxsize=32)
def _laid_out(
    names: tuple[str, ...], widths: tuple[tuple[str, float], ...], pairs: tuple[tuple[str, str], ...]
) -> Layout:
    """The layout of boxes; most edits of a template change neither names nor arrows."""
    return lay_out(names, pairs, dict(widths), BOX_HEIGHT)


def box_width(box: Box) -> float:
    """How wide a box has to be for its name and type, within limits."""
    return min(_WIDEST, max(_NARROWEST, max(len(box.name), len(box.type)) * _CHARACTER + _SIDES))


def _arrows(template: Template) -> Iterable[Arrow]:
    for use in occurrences(template.root):
        if use.path[0] == "resources" and use.kind == "resources" and use.name in template.resources:
            source = use.path[1]
            if source in template.resources and use.path[2] in ("properties", "metadata", "depends_on"):
                yield Arrow(source, use.name, use.by, (use.path if use.call is None else use.call)[2:])


def _problems(template: Template, diagnostics: Iterable[Diagnostic]) -> Mapping[str, Counter[Severity]]:
    """How many findings of each severity lie within each resource."""
    starts = sorted((resource.span.start, resource.node.end, name) for name, resource in template.resources.items())
    counts: defaultdict[str, Counter[Severity]] = defaultdict(Counter)
    index = 0
    placed = (found for found in diagnostics if found.span is not None and found.file is None)
    for found in sorted(placed, key=lambda found: found.sort_key):
        assert found.span
        while index < len(starts) and starts[index][1] < found.span.start:
            index += 1
        if index < len(starts) and starts[index][0] <= found.span.start <= starts[index][1]:
            counts[starts[index][2]][found.severity] += 1
    return counts


def _state(enabled: object) -> State:
    if isinstance(enabled, Unknown):
        return "unknown"
    return "on" if enabled else "off"


def picture_as_data(picture: Picture) -> dict[str, Any]:
    """The picture as JSON-ready data: `nodes` with their places, `edges` with what makes them, `width`, `height`."""
    layout = picture.layout
    return {
        "nodes": [
            {
                "name": box.name,
                "type": box.type,
                "state": box.state,
                "condition": box.condition,
                "problems": box.problems,
                **{f"{severity}s": box.found.get(severity, 0) for severity in Severity},
                "line": box.line,
                "x": round(layout.boxes[box.name][0], 1),
                "y": round(layout.boxes[box.name][1], 1),
                "width": round(box_width(box)),
            }
            for box in picture.boxes
        ],
        "edges": [
            {
                "source": source,
                "target": target,
                "links": [{"by": arrow.by, "where": arrow.where, "path": list(arrow.path)} for arrow in arrows],
                "points": [[round(x, 1), round(y, 1)] for x, y in layout.edges.get((source, target), ())],
            }
            for (source, target), arrows in joined(picture).items()
        ],
        "width": round(layout.width),
        "height": round(layout.height),
    }


def joined(picture: Picture) -> dict[tuple[str, str], list[Arrow]]:
    """The arrows by source and target: what is drawn as one line."""
    found: dict[tuple[str, str], list[Arrow]] = {}
    for arrow in picture.arrows:
        found.setdefault((arrow.source, arrow.target), []).append(arrow)
    return found
