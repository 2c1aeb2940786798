"""A layout that keeps an earlier one: a small change moves only the boxes that it affects."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot
from statistics import fmean, median

from hotcore.diagram.layers import GAP, LAYER_GAP, Pair, downwards
from hotcore.diagram.layout import Layout, Point, route, without_loops

_CALM = 20.0
"""The average displacement of boxes up to which a new layout is used as it is."""
_JUMP = 120.0
_MOST_LOOSE = 200
"""Boxes that are placed one by one; with more of them, the new layout is used."""
_MOST_BENDS = 20_000
_ROOM = 8.0
"""Between an edge and the boxes that it passes."""

Span = tuple[float, float]


def stabilized(
    fresh: Layout, pairs: Sequence[Pair], widths: Mapping[str, float], height: float, before: Mapping[str, Point]
) -> Layout:
    """A layout in which boxes keep their earlier positions, as long as their dependencies are below them.

    The fresh layout is used where it hardly differs, or where little of the earlier one is left.
    """
    before = _renamed(list(fresh.boxes), before)
    moves = [hypot(x - before[name][0], y - before[name][1]) for name, (x, y) in fresh.boxes.items() if name in before]
    if 2 * len(moves) < len(fresh.boxes) or not moves or (fmean(moves) <= _CALM and max(moves) <= _JUMP):
        return fresh
    floor = _Floor(list(fresh.boxes), without_loops(pairs), widths, height + LAYER_GAP)
    if not floor.place_all({name: place for name, place in before.items() if name in fresh.boxes}, height):
        return fresh
    boxes = {name: (floor.x[name], floor.row[name] * floor.pitch + height / 2) for name in fresh.boxes}
    right = max(x + widths[name] / 2 for name, (x, _) in boxes.items())
    bottom = max(y + height / 2 for _, y in boxes.values())
    return Layout(boxes, route(boxes, pairs, floor.bends(height), widths, height), right, bottom)


def _renamed(names: list[str], before: Mapping[str, Point]) -> dict[str, Point]:
    """The earlier positions; if just one name is gone and one is new, the new one inherits the position."""
    there = set(names)
    gone = [name for name in before if name not in there]
    come = [name for name in names if name not in before]
    places = dict(before)
    if len(gone) == len(come) == 1:
        places[come[0]] = places.pop(gone[0])
    return places


class _Floor:
    """Rows of boxes with room between them."""

    def __init__(self, names: list[str], pairs: Sequence[Pair], widths: Mapping[str, float], pitch: float) -> None:
        self.widths, self.pitch, self.pairs = widths, pitch, pairs
        self.needs: dict[str, list[str]] = {name: [] for name in names}
        self.users: dict[str, list[str]] = {name: [] for name in names}
        for source, target in pairs:
            self.needs[source].append(target)
            self.users[target].append(source)
        self.order = downwards(names, self.needs, self.users)
        self.row: dict[str, int] = {}
        self.x: dict[str, float] = {}
        self.taken: dict[int, list[Span]] = {}

    def place_all(self, before: Mapping[str, Point], height: float) -> bool:
        """Gives every box its place; false where too many would need a new one."""
        old = {name: round((y - height / 2) / self.pitch) for name, (_, y) in before.items()}
        self._set_rows(old)
        stays = sorted((self.row[name], before[name][0], name) for name, row in old.items() if self.row[name] == row)
        loose = set(self.order)
        for row, x, name in stays:
            if self._fits(row, x, self.widths[name]):
                self._put(name, x)
                loose.discard(name)
        if len(loose) > _MOST_LOOSE:
            return False
        for name in self.order:
            if name in loose:
                self._put(name, self._free(self.row[name], self._wanted(name, before), self.widths[name]))
        return True

    def _set_rows(self, old: Mapping[str, int]) -> None:
        """Sets the row of each box: its earlier one, or the next below its users."""
        place = {name: number for number, name in enumerate(self.order)}
        lowest = max(old.values())
        alone = {name for name in self.order if not self.needs[name] and not self.users[name]}
        last = lowest if all(name in alone for name, row in old.items() if row == lowest) else lowest + 1
        for name in self.order:
            above = [self.row[user] for user in self.users[name] if place[user] < place[name]]
            below = [old[need] for need in self.needs[name] if need in old]
            least = max(above) + 1 if above else None
            if name in old:
                self.row[name] = old[name] if least is None else max(old[name], least)
            elif least is not None:
                self.row[name] = least
            else:
                self.row[name] = min(below) - 1 if below else last

    def _wanted(self, name: str, before: Mapping[str, Point]) -> float:
        """The best position of a box in its row: its earlier one, near its neighbours, or at the end."""
        if name in before:
            return before[name][0]
        near = [self.x[other] for other in (*self.needs[name], *self.users[name]) if other in self.x]
        if near:
            return median(near)
        row = self.taken.get(self.row[name])
        return row[-1][1] + GAP + self.widths[name] / 2 if row else min(x for x, _ in before.values())

    def _fits(self, row: int, x: float, width: float) -> bool:
        """Whether a box overlaps none of its row."""
        taken = self.taken.get(row, [])
        at = bisect_left(taken, (x, x))
        left = at == 0 or taken[at - 1][1] <= x - width / 2 + 0.5
        return left and (at == len(taken) or taken[at][0] >= x + width / 2 - 0.5)

    def _free(self, row: int, wanted: float, width: float) -> float:
        """The nearest free position of a box in a row."""
        taken = self.taken.get(row, [])
        half = width / 2 + GAP
        ends = [(float("-inf"), float("-inf")), *taken, (float("inf"), float("inf"))]
        spots = (
            min(max(wanted, left[1] + half), right[0] - half)
            for left, right in pairwise(ends)
            if right[0] - left[1] >= 2 * half
        )
        return min(spots, key=lambda x: abs(x - wanted))

    def _put(self, name: str, x: float) -> None:
        taken = self.taken.setdefault(self.row[name], [])
        span = (x - self.widths[name] / 2, x + self.widths[name] / 2)
        taken.insert(bisect_left(taken, span), span)
        self.x[name] = x

    def bends(self, height: float) -> dict[Pair, tuple[Point, ...]]:
        """For each edge over several rows, the points at which it passes those between."""
        found: dict[Pair, tuple[Point, ...]] = {}
        left = _MOST_BENDS
        for source, target in self.pairs:
            first, last = self.row[source], self.row[target]
            step = 1 if last > first else -1
            rows = range(first + step, last, step) if last != first else range(0)
            left -= len(rows)
            if rows and left > 0:
                lanes = self._lanes(rows, self.x[source], self.x[target])
                found[source, target] = tuple(
                    (x, row * self.pitch + height / 2) for row, x in zip(rows, lanes, strict=True)
                )
        return found

    def _lanes(self, rows: range, start: float, end: float) -> list[float]:
        """The position at which an edge passes each row: below its start or above its end, or next to boxes."""
        for x in (start, end):
            if all(self._passed(row, x) == x for row in rows):
                return [x] * len(rows)
        lanes: list[float] = []
        for row in rows:
            lanes.append(self._passed(row, lanes[-1] if lanes else end))
        return lanes

    def _passed(self, row: int, x: float) -> float:
        """The nearest position at which an edge can pass a row."""
        taken = self.taken.get(row, [])
        at = bisect_left(taken, (x, x))
        for left, right in taken[max(at - 1, 0) : at + 1]:
            if left - _ROOM < x < right + _ROOM:
                return left - GAP / 2 if x - left < right - x else right + GAP / 2
        return x
