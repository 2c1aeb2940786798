"""The points on the borders of cards and frames at which the lines of a map begin and end."""

from collections.abc import Iterable, Mapping, Sequence

from hotcore.containment import Containment, Item
from hotcore.diagram.lines import Line
from hotcore.diagram.map_layout import Rect, row_middle
from hotcore.diagram.metrics import FRAME_HEAD, GRID, HEAD
from hotcore.diagram.routes import Ends

_ROOM = 12
"""The minimum distance between the end of a line and a corner of its box."""


def ends_of(containment: Containment, lines: Sequence[Line], rects: Mapping[str, Rect]) -> list[Ends]:
    """The ends of lines, in their order; no two at the same point where there is room."""
    taken: dict[tuple[str, int], list[float]] = {}
    found: dict[int, Ends] = {}
    for number in sorted(range(len(lines)), key=lambda number: _height(containment, lines[number], rects)):
        line = lines[number]
        source, target = containment.items[line.source], containment.items[line.target]
        box, other = rects[source.card.name], rects[target.card.name]
        leaves, arrives = _sides(box, other)
        end_y = _free(_wanted(target, other, None), other, taken.setdefault((target.card.name, arrives), []))
        below = 2 * GRID if source is target else 0
        start_y = _free(_wanted(source, box, end_y + below), box, taken.setdefault((source.card.name, leaves), []))
        found[number] = Ends(
            (box.right if leaves > 0 else box.x, start_y),
            (other.right if arrives > 0 else other.x, end_y),
            leaves,
            arrives,
        )
    return [found[number] for number in range(len(lines))]


def _height(containment: Containment, line: Line, rects: Mapping[str, Rect]) -> tuple[float, float]:
    return rects[containment.items[line.target].card.name].y, rects[containment.items[line.source].card.name].y


def _sides(source: Rect, target: Rect) -> tuple[int, int]:
    if target.x >= source.right:
        return 1, -1
    if target.right <= source.x:
        return -1, 1
    return 1, 1


def _wanted(item: Item, rect: Rect, other_end: float | None) -> float:
    """The preferred height of a line's end: of its row, in the head of a card, or straight across."""
    card = item.card
    if item.kind == "row":
        return rect.y + row_middle(card, rect, item.name)
    if card.kind == "frame":
        if other_end is None:
            return rect.y + FRAME_HEAD / 2
        return min(max(other_end, rect.y + FRAME_HEAD + GRID), rect.bottom - _ROOM)
    if other_end is None:
        return rect.y + HEAD / 2
    return min(max(other_end, rect.y + _ROOM), rect.y + HEAD - _ROOM)


def _free(wanted: float, rect: Rect, taken: list[float]) -> float:
    """The height nearest to the wanted one that is at least a grid step away from those that are taken."""
    for height in _around(wanted, rect):
        if all(abs(height - other) >= GRID for other in taken):
            wanted = height
            break
    taken.append(wanted)
    return wanted


def _around(wanted: float, rect: Rect) -> Iterable[float]:
    yield wanted
    for step in range(1, int(rect.height // GRID) + 1):
        for height in (wanted + step * GRID, wanted - step * GRID):
            if rect.y + GRID <= height <= rect.bottom - GRID:
                yield height
