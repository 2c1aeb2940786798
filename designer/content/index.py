"""What the library shows of a template without reading it: its counts, its words and the shape of its map."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from designer.content import analysis
from designer.content.content import Content
from hotcore import Severity
from hotcore.catalogue import shipped_catalogue, using_catalogue
from hotcore.diagram import Rect, shape_of_map
from hotcore.runtime import paused_collector
from hotcore.template import Template

INDEX = 3  # version of the index columns of `Design`; increase it when their computation changes
THUMBNAIL = (104, 50)  # width and height of a design's picture in the library
MARGIN = 3  # around a thumbnail
LARGEST = 0.2  # scale of a thumbnail, so that a single card stays small
LINES = 40  # of a thumbnail; more would be a grey area
ROWS = 120  # of a thumbnail; more would have no room


@dataclass(frozen=True)
class Index:
    """The facts about a template that the library shows without parsing it."""

    version: str = ""
    resource_count: int = 0
    parameter_count: int = 0
    error_count: int = 0
    warning_count: int = 0
    words: str = ""
    shape: dict[str, Any] = field(default_factory=dict)


def index(content: Content) -> Index:
    """Return the index of a content; a text that cannot be read has only its error counts.

    It is for everybody who may see the template, so nobody's cloud counts.
    """
    with using_catalogue(shipped_catalogue):
        return _index(content)


def _index(content: Content) -> Index:
    errors, warnings = problem_counts(content)
    template = analysis.document(content).template
    if template is None:
        return Index(error_count=errors, warning_count=warnings)
    types = sorted({resource.type for resource in template.resources.values()})
    return Index(
        version=template.version.date,
        resource_count=len(template.resources),
        parameter_count=len(template.parameters),
        error_count=errors,
        warning_count=warnings,
        words=" ".join([template.description, *template.parameters, *template.resources, *types]),
        shape=shape(template),
    )


class ProblemCounts(NamedTuple):
    """The numbers of errors and warnings of a content."""

    errors: int
    warnings: int


def problem_counts(content: Content) -> ProblemCounts:
    """Return the numbers of errors and warnings of a content."""
    severities = [diagnostic.severity for diagnostic in analysis.diagnostics(content)]
    return ProblemCounts(severities.count(Severity.ERROR), severities.count(Severity.WARNING))


def shape(template: Template) -> dict[str, Any]:
    """Return the shape of a template's map, scaled to its thumbnail in the library."""
    with paused_collector(len(template.root.source.text)):
        found = shape_of_map(template, most_lines=LINES)
    room = [size - 2 * MARGIN for size in THUMBNAIL]
    scale = min(LARGEST, room[0] / max(found.width, 1), room[1] / max(found.height, 1))
    left, top = (THUMBNAIL[0] - found.width * scale) / 2, (THUMBNAIL[1] - found.height * scale) / 2

    def boxes(rects: Sequence[Rect]) -> list[list[float]]:
        """Return the boxes as left, top, width and height on the thumbnail."""
        places = [(left + each.x * scale, top + each.y * scale) for each in rects]
        sizes = [(each.width * scale, each.height * scale) for each in rects]
        return [[round(number, 1) for number in (*place, *size)] for place, size in zip(places, sizes, strict=True)]

    lines = [[[round(left + x * scale, 1), round(top + y * scale, 1)] for x, y in line] for line in found.lines]
    return {
        "frames": boxes(found.frames),
        "cards": boxes(found.cards),
        "rows": boxes(found.rows) if len(found.rows) <= ROWS else [],
        "lines": lines,
    }
