"""The thumbnail of a template's diagram that the library shows next to its name."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

BOX, GAP = (17, 8), (13, 8)  # width and height of a box, and the space between boxes
FRAME = (104, 50)
ABREAST = 4  # boxes of a layer side by side; more make a second row
LAYERS_DOWN = 3  # with more layers the diagram runs from left to right, where there is more space


@dataclass(frozen=True)
class Box:
    """One resource, by its upper left corner."""

    x: int
    y: int
    conditional: bool


@dataclass(frozen=True)
class Thumbnail:
    """Boxes and the lines between them, in a frame of the given size."""

    width: int
    height: int
    boxes: Sequence[Box]
    path: str


def thumbnail(shape: Mapping[str, Any]) -> Thumbnail:
    """Return the thumbnail of a design's `shape`: layers run down, or to the right if there are many."""
    given, edges = shape.get("boxes", []), shape.get("edges", [])
    layers = _layers(given, edges)
    down = len(layers) <= LAYERS_DOWN
    across = max((len(layer) for layer in layers), default=0)
    columns, rows = (across, len(layers)) if down else (len(layers), across)
    width = max(FRAME[0], columns * (BOX[0] + GAP[0]) + GAP[0])
    height = max(FRAME[1], rows * (BOX[1] + GAP[1]) + 2)
    places = {}
    for number, layer in enumerate(layers):
        for position, box in enumerate(layer):
            column, row = (position, number) if down else (number, position)
            x = _placed(column, len(layer) if down else columns, BOX[0] + GAP[0], BOX[0], width)
            y = _placed(row, rows if down else len(layer), BOX[1] + GAP[1], BOX[1], height)
            places[box] = Box(x, y, bool(given[box].get("conditional")))
    lines = [_line(places[one], places[other], down) for one, other in edges]
    return Thumbnail(width, height, [places[number] for number in range(len(given))], "".join(lines))


def _layers(given: Sequence[Mapping[str, Any]], edges: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the boxes layer by layer, each near those that it is connected to."""
    by_layer: dict[int, list[int]] = defaultdict(list)
    for number, box in enumerate(given):
        by_layer[box.get("layer", 0)].append(number)
    order: dict[int, float] = {}
    layers = []
    for layer in sorted(by_layer):
        row = sorted(by_layer[layer], key=lambda box: _pull(box, edges, order))
        order |= {box: (position + 0.5) / len(row) for position, box in enumerate(row)}
        layers += [row[start : start + ABREAST] for start in range(0, len(row), ABREAST)]
    return layers


def _pull(box: int, edges: Sequence[Sequence[int]], order: Mapping[int, float]) -> float:
    """Return the mean position, from 0 to 1, of the box's neighbors that are already placed."""
    near = [order[other] for one, two in edges for other in (one, two) if box in (one, two) and other in order]
    return sum(near) / len(near) if near else 0.5


def _placed(number: int, count: int, step: int, size: int, room: int) -> int:
    """Return the offset of one of several items that are centered in a space."""
    return (room - ((count - 1) * step + size)) // 2 + number * step


def _line(one: Box, other: Box, down: bool) -> str:
    """Return the path between the facing sides of two boxes; a loop below a box that depends on itself."""
    if one == other:
        return f"M{one.x + BOX[0] - 6} {one.y + BOX[1]}v3h4v-3"
    if one.x == other.x or one.y == other.y:  # two boxes of a cycle may share a layer
        down = one.x == other.x
    first, last = sorted((one, other), key=lambda box: box.y if down else box.x)
    if down:
        return f"M{first.x + BOX[0] // 2} {first.y + BOX[1]}L{last.x + BOX[0] // 2} {last.y}"
    return f"M{first.x + BOX[0]} {first.y + BOX[1] // 2}L{last.x} {last.y + BOX[1] // 2}"
