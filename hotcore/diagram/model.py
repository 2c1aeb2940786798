"""The diagram of a template: resources as boxes, dependencies as arrows, and their layout."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from hotcore.diagnostics import Diagnostic, Severity
from hotcore.diagram.layout import Layout, Point, lay_out
from hotcore.diagram.stable_layout import stabilized
from hotcore.preview import Preview
from hotcore.template import Template, occurrences
from hotcore.values import Unknown

BOX_HEIGHT = 46
_NARROWEST, _WIDEST = 170, 280
_CHARACTER, _SIDES = 7.4, 52

State = Literal["on", "off", "unknown"]


@dataclass(frozen=True, slots=True)
class Box:
    """A resource: whether it will exist, the name of its condition, and the number of its diagnostics by severity."""

    name: str
    type: str
    state: State
    condition: str | None
    found: Mapping[Severity, int]
    line: int

    @property
    def problems(self) -> int:
        """The number of diagnostics within it."""
        return sum(self.found.values())


@dataclass(frozen=True, slots=True)
class Arrow:
    """A dependency of `source` on `target`: by the function or field `by` at `path` in the source."""

    source: str
    target: str
    by: str
    path: tuple[Any, ...]

    @property
    def where(self) -> str:
        """The property with the dependency, as people write it: `networks.0.port`."""
        path = self.path[1:] if self.path[:1] == ("properties",) else self.path
        return ".".join(map(str, path))


@dataclass(frozen=True, slots=True)
class Diagram:
    """The boxes in order of creation, every arrow, and the layout of both."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    layout: Layout


def draw(template: Template, preview: Preview, before: Mapping[str, Point] | None = None) -> Diagram:
    """The diagram of a template under the values of a preview.

    `before` has the centers of the boxes in an earlier diagram, which stay in place as far as the changes allow.
    """
    arrows = tuple(arrows_of(template))
    boxes = tuple(boxes_of(template, preview))
    pairs = dict.fromkeys((arrow.source, arrow.target) for arrow in arrows)
    widths = tuple((box.name, box_width(box)) for box in boxes)
    layout = _laid_out(tuple(template.resources), widths, tuple(pairs))
    if before:
        layout = stabilized(layout, list(layout.edges), dict(widths), BOX_HEIGHT, before)
    return Diagram(boxes, arrows, layout)


@lru_cache(maxsize=32)
def _laid_out(
    names: tuple[str, ...], widths: tuple[tuple[str, float], ...], pairs: tuple[tuple[str, str], ...]
) -> Layout:
    """The layout of boxes, cached: most edits of a template change neither names nor arrows."""
    return lay_out(names, pairs, dict(widths), BOX_HEIGHT)


def box_width(box: Box) -> float:
    """The width of a box that fits its name and type, within limits."""
    return min(_WIDEST, max(_NARROWEST, max(len(box.name), len(box.type)) * _CHARACTER + _SIDES))


def boxes_of(template: Template, preview: Preview) -> Iterable[Box]:
    """The resources of a template under the values of a preview."""
    problems = _problems(template, preview.diagnostics)
    for state in preview.resources.values():
        enabled = _state(state.enabled)
        yield Box(state.name, state.type, enabled, state.condition, problems[state.name], state.line)


def arrows_of(template: Template) -> Iterable[Arrow]:
    """Every place at which a resource refers to another one, or asks to be created after it."""
    for use in occurrences(template.root):
        if use.path[0] == "resources" and use.kind == "resources" and use.name in template.resources:
            source = use.path[1]
            if source in template.resources and use.path[2] in ("properties", "metadata", "depends_on"):
                yield Arrow(source, use.name, use.by, (use.path if use.call is None else use.call)[2:])


def _problems(template: Template, diagnostics: Iterable[Diagnostic]) -> Mapping[str, Counter[Severity]]:
    """The number of diagnostics of each severity within each resource."""
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


def diagram_as_data(diagram: Diagram) -> dict[str, Any]:
    """The diagram as JSON-ready data: `nodes` with their positions, `edges` with their causes, `width`, `height`."""
    layout = diagram.layout
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
            for box in diagram.boxes
        ],
        "edges": [
            {
                "source": source,
                "target": target,
                "links": [{"by": arrow.by, "where": arrow.where, "path": list(arrow.path)} for arrow in arrows],
                "points": [[round(x, 1), round(y, 1)] for x, y in layout.edges.get((source, target), ())],
            }
            for (source, target), arrows in joined(diagram).items()
        ],
        "width": round(layout.width),
        "height": round(layout.height),
    }


def joined(diagram: Diagram) -> dict[tuple[str, str], list[Arrow]]:
    """The arrows by source and target: each group is drawn as one line."""
    found: dict[tuple[str, str], list[Arrow]] = {}
    for arrow in diagram.arrows:
        found.setdefault((arrow.source, arrow.target), []).append(arrow)
    return found
