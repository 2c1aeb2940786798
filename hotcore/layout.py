"""Where the boxes of a graph go: layers, few crossings, short and straight edges (after Sugiyama).

What needs something stands above what it needs.  The same graph always gives the same picture, and boxes keep the
order in which they are given as far as the edges allow, so that a small change moves little.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

_SWEEPS = 6
_MOST_BENDS = 20_000
"""Points at which long edges bend; a graph with more has its long edges drawn straight."""
_GAP = 28.0
_LAYER_GAP = 56.0
_EDGE_WIDTH = 12.0
_PORT_GAP = 26.0
_WIDTH = 170.0
_ROW = 1400.0
"""How wide boxes without edges, and small parts of a graph, stand side by side."""

Point = tuple[float, float]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Layout:
    """The middle of each box, and the points of each edge, which runs upright through each of them: the first at the
    box that needs, the last at the needed one; x to the right, y down."""

    boxes: dict[str, Point]
    edges: dict[Pair, tuple[Point, ...]]
    width: float
    height: float


def lay_out(
    names: Sequence[str], edges: Iterable[tuple[str, str]], widths: Mapping[str, float], height: float
) -> Layout:
    """A layout of boxes of one height; an edge goes from what needs to what is needed."""
    known = {name: index for index, name in enumerate(names)}
    pairs = list(dict.fromkeys((a, b) for a, b in edges if a in known and b in known and a != b))
    boxes: dict[str, Point] = {}
    bends: dict[Pair, tuple[Point, ...]] = {}
    packing = _Packing()
    for members, own in _parts(names, pairs):
        part = _Part(members, own, widths)
        part.arrange()
        left, top = packing.place(part.width, part.height(height))
        for name, (x, layer) in part.middles().items():
            boxes[name] = (left + x, top + layer * (height + _LAYER_GAP) + height / 2)
        for pair, points in part.bends().items():
            bends[pair] = tuple((left + x, top + layer * (height + _LAYER_GAP) + height / 2) for x, layer in points)
    placed = {name: boxes[name] for name in names}
    return Layout(placed, _routes(placed, pairs, bends, widths, height), packing.right, packing.bottom)


def _routes(
    boxes: Mapping[str, Point],
    pairs: Sequence[Pair],
    bends: Mapping[Pair, tuple[Point, ...]],
    widths: Mapping[str, float],
    height: float,
) -> dict[Pair, tuple[Point, ...]]:
    """The points of every edge: ends side by side along a box, in the order of where they go to."""
    ends: dict[tuple[str, bool], list[tuple[float, Pair]]] = {}
    for pair in pairs:
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
    for pair in pairs:
        first, last = port[pair[0], pair], port[pair[1], pair]
        by = half if last[1] >= first[1] else -half
        through = [point for x, y in bends.get(pair, ()) for point in ((x, y - by), (x, y + by))]
        routes[pair] = (first, *through, last)
    return routes


def _parts(names: Sequence[str], pairs: Sequence[Pair]) -> list[tuple[list[str], list[Pair]]]:
    """The parts of a graph that have no edges between them, largest first; each with its names and edges in order."""
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
    """Rows of parts, side by side as long as there is room."""

    right: float = 0.0
    bottom: float = 0.0
    x: float = 0.0
    y: float = 0.0

    def place(self, width: float, height: float) -> Point:
        """Where the top left corner of the next part goes."""
        if self.x and self.x + width > max(_ROW, self.right):
            self.x, self.y = 0.0, self.bottom + _LAYER_GAP
        corner = (self.x, self.y)
        self.right, self.bottom = max(self.right, self.x + width), max(self.bottom, self.y + height)
        self.x += width + 2 * _GAP
        return corner


@dataclass
class _Node:
    """A box, or a bend of a long edge."""

    width: float
    layer: int
    above: list["_Node"] = field(default_factory=list)
    below: list["_Node"] = field(default_factory=list)
    place: int = 0
    x: float = 0.0


class _Part:
    """A connected part of a graph."""

    def __init__(self, members: Sequence[str], pairs: Sequence[Pair], widths: Mapping[str, float]) -> None:
        levels = _levels(members, pairs)
        self.nodes = {name: _Node(widths.get(name, _WIDTH), levels[name]) for name in members}
        self.chains: dict[Pair, list[_Node]] = {}
        self.layers: list[list[_Node]] = [[] for _ in range(max(levels.values()) + 1)]
        for node in self.nodes.values():
            self.layers[node.layer].append(node)
        long = sum(abs(levels[b] - levels[a]) - 1 for a, b in pairs)
        for a, b in pairs:
            self._connect(a, b, bending=long <= _MOST_BENDS)

    def _connect(self, source: str, target: str, *, bending: bool) -> None:
        """Puts bends into an edge, one for each layer that it crosses; edges of a circle may go upwards."""
        first, last = self.nodes[source], self.nodes[target]
        upper, lower = (first, last) if first.layer <= last.layer else (last, first)
        chain: list[_Node] = []
        if bending and upper.layer != lower.layer:
            for layer in range(upper.layer + 1, lower.layer):
                bend = _Node(_EDGE_WIDTH, layer)
                self.layers[layer].append(bend)
                chain.append(bend)
            whole = [upper, *chain, lower]
            for one, other in pairwise(whole):
                one.below.append(other)
                other.above.append(one)
        self.chains[source, target] = chain if upper is first else chain[::-1]

    def arrange(self) -> None:
        """Orders every layer so that few edges cross, then gives every node its place across."""
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
        self._number()
        self._straighten()

    def _number(self) -> None:
        for layer in self.layers:
            for place, node in enumerate(layer):
                node.place = place

    def _orders(self) -> list[list[_Node]]:
        return [list(layer) for layer in self.layers]

    def _straighten(self) -> None:
        for layer in self.layers:
            right = 0.0
            for node in layer:
                node.x = right + node.width / 2
                right += node.width + _GAP
        for sweep in range(2 * _SWEEPS):
            down = sweep % 2 == 0
            for layer in self.layers if down else reversed(self.layers):
                wanted = [_wanted(node, node.above if down else node.below) for node in layer]
                for node, x in zip(layer, _spread(layer, wanted), strict=True):
                    node.x = x
        left = min(node.x - node.width / 2 for layer in self.layers for node in layer)
        for layer in self.layers:
            for node in layer:
                node.x -= left

    @property
    def width(self) -> float:
        """How wide it is."""
        return max(node.x + node.width / 2 for layer in self.layers for node in layer)

    def height(self, box: float) -> float:
        """How high it is, with boxes of a height."""
        return len(self.layers) * (box + _LAYER_GAP) - _LAYER_GAP

    def middles(self) -> dict[str, tuple[float, int]]:
        """For each name, its place across and its layer, counted from the top."""
        return {name: (node.x, node.layer) for name, node in self.nodes.items()}

    def bends(self) -> dict[Pair, list[tuple[float, int]]]:
        """For each edge, the points where it crosses layers, from what needs to what is needed."""
        return {pair: [(node.x, node.layer) for node in chain] for pair, chain in self.chains.items() if chain}


def _levels(members: Sequence[str], pairs: Sequence[Pair]) -> dict[str, int]:
    """The layer of each box, from the top: as near to those that need it as what it needs allows."""
    needs: dict[str, list[str]] = {name: [] for name in members}
    users: dict[str, list[str]] = {name: [] for name in members}
    for a, b in pairs:
        needs[a].append(b)
        users[b].append(a)
    order = _downwards(members, needs, users)
    level: dict[str, int] = {}
    for name in order:
        level[name] = max((level[user] + 1 for user in users[name] if user in level), default=0)
    for name in reversed(order):  # what has fewer users than needs moves down to them
        if len(needs[name]) > len(users[name]):
            level[name] = max(level[name], min(level[need] for need in needs[name]) - 1)
    lowest = min(level.values())
    return {name: value - lowest for name, value in level.items()}


def _downwards(members: Sequence[str], needs: Mapping[str, list[str]], users: Mapping[str, list[str]]) -> list[str]:
    """The names, users first; of a circle the first one counts as needed by nobody."""
    waiting = {name: len(users[name]) for name in members}
    ready = [name for name in members if not waiting[name]][::-1]
    order: dict[str, None] = {}
    rest = iter(members)
    while len(order) < len(members):
        if not ready:
            ready = [next(name for name in rest if name not in order)]
        name = ready.pop()
        if name in order:
            continue
        order[name] = None
        for need in needs[name]:
            waiting[need] -= 1
            if not waiting[need] and need not in order:
                ready.append(need)
    return list(order)


def _middle(neighbours: list[_Node], place: int) -> float:
    return sum(node.place for node in neighbours) / len(neighbours) if neighbours else float(place)


def _wanted(node: _Node, neighbours: list[_Node]) -> float:
    """Where a node would stand best: in the middle of its neighbours."""
    if not neighbours:
        return node.x
    ordered = sorted(neighbour.x for neighbour in neighbours)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def _spread(layer: list[_Node], wanted: list[float]) -> list[float]:
    """Places as near to the wanted ones as the widths allow (the pool-adjacent-violators algorithm)."""
    offsets, offset = [], 0.0
    for index, node in enumerate(layer):
        if index:
            offset += layer[index - 1].width / 2 + _GAP + node.width / 2
        offsets.append(offset)
    pools: list[tuple[float, int]] = []  # the sum of what its members want, and how many they are
    for index, place in enumerate(wanted):
        total, count = place - offsets[index], 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before, members = pools.pop()
            total, count = total + before, count + members
        pools.append((total, count))
    starts = [total / count for total, count in pools for _ in range(count)]
    return [start + offset for start, offset in zip(starts, offsets, strict=True)]


def _crossings(layers: list[list[_Node]]) -> int:
    """How often edges between neighbouring layers cross."""
    return sum(_inversions([low for node in layer for low in sorted(n.place for n in node.below)]) for layer in layers)


def _inversions(places: list[int]) -> int:
    """How many pairs of numbers stand in the wrong order."""
    tree = [0] * (max(places, default=0) + 2)
    count = 0
    for seen, place in enumerate(places):
        index, smaller = place + 1, 0
        while index:
            smaller += tree[index]
            index &= index - 1
        count += seen - smaller
        index = place + 1
        while index < len(tree):
            tree[index] += 1
            index += index & -index
    return count
