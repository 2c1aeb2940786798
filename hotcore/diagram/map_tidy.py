"""A fresh layout of some boxes of a map, within the box that they have; all others keep their positions."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf

from hotcore.containment import Item
from hotcore.diagram.free_places import Point, Standing, free_place
from hotcore.diagram.map_before import Before, Picture, Places
from hotcore.diagram.map_layout import FRAME_GAP, Block, Rect, shelf_of
from hotcore.diagram.metrics import COLUMN_GAP

_COVERS = 4096
"""The cost of a box that would move the shelf."""


def tidied(before: Before, names: Iterable[str]) -> Places:
    """The positions of all boxes, those of `names` laid out anew; of a single frame it is what it holds.

    Boxes of the same frame and lane are laid out together.  Their upper left corner stays; where another box is in the
    way, they go to the nearest free place.
    """
    chosen = _chosen(before, names)
    rects = dict(before.rects)
    if len(chosen) == 1 and chosen[0].holds_cards:
        rects |= _inside(before, chosen[0])
    else:
        levels: dict[tuple[str | None, str | None, bool], list[Item]] = {}
        for item in chosen:
            levels.setdefault(_level(item), []).append(item)
        for items in levels.values():
            if len(items) > 1:
                rects |= _laid_out(before, items)
    return {name: (rect.x, rect.y, rect.width, rect.height) for name, rect in rects.items()}


def _chosen(before: Before, names: Iterable[str]) -> list[Item]:
    """The boxes of the map with these names, or around these rows; what is in a chosen frame goes along with it."""
    containment = before.containment
    found: dict[str, Item] = {}
    for name in names:
        item = containment.items.get(name) or containment.given.get(name)
        if item is not None:
            card = item.card
            box = card.parent if card.kind == "lane" and card.parent is not None else card
            if box.name in before.rects:
                found[box.name] = box
    return [item for item in found.values() if not any(frame.name in found for frame in item.frames)]


def _level(item: Item) -> tuple[str | None, str | None, bool]:
    """What boxes have in common that are laid out together."""
    parent = item.parent
    lane = item.lane if parent is not None and len(parent.lanes) > 1 else None
    return parent.name if parent is not None else None, lane, item.kind == "shared"


def _inside(before: Before, frame: Item) -> Mapping[str, Rect]:
    """The fresh positions of what a frame holds."""
    around = before.rects[frame.name]
    block = before.measures.block(frame, (around.width, around.height) if around.width else None)
    return {name: rect.moved(around.x, around.y) for name, rect in block.rects.items() if name != frame.name}


def _laid_out(before: Before, items: Sequence[Item]) -> Mapping[str, Rect]:
    """The new positions of boxes of one level, with what is in them."""
    boxes = {item.name: _standing(before, item) for item in items}
    others = [_standing(before, item) for item in _siblings(before, items[0]) if item.name not in boxes]
    wanted = _wanted(before, items, boxes)
    left, top = min(box.x for box in boxes.values()), min(box.top for box in boxes.values())
    limit = -inf if items[0].parent is None else top
    floor = _floor(before, items[0])
    found: dict[str, Rect] = {}
    for name in sorted(wanted, key=wanted.__getitem__):
        box = boxes[name]
        columns = [x for x, _ in wanted.values()] + [x for one in others for x in (one.x, one.right + COLUMN_GAP)]
        lowest = floor - box.height

        def price(_x: float, y: float, lowest: float = lowest) -> float:
            return _COVERS if y > lowest else 0

        x, y = free_place(before.effort, box, wanted[name], [x for x in columns if x >= left], others, price, limit)
        inner = {one: before.rects[one] for one in box.inner if one in before.rects}
        found |= {one: rect.moved(x - box.x, y - box.y) for one, rect in inner.items()}
        box.x, box.y = x, y
        others.append(box)
    return found


def _wanted(before: Before, items: Sequence[Item], boxes: Mapping[str, Standing]) -> dict[str, Point]:
    """The positions of a fresh layout of boxes, from the upper left corner that they have together."""
    whole = Picture(boxes.values())
    in_order = sorted(items, key=lambda item: before.measures.order[item.name])
    blocks = [_block(before, item, boxes[item.name]) for item in in_order]
    if items[0].kind == "shared":
        fresh = shelf_of(blocks, whole.right - whole.left)
    else:
        fresh = before.measures.columns(blocks, within=(whole.right - whole.left, whole.bottom - whole.top))
    return {name: (whole.left + fresh.rects[name].x, whole.top + fresh.rects[name].y) for name in boxes}


def _floor(before: Before, item: Item) -> float:
    """How far down a box may reach without moving the shelf."""
    tops = [one for one in before.containment.top if one.kind in ("card", "frame", "shared")]
    shelf = before.on_shelf(tops) & set(before.rects)
    if item.parent is not None or item.kind == "shared":
        return inf
    return min((before.standing(before.boxed[name]).top for name in shelf), default=inf) - FRAME_GAP


def _siblings(before: Before, item: Item) -> Iterable[Item]:
    """The boxes beside one, on the map or in its frame, including itself."""
    beside = before.containment.top if item.parent is None else item.parent.cards
    return (one for one in beside if one.name in before.rects and one.name in before.boxed)


def _standing(before: Before, item: Item) -> Standing:
    """A box with the size that it has, even if it could be smaller."""
    box, old = before.standing(item), before.rects[item.name]
    box.width, box.height = max(box.width, old.width), max(box.height, old.height)
    return box


def _block(before: Before, item: Item, box: Standing) -> Block:
    fresh = before.measures.block(item)
    return Block(
        fresh.names, box.width, box.height, {item.name: Rect(0, 0, box.width, box.height)}, box.above, fresh.is_frame
    )
