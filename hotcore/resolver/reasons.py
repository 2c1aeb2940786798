"""The reasons for the value of a condition, in parts that a page can put into words of its own."""

from collections.abc import Collection, Hashable
from typing import Literal

from hotcore.diagnostics import Phase, Unreported
from hotcore.evaluation import CONDITIONS, Conditions
from hotcore.parameters import ParameterState
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping, Node, Scalar, Sequence
from hotcore.template import parameters_named, value_read
from hotcore.values import MASK, Unknown, Value, comparable

ReasonKind = Literal[
    "is", "true", "false", "unknown", "missing", "invalid", "contains", "not-contains", "literal", "expression"
]


MOST_REASONS = 30
"""Parts of one reason that are kept."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One part of a reason."""

    kind: ReasonKind
    """`is`: the parameter has the value; `contains`, `not-contains`: it contains the value or not; `missing`,
    `invalid`: it has no value, or no accepted one; `true`, `false`, `unknown`: the value of the condition; `literal`:
    the condition is a literal; `expression`: it is not explained further."""
    subject: Literal["parameter", "condition", ""] = ""
    """What the name belongs to; empty for a literal and an expression."""
    name: str = ""
    """The name of the parameter or condition."""
    value: Value = None
    """The value that a parameter has or contains."""


class Explainer:
    """Explains the conditions of one run from their outcomes; values of `hidden` parameters, or of those that depend on
    one, are masked."""

    def __init__(self, conditions: Conditions, states: dict[str, ParameterState], hidden: Collection[str]) -> None:
        self.conditions = conditions
        self.scope = conditions.scope
        self.states = states
        self.hidden = hidden

    def explain(self, node: Node) -> tuple[Reason, ...]:
        """The reasons for the value of the condition at the node."""
        reasons: dict[Hashable, Reason] = {}
        for reason in self._reasons(node):
            looked_for = comparable(reason.value) if reason.kind in ("contains", "not-contains") else None
            reasons.setdefault((reason.kind, reason.subject, reason.name, looked_for), reason)
        return tuple(reasons.values())[:MOST_REASONS]

    def named(self, name: str) -> Reason:
        """The value of a named condition, as a reason."""
        value = self.conditions.outcomes[name].value
        kind: ReasonKind = "true" if value is True else "false" if value is False else "unknown"
        return Reason(kind, "condition", name)

    def _reasons(self, node: Node) -> list[Reason]:
        if isinstance(node, Scalar):
            named = isinstance(node.value, str) and node.value in self.conditions.outcomes
            return [self.named(node.value)] if named else [Reason("literal", value=node.value)]
        name = node.sole_key if isinstance(node, Mapping) else None
        if name is None or not isinstance(node, Mapping):
            return [Reason("expression")]
        argument = node.members[name]
        if parts := value_read(node, self.scope.template, CONDITIONS):
            return self._parameter(parts)
        if name == "not":
            return self._reasons(argument)
        if name in ("and", "or") and isinstance(argument, Sequence):
            return self._decisive(argument.items, decisive=name == "or")
        if name == "equals" and isinstance(argument, Sequence):
            return [reason for item in argument.items for reason in self._parameter_in(item)] or [Reason("expression")]
        if name == "contains" and isinstance(argument, Sequence) and len(argument.items) == 2:
            return self._contains(*argument.items)
        return self._unready(node) or [Reason("expression")]

    def _decisive(self, members: list[Node], *, decisive: bool) -> list[Reason]:
        """The reasons of the decisive members: one that decides alone, else the unknown ones, else all."""
        values = [self._value(member) for member in members]
        chosen = [member for member, value in zip(members, values, strict=True) if value is decisive][:1]
        if not chosen:
            chosen = [m for m, value in zip(members, values, strict=True) if not isinstance(value, bool)] or members
        return [reason for member in chosen for reason in self._reasons(member)]

    def _value(self, node: Node) -> bool | Unknown:
        """The value of a member of `and` or `or`."""
        if isinstance(node, Scalar) and isinstance(node.value, str) and node.value in self.conditions.outcomes:
            value = self.conditions.outcomes[node.value].value
            return Unknown() if value is None else value
        return self.conditions.test(node, Phase.CONDITIONS, Unreported())

    def _parameter_in(self, node: Node) -> list[Reason]:
        parts = value_read(node, self.scope.template, CONDITIONS)
        return self._parameter(parts) if _name(parts) else self._unready(node)

    def _parameter(self, parts: list[Node]) -> list[Reason]:
        """The value of a parameter, or of a part of it, as a reason."""
        name = _name(parts)
        if name not in self.scope.parameters:
            return [Reason("expression")]
        value = self.scope.parameters[name]
        if isinstance(value, Unknown):
            return [self._valueless(name)]
        if len(parts) > 1:
            return [Reason("expression", "parameter", name)]
        return [Reason("is", "parameter", name, MASK if name in self.hidden else value)]

    def _valueless(self, name: str) -> Reason:
        state = self.states.get(name)
        return Reason("missing" if state and state.source == "missing" else "invalid", "parameter", name)

    def _contains(self, item: Node, sequence: Node) -> list[Reason]:
        parts = value_read(sequence, self.scope.template, CONDITIONS)
        name = _name(parts)
        value = self.scope.parameters.get(name)
        is_whole = len(parts) == 1 and bool(name)
        if not is_whole or isinstance(value, Unknown) or not isinstance(item, Scalar) or name in self.hidden:
            return self._parameter_in(sequence) or [Reason("expression")]
        if isinstance(value, str) and not isinstance(item.value, str):
            return [Reason("expression")]
        inside = isinstance(value, list | str) and item.value in value
        return [Reason("contains" if inside else "not-contains", "parameter", name, item.value)]

    def _unready(self, node: Node) -> list[Reason]:
        """The parameters below a node that have no value."""
        names = parameters_named(node, self.scope.template, CONDITIONS)
        return [self._valueless(name) for name in names if isinstance(self.scope.parameters.get(name), Unknown)]


def _name(parts: list[Node]) -> str:
    """The literal name of a parameter; empty for a computed one, or none."""
    first = parts[0] if parts else None
    return first.value if isinstance(first, Scalar) and isinstance(first.value, str) else ""
