"""Partial evaluation of expressions under given values: what is known becomes a value, the rest remains a call.

Two expressions with the same residual are equivalent, however they are written.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from hotcore.budget import Budget
from hotcore.diagnostics import Phase, Unreported
from hotcore.evaluation import (
    CONDITIONS,
    ELIDED,
    IN_OUTPUT,
    IN_RESOURCE,
    ComputedValues,
    Evaluator,
    Phases,
    functions_of,
    newest_functions,
    selected,
)
from hotcore.functions import FACADE_PARTS
from hotcore.resolver import Resolution
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping, Node, Scalar, Sequence, to_plain
from hotcore.template import Resource, value_read
from hotcore.values import Unknown, Value, is_known

MOST_CHARACTERS = 3_000_000
"""Characters of all calls that are evaluated, those of the calls in their arguments too."""

_PART = 20
"""Characters that each part of a value counts for when it is read from another resource."""

_END = object()
_REFERENCES = ("get_resource", "get_attr")


@dataclass(frozen=True, slots=True)
class PendingCall:
    """A call whose value is not known yet, with the residual of its argument."""

    function: str
    argument: Any


class Residuals:
    """Computes the residuals of the expressions of one stack."""

    def __init__(self, resolution: Resolution) -> None:
        self.scope = replace(resolution.scope, budget=Budget())
        self.conditions = resolution.conditions
        self.tests = functions_of(self.scope.template.version, CONDITIONS)
        self.left = MOST_CHARACTERS
        self._order = resolution.order
        self._resources, self._outputs = resolution.resources, resolution.outputs
        self._values: dict[str, Value] = {}
        self._is_collected = False

    def of_field(self, name: str, key: str) -> Value:
        """The residual of a field of a resource: its value, if that is fully known."""
        node, value = self.scope.template.resources[name].field(key), getattr(self._resources[name], key, None)
        if isinstance(node, Mapping) and value and is_known(value):
            return value
        return self._of(node, IN_RESOURCE)

    def of_output(self, name: str) -> Value:
        """The residual of an output: its value, if that is fully known."""
        value = self._outputs[name].value
        if value is not None and is_known(value):
            return value
        return self._of(self.scope.template.outputs[name].node, IN_OUTPUT)

    def _of(self, node: Node | None, phases: Phases) -> Value:
        """The residual of a node; None if it is left out."""
        if node is None:
            return None
        value = self._left(node, Evaluator(self.scope, self.conditions, phases, Unreported()))
        return None if value is ELIDED else value

    def of_condition(self, name: str) -> Value:
        """The residual of a condition of the template: true, false, or the remaining expression."""
        outcome = self.conditions.outcomes[name].value
        if isinstance(outcome, bool):
            return outcome
        phases = Phases(Phase.CONDITIONS, value=Phase.CONDITIONS)
        node = self.scope.template.conditions[name].node
        return self._left(node, Evaluator(self.scope, self.conditions, phases, Unreported(), self.tests))

    def _left(self, node: Node, evaluator: Evaluator) -> Value:
        if isinstance(node, Scalar):
            return node.value
        if isinstance(node, Sequence):
            return [item for item in (self._left(item, evaluator) for item in node.items) if item is not ELIDED]
        assert isinstance(node, Mapping)
        if not evaluator.is_call(node):
            members = ((key, self._left(item, evaluator)) for key, item in node.members.items())
            return {key: item for key, item in members if item is not ELIDED}
        self.left -= node.end - node.start
        if self.left < 0:
            return PendingCall("", repr(to_plain(node)))
        value = evaluator.value(node)
        return value if value is ELIDED or is_known(value) else self._call(node, value, evaluator)

    def _call(self, node: Mapping, value: Value, evaluator: Evaluator) -> Value:
        function = node.sole_key or ""
        argument = node.members[function]
        if function == "Ref" and isinstance(argument, Scalar) and argument.value in self.scope.enabled:
            return PendingCall("get_resource", argument.value)
        if parts := value_read(node, self.scope.template):
            return self._read(parts[1:], value, evaluator)
        if function == "if" and isinstance(argument, Sequence) and len(argument.items) in (2, 3):
            return self._if(argument.items, evaluator)
        left = self._left(argument, evaluator)
        if function == "get_attr" and isinstance(left, list) and self._reads_value(left[:2]):
            return self._follow(left[0], left[2:])
        return left if function == "Fn::Base64" else _renamed(function, left)

    def _read(self, path: list[Node], value: Value, evaluator: Evaluator) -> Value:
        """The residual of a parameter, including the path into a parameter that is unknown."""
        if not path or not isinstance(value, Unknown):
            return value
        return PendingCall("get_param", [value, *(self._left(step, evaluator) for step in path)])

    def _follow(self, name: str, path: list[Any]) -> Value:
        """The residual of what a path leads to in the `value` of a resource."""
        left = self._values[name]
        self.left -= _PART * sum(1 for _ in _parts(left))
        for at, key in enumerate(path):
            if isinstance(left, PendingCall | Unknown) or isinstance(key, PendingCall | Unknown):
                return PendingCall("get_attr", [left, *path[at:]])
            left = selected(left, [key])
        return left

    def _reads_value(self, argument: list[Any]) -> bool:
        """Whether `get_attr` reads the attribute `value` of a resource whose residual is known."""
        if not self._is_collected:
            self._is_collected = True
            for name in self._order:  # of creation: what one reads from another is known by then, without recursion
                if isinstance(self.scope.nested.get(name), ComputedValues):
                    self._collect(self.scope.template.resources[name])
        name = argument[0] if argument and isinstance(argument[0], str) else ""
        return argument[1:] == ["value"] and name in self._values and self.left > 0

    def _collect(self, resource: Resource) -> None:
        properties = resource.field("properties")
        if resource.type == "OS::Heat::Value" and isinstance(properties, Mapping):
            self._values[resource.name] = self._of(properties.get("value"), IN_RESOURCE)

    def _if(self, items: list[Node], evaluator: Evaluator) -> Value:
        holds = self.conditions.test(items[0], Phase.CONDITIONS, Unreported())
        if not isinstance(holds, Unknown):
            taken = items[1:2] if holds else items[2:]
            return self._left(taken[0], evaluator) if taken else ELIDED
        named = items[0].value if isinstance(items[0], Scalar) else None
        known = isinstance(named, str) and named in self.scope.template.conditions
        condition = self.of_condition(named) if known and isinstance(named, str) else to_plain(items[0])
        return PendingCall("if", [condition, *(self._left(item, evaluator) for item in items[1:])])


def _renamed(function: str, left: Any) -> PendingCall:
    """A call in the syntax of later versions, so that it equals one that differs only in name."""
    if function == "Fn::Replace" and isinstance(left, list) and len(left) == 2:
        return PendingCall("str_replace", {"template": left[1], "params": left[0]})
    if function == "Fn::ResourceFacade":
        return PendingCall("resource_facade", FACADE_PARTS.get(left, left) if isinstance(left, str) else left)
    return PendingCall(newest_functions()[function].same_as or function, left)


def is_fully_known(value: Value) -> bool:
    """Whether a value is fully known."""
    return not any(isinstance(part, PendingCall | Unknown) for part in _parts(value))


def has_more_parts(value: Value, most: int) -> bool:
    """Whether a value has more parts than that."""
    return next(islice(_parts(value), most, None), _END) is not _END


def resources_in(value: Value) -> Iterator[tuple[str, str]]:
    """The functions and resources of all references that remain in a value."""
    for part in _parts(value):
        if isinstance(part, PendingCall) and part.function in _REFERENCES:
            argument = part.argument
            name = argument[0] if isinstance(argument, list) and argument else argument
            if isinstance(name, str):
                yield part.function, name


def _parts(value: Value) -> Iterator[Value]:
    pending = [value]
    while pending:
        part = pending.pop()
        yield part
        if isinstance(part, dict):
            pending.extend(part.values())
        elif isinstance(part, list):
            pending.extend(part)
        elif isinstance(part, PendingCall):
            pending.append(part.argument)
