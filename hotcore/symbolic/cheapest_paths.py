"""Ways through diagrams: combinations of inputs under which several come to something at once, cheapest first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any

from hotcore.symbolic.decision_diagrams import TRUE, Diagram, TooMuch
from hotcore.symbolic.variables import OTHER, Input

_MOST_CELLS = 2_000_000
"""Diagrams that are followed for one block: about half a second."""

_STEP = 10
"""What it costs to take a step back, in diagrams that are followed."""

_CHANGED = 1_000_000
"""What counts first when one set is smaller than another: how many parameters are not at their default; then what each
costs more than others, how far down the lists the values stand, and how deep in their parameters."""


@dataclass(frozen=True, slots=True)
class Option:
    """One value that an input may have: an example of the value at the index."""

    input: Input
    index: int
    value: Any
    is_changed: bool
    far: int
    is_free: bool = False
    """Whether any other value that is not told apart would do."""


Assignment = list[Option]


class Budget:
    """What may be spent for all blocks of a template; an eighth of a microsecond each, or so."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, amount: int) -> None:
        """Raises `TooMuch` when nothing is left."""
        self.left -= amount
        if self.left < 0:
            raise TooMuch


State = tuple[bool, tuple[Diagram, ...]]
"""Whether the parameter is changed already, and what the diagrams come to from here on."""


@dataclass(frozen=True, slots=True)
class Level:
    """An input at its place in the order, with what it may be; the last of its parameter settles whether that is
    changed."""

    place: int
    options: tuple[Option, ...]
    price: int
    is_last: bool


def level_of(one: Input, place: int, after: Input | None, extra: int, *, is_varied: bool) -> Level:
    """The level of an input before another one; varied, it has more than one example of values not told apart."""
    first = [(index, next(iter(one.examples(index)), None)) for index in range(len(one.values))]
    more = [(index, value) for index, _ in first for value in one.examples(index)[1:]] if is_varied else []
    found: list[Option] = []
    for index, value in (*first, *more):
        is_changed = bool(found) and one.has_default
        far = 0 if one.is_opaque else len(found) + (len(one.path) if found else 0)
        is_free = one.values[index] is OTHER and not one.path and not is_varied
        found.append(Option(one, index, value, is_changed, far, is_free))
    return Level(place, tuple(found), _CHANGED + extra, after is None or after.name != one.name)


class Paths:
    """All ways through some diagrams, input by input; those that come to the same are walked once.

    Raises `TooMuch` when there are more than `most` ends, or too much on the way.
    """

    def __init__(self, levels: Sequence[Level], roots: Iterable[Diagram], most: int, budget: Budget) -> None:
        self._budget = budget
        self._own = Budget(_MOST_CELLS)
        start: State = (False, tuple(roots))
        self._costs: list[dict[State, int]] = [{start: 0}]
        self._steps: list[dict[State, list[tuple[State, Option, int]]]] = [{}]
        for level in levels:
            self._advance(level)
        if len(self._costs[-1]) > most:
            raise TooMuch
        ends = sorted(self._costs[-1], key=self._costs[-1].__getitem__)
        self._ends = {tuple(one is TRUE for one in end[1]): end for end in ends}

    @property
    def ends(self) -> list[tuple[bool, ...]]:
        """What the diagrams can come to at once, the cheapest first."""
        return list(self._ends)

    def _advance(self, level: Level) -> None:
        costs: dict[State, int] = {}
        steps: dict[State, list[tuple[State, Option, int]]] = {}
        for state, cost in self._costs[-1].items():
            was_changed, diagrams = state
            reached: dict[int, tuple[Diagram, ...]] = {}
            for option in level.options:
                if option.index not in reached:
                    reached[option.index] = self._reached(diagrams, level.place, option.index)
                is_changed = was_changed or option.is_changed
                step = option.far + (level.price if is_changed and not was_changed else 0)
                following = is_changed and not level.is_last, reached[option.index]
                costs[following] = min(costs.get(following, cost + step), cost + step)
                steps.setdefault(following, []).append((state, option, step))
        self._costs.append(costs)
        self._steps.append(steps)

    def _reached(self, diagrams: tuple[Diagram, ...], place: int, index: int) -> tuple[Diagram, ...]:
        for budget in (self._own, self._budget):
            budget.spend(len(diagrams) + 1)
        return tuple([one.parts[index] if one.place == place else one for one in diagrams])

    def to(self, end: tuple[bool, ...]) -> Iterator[Assignment]:
        """The ways to one end, the cheapest first, as long as there is time."""
        turn = count()
        pending: list[tuple[int, int, int, State, tuple[Any, ...]]] = []
        if end in self._ends:
            last = self._ends[end]
            pending.append((self._costs[-1][last], next(turn), len(self._steps) - 1, last, ()))
        while pending:
            cost, _, at, state, told = heappop(pending)
            if at == 0:
                yield _listed(told)
                continue
            rest = cost - self._costs[at][state]
            self._budget.left -= _STEP * len(self._steps[at][state])
            if self._budget.left < 0:
                return
            for before, option, step in self._steps[at][state]:
                total = rest + step + self._costs[at - 1][before]
                heappush(pending, (total, next(turn), at - 1, before, (option, told)))


def _listed(told: tuple[Any, ...]) -> Assignment:
    found = []
    while told:
        option, told = told
        found.append(option)
    return found
