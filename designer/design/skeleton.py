"""The boxes of a diagram, which the page shows while its scripts are late."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

MARGIN = 24
LEAST = (1396, 804)
"""The least width and height that are shown, so that a single card stays small."""
MOST = 1_000
"""The number of boxes that are shown; more of them are too small to be seen in one picture."""


def bones(diagram: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return boxes of a diagram, outer ones first, and the `view` in which all of them would be seen."""
    drawn = diagram.get("layout") if diagram else None
    boxes = list(boxes_of([*drawn["items"], *drawn["shared"]])) if drawn else []
    if not boxes:
        return None
    left, top = (min(box[key] for box in boxes) for key in ("x", "y"))
    right = max(box["x"] + box["width"] for box in boxes)
    bottom = max(box["y"] + box["height"] for box in boxes)
    width, height = max(right - left + 2 * MARGIN, LEAST[0]), max(bottom - top + 2 * MARGIN, LEAST[1])
    view = ((left + right - width) / 2, (top + bottom - height) / 2, width, height)
    return {"boxes": boxes[:MOST], "view": " ".join(f"{number:g}" for number in view)}


def boxes_of(items: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the boxes of frames and cards with what they hold."""
    for item in items:
        yield {key: item[key] for key in ("x", "y", "width", "height", "role")}
        yield from boxes_of(item.get("cards", ()))
