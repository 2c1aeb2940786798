"""The map before a change: the positions of its boxes, and what a new one is connected to."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, isfinite

from hotcore.containment import Containment, Item
from hotcore.diagram.free_places import Effort, Point, Standing
from hotcore.diagram.lines import Line
from hotcore.diagram.map_layout import CARD_GAP, FRAME_GAP, PADDING, FreshLayout, MapLayout, Rect
from hotcore.diagram.metrics import CARD_WIDTH, COLUMN_GAP, FRAME_HEAD, HEAD

Places = Mapping[str, Sequence[float]]
"""The upper left corners of boxes by name, and their sizes if they are known."""

_ASPECT = 1.6
_FARTHEST = 1e6
_MOVED = 88
"""How far the shelf may move in one step."""
_LARGER, _LONGER = 1.4, 1.9
"""The maximum growth of a map beyond a fresh layout, in area and on one side."""
_DEAR = 2000
"""The cost of exceeding it."""
_SPREAD = 2.5
"""A map that is larger by this factor was spread out by hand."""


class Before:
    """The boxes of a map before a change, under the names that they have after it."""

    def __init__(
        self,
        containment: Containment,
        lines: Iterable[Line],
        has_condition: Callable[[str], bool],
        places: Places,
        origin: str | None = None,
        near: Point | None = None,
    ) -> None:
        """`origin` is the card from which a new one was added, `near` the wanted middle of the new one's head."""
        self.containment = containment
        self.effort = Effort()
        self.measures = FreshLayout(containment, lines, has_condition)
        self.boxed = {
            item.name: item
            for item in (*containment.items.values(), *containment.given.values())
            if item.kind in ("card", "frame", "shared")
        }
        self.rects = self._known(places)
        self.near = None if near is None else (near[0] - CARD_WIDTH / 2, near[1] - HEAD / 2)
        origin_item = containment.items.get(origin) or containment.given.get(origin) if origin is not None else None
        self.origin = None if origin_item is None else origin_item.card.name
        self.joined: dict[str, list[tuple[str, int]]] = {}
        for source, target, is_weak in sorted(self.measures.pairs, key=lambda pair: pair[2]):
            self.joined.setdefault(target.name, []).append((source.name, 0 if is_weak else 1))
            self.joined.setdefault(source.name, []).append((target.name, 0 if is_weak else -1))
        self.fresh = self.measures.whole()
        self._frames: dict[str, Rect] = {}
        for item in containment.top:
            if item.holds_cards and item.name in self.rects:
                self._frames[item.name] = self._frame_before(item)

    def _known(self, places: Places) -> dict[str, Rect]:
        """The known positions; if just one name is gone and one is new, the new one inherits the position."""
        rects = {
            name: Rect(place[0], place[1], *(max(each, 0) for each in (*place[2:], 0, 0)[:2]))
            for name, place in places.items()
            if all(isfinite(each) and abs(each) <= _FARTHEST for each in place) and len(place) in (2, 4)
        }
        names = {*self.containment.items, *self.containment.given}
        groups = {*names, *rects}
        gone = [name for name in rects if name not in names and name.rpartition(".")[0] not in groups]
        come = [name for name in self.boxed if name not in rects]
        if len(gone) == len(come) == 1 and self._may_inherit(self.boxed[come[0]], rects[gone[0]], rects):
            rects[come[0]] = rects.pop(gone[0])
        return rects

    @staticmethod
    def _may_inherit(item: Item, rect: Rect, rects: Mapping[str, Rect]) -> bool:
        """Whether a new box may inherit the position of a removed one: a frame must still contain its cards."""
        known = [rects[card.name] for card in item.cards if card.name in rects]
        return all(_is_in(each, rect) if rect.width else rect.x < each.x and rect.y < each.y for each in known)

    def _frame_before(self, frame: Item) -> Rect:
        """The earlier position of a frame; an unknown size is derived from its cards that are near each other."""
        rect = self.rects[frame.name]
        if rect.width:
            return rect
        right, bottom = rect.x + PADDING, rect.y + FRAME_HEAD + CARD_GAP
        places = [self.rects[card.name] for card in frame.cards if card.name in self.rects]
        for place in sorted(places, key=lambda place: (place.x - rect.x) + (place.y - rect.y)):
            if rect.x < place.x <= right + CARD_WIDTH and rect.y < place.y <= bottom + CARD_WIDTH:
                right = max(right, place.x + CARD_WIDTH + COLUMN_GAP)
                bottom = max(bottom, place.y + HEAD + CARD_GAP)
        return Rect(rect.x, rect.y, right - rect.x, bottom - rect.y)

    def stands_in(self, name: str) -> str | None:
        """The frame that contained a box."""
        rect = self.rects[name]
        return next((frame for frame, around in self._frames.items() if frame != name and _is_in(rect, around)), None)

    def outermost(self, name: str) -> str:
        """The name of the outermost box that contains a box."""
        item = self.containment.items.get(name) or self.containment.given[name]
        return [item, *item.frames][-1].name

    def on_shelf(self, items: Sequence[Item]) -> set[str]:
        """The shared items on the shelf, including new ones; it is a shelf if all are well below everything else.

        Those that are nearer were moved by hand, and keep their positions.
        """
        main = [self.rects[item.name].bottom for item in items if item.kind != "shared" and item.name in self.rects]
        floor = max(main, default=-inf) + FRAME_GAP
        shared = [item.name for item in items if item.kind == "shared"]
        is_shelf = all(self.rects[name].y >= floor for name in shared if name in self.rects)
        return {name for name in shared if is_shelf or name not in self.rects}

    def standing(self, item: Item) -> Standing:
        """A box at its earlier position, or at 0, with its current size."""
        block = self.measures.block(item)
        place = self.rects.get(item.name, Rect(0, 0, 0, 0))
        gap = FRAME_GAP if block.is_frame else CARD_GAP
        return Standing(item.name, place.x, place.y, block.width, block.height, block.above, gap, block.rects)

    def has_grown(self, box: Standing) -> bool:
        """Whether a box is, or may be, taller than before."""
        before = self.rects[box.name]
        return not before.height or box.height > before.height


