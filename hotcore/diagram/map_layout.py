"""The fresh layout of a map: frames from the inside out, each with columns from users to what they use."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hotcore.containment import Containment, Item
from hotcore.diagram.columns import limits, put_in_order, ranks, split
from hotcore.diagram.lines import Line
from hotcore.diagram.metrics import (
    CARD_WIDTH,
    CHIPS,
    COLUMN_GAP,
    CONDITION,
    FRAME_HEAD,
    GRID,
    HEAD,
    LANE,
    MOST_ROWS,
    ROW,
    STACK,
)
from hotcore.runtime import dataclass

PADDING = 16
CARD_GAP, FRAME_GAP, SHELF_GAP = 24, 32, 40

_ROWS_TOP, _ROWS_BOTTOM = 4, 3
_ASPECT = 1.6

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its upper left corner."""

    x: float
    """The left edge, in pixels."""
    y: float
    """The upper edge, in pixels."""
    width: float
    """The width, in pixels."""
    height: float
    """The height, in pixels."""

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    def moved(self, x: float, y: float) -> "Rect":
        """The box moved by a distance."""
        return Rect(self.x + x, self.y + y, self.width, self.height)


@dataclass(slots=True)
class Block:
    """Boxes that are placed as a unit: a card, or a frame with its contents."""

    names: list[str]
    width: float
    height: float
    rects: dict[str, Rect]
    above: float = 0
    """The room for the name of its condition."""
    is_frame: bool = False


@dataclass(frozen=True, slots=True)
class MapLayout:
    """The boxes of cards, frames and lanes by name; the shelf of shared things begins at `shelf`, None without one.

    The upper left corner of the whole is at `x` and `y`, which are 0 in a fresh layout.
    """

    rects: Mapping[str, Rect]
    width: float
    height: float
    shelf: float | None
    x: float = 0
    y: float = 0


def card_height(item: Item) -> float:
    """The height of a card: its head, rows and chips."""
    rows = _row_count(item)
    listed = _ROWS_TOP + rows * ROW + _ROWS_BOTTOM if rows else 0
    return HEAD + listed + (CHIPS if item.chips else 0)


def frame_foot(frame: Item) -> float:
    """The height of the foot of a frame, including its rows."""
    rows = _row_count(frame)
    return (rows * ROW + PADDING / 2 if rows else 0) + PADDING


def lanes_of(frame: Item) -> list[tuple[Item | None, list[Item]]]:
    """The lanes of a frame with their cards, after the cards without a lane. A single lane counts as none."""
    if len(frame.lanes) < 2:
        return [(None, frame.cards)]
    found = [(lane, [card for card in frame.cards if card.lane == lane.name]) for lane in frame.lanes]
    names = {lane.name for lane in frame.lanes}
    return [(None, [card for card in frame.cards if card.lane not in names]), *found]


def _row_count(item: Item) -> int:
    return min(sum(1 for _ in item.all_rows()), MOST_ROWS + 1)


def row_middle(item: Item, rect: Rect, row: str) -> float:
    """The offset of a row's middle from the top of its card or frame; for a row that is not shown, that of "+ 5"."""
    names = [one.name for one, _ in item.all_rows()]
    return rows_top(item, rect) + min(names.index(row), MOST_ROWS) * ROW + ROW / 2


def rows_top(item: Item, rect: Rect) -> float:
    """The offset at which the rows of an item begin: below the head of a card, at the foot of a frame."""
    if item.kind != "frame":
        return HEAD + _ROWS_TOP
    return rect.height - _ROWS_BOTTOM - _row_count(item) * ROW


def row_rects(item: Item, rect: Rect) -> dict[str, Rect]:
    """The boxes of the rows of a card or frame; those that are not listed share the place of "+ 5"."""
    top = rect.y + rows_top(item, rect)
    return {
        row.name: Rect(rect.x, top + min(number, MOST_ROWS) * ROW, rect.width, ROW)
        for number, (row, _) in enumerate(item.all_rows())
    }


