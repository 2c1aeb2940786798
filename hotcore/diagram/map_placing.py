"""The layout of a map after a change: existing boxes keep their positions, new ones get a free position."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from math import inf

from hotcore.containment import Containment, Item
from hotcore.diagram.free_places import APART, GivenUp, Point, Standing, free_place, settle, widen
from hotcore.diagram.lines import Line
from hotcore.diagram.map_before import Before, Picture, Places
from hotcore.diagram.map_frames import FrameLayout
from hotcore.diagram.map_layout import FRAME_GAP, SHELF_GAP, MapLayout, on_grid
from hotcore.diagram.map_tidy import tidied
from hotcore.diagram.metrics import CARD_WIDTH, COLUMN_GAP, GRID

_MOST_KEPT = 1_200
"""The number of boxes that keep their places."""
_PITCH = CARD_WIDTH + COLUMN_GAP
_COLUMNS = 4
"""The number of columns beyond the next one that are tried, even if they are empty."""
_BACKWARDS = 600
"""The cost of a box that is not to the right of what uses it."""
_BEYOND = 240
"""The cost of a box that is not in the column beside what it is connected to."""


def placed_map(
    containment: Containment,
    lines: Iterable[Line],
    has_condition: Callable[[str], bool],
    before: Places,
    *,
    origin: str | None = None,
    near: Point | None = None,
    tidy: Collection[str] = (),
) -> MapLayout:
    """The layout of a map that was drawn before: everything keeps its position, except for the rules of `_Placing`.

    `before` has the upper left corners of cards, frames, lanes and shared items, and their sizes if they are known.
    Without any that is still there, with too many, and when free places are too hard to find, the layout is a fresh
    one.  `origin` names the resource from which a new one was added, `near` is the wanted middle of a new one's head.
    What is named in `tidy` is laid out anew where it is, see `tidied`.
    """
    lines = tuple(lines)
    known = Before(containment, lines, has_condition, before, origin, near)
    if len(known.boxed) > _MOST_KEPT:
        return known.fresh
    try:
        if tidy:
            known = Before(containment, lines, has_condition, tidied(known, tidy), origin, near)
        if not any(name in known.rects for name in known.boxed) or _is_as_before(known.fresh, known):
            return known.fresh
        return _Placing(known).whole()
    except GivenUp:
        return known.fresh


def _is_as_before(fresh: MapLayout, before: Before) -> bool:
    """Whether a fresh layout moves no existing box, and shrinks no frame."""
    if before.near is not None:
        return False
    for name, item in before.boxed.items():
        rect, old = fresh.rects[name], before.rects.get(name)
        if old is None:
            continue
        if (rect.x, rect.y) != (old.x, old.y):
            return False
        if item.kind == "frame" and (rect.width < old.width or rect.height < old.height):
            return False
    if before.origin is None:
        return True
    start = fresh.rects[before.outermost(before.origin)]
    new = [name for name, item in before.boxed.items() if name not in before.rects and item.kind != "shared"]
    come = [fresh.rects[before.outermost(name)] for name in new]
    return all(rect.x < start.right + _PITCH and rect.right > start.x - _PITCH for rect in come)


class _Placing:
    """The steps: frames grow, grown cards push down those below, then boxes without a position get one."""

    def __init__(self, before: Before) -> None:
        self.before = before
        self.near = before.near
        self.items = [item for item in before.containment.top if item.kind in ("card", "frame", "shared")]
        self.on_shelf = before.on_shelf(self.items)
        self.boxes: dict[str, Standing] = {}
        self.shelf = [before.standing(item) for item in self.items if item.name in self.on_shelf & set(before.rects)]
        self.loose: list[Standing] = []

    def whole(self) -> MapLayout:
        """The layout."""
        self._put_frames()
        self._put_cards()
        for box in self.loose:
            self._release(box)
        new = [item for item in self.items if item.name not in self.boxes and item.name not in self.on_shelf]
        while new:
            item = next((item for item in new if self._start(item.name) is not None), new[0])
            self.before.effort.spend(len(new))
            new.remove(item)
            self._add(item)
        self._put_shelf()
        return self._layout()

    # -- existing boxes

    def _put_frames(self) -> None:
        """Places frames at their earlier positions or around their cards; boxes that they would cover give way."""
        was = [self.before.standing(item) for item in self.items if self._is_kept(item)]
        for box in was:
            old = self.before.rects[box.name]
            box.width, box.height = old.width or box.width, old.height or box.height
        self.grown: dict[str, float] = {}
        self.new_frames: list[Standing] = []
        for item in self.items:
            if not item.holds_cards:
                continue
            layout = FrameLayout(self.before, item, was, self.shelf)
            if layout.is_known:
                box = self.boxes[item.name] = layout.standing()
                if layout.old is None:
                    self.new_frames.append(box)
                else:
                    self.grown[item.name] = box.width - layout.old.width if layout.old.width else 0

    def _is_kept(self, item: Item) -> bool:
        return item.name in self.before.rects and item.name not in self.on_shelf

    def _put_cards(self) -> None:
        """Places cards at their earlier positions unless they must leave a frame, and moves what grown ones cover."""
        for item in self.items:
            if item.name in self.boxes or not self._is_kept(item):
                continue
            box = self.before.standing(item)
            if self._has_to_leave(box):
                self.loose.append(box)
            else:
                self.boxes[item.name] = box
        for frame in self.new_frames:
            self._make_room(frame)
        boxes = [*self.boxes.values()]
        for name, growth in self.grown.items():
            if growth > 0:
                widen(boxes, self.boxes[name], growth)
        settle(boxes, [box.name for box in boxes if box.name in self.before.rects and self.before.has_grown(box)])

    def _make_room(self, frame: Standing) -> None:
        """Moves foreign cards out of a new frame; the frame itself gives way to other frames."""
        covered = [box for box in self.boxes.values() if box is not frame and box.is_near(frame, APART, APART)]
        if any(self.before.boxed[box.name].kind == "frame" for box in covered):
            covered = [frame]
        self.loose += [self.boxes.pop(box.name) for box in covered]

    def _has_to_leave(self, box: Standing) -> bool:
        """Whether a card was in a frame that still exists."""
        frame = self.before.stands_in(box.name)
        return frame is not None and frame in self.boxes

    # -- boxes without a position

    def _release(self, box: Standing) -> None:
        """Moves a box the shortest way out of a frame."""
        boxes = [*self.boxes.values()]
        picture = Picture(boxes, self.shelf)
        columns = self._columns(box, box.x)
        box.x, box.y = free_place(
            self.before.effort, box, (box.x, box.y), columns, boxes, lambda _x, y: picture.shelf_price(y + box.height)
        )
        self.boxes[box.name] = box

    def _start(self, name: str) -> tuple[Standing, Point, int] | None:
        """The box beside which a new one is placed, its upper right or left corner to start from, and the side."""
        before, item = self.before, self.before.boxed[name]
        inside = [one.name for one in (item, *item.cards)]
        joined = [each for one in inside for each in before.joined.get(one, []) if each[0] not in inside]
        if before.origin is not None and before.origin not in inside:
            sides = dict(joined)
            joined = [(before.origin, sides.get(before.origin, 1)), *joined]
        for other, side in joined:
            box = self.boxes.get(before.outermost(other))
            if box is not None:
                inner = box.inner.get(other) or box.inner[box.name]
                return box, (box.right if side > 0 else box.x, box.y + inner.y), side
        return None

    def _add(self, item: Item) -> None:
        """Places a new box where it was dropped, else nearest to what it is connected to, else in the middle."""
        box = self.before.standing(item)
        boxes = [*self.boxes.values()]
        start = self._start(item.name)
        if self.near is not None:
            self._drop(box, self.near)
        elif start is not None:
            wanted, columns = self._beside(box, *start)
            price = self._price(box, wanted[0], start[2])
            box.x, box.y = free_place(self.before.effort, box, wanted, columns, boxes, price)
        else:
            wanted, columns = self._in_the_middle(box)
            box.x, box.y = free_place(self.before.effort, box, wanted, columns, boxes, self._price(box, 0, 0))
        self.boxes[box.name] = box

    def _drop(self, box: Standing, wanted: Point) -> None:
        """Places a new box at or near the drop position; a shelf beside or above it stops being one."""
        self.near = None
        boxes = [*self.boxes.values(), *(replace(shared, gap=FRAME_GAP) for shared in self.shelf)]
        box.x, box.y = free_place(
            self.before.effort, box, wanted, self._columns(box, wanted[0]), boxes, lambda _x, _y: 0
        )
        if any(box.y >= shared.y for shared in self.shelf):
            self.boxes |= {shared.name: shared for shared in self.shelf}
            self.shelf = []

    def _columns(self, box: Standing, x: float) -> list[float]:
        """The given column, the columns of all boxes, and those beside them."""
        found = [x]
        for other in self.boxes.values():
            found += [other.x, other.right + COLUMN_GAP, other.x - COLUMN_GAP - box.width]
        return found

    def _in_the_middle(self, box: Standing) -> tuple[Point, list[float]]:
        boxes = [*self.boxes.values()]
        if not boxes and self.shelf:
            left, top = min(each.x for each in self.shelf), min(each.top for each in self.shelf)
            return (left, top - SHELF_GAP - box.height), [left]
        x, y = Picture(boxes).middle
        columns = [other.x for other in boxes] + [max((other.right for other in boxes), default=0) + COLUMN_GAP]
        return ((x - box.width / 2) // GRID * GRID, (y - box.height / 2) // GRID * GRID), columns

    def _beside(self, box: Standing, other: Standing, corner: Point, side: int) -> tuple[Point, list[float]]:
        """The columns on one side of another box, existing or new; as a last resort its own or one on the other side.

        Its own column is the best one for a box that is connected only by `depends_on`.
        """
        near = [other.x, other.right + COLUMN_GAP, other.x - COLUMN_GAP - box.width]
        if side == 0:
            return (other.x, other.bottom + other.gap + box.above), near
        first = corner[0] + COLUMN_GAP if side > 0 else corner[0] - COLUMN_GAP - box.width
        there = [each.x for each in self.boxes.values() if (each.x - first) * side >= 0]
        return (first, corner[1]), [*near, *there, *(first + number * side * _PITCH for number in range(_COLUMNS))]

    def _price(self, box: Standing, first: float, side: int) -> Callable[[float, float], float]:
        """The cost of a position for a box that is best in a column, or beyond it on one side."""
        picture = Picture(self.boxes.values(), self.shelf, self.before.fresh)

        def price(x: float, y: float) -> float:
            backwards = _BACKWARDS if (x - first) * side < 0 else 0
            beyond = _BEYOND if (x - first) * side >= _PITCH else 0
            return backwards + beyond + picture.price(x, y - box.above, x + box.width, y + box.height)

        return price

    # -- the shelf

    def _put_shelf(self) -> None:
        """Places shared items in lines below everything; they move down if the map comes too near."""
        self._find_shelf()
        main = Picture(self.boxes.values())
        settle(self.shelf, [box.name for box in self.shelf if self.before.has_grown(box)])
        known = {box.name for box in self.shelf} | set(self.boxes)
        top = min((box.top for box in self.shelf), default=on_grid(main.bottom + SHELF_GAP))
        for item in self.items:
            if item.name in self.on_shelf and item.name not in known:
                self._add_to_shelf(self.before.standing(item), main, top)
        lack = on_grid(max(main.bottom + FRAME_GAP - top, 0)) if self.boxes else 0
        for box in self.shelf:
            box.y += lack

    def _find_shelf(self) -> None:
        """Makes the shared items the shelf again if they are well below everything else."""
        shared = [box for box in self.boxes.values() if self.before.boxed[box.name].kind == "shared"]
        floor = max((box.bottom for box in self.boxes.values() if box not in shared), default=-inf) + FRAME_GAP
        if shared and all(box.y >= floor for box in shared):
            self.shelf += [self.boxes.pop(box.name) for box in shared]

    def _add_to_shelf(self, box: Standing, main: Picture, top: float) -> None:
        left = min((each.x for each in self.shelf), default=main.left)
        left -= max(left - main.left, 0) // _PITCH * _PITCH
        across = max(4, int((main.right - left + COLUMN_GAP) // _PITCH))
        columns = [left + number * _PITCH for number in range(across)]
        box.x, box.y = free_place(
            self.before.effort, box, (left, top + box.above), columns, self.shelf, lambda _x, y: (y - top) * _PITCH, top
        )
        self.shelf.append(box)

    # -- the whole

    def _layout(self) -> MapLayout:
        placed: Sequence[Standing] = [*self.boxes.values(), *self.shelf]
        rects = {name: rect.moved(box.x, box.y) for box in placed for name, rect in box.inner.items()}
        whole = Picture(placed)
        shelf = min((box.top for box in self.shelf), default=None)
        if any(self.before.boxed[name].kind == "shared" for name in self.boxes):
            shelf = None
        return MapLayout(rects, whole.right - whole.left, whole.bottom - whole.top, shelf, whole.left, whole.top)
