"""Comparisons of parameters with values that are written out."""

from dataclasses import dataclass
from typing import Any

from hotcore.evaluation import CONDITIONS, Function, functions_of, needed_first
from hotcore.lint.subject import CallAt, Path, Subject, alike
from hotcore.symbolic import OTHER, reading
from hotcore.syntax import Mapping, Node, Scalar, to_plain, walk
from hotcore.template import Parameter


@dataclass(frozen=True, slots=True)
class Comparison:
    """An `equals` of a parameter and a value: the call, the value's node and path, and what it is.

    It `is_of_type` when the parameter could have such a value by its type, and is impossible when it never has this
    one.
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
    known = functions_of(subject.template.version, CONDITIONS)
    found = []
    for call in subject.calls_of("equals"):
        for one, other in ((0, 1), (1, 0)):
            if len(call.items) != 2 or any(_is_call(item, known) for item in walk(call.items[other])):
                continue
            key = reading(call.items[one], subject.template)
            if key is not None and len(key) == 1:
                found.append(_comparison(subject, call, key[0], other))
    return tuple(found)


def _is_call(node: Node, known: dict[str, Any]) -> bool:
    return isinstance(node, Mapping) and isinstance(known.get(node.sole_key or ""), Function)


def _comparison(subject: Subject, call: CallAt, name: str, other: int) -> Comparison:
    parameter, node = subject.template.parameters[name], call.items[other]
    value = to_plain(node)
    fits = isinstance(value, parameter.kind.classes)
    own = subject.reachable.inputs.get((name,))
    never = own is not None and not any(each is not OTHER and bool(each == value) for each in own.values)
    return Comparison(call, parameter, node, (*call.path, "equals", other), value, fits, never or not fits)


def told_of(subject: Subject) -> frozenset[str]:
    """The conditions in which a comparison is told to be wrong already."""
    impossible = (each.call for each in subject.once(comparisons) if each.is_impossible)
    equal = (call for call in subject.calls_of("equals") if compares_itself(subject, call))
    done = {call.path[1] for calls in (impossible, equal) for call in calls if call.path[0] == "conditions"}
    for name in needed_first(subject.template):
        named = (item.value for item in walk(subject.template.conditions[name].node) if isinstance(item, Scalar))
        if any(isinstance(value, str) and value in done for value in named):
            done.add(name)
    return frozenset(done)


def compares_itself(subject: Subject, call: CallAt) -> bool:
    """Whether both sides of a comparison are the same call."""
    return len(call.items) == 2 and subject.is_call(call.items[0]) and alike(*call.items)