class FreshLayout:
    """The layout of a map from its items and lines alone."""

    def __init__(self, containment: Containment, lines: Iterable[Line], has_condition: Callable[[str], bool]) -> None:
        self.containment = containment
        self.has_condition = has_condition
        self.order = {name: number for number, name in enumerate([*containment.items, *containment.given])}
        cards = [
            (
                containment.items[line.source].card,
                containment.items[line.target].card,
                line.is_dependency and not containment.is_flat,
            )
            for line in lines
        ]
        self.pairs = [(source, target, weak) for source, target, weak in cards if source is not target]

    # -- blocks

    def above(self, item: Item) -> float:
        """The room for the name of its condition."""
        return CONDITION if not item.is_given and self.has_condition(item.name) else 0

    def block(self, item: Item, within: Size | None = None) -> Block:
        """A card, or a frame with its contents, which stay `within` a size if they can."""
        above = self.above(item)
        if item.kind != "frame":
            height = card_height(item)
            return Block([item.name], CARD_WIDTH, height, {item.name: Rect(0, 0, CARD_WIDTH, height)}, above)
        inner = self._inside(item, within)
        width = max(inner.width, CARD_WIDTH) + 2 * PADDING
        height = on_grid(FRAME_HEAD + inner.height + frame_foot(item))
        rects = {name: rect.moved(PADDING, FRAME_HEAD) for name, rect in inner.rects.items()}
        rects = {item.name: Rect(0, 0, width, height)} | rects
        return Block([item.name, *inner.names], width, height, rects, above, is_frame=True)

    def _inside(self, frame: Item, within: Size | None) -> Block:
        if frame.opened is not None:
            width, height = frame.opened
            return Block([], width, height, {member_name(frame.name): Rect(0, 0, width, height)})
        if frame.members is not None:
            height = HEAD + (CHIPS if frame.chips else 0)
            pitch = height + 2 * STACK
            cards = {name: Rect(0, at * pitch, CARD_WIDTH, height) for at, name in enumerate(member_names(frame))}
            return Block([], CARD_WIDTH + STACK, len(cards) * pitch - STACK, cards)
        lanes = [(lane, cards) for lane, cards in lanes_of(frame) if cards or lane is not None]
        if within is not None:  # several lanes share the height: each is as low as the width allows
            high = within[1] - FRAME_HEAD - GRID - frame_foot(frame) if len(lanes) == 1 else 0
            within = within[0] - 2 * PADDING, high
        parts = [(lane, self.columns([self.block(card) for card in cards], within=within)) for lane, cards in lanes]
        width = max((part.width for _, part in parts), default=0)
        rects: dict[str, Rect] = {}
        top = float(GRID)
        for lane, part in parts:
            if lane is not None:
                bottom = LANE + (part.height + PADDING if part.names else 0)
                rects[lane.name] = Rect(-PADDING / 2, top, max(width, CARD_WIDTH) + PADDING, bottom)
                top += LANE
            rects |= {name: rect.moved(0, top) for name, rect in part.rects.items()}
            top = on_grid(top + part.height + (CARD_GAP if part.names else GRID))
        return Block([name for _, part in parts for name in part.names], width, max(top - CARD_GAP, 0), rects)

    # -- columns

    def columns(
        self,
        blocks: list[Block],
        below: Callable[[float], float] = lambda _width: 0,
        within: Size | None = None,
    ) -> Block:
        """Blocks in columns, users to the left of what they use; columns wrap to approach the aspect ratio.

        `below` is the height of what is under columns of a width.  Columns stay `within` a size if they can.
        """
        if not blocks:
            return Block([], 0, 0, {})
        owner = {name: number for number, block in enumerate(blocks) for name in block.names}
        strong = self._between(owner, weak=False)
        ranked: dict[int, list[int]] = {}
        for number, rank in enumerate(ranks(len(blocks), strong)):
            ranked.setdefault(rank, []).append(number)
        columns = [ranked[rank] for rank in sorted(ranked)]
        put_in_order(columns, strong | self._between(owner, weak=True))
        pitches = [self._pitch(block) for block in blocks]

        def distortion(columns: list[list[int]]) -> float:
            width = sum(max(blocks[number].width for number in column) + COLUMN_GAP for column in columns)
            height = max(sum(pitches[number] for number in column) for column in columns) + below(width)
            return max(width / height / _ASPECT, _ASPECT * height / width)

        def badness(columns: list[list[int]]) -> tuple[float, ...]:
            return *self._lack(columns, blocks, within), distortion(columns)

        return self._stacked(min(self._splits(columns, blocks, pitches), key=badness), blocks)

    @staticmethod
    def _splits(
        columns: list[list[int]], blocks: Sequence[Block], pitches: Sequence[float]
    ) -> Iterator[list[list[int]]]:
        """The columns, wrapped at each height that is tried."""
        for limit in limits([sum(pitches[number] for number in column) for column in columns], pitches):
            yield [
                part
                for column in columns
                for part in split(column, pitches, limit, evenly=all(blocks[number].is_frame for number in column))
            ]

    def _pitch(self, block: Block) -> float:
        return on_grid(block.above + block.height + (FRAME_GAP if block.is_frame else CARD_GAP))

    def _lack(self, columns: list[list[int]], blocks: Sequence[Block], within: Size | None) -> Size:
        """By how much columns are wider and higher than a size."""
        if within is None:
            return 0, 0
        made = self._stacked(columns, blocks)
        return max(made.width - within[0], 0), max(made.height - within[1], 0)

    def _stacked(self, columns: list[list[int]], blocks: Sequence[Block]) -> Block:
        rects: dict[str, Rect] = {}
        x, bottom = 0.0, 0.0
        for column in columns:
            y = 0.0
            for number in column:
                block = blocks[number]
                y = on_grid(y + block.above)
                rects |= {name: rect.moved(x, y) for name, rect in block.rects.items()}
                bottom = max(bottom, y + block.height)
                y += block.height + (FRAME_GAP if block.is_frame else CARD_GAP)
            x = on_grid(x + max(blocks[number].width for number in column) + COLUMN_GAP)
        return Block([name for block in blocks for name in block.names], x - COLUMN_GAP, bottom, rects)

    def _between(self, owner: Mapping[str, int], *, weak: bool) -> set[tuple[int, int]]:
        """The pairs of blocks with a line between them, from user to used."""
        found = set()
        for source, target, is_weak in self.pairs:
            ends = owner.get(source.name), owner.get(target.name)
            if is_weak is weak and None not in ends and ends[0] != ends[1]:
                found.add(ends)
        return found  # type: ignore[return-value]

    # -- the whole

    def whole(self) -> MapLayout:
        """The layout of a map: what is not shared, and the shelf below it."""
        top = [item for item in self.containment.top if item.kind not in ("shared", "row", "lane")]
        beside = self._beside(top)
        aside = {card.name for cards in beside.values() for card, _ in cards}
        blocks = [
            self._with_beside(self.block(item), beside.get(item.name, [])) for item in top if item.name not in aside
        ]
        shared = [self.block(item) for item in self.containment.items.values() if item.kind == "shared"]
        main = self.columns(blocks, lambda width: shelf_of(shared, width).height + SHELF_GAP if shared else 0)
        if not shared:
            return MapLayout(main.rects, main.width, main.height, None)
        shelf = shelf_of(shared, main.width)
        start = on_grid(main.height + SHELF_GAP) if main.rects else 0.0
        rects = main.rects | {name: rect.moved(0, start) for name, rect in shelf.rects.items()}
        return MapLayout(rects, max(main.width, shelf.width), start + shelf.height, start)

    def _beside(self, top: Sequence[Item]) -> dict[str, list[tuple[Item, Item]]]:
        """The cards next to each frame, each with the card in the frame that uses it: they have no other lines."""
        frames = {item.name for item in top if item.kind == "frame"}
        found: dict[str, list[tuple[Item, Item]]] = {}
        users_of: dict[str, list[Item]] = {}
        for source, target, _ in self.pairs:
            users_of.setdefault(target.name, []).append(source)
        using = {source.name for source, _, _ in self.pairs}
        for card in top:
            users = users_of.get(card.name, [])
            around = {self._outermost(user).name for user in users}
            if card.kind == "card" and len(around) == 1 and around <= frames and card.name not in using:
                found.setdefault(around.pop(), []).append((card, users[0]))
        return found

    @staticmethod
    def _outermost(item: Item) -> Item:
        return [item.card, *item.frames][-1]

    def _with_beside(self, block: Block, cards: Sequence[tuple[Item, Item]]) -> Block:
        if not cards:
            return block
        x = on_grid(block.width + COLUMN_GAP)
        bottom = 0.0
        placed = sorted(cards, key=lambda pair: (block.rects[pair[1].name].y, self.order[pair[0].name]))
        for card, user in placed:
            one = self.block(card)
            y = on_grid(max(block.rects[user.name].y, bottom + one.above))
            block.rects |= {name: rect.moved(x, y) for name, rect in one.rects.items()}
            block.names += one.names
            bottom = y + one.height + CARD_GAP
        block.width, block.height = x + CARD_WIDTH, max(block.height, bottom - CARD_GAP)
        return block


