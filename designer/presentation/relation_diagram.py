"""The small picture of a relation between properties: its members on the left, what is asked of them on the right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from hotcore import Outline

ROW = 32  # from one box to the next
HEIGHT = 24
LETTER = {"property": 7.3, "gate": 6.7}  # width of a letter, in the faces that the boxes have
PADDING = 20  # beside the words of a box, both sides together
GAP = 36  # between two columns
EDGE = 2  # around everything


@dataclass(frozen=True)
class Box:
    """A property, or what is asked of those that lead to it, by its upper left corner; `x` and `y` count from 0."""

    kind: str
    text: str
    x: int = 0
    y: int = 0
    level: int = 0

    @property
    def width(self) -> int:
        """Return the width that its words need."""
        return round(len(self.text) * LETTER[self.kind]) + PADDING

    @property
    def middle(self) -> tuple[int, int]:
        """Return where its words have their middle."""
        return self.x + self.width // 2, self.y + HEIGHT // 2


@dataclass(frozen=True)
class Picture:
    """Boxes and the lines between them."""

    width: int
    height: int
    boxes: Sequence[Box]
    path: str


@dataclass
class _Tree:
    """A part of a relation while it is laid out: boxes by level, and which leads to which."""

    boxes: list[Box] = field(default_factory=list)
    links: list[tuple[int, int]] = field(default_factory=list)

    def add(self, outline: Outline, top: int) -> tuple[int, int]:
        """Add a part below `top`; return the number of its last box and the room that was taken."""
        if outline.kind == "property":
            self.boxes.append(Box("property", outline.text, y=top))
            return len(self.boxes) - 1, ROW
        members, taken = [], 0
        for member in outline.members:
            number, room = self.add(member, top + taken)
            members.append(number)
            taken += room
        level = 1 + max(self.boxes[number].level for number in members)
        y = (self.boxes[members[0]].y + self.boxes[members[-1]].y) // 2
        self.boxes.append(Box("gate", gate_words(outline), y=y, level=level))
        self.links += [(number, len(self.boxes) - 1) for number in members]
        return len(self.boxes) - 1, taken

    def place(self) -> int:
        """Give every box its column, and return the width of all."""
        x = 0
        for level in range(1 + max(box.level for box in self.boxes)):
            width = max(box.width for box in self.boxes if box.level == level)
            self.boxes = [replace(box, x=x) if box.level == level else box for box in self.boxes]
            x += width + GAP
        return x - GAP


def gate_words(outline: Outline) -> str:
    """Return what is asked of the members, in a few words."""
    if outline.kind == "versions":
        return _("only with %(version)s") % {"version": outline.text}
    words = {
        "all": _("both") if len(outline.members) == 2 else _("all of them"),
        "any": _("at least one"),
        "one": _("exactly one"),
        "not-all": _("not both") if len(outline.members) == 2 else _("not all"),
        "none": _("none"),
        "needs": _("only with"),
    }
    return words[outline.kind]


def picture(outline: Outline) -> Picture:
    """Draw a relation. What one property needs stands to the right of it."""
    if outline.kind == "needs":
        return _needs(outline)
    tree = _Tree()
    tree.add(outline, 0)
    width = tree.place()
    return _picture(tree.boxes, tree.links, width)


def _needs(outline: Outline) -> Picture:
    """Draw a property and what it needs."""
    tree = _Tree()
    root, _room = tree.add(outline.members[1], 0)
    width = tree.place()
    first, gate = Box("property", outline.members[0].text), Box("gate", gate_words(outline))
    y = tree.boxes[root].y
    left = first.width + GAP + gate.width + GAP
    mirrored = [replace(box, x=left + width - box.x - box.width) for box in tree.boxes]
    links = [(two, one) for one, two in tree.links]
    count = len(mirrored)
    boxes = [*mirrored, replace(first, y=y), replace(gate, x=first.width + GAP, y=y)]
    return _picture(boxes, [*links, (count, count + 1), (count + 1, root)], left + width)


def _picture(boxes: Sequence[Box], links: Sequence[tuple[int, int]], width: int) -> Picture:
    moved = [replace(box, x=box.x + EDGE, y=box.y + EDGE) for box in boxes]
    height = max(box.y for box in moved) + HEIGHT + EDGE
    return Picture(width + 2 * EDGE, height, moved, " ".join(_lines(moved, links)))


def _lines(boxes: Sequence[Box], links: Sequence[tuple[int, int]]) -> Iterator[str]:
    for one, two in links:
        x, y = boxes[one].x + boxes[one].width, boxes[one].middle[1]
        to_x, to_y = boxes[two].x, boxes[two].middle[1]
        bend = to_x - GAP // 2
        yield f"M{x} {y}H{to_x - GAP}C{bend} {y} {bend} {to_y} {to_x} {to_y}"
