"""Right-angled routes for the lines of a map: around cards, apart from each other, with few bends and crossings."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

from hotcore.diagram.map_layout import GRID, Rect

Point = tuple[float, float]

_NEAR = 160.0
"""How far a line may extend beyond its ends, unless there is no other route."""
_BEND, _CROSSING, _SHARED = 24.0, 12.0, 400.0
_ACROSS, _DOWN = 5, 2
"""How many lines may run beside a box, on each of its sides: columns have more room between them than cards."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of a line, and the sides on which it leaves and arrives: 1 right, -1 left."""

    start: Point
    end: Point
    leaves: int = 1
    arrives: int = -1


class Router:
    """Finds one route after the other; each keeps away from the boxes and, if there is room, from earlier routes."""

    def __init__(
        self, obstacles: Iterable[Rect], borders: Iterable[Rect], points: Iterable[Point], *, searches: bool = True
    ) -> None:
        """Routes may cross the `borders` of frames, but not run along them.

        Without `searches`, a line without a free route of a single step goes straight through all boxes.
        """
        self.obstacles = list(obstacles)
        self.searches = searches
        ends = list(points)
        self.xs = _tracks(((box.x, box.right) for box in self.obstacles), (x for x, _ in ends), _ACROSS)
        self.ys = _tracks(((box.y, box.bottom) for box in self.obstacles), (y for _, y in ends), _DOWN)
        self._blocked_across = [[False] * len(self.ys) for _ in self.xs]
        self._blocked_down = [[False] * len(self.ys) for _ in self.xs]
        for box in self.obstacles:
            self._block(box)
        for frame in borders:
            for x in (frame.x, frame.right):
                self._block(Rect(x, frame.y, 0, frame.height))
        self._used_across = [[0] * len(self.ys) for _ in self.xs]
        self._used_down = [[0] * len(self.ys) for _ in self.xs]

    def _block(self, box: Rect) -> None:
        """Blocks the segments between neighbouring tracks that touch a box."""
        columns = range(bisect_left(self.xs, box.x), bisect_right(self.xs, box.right))
        rows = range(bisect_left(self.ys, box.y), bisect_right(self.ys, box.bottom))
        if box.width:
            for x in range(max(bisect_right(self.xs, box.x) - 1, 0), bisect_left(self.xs, box.right)):
                for y in rows:
                    self._blocked_across[x][y] = True
        for y in range(max(bisect_right(self.ys, box.y) - 1, 0), bisect_left(self.ys, box.bottom)):
            for x in columns:
                self._blocked_down[x][y] = True

    def route(self, ends: Ends) -> list[Point]:
        """The cheapest route between two ends; a straight line if there is none."""
        start, end = self._at(ends.start), self._at(ends.end)
        found = self._direct(start, end, ends)
        if self.searches:
            found = found or self._search(start, end, ends, _NEAR) or self._search(start, end, ends, float("inf"))
        if found is None:
            middle = (ends.start[0] + ends.end[0]) / 2
            return [ends.start, (middle, ends.start[1]), (middle, ends.end[1]), ends.end]
        self._occupy(found)
        return _corners([(self.xs[x], self.ys[y]) for x, y in found])

    def _at(self, point: Point) -> tuple[int, int]:
        return bisect_left(self.xs, point[0]), bisect_left(self.ys, point[1])

    def _direct(self, start: tuple[int, int], end: tuple[int, int], ends: Ends) -> list[tuple[int, int]] | None:
        """A straight route, or one with a single step between its ends; the one that crosses the fewest others."""
        if (ends.leaves, ends.arrives) != (1, -1) or start[0] >= end[0]:
            return None
        best: tuple[float, list[tuple[int, int]]] | None = None
        low, high = sorted((start[1], end[1]))
        for x in range(start[0] + 1, end[0]) if low != high else (end[0],):
            first = [(each, start[1]) for each in range(start[0], x)]
            step = [(x, each) for each in (range(low, high + 1) if start[1] <= end[1] else range(high, low - 1, -1))]
            last = [(each, end[1]) for each in range(x + 1, end[0] + 1)]
            price = self._whole_price([*first, *step, *last])
            if price is not None and (best is None or price < best[0]):
                best = price, [*first, *step, *last]
        return best[1] if best is not None else None

    def _whole_price(self, path: Sequence[tuple[int, int]]) -> float | None:
        """The number of crossings of a route; None if it is blocked or overlaps another one."""
        total = 0.0
        for (x, y), (nx, ny) in pairwise(path):
            down = int(nx == x)
            if self._price(min(x, nx), min(y, ny), down) != 0.0:
                return None
            total += self._used_across_at(nx, ny) if down else self._used_down_at(nx, ny)
        return total

    def _search(
        self, start: tuple[int, int], end: tuple[int, int], ends: Ends, margin: float
    ) -> list[tuple[int, int]] | None:
        """The cheapest route that goes no further than a margin beyond its ends."""
        xs, ys = self.xs, self.ys
        goal = (xs[end[0]], ys[end[1]])
        columns = _within(xs, ends.start[0], ends.end[0], margin)
        rows = _within(ys, ends.start[1], ends.end[1], margin)
        first = (*start, 0)
        cost = {first: 0.0}
        came: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        queue: list[tuple[float, int, tuple[int, int, int]]] = [(0.0, 0, first)]
        count, done = 0, set[tuple[int, int, int]]()
        while queue:
            _, _, state = heappop(queue)
            if state in done:
                continue
            done.add(state)
            x, y, down = state
            if (x, y) == end and not down:
                return _back(came, state)
            for nx, ny in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if not (columns[0] <= nx < columns[1] and rows[0] <= ny < rows[1]):
                    continue
                turned = int(nx == x)
                if state == first and nx - x != ends.leaves:
                    continue
                if (nx, ny) == end and x - nx != ends.arrives:
                    continue
                price = self._price(min(x, nx), min(y, ny), turned)
                if price is None:
                    continue
                step = abs(xs[nx] - xs[x]) + abs(ys[ny] - ys[y])
                total = cost[state] + step + price + (_BEND if turned != down else 0.0)
                if (not turned and self._used_down_at(nx, ny)) or (turned and self._used_across_at(nx, ny)):
                    total += _CROSSING
                after = (nx, ny, turned)
                if total < cost.get(after, float("inf")):
                    cost[after] = total
                    came[after] = state
                    count += 1
                    left = abs(goal[0] - xs[nx]) + abs(goal[1] - ys[ny])
                    heappush(queue, (total + left, count, after))
        return None

    def _price(self, x: int, y: int, down: int) -> float | None:
        if (self._blocked_down if down else self._blocked_across)[x][y]:
            return None
        return _SHARED if (self._used_down if down else self._used_across)[x][y] else 0.0

    def _used_down_at(self, x: int, y: int) -> bool:
        return bool(self._used_down[x][y]) and y > 0 and bool(self._used_down[x][y - 1])

    def _used_across_at(self, x: int, y: int) -> bool:
        return bool(self._used_across[x][y]) and x > 0 and bool(self._used_across[x - 1][y])

    def _occupy(self, path: Sequence[tuple[int, int]]) -> None:
        for (x, y), (nx, ny) in pairwise(path):
            (self._used_down if nx == x else self._used_across)[min(x, nx)][min(y, ny)] += 1


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


def _back(
    came: Mapping[tuple[int, int, int], tuple[int, int, int]], state: tuple[int, int, int]
) -> list[tuple[int, int]]:
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
