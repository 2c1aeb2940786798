"""What comes and goes with conditions: the resources and outputs that have one, and whether they are there."""

from dataclasses import dataclass, replace
from functools import cached_property

from hotcore.diagnostics import Phase, Report
from hotcore.evaluation import STACK, Conditions, Scope, Surroundings
from hotcore.parameters import take_values
from hotcore.symbolic.components import conditions_in, parameters_in, with_needed
from hotcore.symbolic.matrix import Matrix, Row
from hotcore.syntax import Mapping, Node, Scalar
from hotcore.template import Template

_MOST_WRITTEN_OUT = 30
"""Conditions written out at their resources that are evaluated; there are seldom more than a few."""


@dataclass(frozen=True, slots=True)
class Part:
    """A resource or an output with a condition; `names` are the conditions and `reads` the parameters in that."""

    section: str
    name: str
    node: Node
    names: frozenset[str]
    reads: frozenset[str]

    @property
    def condition(self) -> str | None:
        """The name of its condition; None when it is written out."""
        return str(self.node.value) if isinstance(self.node, Scalar) else None


@dataclass(frozen=True, slots=True)
class There:
    """What is there under the values of a row and what is not, of everything that the row decides about."""

    on: tuple[Part, ...]
    off: tuple[Part, ...]


class Comings:
    """The parts of a template that come and go with the rows of its matrix."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        self.parts = optional_parts(matrix.template)

    def of(self, row: Row) -> There:
        """What is there under a row."""
        written = _Written(self, row)
        states = [(part, self._state(part, row, written)) for part in self.parts]
        return There(*(tuple(part for part, on in states if on is wanted) for wanted in (True, False)))

    def _state(self, part: Part, row: Row, written: "_Written") -> bool | None:
        """Whether a part is there; None when the row does not decide about it."""
        if part.condition is not None:
            return row.outcomes.get(part.condition)
        known = row.outcomes.keys() | self.matrix.constants.keys()
        is_near = bool(part.names & row.outcomes.keys() or part.reads & set(row.reads))
        return written.state(part) if is_near and part.names <= known and row.values is not None else None


class _Written:
    """The conditions that are written out, under the values of one row."""

    def __init__(self, comings: Comings, row: Row) -> None:
        self.template = comings.matrix.template
        self.parts = [part for part in comings.parts if part.condition is None][:_MOST_WRITTEN_OUT]
        self.row = row

    @cached_property
    def conditions(self) -> Conditions:
        """The conditions that these name, evaluated."""
        template = self.template
        named = with_needed(template, {name for part in self.parts for name in part.names})
        reads = {*self.row.reads}.union(*(part.reads for part in self.parts))
        reduced = replace(
            template,
            conditions={name: template.conditions[name] for name in named},
            parameters={name: one for name, one in template.parameters.items() if name in reads},
        )
        given = {name: value for name, value in (self.row.values or {}).items() if name in reads}
        states = take_values(reduced, given, {}, Report())
        typed = {**STACK, **{name: state.value for name, state in states.items()}}
        return Conditions(Scope(reduced, Surroundings(), typed), Report())

    def state(self, part: Part) -> bool | None:
        """Whether a part is there; None when that is not known."""
        if part not in self.parts:
            return None
        value = self.conditions.test(part.node, Phase.RESOURCES, Report())
        return value if isinstance(value, bool) else None


def optional_parts(template: Template) -> tuple[Part, ...]:
    """The resources and outputs that have a condition which is not simply true or false, in the order of the text."""
    fields = [("resources", name, resource.field("condition")) for name, resource in template.resources.items()]
    fields += [("outputs", name, output.condition) for name, output in template.outputs.items()]
    return tuple(
        Part(
            section,
            name,
            node,
            frozenset(conditions_in(node, template)),
            frozenset(parameters_in(node, template)),
        )
        for section, name, node in fields
        if isinstance(node, Mapping) or (isinstance(node, Scalar) and isinstance(node.value, str))
    )
