"""Right-angled routes for the lines of a map: around cards, apart from each other, with few bends and crossings."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise, starmap

from hotcore.diagram.map_layout import Rect
from hotcore.diagram.metrics import GRID
from hotcore.runtime import dataclass

Point = tuple[float, float]
Node = tuple[int, int]
"""Where two tracks cross: their numbers across and down."""
State = tuple[int, int, int]
"""A node, and 1 if the route came to it on a track that goes down."""
Way = tuple[int, int, int, float]
"""A track that goes down beside an end, the heights that it can be followed to, and the cost of the way to it."""

_NEAR = 160.0
"""How far a line may extend beyond its ends, unless there is no other route."""
_BEND, _CROSSING, _SHARED = 24.0, 12.0, 400.0
_ACROSS, _DOWN = 5, 2
"""How many lines may run beside a box, on each of its sides: columns have more room between them than cards."""
_STATES, _MOST, _LEAST = 8_000, 4_000, 100
"""How many steps all searches together may take, one that looks everywhere, and at least each that stays near."""
_CORRIDORS, _COMPARED, _LOOKS = 20_000, 12, 500_000
"""How many heights are tried for all lines that go along corridors, how many free ones are compared for one, and how
many are looked at for all lines."""
_DIRECT, _CROSSED = 50_000, 1_000_000
"""How many single steps are compared for all lines, and how many tracks their routes may cross."""
_ROUTED = 2_000
"""How many lines get a route; nobody can follow one of more, and the others go straight through what is there."""
_FAR = float("inf")
_ENDLESS = 1 << 30
"""A number above those of all tracks."""


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
        # Which routes cross a track: the same bits, by column and by row.
        self._over_column, self._over_row = [0] * len(self.xs), [0] * len(self.ys)
        self._share = max(2 * _STATES // max(len(ends) // 2, 1), _LEAST)
        self._states, self._corridors, self._looks = _STATES, _CORRIDORS, _LOOKS
        self._routed, self._direct_left, self._crossed = _ROUTED, _DIRECT, _CROSSED
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
        self._routed -= 1
        found = self._found(ends) if self._routed >= 0 and self._crossed > 0 else None
        if found is None:
            middle = (ends.start[0] + ends.end[0]) / 2
            return [ends.start, (middle, ends.start[1]), (middle, ends.end[1]), ends.end]
        self._occupy(found)
        return _corners([(self.xs[x], self.ys[y]) for x, y in found])

    def _found(self, ends: Ends) -> list[Node] | None:
        start, end = self._at(ends.start), self._at(ends.end)
        return (
            self._direct(start, end, ends)
            or self._search(start, end, ends, _NEAR, self._share)
            or self._along(start, end, ends)
            or self._search(start, end, ends, float("inf"), _MOST)
            or self._along(start, end, ends, shares=True)
        )

    def _at(self, point: Point) -> Node:
        return bisect_left(self.xs, point[0]), bisect_left(self.ys, point[1])

    # -- routes of a given form

    def _direct(self, start: Node, end: Node, ends: Ends) -> list[Node] | None:
        """A straight route, or one with a single step between its ends; the one that crosses the fewest others."""
        if (ends.leaves, ends.arrives) != (1, -1) or start[0] >= end[0]:
            return None
        _, right = _free_run(self._taken_across(start[1], False), start[0])
        steps = range(start[0] + 1, min(end[0], right + 1)) if start[1] != end[1] else (end[0],)
        self._direct_left -= len(steps)
        if self._direct_left < 0:
            return None
        routes = ([start, (x, start[1]), (x, end[1]), end] for x in steps)
        free = (route for route in routes if all(starmap(self._is_free, pairwise(route))))
        return min(free, key=self._price, default=None)

    def _along(self, start: Node, end: Node, ends: Ends, *, shares: bool = False) -> list[Node] | None:
        """The cheapest route from near tracks along a corridor between the ends; if it `shares`, together with others.

        A corridor further away than the best route is long costs no more than a look at its height.
        """
        ways_out, ways_in = self._ways(start, ends.leaves, shares), self._ways(end, ends.arrives, shares)
        between = _between([x for x, *_ in ways_out], [x for x, *_ in ways_in])
        nearest = min((way[3] for way in ways_out), default=0) + min((way[3] for way in ways_in), default=0)
        best, least, heights = None, float("inf"), set[int]()
        for y in self._heights((ends.start[1] + ends.end[1]) / 2) if ways_out and ways_in else ():
            if len(heights) == _COMPARED or self._looks <= 0 or (best and self._corridors <= 0):
                break
            self._looks -= 1
            taken = self._taken_across(y, shares)
            if taken & between:
                continue
            down = abs(self.ys[y] - ends.start[1]) + abs(self.ys[y] - ends.end[1])
            if down >= least:
                continue
            self._corridors -= 1
            if down + nearest + self._price_between(y, between) > least:
                if _is_joined(ways_out, ways_in, y, taken):
                    heights.add(y)
                continue
            arriving = self._halves(end, ways_in, y)
            for x, out in self._halves(start, ways_out, y) if arriving else ():
                left, right = _free_run(taken, x)
                for to, back in arriving:
                    if not left <= to <= right:
                        continue
                    heights.add(y)
                    price = out + back + abs(self.xs[x] - self.xs[to])
                    if price < least:  # its length alone does not rule it out: now with what the corridor crosses
                        price = out + back + self._price_across(y, x, to)
                    if price < least:
                        best, least = [start, (x, start[1]), (x, y), (to, y), (to, end[1]), end], price
        return best

    def _ways(self, end: Node, side: int, shares: bool) -> list[Way]:
        """The near tracks on one side of an end that a line can come to."""
        left, right = _free_run(self._taken_across(end[1], shares), end[0])
        near = [x for x in _beside(end[0], side) if 0 <= x < len(self.xs) and left <= x <= right]
        return [
            (x, *_free_run(self._taken_down(x, shares), end[1]), self._price_across(end[1], end[0], x)) for x in near
        ]

    def _halves(self, end: Node, ways: Sequence[Way], y: int) -> list[tuple[int, float]]:
        """The tracks on which an end reaches a corridor at a height, each with the cost of the way there."""
        return [
            (x, price + self._price_down(x, end[1], y)) for x, lowest, highest, price in ways if lowest <= y <= highest
        ]

    def _price_between(self, y: int, between: int) -> float:
        """What every way along a corridor costs at least, for the part of it that all of them use."""
        crossed = (self._over_row[y] & between & between - 1).bit_count() if between else 0
        return _CROSSING * crossed + _SHARED * (self._used_across[y] & between).bit_count()

    def _price(self, route: Sequence[Node]) -> float:
        """The length of a route, with what its crossings and the parts that it shares with others cost."""
        price = 0.0
        for one, other in pairwise(route):
            if one[0] == other[0]:
                price += self._price_down(one[0], one[1], other[1])
            else:
                price += self._price_across(one[1], one[0], other[0])
        return price

    def _price_down(self, x: int, y: int, to: int) -> float:
        if y == to:
            return 0.0
        low, high = (y, to) if y < to else (to, y)
        part = _bits(low, high)
        crossed = (self._over_column[x] & (part ^ 1 << low)).bit_count()
        shared = (self._used_down[x] & part).bit_count()
        return self.ys[high] - self.ys[low] + _CROSSING * crossed + _SHARED * shared

    def _price_across(self, y: int, x: int, to: int) -> float:
        if x == to:
            return 0.0
        low, high = (x, to) if x < to else (to, x)
        part = _bits(low, high)
        crossed = (self._over_row[y] & (part ^ 1 << low)).bit_count()
        shared = (self._used_across[y] & part).bit_count()
        return self.xs[high] - self.xs[low] + _CROSSING * crossed + _SHARED * shared

    def _taken_across(self, y: int, shares: bool) -> int:
        return self._blocked_across[y] | (0 if shares else self._used_across[y])

    def _taken_down(self, x: int, shares: bool) -> int:
        return self._blocked_down[x] | (0 if shares else self._used_down[x])

    def _heights(self, middle: float) -> Iterator[int]:
        """The tracks that go across, those near to a height first."""
        below = bisect_left(self.ys, middle)
        for distance in range(len(self.ys)):
            if below + distance < len(self.ys):
                yield below + distance
            if below - 1 - distance >= 0:
                yield below - 1 - distance

    def _is_free(self, one: Node, other: Node) -> bool:
        if one[0] == other[0]:
            return not self._taken_down(one[0], False) & _bits(min(one[1], other[1]), max(one[1], other[1]))
        return not self._taken_across(one[1], False) & _bits(min(one[0], other[0]), max(one[0], other[0]))

    # -- routes of any form

    def _search(self, start: Node, end: Node, ends: Ends, margin: float, most: int) -> list[Node] | None:
        """The cheapest route that goes no further than a margin beyond its ends, if at `most` so many steps find it."""
        columns = _within(self.xs, ends.start[0], ends.end[0], margin)
        rows = _within(self.ys, ends.start[1], ends.end[1], margin)
        first, last = (*start, 0), (*end, 0)
        to_x, to_y = self.xs[end[0]], self.ys[end[1]]
        cost = {first: 0.0}
        came: dict[State, State] = {}
        queue: list[tuple[float, int, State]] = [(0.0, 0, first)]
        count, done = 0, set[State]()
        allowed = max(self._states - most, 0)
        while queue and self._states > allowed:
            state = heappop(queue)[2]
            if state in done:
                continue
            done.add(state)
            self._states -= 1
            if state == last:
                return _back(came, state)
            for after, total in self._steps(state, cost[state], columns, rows):
                x, y, down = after
                if total >= cost.get(after, _FAR):
                    continue
                if state == first and x - state[0] != ends.leaves:
                    continue
                if x == end[0] and y == end[1] and state[0] - x != ends.arrives:
                    continue
                cost[after] = total
                came[after] = state
                count -= 1  # of equal ones the newest goes first: it is nearest to the end
                # what is left costs at least the way there, and the bends to come to the end from its side
                bends = 1 if down else 0 if y == end[1] else 2
                left = abs(to_x - self.xs[x]) + abs(to_y - self.ys[y]) + _BEND * bends
                heappush(queue, (total + left, count, after))
        return None

    def _steps(
        self, state: State, cost: float, columns: tuple[int, int], rows: tuple[int, int]
    ) -> list[tuple[State, float]]:
        """The states to which a route can go next within the given tracks, with its cost there.

        Besides its length a step costs if others use it, and if one goes straight over where it leads to.
        """
        x, y, down = state
        across, turn = (cost + _BEND, cost) if down else (cost, cost + _BEND)
        found: list[tuple[State, float]] = []
        blocked, used = self._blocked_across[y], self._used_across[y]
        for nx in (x + 1, x - 1):
            low = x if nx > x else nx
            if columns[0] <= nx < columns[1] and not blocked >> low & 1:
                price = _SHARED if used >> low & 1 else 0.0
                if y > 0 and self._used_down[nx] >> y - 1 & 3 == 3:
                    price += _CROSSING
                found.append(((nx, y, 0), across + abs(self.xs[nx] - self.xs[x]) + price))
        blocked, used = self._blocked_down[x], self._used_down[x]
        for ny in (y + 1, y - 1):
            low = y if ny > y else ny
            if rows[0] <= ny < rows[1] and not blocked >> low & 1:
                price = _SHARED if used >> low & 1 else 0.0
                if x > 0 and self._used_across[ny] >> x - 1 & 3 == 3:
                    price += _CROSSING
                found.append(((x, ny, 1), turn + abs(self.ys[ny] - self.ys[y]) + price))
        return found

    def _occupy(self, route: Sequence[Node]) -> None:
        for (x, y), (nx, ny) in pairwise(route):
            self._crossed -= abs(nx - x) + abs(ny - y)
            if nx == x:
                self._used_down[x] |= _bits(min(y, ny), max(y, ny))
                for row in range(min(y, ny), max(y, ny)):
                    self._over_row[row] |= 1 << x
            else:
                self._used_across[y] |= _bits(min(x, nx), max(x, nx))
                for column in range(min(x, nx), max(x, nx)):
                    self._over_column[column] |= 1 << y


def _is_joined(ways_out: Sequence[Way], ways_in: Sequence[Way], y: int, taken: int) -> bool:
    """Whether a corridor at a height, of which some parts are taken, joins the ways of both ends."""
    arriving = [x for x, lowest, highest, _ in ways_in if lowest <= y <= highest]
    for x, lowest, highest, _ in ways_out if arriving else ():
        if lowest <= y <= highest:
            left, right = _free_run(taken, x)
            if any(left <= to <= right for to in arriving):
                return True
    return False


def _beside(track: int, side: int) -> range:
    """The tracks nearest to one, on one side of it."""
    return range(track + side, track + (_ACROSS + 1) * side, side)


def _between(some: Sequence[int], others: Sequence[int]) -> int:
    """The bits of the parts between two groups of tracks, which every way from one to the other uses."""
    return _bits(max(some), min(others)) | _bits(max(others), min(some)) if some and others else 0


def _bits(low: int, high: int) -> int:
    """A number whose bits from low to below high are set."""
    return (1 << high) - (1 << low) if high > low else 0


def _free_run(taken: int, at: int) -> tuple[int, int]:
    """The first and the last crossing track that can be reached from one on a track of which some parts are taken."""
    after = taken >> at
    last = at + (after & -after).bit_length() - 1 if after else _ENDLESS
    return (taken & ((1 << at) - 1)).bit_length(), last


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
