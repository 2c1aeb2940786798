"""The condition matrix: every combination of outcomes that the conditions of a template can have, each with a smallest
set of parameter values that gives it.

Conditions that share no parameter are independent.  So each block of connected ones is analysed by itself; the
combinations of the whole template are the product of the blocks', and a smallest set of values for one of them is the
union of smallest sets of its parts.  That stays exact where the product would be too large to enumerate.

A block that is too large is split once more, where its conditions read different parts of one parameter: its pieces
are as exact, but their smallest sets cannot be combined, so there are no rows of the whole template.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import product
from math import prod
from typing import Any

from hotcore.environment import EnvironmentValue
from hotcore.runtime import dataclass
from hotcore.sandbox import shared_time
from hotcore.symbolic.components import blocks_of
from hotcore.symbolic.decision_diagrams import TooMuch
from hotcore.symbolic.minimal_values import Trials, smallest_sets
from hotcore.symbolic.reachability import Reachable
from hotcore.symbolic.secrets import has_secret, secrets_of
from hotcore.template import Template
from hotcore.values import MASK

MOST_ROWS = 1024
FEW_ROWS = 16
"""Combinations of the whole template that are still listed one by one; beyond that, each block is listed by itself."""

_SECONDS = 2.0
"""The budget for all expressions of the conditions together."""


@dataclass(frozen=True, slots=True)
class Row:
    """One combination of outcomes, and a smallest set of values that gives it.

    What was given for hidden parameters is not masked here: show `Matrix.shown`.
    """

    outcomes: dict[str, bool]
    """The outcomes by the names of the conditions."""
    values: dict[str, Any] | None
    """The values to give: those that differ from a default, and those without one. None if none were found: nothing
    excludes the combination, but it may be impossible."""
    reads: tuple[str, ...]
    """All parameters that the conditions read; those without a value keep their defaults."""
    free: tuple[str, ...] = ()
    """The parameters whose values are examples: any that no condition distinguishes will do."""


@dataclass(frozen=True, slots=True)
class Block:
    """Connected conditions with their combinations."""

    conditions: tuple[str, ...]
    """The names of the conditions."""
    reads: tuple[str, ...]
    """The parameters that the conditions read."""
    rows: tuple[Row, ...] | None
    """The possible combinations; None when there are too many to enumerate."""
    opaque: tuple[str, ...] = ()
    """The conditions that depend on something else than comparisons of parameters: they are assumed to be true or false
    under any values."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """The conditions of a template and their possible combinations."""

    template: Template
    """The template, with the values of environments in place of its defaults."""
    blocks: tuple[Block, ...]
    """The blocks of connected conditions."""
    constants: dict[str, bool]
    """The outcomes of the conditions that are constant, by name."""
    broken: tuple[str, ...]
    """The conditions that cannot be evaluated."""
    is_whole: bool
    """Whether nothing was skipped; an evaluation that takes too long is, and another run may find more."""
    given: Mapping[str, EnvironmentValue] = field(default_factory=dict)
    """The environments' values of parameters that conditions read, with those of hidden ones masked."""
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """The defaults and given values of hidden parameters."""

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions that can be true and false, in the order of the template."""
        found = {name for block in self.blocks for name in block.conditions}
        return tuple(name for name in self.template.conditions if name in found)

    @property
    def count(self) -> int | None:
        """The number of all combinations; None when a block is too large to be analysed."""
        counts = [None if block.rows is None else len(block.rows) for block in self.blocks]
        return None if None in counts else prod(count for count in counts if count is not None)

    @property
    def found(self) -> int:
        """The number of combinations with values, in the blocks that were analysed."""
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
        """The values of a row, those masked that were given for a hidden parameter and not made up here."""
        if row.values is None:
            return None
        hidden = self.hidden(row)
        return {
            name: MASK if name in hidden and has_secret(value, self.secrets) else value
            for name, value in row.values.items()
        }

    def hidden(self, row: Row) -> tuple[str, ...]:
        """The hidden parameters for which a row has a value."""
        return tuple(name for name in row.values or () if self.template.parameters[name].hidden)


def _together(conditions: tuple[str, ...], parts: tuple[Row, ...]) -> Row:
    """The row that combines one row of each block."""
    found = {name: value for part in parts for name, value in part.outcomes.items()}
    values: dict[str, Any] | None = {}
    for part in parts:
        values = None if values is None or part.values is None else values | part.values
    reads = tuple(name for part in parts for name in part.reads)
    return Row({name: found[name] for name in conditions}, values, reads, tuple(n for part in parts for n in part.free))


def _found_first(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows with values before those without, each in the order of a truth table, true first."""
    return tuple(sorted(rows, key=lambda row: (row.values is None, [not value for value in row.outcomes.values()])))


def condition_matrix(template: Template) -> Matrix:
    """The matrix of all conditions of a template, within a budget."""
    reachable = Reachable(template)
    constants = reachable.constants
    with shared_time(_SECONDS):
        trials = Trials(reachable)
        broken = trials.broken
        names = [name for name in template.conditions if name not in constants and name not in broken]
        found = tuple(block for block_names in blocks_of(names, trials.reads) for block in _blocks(trials, block_names))
    kept = {name: value for name, value in constants.items() if name not in broken}
    return Matrix(template, found, kept, broken, trials.is_whole, secrets=secrets_of(template))


def _blocks(trials: Trials, names: list[str]) -> Iterator[Block]:
    """The block of some conditions, or its pieces if it is too large."""
    block = _block(trials, names)
    pieces = trials.reachable.pieces(names) if block.rows is None else [names]
    if len(pieces) == 1:
        yield block
    else:
        yield from (_block(trials, piece) for piece in pieces)


def _block(trials: Trials, names: list[str]) -> Block:
    reachable = trials.reachable
    read = trials.reads.of(names)
    parameters = tuple(name for name in reachable.template.parameters if name in read)
    opaque = tuple(name for name in names if reachable.is_opaque(name))
    try:
        sets = smallest_sets(trials, names, parameters, MOST_ROWS)
    except TooMuch:
        return Block(tuple(names), parameters, None, opaque)
    rows = (Row(dict(zip(names, one.outcomes, strict=True)), one.values, parameters, one.free) for one in sets)
    return Block(tuple(names), parameters, _found_first(rows), opaque)
