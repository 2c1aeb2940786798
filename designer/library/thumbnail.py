"""The thumbnail of a template's map that the library shows next to its name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from designer.content.index import THUMBNAIL


@dataclass(frozen=True)
class Thumbnail:
    """The frames, cards, rows and lines of a map, each as the data of one SVG path."""

    width: int
    height: int
    frames: str
    cards: str
    rows: str
    lines: str


def thumbnail(shape: Mapping[str, Any]) -> Thumbnail:
    """Return the thumbnail of a design's `shape`; one of an earlier version of the index is blank."""
    parts = {part: shape.get(part, []) for part in ("frames", "cards", "rows", "lines")}
    return Thumbnail(
        *THUMBNAIL,
        frames="".join(map(_box, parts["frames"])),
        cards="".join(map(_box, parts["cards"])),
        rows="".join(f"M{x:g} {y:g}h{width:g}" for x, y, width, _ in parts["rows"]),
        lines="".join(map(_line, parts["lines"])),
    )


def _box(box: Sequence[float]) -> str:
    x, y, width, height = box
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def _line(points: Sequence[Sequence[float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
