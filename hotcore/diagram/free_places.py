"""Free positions for boxes among others, and moves that make room for growing boxes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from heapq import heapify, heappop, heappush
from math import inf

from hotcore.diagram.map_layout import CARD_GAP, Rect
from hotcore.diagram.metrics import GRID
from hotcore.runtime import dataclass

Point = tuple[float, float]

APART = 8
"""The minimum distance between two boxes that stay in place."""
_BESIDE = 24
"""The minimum distance between a new box and its neighbours."""
_FAR, _TOO_FAR = 600, 4096
"""The vertical distance above which a position in the next column is better, and its penalty."""
_UP = 1
"""The penalty factor for a position above, compared with one as far below."""
_STRIPE, _STRIPES = 256, 64
"""The least width of the stripes in which neighbours are looked for, and the most of them."""
_LOOKS = 2_000_000
"""How many boxes are looked at in all searches for the boxes of one map."""


class GivenUp(Exception):
    """Free places for all boxes would take too long to find."""


class Effort:
    """The work that is left for placing the boxes of one map."""

    def __init__(self) -> None:
        self._left = _LOOKS

    def spend(self, looks: int) -> None:
        """Counts boxes that are looked at; raises `GivenUp` when these are too many."""
        self._left -= looks
        if self._left < 0:
            raise GivenUp


@dataclass(slots=True)
class Standing:
    """A positioned box: a card, or a frame with its contents.

    `above` is the room for the name of its condition, `gap` the free space below and above it, and `inner` are the
    rectangles in it, including its own, relative to its upper left corner.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    above: float = 0
    gap: float = CARD_GAP
    inner: Mapping[str, Rect] = field(default_factory=dict)

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    @property
    def top(self) -> float:
        """Its upper edge, including the name of its condition."""
        return self.y - self.above

    def is_near(self, other: "Standing", across: float, down: float) -> bool:
        """Whether another box is closer than `across` horizontally and `down` vertically."""
        return (
            self.x < other.right + across
            and other.x < self.right + across
            and self.top < other.bottom + down
            and other.top < self.bottom + down
        )


def settle(boxes: Iterable[Standing], grown: Iterable[str]) -> None:
    """Moves boxes down: those below a grown box to its gap, others only as far as they overlap."""
    all_boxes = list(boxes)
    moved, done = set(grown), set[int]()
    was = [box.top for box in all_boxes]
    left, right = min((box.x for box in all_boxes), default=0), max((box.right for box in all_boxes), default=0)
    stripe = max(_STRIPE, (right - left) / _STRIPES)
    columns: dict[int, list[int]] = {}
    for number, box in enumerate(all_boxes):
        for column in _columns(box, stripe):
            columns.setdefault(column, []).append(number)
    below = [(top, top, number) for number, top in enumerate(was)]
    heapify(below)
    while below:
        top, _, number = heappop(below)
        box = all_boxes[number]
        if number in done or top != box.top:
            continue
        done.add(number)
        near = {at for column in _columns(box, stripe) for at in columns[column]} - done
        for at in sorted(near):
            other = all_boxes[at]
            if other.x >= box.right + APART or box.x >= other.right + APART:
                continue
            gap = max(box.gap, other.gap)
            if other.top < box.bottom + (gap if box.name in moved else APART):
                other.y = box.bottom + gap + other.above
                moved.add(other.name)
                # Of two boxes at the same position, the upper one stays above.
                heappush(below, (other.top, was[at], at))


def _columns(box: Standing, stripe: float) -> range:
    """The numbers of the wide stripes that a box and the space around it touch."""
    return range(int((box.x - APART) // stripe), int((box.right + APART) // stripe) + 1)


def widen(boxes: Sequence[Standing], box: Standing, growth: float) -> None:
    """Moves the boxes that a box covers after growing to the right, and those that they cover in turn."""
    queue, moved = [(box, box.right - growth)], {box.name}
    while queue:
        one, edge = queue.pop()
        for other in boxes:
            if other.name not in moved and other.x >= edge and other.is_near(one, _BESIDE, APART):
                moved.add(other.name)
                queue.append((other, other.right))
                other.x += growth


def free_place(
    effort: Effort,
    box: Standing,
    wanted: Point,
    columns: Iterable[float],
    boxes: Sequence[Standing],
    price: Callable[[float, float], float],
    top: float = -inf,
) -> Point:
    """The best position for a box in one of the columns, by its distance to the wanted position and its price.

    No position is above `top`, and all keep their gaps to `boxes`.
    """
    best: tuple[float, Point] | None = None
    for x in sorted(set(columns), key=lambda x: (abs(x - wanted[0]), -x)):
        across = abs(x - wanted[0])
        if best is not None and across >= best[0]:
            break
        effort.spend(len(boxes))
        for y in _heights(box, x, wanted[1], boxes, top):
            down = y - wanted[1]
            cost = across + (down if down >= 0 else _UP - down) + (_TOO_FAR if abs(down) > _FAR else 0) + price(x, y)
            if best is None or cost < best[0]:
                best = cost, (x, y)
    assert best is not None
    return best[1]


def _heights(box: Standing, x: float, wanted: float, boxes: Sequence[Standing], top: float) -> Iterator[float]:
    """The candidate heights in a column: the wanted one, and both ends of each free span."""
    spans = sorted(
        (other.top - max(box.gap, other.gap) - box.height, other.bottom + max(box.gap, other.gap) + box.above)
        for other in boxes
        if other.x < x + box.width + _BESIDE and x < other.right + _BESIDE
    )
    low = top + box.above
    for start, end in [*spans, (inf, inf)]:
        if start >= low:
            yield from _within(low, start, wanted)
        low = max(low, end)


def _within(low: float, high: float, wanted: float) -> Iterator[float]:
    """The wanted height if it lies in a span, and heights on the grid near both ends of the span."""
    if low <= wanted <= high:
        yield wanted
    first, last = -(-low // GRID) * GRID, high // GRID * GRID
    if low > -inf and first <= high:
        yield first
    if high < inf and last >= low:
        yield last
