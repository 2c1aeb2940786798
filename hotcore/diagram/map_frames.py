"""The layout inside a frame after a change: its cards keep their positions, and it grows to the right and down."""

from collections.abc import Iterable, Sequence

from hotcore.containment import Item
from hotcore.diagram.free_places import Point, Standing, free_place, settle
from hotcore.diagram.map_before import Before, Picture, size
from hotcore.diagram.map_layout import CARD_GAP, FRAME_GAP, PADDING, Rect, frame_foot, lanes_of, on_grid
from hotcore.diagram.metrics import CARD_WIDTH, COLUMN_GAP, FRAME_HEAD, GRID, LANE

_BACKWARDS = 400
"""The cost of a card that is not to the right of what uses it."""
_COVERS = 2000
"""The cost of a new frame that covers boxes outside of it."""


class FrameLayout:
    """Positions the cards of a frame.

    A new frame is drawn around its cards, which stay in place.  `outside` are the earlier boxes
    beside it, including itself, `shelf` those on the shelf.
    """

    def __init__(self, before: Before, frame: Item, outside: Sequence[Standing], shelf: Sequence[Standing]) -> None:
        self.before, self.frame = before, frame
        self.others = [box for box in outside if box.name != frame.name]
        self.picture = Picture(outside, shelf, before.fresh)
        self.old = before.rects.get(frame.name)
        self.kept = {card.name: before.standing(card) for card in frame.cards if self._stays(card)}
        if self.old is None:
            self._leave_apart(before)
        self.x, self.y = self._corner()
        self.width = max(self.old.width if self.old else 0, CARD_WIDTH + 2 * PADDING)
        self.height = self.old.height if self.old else 0.0
        self.bottom = self.y + FRAME_HEAD

    @property
    def is_known(self) -> bool:
        """Whether the position of the frame is known."""
        return self.old is not None or bool(self.kept)

    def _stays(self, card: Item) -> bool:
        """Whether a card has a position in the frame, and in its lane."""
        before = self.before
        if card.name not in before.rects:
            return False
        inside, place = before.stands_in(card.name), before.rects[card.name]
        if self.old is None:
            return inside is None
        if inside != self.frame.name or place.x < self.old.x + PADDING:
            return False
        known = {lane.name: before.rects[lane.name] for lane in self.frame.lanes if lane.name in before.rects}
        over = [name for name, rect in known.items() if rect.height and rect.y <= place.y < rect.bottom]
        return len(self.frame.lanes) < 2 or not over or over == [card.lane] or card.lane not in known

    def _leave_apart(self, before: Before) -> None:
        """Leaves out cards that a new frame could only surround together with another frame, or with more boxes than
        it has cards; they are moved into it.
        """
        inside = {one.name for card in self.frame.cards for one in (card, *card.cards)}
        foreign = [box for box in self.others if box.name not in inside]
        taken: dict[str, Standing] = {}
        for name, box in self.kept.items():
            whole = Picture([*taken.values(), box])
            around = Standing("", whole.left, whole.top, whole.right - whole.left, whole.bottom - whole.top)
            covered = [other for other in foreign if around.is_near(other, CARD_GAP, CARD_GAP)]
            frames = [other for other in covered if before.boxed[other.name].kind == "frame"]
            if not taken or (not frames and len(covered) <= len(taken) + 1):
                taken[name] = box
        self.kept = taken

    def _corner(self) -> Point:
        if self.old is not None:
            return self.old.x, self.old.y
        left = min((box.x for box in self.kept.values()), default=0)
        top = min((box.top for box in self.kept.values()), default=0)
        return left - PADDING, top - FRAME_HEAD - GRID - (LANE if len(self.frame.lanes) > 1 else 0)

    def standing(self) -> Standing:
        """The frame with everything in it."""
        inner: dict[str, Rect] = {}
        lanes: dict[str, tuple[float, float]] = {}
        top = self.y + FRAME_HEAD + GRID
        for lane, cards in lanes_of(self.frame):
            if lane is None:
                boxes = self._band(cards, top, 0)
                bottom = max((box.bottom for box in boxes), default=top)
            else:
                known = self.before.rects.get(lane.name, Rect(0, top, 0, 0))
                start = max(top, known.y)
                boxes = self._band(cards, start + LANE, start - known.y)
                bottom = max((box.bottom for box in boxes), default=start + LANE)
                lanes[lane.name] = start, max(known.height, bottom - start + (PADDING if boxes else 0))
                self._reach(start + lanes[lane.name][1] - PADDING)
            if boxes or lane is not None:
                top = self.y + on_grid(bottom + (CARD_GAP if boxes else GRID) - self.y)
            if lane is not None:
                top = max(top, start + lanes[lane.name][1] + GRID)
            for box in boxes:
                inner |= {name: rect.moved(box.x - self.x, box.y - self.y) for name, rect in box.inner.items()}
        height = max(self.height, on_grid(self.bottom - self.y + frame_foot(self.frame)))
        for name, (start, high) in lanes.items():
            inner[name] = Rect(PADDING / 2, start - self.y, self.width - PADDING, high)
        above = self.before.measures.above(self.frame)
        inner = {self.frame.name: Rect(0, 0, self.width, height)} | inner
        return Standing(self.frame.name, self.x, self.y, self.width, height, above, FRAME_GAP, inner)

    def _reach(self, bottom: float) -> None:
        self.bottom = max(self.bottom, bottom)

    def _band(self, cards: Iterable[Item], top: float, moved: float) -> list[Standing]:
        """The cards of a lane, or of a frame that has none: first those that stay, then new ones."""
        boxes = [self.kept[card.name] for card in cards if card.name in self.kept]
        lack = max(moved, *(top - box.top for box in boxes), 0) if boxes else 0
        for box in boxes:
            box.y += lack
        settle(boxes, [box.name for box in boxes if self.before.has_grown(box)])
        for box in boxes:
            self._hold(box)
        for card in cards:
            if card.name not in self.kept:
                box = self.before.standing(card)
                box.x, box.y = self._place(box, boxes, top)
                boxes.append(box)
                self._hold(box)
        return boxes

    def _hold(self, box: Standing) -> None:
        self._reach(box.bottom)
        self.width = max(self.width, box.right + PADDING - self.x)

    def _place(self, box: Standing, boxes: Sequence[Standing], top: float) -> Point:
        """The free position for a new card: beside what it is connected to, else near its earlier position."""
        left = self.x + PADDING
        (x, y), direction = self._wanted(box, boxes, left, top)
        x, y = max(x, left), max(y, top + box.above)
        columns = {left, *(each.x for each in boxes), *(each.right + COLUMN_GAP for each in boxes)}
        if direction:
            columns.add(x)

        def price(at: float, high: float) -> float:
            backwards = _BACKWARDS if (at - x) * direction < 0 else 0
            return backwards + self._price(at + box.width + PADDING, high + box.height + PADDING)

        return free_place(self.before.effort, box, (x, y), columns, boxes, price, top)

    def _wanted(self, box: Standing, boxes: Sequence[Standing], left: float, top: float) -> tuple[Point, int]:
        before, there = self.before, {each.name: each for each in boxes}
        if before.near is not None and box.name not in before.rects:
            return before.near, 0
        joined = before.joined.get(box.name, [])
        if before.origin is not None and box.name not in before.rects:
            joined = [(before.origin, dict(joined).get(before.origin, 1)), *joined]
        for name, direction in joined:
            if name in there:
                one = there[name]
                if direction == 0:
                    return (one.x, one.bottom + one.gap + box.above), 0
                return (one.right + COLUMN_GAP if direction > 0 else one.x - COLUMN_GAP - box.width, one.y), direction
        if box.name in before.rects:
            return (box.x, box.y), 0
        for name, direction in joined:
            if name in before.rects:
                return (left if direction >= 0 else self.x + self.width - PADDING - box.width, before.rects[name].y), 0
        return (left, top), 0

    def _price(self, right: float, bottom: float) -> float:
        """The cost of a position that enlarges the frame or displaces other boxes."""
        width, height = self.width, max(self.bottom + PADDING - self.y, self.height)
        wide, high = max(width, right - self.x), max(height, bottom - self.y)
        grown = Standing("", self.x, self.y, wide, high)
        pushed = any(grown.is_near(box, CARD_GAP, CARD_GAP) for box in self.others)
        price = self.picture.price(self.x, self.y, self.x + wide, self.y + high)
        price += wide - width + high - height + (CARD_WIDTH if self.old else _COVERS) if pushed else 0
        return price + size(wide, high) - size(width, height)
