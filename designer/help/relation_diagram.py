"""The small diagram of a relation between properties: its members on the left, the requirement on the right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from hotcore.catalogue import Outline

ROW = 32  # from one box to the next
HEIGHT = 24
LETTER = {"property": 7.3, "gate": 6.7}  # average character width in the fonts of the boxes
PADDING = 20  # horizontal padding of a box, both sides together
GAP = 36  # between two columns
EDGE = 2  # around everything


@dataclass(frozen=True)
class Box:
    """A property, or a requirement for the properties that lead to it, by its upper left corner."""

    kind: str
    text: str
    x: int = 0
    y: int = 0
    level: int = 0

    @property
    def width(self) -> int:
        """The width that its text needs."""
        return round(len(self.text) * LETTER[self.kind]) + PADDING

    @property
    def middle(self) -> tuple[int, int]:
        """The center of its text."""
        return self.x + self.width // 2, self.y + HEIGHT // 2


@dataclass(frozen=True)
class RelationDiagram:
    """Boxes and the lines between them."""

    width: int
    height: int
    boxes: Sequence[Box]
    path: str


@dataclass
class _Tree:
    """A relation during layout: boxes by level, and the links between them."""

    boxes: list[Box] = field(default_factory=list)
    links: list[tuple[int, int]] = field(default_factory=list)

    def add(self, outline: Outline, top: int) -> tuple[int, int]:
        """Add a part of the relation below `top`; return the index of its last box and the height taken."""
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
        """Set the column of every box, and return the total width."""
        x = 0
        for level in range(1 + max(box.level for box in self.boxes)):
            width = max(box.width for box in self.boxes if box.level == level)
            self.boxes = [replace(box, x=x) if box.level == level else box for box in self.boxes]
            x += width + GAP
        return x - GAP


def gate_words(outline: Outline) -> str:
    """Return the requirement for the members in a few words."""
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


def relation_diagram(outline: Outline) -> RelationDiagram:
    """Return the diagram of a relation; a property's requirements are to its right."""
    if outline.kind == "needs":
        return _needs(outline)
    tree = _Tree()
    tree.add(outline, 0)
    width = tree.place()
    return _diagram(tree.boxes, tree.links, width)


def _needs(outline: Outline) -> RelationDiagram:
    """Return the diagram of a property and its requirements."""
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
    return _diagram(boxes, [*links, (count, count + 1), (count + 1, root)], left + width)


def _diagram(boxes: Sequence[Box], links: Sequence[tuple[int, int]], width: int) -> RelationDiagram:
    moved = [replace(box, x=box.x + EDGE, y=box.y + EDGE) for box in boxes]
    height = max(box.y for box in moved) + HEIGHT + EDGE
    return RelationDiagram(width + 2 * EDGE, height, moved, " ".join(_lines(moved, links)))


def _lines(boxes: Sequence[Box], links: Sequence[tuple[int, int]]) -> Iterator[str]:
    for one, two in links:
        x, y = boxes[one].x + boxes[one].width, boxes[one].middle[1]
        to_x, to_y = boxes[two].x, boxes[two].middle[1]
        bend = to_x - GAP // 2
        yield f"M{x} {y}H{to_x - GAP}C{bend} {y} {bend} {to_y} {to_x} {to_y}"