def member_name(group: str) -> str:
    """The name of what a frame holds that is no item: the card of a group's members, or the map of a template."""
    return f"{group}.resource"


def member_names(group: Item) -> tuple[str, ...]:
    """The names of the cards of a group's members: one for all of them, of a chain one for each type."""
    return tuple(f"{group.name}.{at}" for at in range(group.chained)) or (member_name(group.name),)


def map_layout(
    containment: Containment, lines: Iterable[Line], has_condition: Callable[[str], bool] = lambda _name: False
) -> MapLayout:
    """A fresh layout of a map; the same template gives the same one."""
    return FreshLayout(containment, lines, has_condition).whole()


def on_grid(value: float) -> float:
    """A number on the grid, at or above a value."""
    return -(-value // GRID) * GRID


def shelf_of(blocks: Sequence[Block], width: float) -> Block:
    """Shared things in lines below a picture of a width, in their order."""
    pitch = CARD_WIDTH + COLUMN_GAP
    across = max(4, int((width + COLUMN_GAP) // pitch))
    rects: dict[str, Rect] = {}
    y, bottom = 0.0, 0.0
    for start in range(0, len(blocks), across):
        line = blocks[start : start + across]
        y = on_grid(y + max(block.above for block in line))
        for number, block in enumerate(line):
            rects |= {name: rect.moved(number * pitch, y) for name, rect in block.rects.items()}
        bottom = y + max(block.height for block in line)
        y = bottom + CARD_GAP
    return Block(list(rects), min(len(blocks), across) * pitch - COLUMN_GAP, bottom, rects)
