"""Right-angled routes for the lines of a map: around cards, apart from each other, with few bends and crossings."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise, product

from hotcore.diagram.map_layout import GRID, Rect

Point = tuple[float, float]
Node = tuple[int, int]
"""Where two tracks cross: their numbers across and down."""
State = tuple[int, int, int]
"""A node, and 1 if the route came to it on a track that goes down."""

_NEAR = 160.0
"""How far a line may extend beyond its ends, unless there is no other route."""
_BEND, _CROSSING, _SHARED = 24.0, 12.0, 400.0
_ACROSS, _DOWN = 5, 2
"""How many lines may run beside a box, on each of its sides: columns have more room between them than cards."""
_STATES = 25_000
"""How many steps all searches together may take: about a tenth of a second."""
_CORRIDORS, _ENOUGH = 20_000, 48
"""How many heights are tried for all lines that go along corridors, and how many routes are compared for one."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of a line, and the sides on which it leaves and arrives: 1 right, -1 left."""

    start: Point
    end: Point
    leaves: int = 1
    arrives: int = -1


class Router:
    """Finds one route after the other; each keeps away from the boxes and, if there is room, from earlier routes.

    Routes run on tracks.  What is blocked or used is kept as the bits of a number for each track, so that a straight
    part of a route is checked at once: bit `n` is the part between the crossing tracks `n` and `n + 1`.
    """

    def __init__(self, obstacles: Iterable[Rect], borders: Iterable[Rect], points: Iterable[Point]) -> None:
        """Routes may cross the `borders` of frames, but not run along them."""
        boxes, ends = list(obstacles), list(points)
        self.xs = _tracks(((box.x, box.right) for box in boxes), (x for x, _ in ends), _ACROSS)
        self.ys = _tracks(((box.y, box.bottom) for box in boxes), (y for _, y in ends), _DOWN)
        self._blocked_across, self._used_across = [0] * len(self.ys), [0] * len(self.ys)
        self._blocked_down, self._used_down = [0] * len(self.xs), [0] * len(self.xs)
        self._states, self._corridors = _STATES, _CORRIDORS
        for box in boxes:
            self._block(box)
        for frame in borders:
            for x in (frame.x, frame.right):
                self._block(Rect(x, frame.y, 0, frame.height))

    def _block(self, box: Rect) -> None:
        """No line between two neighbouring tracks may touch a box, or run along it nearer than the grid."""
        if box.width:
            across = _bits(max(bisect_right(self.xs, box.x) - 1, 0), bisect_left(self.xs, box.right))
            for y in range(bisect_right(self.ys, box.y - GRID), bisect_left(self.ys, box.bottom + GRID)):
                self._blocked_across[y] |= across
        down = _bits(max(bisect_right(self.ys, box.y) - 1, 0), bisect_left(self.ys, box.bottom))
        for x in range(bisect_left(self.xs, box.x), bisect_right(self.xs, box.right)):
            self._blocked_down[x] |= down

    def route(self, ends: Ends) -> list[Point]:
        """The cheapest route between two ends; if there is none, one that goes straight through what is there."""
        start, end = self._at(ends.start), self._at(ends.end)
        found = (
            self._direct(start, end, ends)
            or self._search(start, end, ends, _NEAR)
            or self._along(start, end, ends)
            or self._search(start, end, ends, float("inf"))
            or self._along(start, end, ends, shares=True)
        )
        if found is None:
            middle = (ends.start[0] + ends.end[0]) / 2
            return [ends.start, (middle, ends.start[1]), (middle, ends.end[1]), ends.end]
        self._occupy(found)
        return _corners([(self.xs[x], self.ys[y]) for x, y in found])

    def _at(self, point: Point) -> Node:
        return bisect_left(self.xs, point[0]), bisect_left(self.ys, point[1])

    # -- routes of a given form

    def _direct(self, start: Node, end: Node, ends: Ends) -> list[Node] | None:
        """A straight route, or one with a single step between its ends; the one that crosses the fewest others."""
        if (ends.leaves, ends.arrives) != (1, -1) or start[0] >= end[0]:
            return None
        steps = range(start[0] + 1, end[0]) if start[1] != end[1] else (end[0],)
        return self._cheapest([start, (x, start[1]), (x, end[1]), end] for x in steps)

    def _along(self, start: Node, end: Node, ends: Ends, *, shares: bool = False) -> list[Node] | None:
        """A route that leaves the ends on near tracks and goes along a corridor; if it `shares`, with others."""
        leaving = [x for x in _beside(start[0], ends.leaves) if 0 <= x < len(self.xs)]
        arriving = [x for x in _beside(end[0], ends.arrives) if 0 <= x < len(self.xs)]
        found: list[list[Node]] = []
        for y in self._heights((ends.start[1] + ends.end[1]) / 2):
            self._corridors -= 1
            ways_out = [x for x in leaving if self._is_free((x, start[1]), (x, y), shares=shares)]
            ways_in = [x for x in arriving if self._is_free((x, y), (x, end[1]), shares=shares)] if ways_out else []
            for x, to in product(ways_out, ways_in):
                if self._is_free((x, y), (to, y), shares=shares):
                    found.append([start, (x, start[1]), (x, y), (to, y), (to, end[1]), end])
            if len(found) > _ENOUGH or self._corridors <= 0:
                break
        return self._cheapest(found, shares=shares)

    def _heights(self, middle: float) -> Iterator[int]:
        """The tracks that go across, those near to a height first."""
        below = bisect_left(self.ys, middle)
        for distance in range(len(self.ys)):
            if below + distance < len(self.ys):
                yield below + distance
            if below - 1 - distance >= 0:
                yield below - 1 - distance

    def _cheapest(self, routes: Iterable[list[Node]], *, shares: bool = False) -> list[Node] | None:
        best: tuple[float, list[Node]] | None = None
        for route in routes:
            price = self._whole_price(route, shares=shares)
            if price is not None and (best is None or price < best[0]):
                best = price, route
        return best[1] if best is not None else None

    def _whole_price(self, route: Sequence[Node], *, shares: bool) -> float | None:
        """What a route costs; None for one that is blocked, or shares its way with another and must not."""
        total = 0.0
        for one, other in pairwise(route):
            if not self._is_free(one, other, shares=shares):
                return None
            total += abs(self.xs[one[0]] - self.xs[other[0]]) + abs(self.ys[one[1]] - self.ys[other[1]])
            total += _CROSSING * self._crossings(one, other)
        return total

    def _is_free(self, one: Node, other: Node, *, shares: bool) -> bool:
        if one[0] == other[0]:
            taken = self._blocked_down[one[0]] | (0 if shares else self._used_down[one[0]])
            return not taken & _bits(min(one[1], other[1]), max(one[1], other[1]))
        taken = self._blocked_across[one[1]] | (0 if shares else self._used_across[one[1]])
        return not taken & _bits(min(one[0], other[0]), max(one[0], other[0]))

    def _crossings(self, one: Node, other: Node) -> int:
        """How many earlier routes a straight part crosses."""
        if one[0] == other[0]:
            bit = 1 << one[0]
            heights = range(min(one[1], other[1]) + 1, max(one[1], other[1]))
            return sum(1 for y in heights if self._used_across[y] & bit)
        bit = 1 << one[1]
        return sum(1 for x in range(min(one[0], other[0]) + 1, max(one[0], other[0])) if self._used_down[x] & bit)

    # -- routes of any form

    def _search(self, start: Node, end: Node, ends: Ends, margin: float) -> list[Node] | None:
        """The cheapest route that goes no further than a margin beyond its ends."""
        goal = (self.xs[end[0]], self.ys[end[1]])
        columns = _within(self.xs, ends.start[0], ends.end[0], margin)
        rows = _within(self.ys, ends.start[1], ends.end[1], margin)
        first = (*start, 0)
        cost = {first: 0.0}
        came: dict[State, State] = {}
        queue: list[tuple[float, int, State]] = [(0.0, 0, first)]
        count, done = 0, set[State]()
        while queue and self._states > 0:
            _, _, state = heappop(queue)
            if state in done:
                continue
            done.add(state)
            self._states -= 1
            if state == (*end, 0):
                return _back(came, state)
            for after, total in self._steps(state, cost[state], columns, rows):
                aside = after[0] - state[0]
                if (state == first and aside != ends.leaves) or (after[:2] == end and -aside != ends.arrives):
                    continue
                if total < cost.get(after, float("inf")):
                    cost[after] = total
                    came[after] = state
                    count += 1
                    left = abs(goal[0] - self.xs[after[0]]) + abs(goal[1] - self.ys[after[1]])
                    heappush(queue, (total + left, count, after))
        return None

    def _steps(
        self, state: State, cost: float, columns: tuple[int, int], rows: tuple[int, int]
    ) -> Iterator[tuple[State, float]]:
        """The states to which a route can go next within the given tracks, with its cost there."""
        x, y, down = state
        for nx, ny in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if not (columns[0] <= nx < columns[1] and rows[0] <= ny < rows[1]):
                continue
            turned = int(nx == x)
            price = self._price(min(x, nx), min(y, ny), turned)
            if price is None:
                continue
            step = abs(self.xs[nx] - self.xs[x]) + abs(self.ys[ny] - self.ys[y])
            total = cost + step + price + (_BEND if turned != down else 0.0)
            if self._is_crossed(nx, ny, turned):
                total += _CROSSING
            yield (nx, ny, turned), total

    def _price(self, x: int, y: int, down: int) -> float | None:
        if (self._blocked_down[x] >> y if down else self._blocked_across[y] >> x) & 1:
            return None
        return _SHARED if (self._used_down[x] >> y if down else self._used_across[y] >> x) & 1 else 0.0

    def _is_crossed(self, x: int, y: int, down: int) -> bool:
        """Whether an earlier route goes straight over a crossing of tracks."""
        track, at = (self._used_across[y], x) if down else (self._used_down[x], y)
        return at > 0 and (track >> (at - 1)) & 3 == 3

    def _occupy(self, route: Sequence[Node]) -> None:
        for (x, y), (nx, ny) in pairwise(route):
            if nx == x:
                self._used_down[x] |= _bits(min(y, ny), max(y, ny))
            else:
                self._used_across[y] |= _bits(min(x, nx), max(x, nx))


