"""Cheapest paths through decision diagrams: combinations of inputs that give each combination of results."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

from hotcore.runtime import dataclass
from hotcore.symbolic.decision_diagrams import TRUE, Diagram, TooMuch
from hotcore.symbolic.variables import OTHER, Input

_MOST_CELLS = 2_000_000
"""Diagrams that are visited for one block: about half a second."""

_STEP = 10
"""The cost of a step back, in visited diagrams."""

_CHANGED = 1_000_000
"""The cost of a parameter that is not at its default, which counts most.  Sets with equally many are compared by the
extra costs of these, then by how late the values are in their lists, and how deep in their parameters."""


@dataclass(frozen=True, slots=True)
class Option:
    """One value that an input may have: an example of the value at the index."""

    input: Input
    index: int
    value: Any
    is_changed: bool
    far: int
    is_free: bool = False
    """Whether any other value from the same class of equivalent ones would do."""


Assignment = list[Option]


class Budget:
    """The budget for all blocks of a template; a unit is about an eighth of a microsecond."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, amount: int) -> None:
        """Raises `TooMuch` when the budget is exhausted."""
        self.left -= amount
        if self.left < 0:
            raise TooMuch


State = tuple[bool, tuple[Diagram, ...]]
"""Whether the parameter is changed already, and the diagrams that remain from here on."""


@dataclass(frozen=True, slots=True)
class Level:
    """An input at its position in the order, with its options; the last input of a parameter decides whether the
    parameter is changed."""

    position: int
    options: tuple[Option, ...]
    price: int
    is_last: bool


def level_of(one: Input, position: int, after: Input | None, extra: int, *, is_varied: bool) -> Level:
    """The level of an input before another one; if varied, it has several examples of equivalent values."""
    first = [(index, next(iter(one.examples(index)), None)) for index in range(len(one.values))]
    more = [(index, value) for index, _ in first for value in one.examples(index)[1:]] if is_varied else []
    found: list[Option] = []
    for index, value in (*first, *more):
        is_changed = bool(found) and one.has_default
        far = 0 if one.is_opaque else len(found) + (len(one.path) if found else 0)
        is_free = one.values[index] is OTHER and not one.path and not is_varied
        found.append(Option(one, index, value, is_changed, far, is_free))
    return Level(position, tuple(found), _CHANGED + extra, after is None or after.name != one.name)


class Paths:
    """All paths through some diagrams, input by input; paths to the same state are walked once.

    Raises `TooMuch` when there are more than `most` ends, or too many states on the way.
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
        """The combinations of results that the diagrams can have, the cheapest first."""
        return list(self._ends)

    def _advance(self, level: Level) -> None:
        costs: dict[State, int] = {}
        steps: dict[State, list[tuple[State, Option, int]]] = {}
        for state, cost in self._costs[-1].items():
            was_changed, diagrams = state
            reached: dict[int, tuple[Diagram, ...]] = {}
            for option in level.options:
                if option.index not in reached:
                    reached[option.index] = self._reached(diagrams, level.position, option.index)
                is_changed = was_changed or option.is_changed
                step = option.far + (level.price if is_changed and not was_changed else 0)
                following = is_changed and not level.is_last, reached[option.index]
                costs[following] = min(costs.get(following, cost + step), cost + step)
                steps.setdefault(following, []).append((state, option, step))
        self._costs.append(costs)
        self._steps.append(steps)

    def _reached(self, diagrams: tuple[Diagram, ...], position: int, index: int) -> tuple[Diagram, ...]:
        for budget in (self._own, self._budget):
            budget.spend(len(diagrams) + 1)
        return tuple([one.parts[index] if one.position == position else one for one in diagrams])

    def to(self, end: tuple[bool, ...]) -> Iterator[Assignment]:
        """The paths to one end, the cheapest first, within the budget."""
        turn = count()
        pending: list[tuple[int, int, int, State, tuple[Any, ...]]] = []
        if end in self._ends:
            last = self._ends[end]
            pending.append((self._costs[-1][last], next(turn), len(self._steps) - 1, last, ()))
        while pending:
            cost, _, at, state, chosen = heappop(pending)
            if at == 0:
                yield _listed(chosen)
                continue
            rest = cost - self._costs[at][state]
            self._budget.left -= _STEP * len(self._steps[at][state])
            if self._budget.left < 0:
                return
            for before, option, step in self._steps[at][state]:
                total = rest + step + self._costs[at - 1][before]
                heappush(pending, (total, next(turn), at - 1, before, (option, chosen)))


def _listed(chosen: tuple[Any, ...]) -> Assignment:
    found = []
    while chosen:
        option, chosen = chosen
        found.append(option)
    return found
