"""The lines of a map: references that are drawn, and those that are shown as chips or by position."""

from collections.abc import Iterable, Iterator

from hotcore.containment import Containment, Item
from hotcore.diagram.model import Arrow
from hotcore.runtime import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A line from an item to another one, and the references that it represents.

    It starts at a card, a row, or the border of a frame, and ends at a card, a row, or the head of a frame.
    """

    source: str
    target: str
    arrows: tuple[Arrow, ...]
    count: int = 1
    """How many resources have a reference that it stands for; of a flat diagram, how many references these are."""

    @property
    def is_dependency(self) -> bool:
        """Whether only `depends_on` causes it."""
        return all(arrow.by == "depends_on" for arrow in self.arrows)


def lines_of(containment: Containment, arrows: Iterable[Arrow]) -> tuple[Line, ...]:
    """The lines of a map, in the order of the text; also adds the chips of items.

    A reference to a shared resource is a chip of the card, one to the frame around or within a card is not drawn, and
    `depends_on` is drawn only where no reference orders the two. In a flat diagram every reference is drawn.
    """
    if containment.is_flat:
        return tuple(_all_lines(arrows))
    drawn: dict[tuple[str, str], list[Arrow]] = {}
    ordered: set[tuple[str, str]] = set()
    for arrow in arrows:
        source, target = containment.items[arrow.source], containment.items[arrow.target]
        if target.kind == "shared" and source.card.kind != "shared" and source.card is not target:
            chips = source.card.chips
            if target.name not in chips:
                chips.append(target.name)
        elif _is_drawn(source, _end(target)):
            drawn.setdefault((source.name, _end(target).name), []).append(arrow)
        if arrow.by != "depends_on":
            ordered.add((arrow.source, arrow.target))
    found = [
        Line(*pair, tuple(stated))
        for pair, stated in drawn.items()
        if any(arrow.by != "depends_on" for arrow in stated)
        or not ordered & {(arrow.source, arrow.target) for arrow in stated}
    ]
    return tuple(_joined(containment, found))


def _all_lines(arrows: Iterable[Arrow]) -> Iterator[Line]:
    """A line for each pair of resources with a reference from one to the other."""
    drawn: dict[tuple[str, str], list[Arrow]] = {}
    for arrow in arrows:
        drawn.setdefault((arrow.source, arrow.target), []).append(arrow)
    for (source, target), stated in drawn.items():
        yield Line(source, target, tuple(stated), len(stated))


def _end(item: Item) -> Item:
    """The item at which a line ends: for a subnet, its network."""
    return item.parent if item.kind == "lane" and item.parent is not None else item


def _is_drawn(source: Item, target: Item) -> bool:
    """Whether a line is needed: not if the positions of two items already show the reference."""
    if target.card.kind == "shared" or source.card.kind in ("shared", "lane"):
        return False
    inside = [source.card, *source.frames]
    around = [target.card, *target.frames] if target.kind != "frame" else [target]
    return target.card not in inside and source.card not in around


def _joined(containment: Containment, lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, with those from several cards of a frame to one item outside merged into one from its border."""
    groups: dict[tuple[str, str, bool], list[Line]] = {}
    for line in lines:
        frame, end = containment.items[line.source].card.parent, containment.items[line.target]
        is_outside = frame is not None and not frame.is_given and frame not in end.frames
        start = frame.name if frame is not None and is_outside else line.source
        groups.setdefault((start, line.target, line.is_dependency), []).append(line)
    for (start, target, _), group in groups.items():
        cards = {containment.items[line.source].card.name for line in group}
        if len(cards) > 1:
            arrows = tuple(arrow for line in group for arrow in line.arrows)
            yield Line(start, target, arrows, len({arrow.source for arrow in arrows}))
        else:
            yield from group