def _beside(track: int, side: int) -> range:
    """The tracks nearest to one, on one side of it."""
    return range(track + side, track + (_ACROSS + 1) * side, side)


def _bits(low: int, high: int) -> int:
    """A number whose bits from low to below high are set."""
    return (1 << high) - (1 << low) if high > low else 0


def _tracks(spans: Iterable[tuple[float, float]], ends: Iterable[float], count: int) -> list[float]:
    """The coordinates at which lines may run: those of their ends, and some on both sides of each box."""
    found = set(ends)
    for low, high in spans:
        found.update(low - GRID * number for number in range(1, count + 1))
        found.update(high + GRID * number for number in range(1, count + 1))
    return sorted(found)


def _within(tracks: Sequence[float], one: float, other: float, margin: float) -> tuple[int, int]:
    """The range of the tracks that lie between two points or at most a margin beyond them."""
    return bisect_left(tracks, min(one, other) - margin), bisect_right(tracks, max(one, other) + margin)


def _back(came: Mapping[State, State], state: State) -> list[Node]:
    found = [state[:2]]
    while state in came:
        state = came[state]
        found.append(state[:2])
    return found[::-1]


def _corners(points: Sequence[Point]) -> list[Point]:
    """A route without the points that lie on a straight part of it."""
    return [
        point
        for number, point in enumerate(points)
        if number in (0, len(points) - 1) or not _is_straight(points[number - 1], point, points[number + 1])
    ]


def _is_straight(before: Point, point: Point, after: Point) -> bool:
    return before[0] == point[0] == after[0] or before[1] == point[1] == after[1]


def rounded(points: Sequence[Point], radius: float = 9) -> Iterator[str]:
    """The parts of an SVG path along a route, with round corners."""
    yield f"M{points[0][0]:g} {points[0][1]:g}"
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        first, second = _towards(point, before, radius), _towards(point, after, radius)
        yield f"L{first[0]:g} {first[1]:g}Q{point[0]:g} {point[1]:g} {second[0]:g} {second[1]:g}"
    yield f"L{points[-1][0]:g} {points[-1][1]:g}"


def _towards(point: Point, other: Point, radius: float) -> Point:
    distance = abs(other[0] - point[0]) + abs(other[1] - point[1])
    part = min(radius, distance / 2) / distance if distance else 0
    return point[0] + (other[0] - point[0]) * part, point[1] + (other[1] - point[1]) * part
