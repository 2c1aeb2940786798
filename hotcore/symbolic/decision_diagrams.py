"""Decision diagrams: Boolean functions of inputs that have few values each.

A diagram tests one input, and each of its values leads to a diagram that tests only later ones, in the end to true or
false.  Equal diagrams are one object, so that each is visited once, however many inputs it has.
"""

from collections.abc import Iterable, Mapping
from sys import maxsize

from hotcore.runtime import dataclass
from hotcore.symbolic.variables import Input, Key

_MOST_INPUTS = 64
_MOST_STEPS = 200_000
"""Joins of diagrams for one template: some tenths of a second."""


class TooMuch(Exception):
    """The analysis would exceed its budget."""


@dataclass(frozen=True, slots=True, eq=False)
class Diagram:
    """A Boolean function of the input at a position and those after it; each value of the input leads to a part."""

    position: int
    parts: tuple["Diagram", ...]


TRUE, FALSE = Diagram(maxsize, ()), Diagram(maxsize, ())


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A Boolean function with its inputs; both are None if it exceeds the budget."""

    inputs: Mapping[Key, Input] | None
    diagram: Diagram = FALSE


def constant(value: bool) -> Term:
    """The constant function."""
    return Term({}, TRUE if value else FALSE)


class Diagrams:
    """All diagrams of one template; inputs are ordered as they are given or first used."""

    def __init__(self, inputs: Iterable[Input]) -> None:
        self._positions = {one.key: position for position, one in enumerate(inputs)}
        self._known: dict[tuple[int, tuple[Diagram, ...]], Diagram] = {}
        self._joined: dict[tuple[Diagram, Diagram, Diagram], Diagram] = {}
        self._inverse: dict[Diagram, Diagram] = {TRUE: FALSE, FALSE: TRUE}
        self._left = _MOST_STEPS

    def position(self, key: Key) -> int:
        """The position of an input in the order."""
        return self._positions.setdefault(key, len(self._positions))

    def is_in(self, one: Input, indexes: frozenset[int]) -> Term:
        """Whether an input has one of its values, by their indexes."""
        parts = tuple(TRUE if at in indexes else FALSE for at in range(len(one.values)))
        return Term({one.key: one}, self._one(self.position(one.key), parts))

    def inverse(self, term: Term) -> Term:
        """The negation of a term."""
        try:
            return Term(term.inputs, self._inverted(term.diagram))
        except TooMuch:
            return Term(None)

    def all_of(self, terms: list[Term]) -> Term:
        """The conjunction of terms."""
        return self._united(terms, TRUE, FALSE)

    def any_of(self, terms: list[Term]) -> Term:
        """The disjunction of terms."""
        return self._united(terms, FALSE, TRUE)

    def _united(self, terms: list[Term], neutral: Diagram, decisive: Diagram) -> Term:
        inputs: dict[Key, Input] = {}
        for term in terms:
            inputs.update(term.inputs or {})
            if term.inputs is None or len(inputs) > _MOST_INPUTS:
                return Term(None)
        found = neutral
        try:
            for diagram in sorted({term.diagram for term in terms}, key=lambda one: one.position, reverse=True):
                found = self._join(diagram, found, neutral, decisive)
        except TooMuch:
            return Term(None)
        return Term(inputs, found)

    def _join(self, one: Diagram, other: Diagram, neutral: Diagram, decisive: Diagram) -> Diagram:
        if one is decisive or other is decisive:
            return decisive
        if one is other or other is neutral:
            return one
        if one is neutral:
            return other
        if (neutral, one, other) not in self._joined:
            position = min(one.position, other.position)
            count = len(one.parts if one.position == position else other.parts)
            pairs = zip(self._parts(one, position, count), self._parts(other, position, count), strict=True)
            parts = tuple([self._join(first, second, neutral, decisive) for first, second in pairs])
            self._joined[neutral, one, other] = self._made(position, parts)
        return self._joined[neutral, one, other]

    def _parts(self, one: Diagram, position: int, count: int) -> tuple[Diagram, ...]:
        return one.parts if one.position == position else (one,) * count

    def _inverted(self, one: Diagram) -> Diagram:
        if one not in self._inverse:
            found = self._made(one.position, tuple([self._inverted(part) for part in one.parts]))
            self._inverse[one], self._inverse[found] = found, one
        return self._inverse[one]

    def _made(self, position: int, parts: tuple[Diagram, ...]) -> Diagram:
        self._left -= len(parts)
        if self._left < 0:
            raise TooMuch
        return self._one(position, parts)

    def _one(self, position: int, parts: tuple[Diagram, ...]) -> Diagram:
        if all(part is parts[0] for part in parts):
            return parts[0]
        return self._known.setdefault((position, parts), Diagram(position, parts))
