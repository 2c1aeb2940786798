"""Resources and outputs that conditions switch on or off, and whether they are present."""

from dataclasses import replace

from hotcore.diagnostics import Phase, Unreported
from hotcore.evaluation import STACK, Conditions, Scope, Surroundings
from hotcore.parameters import take_values
from hotcore.runtime import cached_property, dataclass
from hotcore.symbolic.matrix import Matrix, Row
from hotcore.syntax import Mapping, Node, Scalar
from hotcore.template import Template, conditions_in, parameters_read, with_needed

_MOST_WRITTEN_OUT = 30
"""Inline conditions that are evaluated; a template seldom has more than a few."""


@dataclass(frozen=True, slots=True)
class Part:
    """A resource or an output with a condition."""

    section: str
    """`resources` or `outputs`."""
    name: str
    """Its name."""
    node: Node
    """The node of its condition."""
    names: frozenset[str]
    """The conditions in it."""
    reads: frozenset[str]
    """The parameters in it."""

    @property
    def condition(self) -> str | None:
        """The name of its condition; None for an inline one."""
        return str(self.node.value) if isinstance(self.node, Scalar) else None


@dataclass(frozen=True, slots=True)
class RowPresence:
    """The parts that the values of a row decide."""

    on: tuple[Part, ...]
    """The parts that exist under these values."""
    off: tuple[Part, ...]
    """The parts that do not exist under these values."""


class Presence:
    """The parts of a template that the rows of its matrix switch on or off."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        self.parts = optional_parts(matrix.template)
        self.inline = [part for part in self.parts if part.condition is None][:_MOST_WRITTEN_OUT]
        self._by_condition: dict[str | None, list[tuple[int, Part]]] = {}
        for position, part in enumerate(self.parts):
            self._by_condition.setdefault(part.condition, []).append((position, part))

    def of(self, row: Row) -> RowPresence:
        """The parts that are on and off in a row."""
        written = _InlineConditions(self, row)
        states: list[tuple[int, Part, bool | None]] = [
            (position, part, on)
            for name, on in row.outcomes.items()
            for position, part in self._by_condition.get(name, ())
        ]
        inline = self._by_condition.get(None, ())
        states += [(position, part, self._state(part, row, written)) for position, part in inline]
        states.sort(key=lambda state: state[0])
        return RowPresence(*(tuple(part for _, part, on in states if on is wanted) for wanted in (True, False)))

    def _state(self, part: Part, row: Row, written: "_InlineConditions") -> bool | None:
        """Whether a part with an inline condition is on; None when the row does not decide it."""
        known = row.outcomes.keys() | self.matrix.constants.keys()
        is_near = bool(part.names & row.outcomes.keys() or part.reads & set(row.reads))
        return written.state(part) if is_near and part.names <= known and row.values is not None else None


class _InlineConditions:
    """The inline conditions, under the values of one row."""

    def __init__(self, presence: Presence, row: Row) -> None:
        self.template = presence.matrix.template
        self.parts = presence.inline
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
        states = take_values(reduced, given, {}, Unreported())
        typed = {**STACK, **{name: state.value for name, state in states.items()}}
        return Conditions(Scope(reduced, Surroundings(), typed), Unreported())

    def state(self, part: Part) -> bool | None:
        """Whether a part is on; None when that is not known."""
        if part not in self.parts:
            return None
        value = self.conditions.test(part.node, Phase.RESOURCES, Unreported())
        return value if isinstance(value, bool) else None


def optional_parts(template: Template) -> tuple[Part, ...]:
    """The resources and outputs with a condition that is not simply true or false, in the order of the template."""
    fields = [("resources", name, resource.field("condition")) for name, resource in template.resources.items()]
    fields += [("outputs", name, output.condition) for name, output in template.outputs.items()]
    return tuple(
        Part(
            section,
            name,
            node,
            frozenset(conditions_in(node, template.conditions)),
            parameters_read(node, template),
        )
        for section, name, node in fields
        if isinstance(node, Mapping) or (isinstance(node, Scalar) and isinstance(node.value, str))
    )
