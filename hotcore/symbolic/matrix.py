"""The condition matrix: every combination of values that the conditions of a template can come to, each with a
smallest set of values of parameters that gives it.

Conditions that share no parameter know nothing of each other.  So each block of connected ones is worked out by
itself; the combinations of the whole template are the product of the blocks', and a smallest set of values for one of
them is made of smallest sets of its parts.  That stays exact where the product would be too long to look at.

A block that is too large is taken apart once more, where its conditions read different parts of one parameter: its
pieces are as exact, but their smallest sets cannot be put together, and so no rows of the whole template are made.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from hotcore.environment import EnvironmentValue
from hotcore.sandbox import shared_time
from hotcore.symbolic.components import blocks
from hotcore.symbolic.decision_diagrams import TooMuch
from hotcore.symbolic.minimal_values import Trials, smallest_sets
from hotcore.symbolic.reachability import Reachable
from hotcore.template import Template
from hotcore.values import MASK

MOST_ROWS = 1024
FEW_ROWS = 16
"""Combinations of the whole template that are still read one by one; of more, each block is told by itself."""

_SECONDS = 2.0
"""What all expressions of the conditions may take together."""


@dataclass(frozen=True, slots=True)
class Row:
    """What conditions come to at once, and a smallest set of values that brings it about.

    `values` has what has to be given: what differs from its default, and what has none.  The other parameters that the
    conditions read, all of which are `reads`, keep their defaults.  Without values none were found: nothing rules the
    combination out, but it need not come about.  Of the `free` parameters the value is an example: any will do that no
    condition speaks of.  Values of hidden parameters are as they are: show `Matrix.shown`.
    """

    outcomes: dict[str, bool]
    values: dict[str, Any] | None
    reads: tuple[str, ...]
    free: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """Conditions that have to do with each other, the parameters that they read, and a row for each combination; None
    when there is too much to look at.

    `opaque` are those that hang on something else than comparisons of parameters: it is taken to be true or false
    whatever is given.
    """

    conditions: tuple[str, ...]
    reads: tuple[str, ...]
    rows: tuple[Row, ...] | None
    opaque: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Matrix:
    """The conditions of a template: what can come about in each block, what is always the same, and what cannot be
    evaluated at all.

    `given` is what environments say of the parameters that conditions read, with those of hidden ones masked; it stands
    in the place of their defaults in the `template`.

    It is not whole when something was not evaluated because that took too long: another time more may be found.
    """

    template: Template
    blocks: tuple[Block, ...]
    constants: dict[str, bool]
    broken: tuple[str, ...]
    is_whole: bool
    given: Mapping[str, EnvironmentValue] = field(default_factory=dict)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions that can be true and false, in the order of the template."""
        found = {name for block in self.blocks for name in block.conditions}
        return tuple(name for name in self.template.conditions if name in found)

    @property
    def count(self) -> int | None:
        """How many combinations there are in all; None when a block is too large to be looked at."""
        counts = [None if block.rows is None else len(block.rows) for block in self.blocks]
        return None if None in counts else prod(count for count in counts if count is not None)

    @property
    def found(self) -> int:
        """For how many of those in the blocks that were looked at values were found."""
        return prod(
            sum(row.values is not None for row in block.rows) for block in self.blocks if block.rows is not None
        )

    @property
    def is_listed(self) -> bool:
        """Whether `rows` has the combinations of the whole template."""
        read = [name for block in self.blocks for name in block.reads]
        return self.count is not None and self.count <= MOST_ROWS and len(read) == len(set(read))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The combinations of the whole template, those with values first; none when there are too many."""
        if not self.blocks or not self.is_listed:
            return ()
        parts = product(*(block.rows or () for block in self.blocks))
        return _found_first(_together(self.conditions, rows) for rows in parts)

    def shown(self, row: Row) -> dict[str, Any] | None:
        """The values of a row with those of hidden parameters masked."""
        if row.values is None:
            return None
        return {name: MASK if name in self.hidden(row) else value for name, value in row.values.items()}

    def hidden(self, row: Row) -> tuple[str, ...]:
        """The hidden parameters for which a row has a value."""
        return tuple(name for name in row.values or () if self.template.parameters[name].hidden)


def _together(conditions: tuple[str, ...], parts: tuple[Row, ...]) -> Row:
    """The row that one row of each block makes."""
    found = {name: value for part in parts for name, value in part.outcomes.items()}
    values: dict[str, Any] | None = {}
    for part in parts:
        values = None if values is None or part.values is None else values | part.values
    reads = tuple(name for part in parts for name in part.reads)
    return Row({name: found[name] for name in conditions}, values, reads, tuple(n for part in parts for n in part.free))


def _found_first(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows with values before those without, both as in a table of truth, what is true first."""
    return tuple(sorted(rows, key=lambda row: (row.values is None, [not value for value in row.outcomes.values()])))


def condition_matrix(template: Template) -> Matrix:
    """The matrix of all conditions of a template, looked at within bounds."""
    reachable = Reachable(template)
    constants = reachable.constants
    with shared_time(_SECONDS):
        trials = Trials(reachable)
        broken = trials.broken
        names = [name for name in template.conditions if name not in constants and name not in broken]
        found = tuple(block for block_names in blocks(names, trials.reads) for block in _blocks(trials, block_names))
    kept = {name: value for name, value in constants.items() if name not in broken}
    return Matrix(template, found, kept, broken, trials.is_whole)


def _blocks(trials: Trials, names: list[str]) -> Iterator[Block]:
    """The block of some conditions; the pieces of one that is too large."""
    block = _block(trials, names)
    pieces = trials.reachable.pieces(names) if block.rows is None else [names]
    if len(pieces) == 1:
        yield block
    else:
        yield from (_block(trials, piece) for piece in pieces)


def _block(trials: Trials, names: list[str]) -> Block:
    reachable = trials.reachable
    read = frozenset[str]().union(*(trials.reads[name] for name in names))
    parameters = tuple(name for name in reachable.template.parameters if name in read)
    opaque = tuple(name for name in names if reachable.is_opaque(name))
    try:
        sets = smallest_sets(trials, names, parameters, MOST_ROWS)
    except TooMuch:
        return Block(tuple(names), parameters, None, opaque)
    rows = (Row(dict(zip(names, one.outcomes, strict=True)), one.values, parameters, one.free) for one in sets)
    return Block(tuple(names), parameters, _found_first(rows), opaque)
