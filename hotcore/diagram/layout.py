"""Layered graph layout: few crossings, short and straight edges (after Sugiyama).

A box is above those it depends on; a very wide layer is folded into rows.  The same graph always gets the same layout,
and boxes keep the given order as far as the edges allow.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from hotcore.diagram.layers import GAP, LAYER_GAP, Pair, inversions, levels, spread

_SWEEPS = 6
_MOST_BENDS = 20_000
"""Bends of long edges; a graph with more has its long edges drawn straight."""
_EDGE_WIDTH = -8.0
"""The width of a bend, so that parallel edges are nearer to each other than boxes."""
_PORT_GAP = 26.0
_LOOP = (34.0, 14.0)
"""The horizontal distance from the right side of its box at which a self-loop leaves and enters."""
_LOOP_DEPTH = 18.0
"""The vertical distance of a self-loop below its box; less than the gap to the next row."""
_WIDTH = 170.0
_PITCH = 88.0
"""The approximate distance between rows."""
_ROW = 1400.0
"""The width of a row of boxes without edges, or of small components."""
_WIDEST_LAYER = 3200.0
"""The least width of a layer at which it is folded into several rows."""
_ASPECT = 1.6
"""The largest ratio of width to height for a large graph."""
_FOLDS = tuple(sorted(base << power for base in (1, 3) for power in range(14)))
"""Numbers of rows into which a layer is folded; few, so that it seldom changes when a box is added or removed."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """The center of each box, and the points of each edge, which is vertical at each of them: from the dependent box
    to the one it depends on; x to the right, y down."""

    boxes: dict[str, Point]
    edges: dict[Pair, tuple[Point, ...]]
    width: float
    height: float


def lay_out(
    names: Sequence[str], edges: Iterable[tuple[str, str]], widths: Mapping[str, float], height: float
) -> Layout:
    """A layout of boxes of one height; edges go from a box to one that it depends on."""
    known = {name: index for index, name in enumerate(names)}
    pairs = list(dict.fromkeys((a, b) for a, b in edges if a in known and b in known))
    boxes: dict[str, Point] = {}
    bends: dict[Pair, tuple[Point, ...]] = {}
    packing = _Packing()
    for members, own in _parts(names, without_loops(pairs)):
        part = _Part(members, own, widths)
        part.arrange()
        left, top = packing.place(part.width, part.height(height))
        for name, (x, layer) in part.middles().items():
            boxes[name] = (left + x, top + layer * (height + LAYER_GAP) + height / 2)
        for pair, points in part.bends().items():
            bends[pair] = tuple((left + x, top + layer * (height + LAYER_GAP) + height / 2) for x, layer in points)
    placed = {name: boxes[name] for name in names}
    return Layout(placed, route(placed, pairs, bends, widths, height), packing.right, packing.bottom)


def without_loops(pairs: Iterable[Pair]) -> list[Pair]:
    """The edges between different boxes: those that determine the layout."""
    return [(source, target) for source, target in pairs if source != target]


def route(
    boxes: Mapping[str, Point],
    pairs: Sequence[Pair],
    bends: Mapping[Pair, tuple[Point, ...]],
    widths: Mapping[str, float],
    height: float,
) -> dict[Pair, tuple[Point, ...]]:
    """The points of every edge: the ends side by side along a box, in the order of the other ends."""
    ends: dict[tuple[str, bool], list[tuple[float, Pair]]] = {}
    between = without_loops(pairs)
    for pair in between:
        (x, y), (end_x, end_y) = boxes[pair[0]], boxes[pair[1]]
        middle = bends.get(pair, ())
        ends.setdefault((pair[0], end_y >= y), []).append((middle[0][0] if middle else end_x, pair))
        ends.setdefault((pair[1], end_y < y), []).append((middle[-1][0] if middle else x, pair))
    port: dict[tuple[str, Pair], Point] = {}
    for (name, below), found in ends.items():
        x, y = boxes[name]
        room = min(widths.get(name, _WIDTH) * 0.6, _PORT_GAP * (len(found) - 1))
        for place, (_, pair) in enumerate(sorted(found)):
            along = (place / (len(found) - 1) - 0.5) * room if len(found) > 1 else 0.0
            port[name, pair] = (x + along, y + (height / 2 if below else -height / 2))
    half = height / 2
    routes: dict[Pair, tuple[Point, ...]] = {}
    for pair in between:
        first, last = port[pair[0], pair], port[pair[1], pair]
        by = half if last[1] >= first[1] else -half
        through = [point for x, y in bends.get(pair, ()) for point in ((x, y - by), (x, y + by))]
        routes[pair] = (first, *through, last)
    loops = {pair: _loop(boxes[pair[0]], widths.get(pair[0], _WIDTH), height) for pair in pairs if pair[0] == pair[1]}
    return routes | loops


def _loop(middle: Point, width: float, height: float) -> tuple[Point, ...]:
    """A self-loop: out at the bottom of the box, below it, and back in next to it."""
    right, bottom = middle[0] + width / 2, middle[1] + height / 2
    out, back = right - _LOOP[0], right - _LOOP[1]
    return (out, bottom), (out, bottom + _LOOP_DEPTH), (back, bottom + _LOOP_DEPTH), (back, bottom)


def _parts(names: Sequence[str], pairs: Sequence[Pair]) -> list[tuple[list[str], list[Pair]]]:
    """The connected components of a graph, largest first; each with its names and edges in order."""
    leader = {name: name for name in names}

    def find(name: str) -> str:
        while leader[name] != name:
            leader[name] = leader[leader[name]]
            name = leader[name]
        return name

    for a, b in pairs:
        leader[find(a)] = find(b)
    parts: dict[str, tuple[list[str], list[Pair]]] = {}
    for name in names:
        parts.setdefault(find(name), ([], []))[0].append(name)
    for pair in pairs:
        parts[find(pair[0])][1].append(pair)
    return sorted(parts.values(), key=lambda part: -len(part[0]))


@dataclass
class _Packing:
    """Rows of components, side by side as long as there is room."""

    right: float = 0.0
    bottom: float = 0.0
    x: float = 0.0
    y: float = 0.0

    def place(self, width: float, height: float) -> Point:
        """The top left corner of the next component."""
        if self.x and self.x + width > max(_ROW, self.right):
            self.x, self.y = 0.0, self.bottom + LAYER_GAP
        corner = (self.x, self.y)
        self.right, self.bottom = max(self.right, self.x + width), max(self.bottom, self.y + height)
        self.x += width + 2 * GAP
        return corner


@dataclass
class _Node:
    """A box, or a bend of a long edge."""

    width: float
    layer: int
    is_bend: bool = False
    above: list["_Node"] = field(default_factory=list)
    below: list["_Node"] = field(default_factory=list)
    place: int = 0
    x: float = 0.0
    row: int = 0
    """The row of its layer that contains it."""
    lane: float = 0.0
    """The distance to the right of its center at which edges of other rows pass it."""


@dataclass
class _Column:
    """Boxes of a folded layer in one column; in other layers, a single box."""

    nodes: list[_Node]

    @property
    def width(self) -> float:
        """The width of its widest box."""
        return max(node.width for node in self.nodes)

    @property
    def x(self) -> float:
        """The center of its boxes."""
        return self.nodes[0].x

    @x.setter
    def x(self, x: float) -> None:
        for node in self.nodes:
            node.x = x

    def wanted(self, *, above: bool) -> float:
        """The best position: the middle of its neighbours."""
        found = sorted(other.x for node in self.nodes for other in (node.above if above else node.below))
        if not found:
            return self.x
        half = len(found) // 2
        return found[half] if len(found) % 2 else (found[half - 1] + found[half]) / 2


class _Part:
    """A connected component of a graph."""

    def __init__(self, members: Sequence[str], pairs: Sequence[Pair], widths: Mapping[str, float]) -> None:
        layer = levels(members, pairs)
        self.nodes = {name: _Node(widths.get(name, _WIDTH), layer[name]) for name in members}
        self.chains: dict[Pair, list[_Node]] = {}
        self.layers: list[list[_Node]] = [[] for _ in range(max(layer.values()) + 1)]
        self.columns: list[list[_Column]] = []
        self.tops = [0]
        for node in self.nodes.values():
            self.layers[node.layer].append(node)
        long = sum(abs(layer[b] - layer[a]) - 1 for a, b in pairs)
        for a, b in pairs:
            self._connect(a, b, bending=long <= _MOST_BENDS)

    def _connect(self, source: str, target: str, *, bending: bool) -> None:
        """Adds an edge, with a bend for each layer that it crosses; edges of a cycle may go upwards."""
        first, last = self.nodes[source], self.nodes[target]
        upper, lower = (first, last) if first.layer <= last.layer else (last, first)
        chain: list[_Node] = []
        if bending and upper.layer != lower.layer:
            for layer in range(upper.layer + 1, lower.layer):
                bend = _Node(_EDGE_WIDTH, layer, is_bend=True)
                self.layers[layer].append(bend)
                chain.append(bend)
            whole = [upper, *chain, lower]
            for one, other in pairwise(whole):
                one.below.append(other)
                other.above.append(one)
        self.chains[source, target] = chain if upper is first else chain[::-1]

    def arrange(self) -> None:
        """Orders every layer for few crossings, then gives every node its horizontal position."""
        self._number()
        best, fewest = self._orders(), _crossings(self.layers)
        for sweep in range(_SWEEPS):
            if not fewest:
                break
            down = sweep % 2 == 0
            for layer in self.layers[1:] if down else reversed(self.layers[:-1]):
                layer.sort(key=lambda node, down=down: _middle(node.above if down else node.below, node.place))  # type: ignore[misc]
                for place, node in enumerate(layer):
                    node.place = place
            count = _crossings(self.layers)
            if count < fewest:
                best, fewest = self._orders(), count
        self.layers = best
        self._fold()
        self._straighten()

    def _fold(self) -> None:
        """Makes columns of the layers: of one box each, or of several where a layer is too wide."""
        room = sum(node.width + GAP for node in self.nodes.values())
        widest = max(_WIDEST_LAYER, _ASPECT * (room * _PITCH) ** 0.5)
        for layer in self.layers:
            wide = sum(node.width + GAP for node in layer if not node.is_bend)
            rows = next(fold for fold in _FOLDS if fold * widest >= wide)
            boxes = [node for node in layer if rows > 1 and not node.is_bend]
            columns = {id(boxes[start]): boxes[start : start + rows] for start in range(0, len(boxes), rows)}
            alone = [[node] for node in layer] if rows == 1 else None
            found = alone or [columns.get(id(node), [node]) for node in layer if node.is_bend or id(node) in columns]
            self.columns.append([_column(nodes) for nodes in found])
            self.tops.append(self.tops[-1] + rows)

    def _number(self) -> None:
        for layer in self.layers:
            for place, node in enumerate(layer):
                node.place = place

    def _orders(self) -> list[list[_Node]]:
        return [list(layer) for layer in self.layers]

    def _straighten(self) -> None:
        for columns in self.columns:
            right = 0.0
            for column in columns:
                column.x = right + column.width / 2
                right += column.width + GAP
        for sweep in range(2 * _SWEEPS):
            down = sweep % 2 == 0
            for columns in self.columns if down else reversed(self.columns):
                wanted = [column.wanted(above=down) for column in columns]
                for column, x in zip(columns, spread([column.width for column in columns], wanted, GAP), strict=True):
                    column.x = x
        left = min(node.x - node.width / 2 for layer in self.layers for node in layer)
        for layer in self.layers:
            for node in layer:
                node.x -= left

    @property
    def width(self) -> float:
        """The total width."""
        return max(node.x + node.width / 2 for layer in self.layers for node in layer)

    def height(self, box: float) -> float:
        """The total height, for boxes of one height."""
        return self.tops[-1] * (box + LAYER_GAP) - LAYER_GAP

    def middles(self) -> dict[str, tuple[float, int]]:
        """For each name, its horizontal position and its row, counted from the top."""
        return {name: (node.x, self.tops[node.layer] + node.row) for name, node in self.nodes.items()}

    def bends(self) -> dict[Pair, list[tuple[float, int]]]:
        """For each edge, the points where it crosses rows, from the dependent box to the other."""
        found: dict[Pair, list[tuple[float, int]]] = {}
        for (source, target), chain in self.chains.items():
            first, last = self.nodes[source], self.nodes[target]
            downwards = first.layer < last.layer
            upper, lower = (first, last) if downwards else (last, first)
            if upper.layer == lower.layer:
                continue
            points = [*self._out_of(upper, above=False)]
            for bend in chain if downwards else reversed(chain):
                points += self._rows(bend, range(self.tops[bend.layer + 1] - self.tops[bend.layer]), bend.x)
            points += self._out_of(lower, above=True)
            if points:
                found[source, target] = points if downwards else points[::-1]
        return found

    def _out_of(self, node: _Node, *, above: bool) -> list[tuple[float, int]]:
        """The points of an edge that passes the boxes above or below a box in its folded layer."""
        rows = self.tops[node.layer + 1] - self.tops[node.layer]
        return self._rows(node, range(node.row) if above else range(node.row + 1, rows), node.x + node.lane)

    def _rows(self, node: _Node, rows: range, x: float) -> list[tuple[float, int]]:
        """The first and the last point of a line through some rows of a layer."""
        return [(x, self.tops[node.layer] + row) for row in dict.fromkeys((*rows[:1], *rows[-1:]))]


def _column(nodes: list[_Node]) -> _Column:
    """A column of boxes, each with its row in it."""
    column = _Column(nodes)
    for row, node in enumerate(nodes):
        node.row, node.lane = row, (column.width + GAP) / 2
    return column


def _middle(neighbours: list[_Node], place: int) -> float:
    return sum(node.place for node in neighbours) / len(neighbours) if neighbours else float(place)


def _crossings(layers: list[list[_Node]]) -> int:
    """The number of crossings between edges of neighbouring layers."""
    return sum(inversions([low for node in layer for low in sorted(n.place for n in node.below)]) for layer in layers)
