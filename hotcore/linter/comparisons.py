"""Comparisons of parameters with literal values."""

from typing import Any

from hotcore.linter.subject import CallAt, Path, Subject, alike
from hotcore.runtime import dataclass
from hotcore.symbolic import OTHER, has_calls, reading
from hotcore.syntax import Node, to_plain
from hotcore.template import Parameter, conditions_in


@dataclass(frozen=True, slots=True)
class Comparison:
    """An `equals` of a parameter and a value: the call, and the value with its node and its path.

    The comparison `is_of_type` if the type of the parameter allows the value, and `is_impossible` if the parameter
    never has the value.
    """

    call: CallAt
    parameter: Parameter
    node: Node
    path: Path
    value: Any
    is_of_type: bool
    is_impossible: bool


def comparisons(subject: Subject) -> tuple[Comparison, ...]:
    """Every comparison of a whole parameter with a value."""
    found = []
    for call in subject.calls_of("equals"):
        for one, other in ((0, 1), (1, 0)):
            if len(call.items) != 2 or has_calls(call.items[other], subject.template.version):
                continue
            key = reading(call.items[one], subject.template)
            if key is not None and len(key) == 1:
                found.append(_comparison(subject, call, key[0], other))
    return tuple(found)


def _comparison(subject: Subject, call: CallAt, name: str, other: int) -> Comparison:
    parameter, node = subject.template.parameters[name], call.items[other]
    value = to_plain(node)
    fits = isinstance(value, parameter.kind.classes)
    own = subject.reachable.inputs.get((name,))
    never = own is not None and not any(each is not OTHER and bool(each == value) for each in own.values)
    return Comparison(call, parameter, node, (*call.path, "equals", other), value, fits, never or not fits)


def reported_conditions(subject: Subject) -> frozenset[str]:
    """The conditions that are already reported because of a wrong comparison in them."""
    impossible = (each.call for each in subject.once(comparisons) if each.is_impossible)
    equal = (call for call in subject.calls_of("equals") if compares_itself(subject, call))
    found = {call.path[1] for calls in (impossible, equal) for call in calls if call.path[0] == "conditions"}
    for name in subject.template.condition_order:
        if next(conditions_in(subject.template.conditions[name].node, found), None) is not None:
            found.add(name)
    return frozenset(found)


def compares_itself(subject: Subject, call: CallAt) -> bool:
    """Whether both sides of a comparison are the same call."""
    return len(call.items) == 2 and subject.is_call(call.items[0]) and alike(*call.items)