def _is_in(rect: Rect, frame: Rect) -> bool:
    return frame.x < rect.x < frame.right and frame.y < rect.y < frame.bottom


class Picture:
    """The extent of a map, and the cost of its growth."""

    def __init__(
        self, main: Iterable[Standing], shelf: Sequence[Standing] = (), fresh: MapLayout | None = None
    ) -> None:
        """Growth up to the size of a `fresh` layout is cheap, growth far beyond it expensive."""
        self.boxes = list(main)
        self.fresh = (fresh.width, fresh.height) if fresh is not None else (inf, inf)
        self.floor = min((box.top for box in shelf), default=inf) - FRAME_GAP
        self.shelf_bottom = max((box.bottom for box in shelf), default=-inf)
        self.left = min((box.x for box in (*self.boxes, *shelf)), default=0)
        self.top = min((box.top for box in self.boxes), default=0)
        self.right = max((box.right for box in (*self.boxes, *shelf)), default=0)
        self.bottom = max((box.bottom for box in self.boxes), default=0)

    @property
    def middle(self) -> Point:
        """The middle of the map."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def price(self, x: float, y: float, right: float, bottom: float) -> float:
        """The cost of a box at a position: three times the growth of the map, plus moving the shelf."""
        lack = max(bottom - self.floor, 0)
        width, height = self.right - self.left, max(self.bottom, self.shelf_bottom) - self.top
        wide = max(self.right, right) - min(self.left, x)
        high = max(self.bottom, bottom, self.shelf_bottom + lack) - min(self.top, y)
        growth = wide - width + high - height
        beyond = wide - max(width, min(wide, self.fresh[0])) + high - max(height, min(high, self.fresh[1]))
        price = 3 * beyond + growth / 4 + self.shelf_price(bottom)
        is_spread = self._is_larger(width, height, _SPREAD, _SPREAD)
        return price + (_DEAR if growth and not is_spread and self._is_larger(wide, high, _LARGER, _LONGER) else 0)

    def shelf_price(self, bottom: float) -> float:
        """The cost of moving the shelf for a box that reaches down to a height."""
        lack = max(bottom - self.floor, 0)
        return 2 * lack + (_DEAR if lack > _MOVED else 0)

    def _is_larger(self, width: float, height: float, larger: float, longer: float) -> bool:
        fresh_width, fresh_height = self.fresh
        is_long = width > longer * fresh_width or height > longer * fresh_height
        return is_long or width * height > larger * fresh_width * fresh_height


def size(width: float, height: float) -> float:
    """The width of the screen that shows a map."""
    return max(width, _ASPECT * height)
