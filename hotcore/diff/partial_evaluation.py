"""What is left of expressions under given values: what is known is a value, the rest waits for what is not.

Two expressions that leave the same come to the same, however they are written.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from hotcore.budget import Budget
from hotcore.diagnostics import Phase, Report
from hotcore.evaluation import (
    CONDITIONS,
    ELIDED,
    IN_RESOURCE,
    ComputedValues,
    Evaluator,
    Place,
    functions_of,
    newest_functions,
    selected,
)
from hotcore.functions import FACADE_PARTS
from hotcore.preview import Resolution
from hotcore.syntax import Mapping, Node, Scalar, Sequence, to_plain
from hotcore.template import Resource
from hotcore.values import Unknown, Value, is_known

MOST_CHARACTERS = 3_000_000
"""Of calls that are looked into; a call in the argument of one that is not known is looked at again by itself."""

_PART = 20
"""Characters that each part of a value counts for when it is taken over from another resource."""

_REFERENCES = ("get_resource", "get_attr")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that does not have its value yet, with what is left of its argument."""

    function: str
    argument: Any


class Residuals:
    """Works out what is left of the expressions of one stack."""

    def __init__(self, resolution: Resolution) -> None:
        self.scope = replace(resolution.scope, budget=Budget())
        self.conditions = resolution.conditions
        self.tests = functions_of(self.scope.template.version, CONDITIONS)
        self.left = MOST_CHARACTERS
        self._order = resolution.order
        self._values: dict[str, Value] = {}
        self._looked = False

    def of(self, node: Node | None, place: Place) -> Value:
        """What is left of the value of a node; None when nothing is."""
        if node is None:
            return None
        value = self._left(node, Evaluator(self.scope, self.conditions, place, Report()))
        return None if value is ELIDED else value

    def of_condition(self, name: str) -> Value:
        """What is left of a condition of the template: true, false, or what it waits for."""
        outcome = self.conditions.outcomes[name].value
        if isinstance(outcome, bool):
            return outcome
        place = Place(Phase.CONDITIONS, value=Phase.CONDITIONS)
        node = self.scope.template.conditions[name].node
        return self._left(node, Evaluator(self.scope, self.conditions, place, Report(), self.tests))

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
            return Waiting("", repr(to_plain(node)))
        value = evaluator.value(node)
        return value if value is ELIDED or is_known(value) else self._call(node, value, evaluator)

    def _call(self, node: Mapping, value: Value, evaluator: Evaluator) -> Value:
        function = node.sole_key or ""
        argument = node.members[function]
        if function == "get_param":
            return self._read(argument, value, evaluator)
        if function == "if" and isinstance(argument, Sequence) and len(argument.items) in (2, 3):
            return self._if(argument.items, evaluator)
        left = self._left(argument, evaluator)
        if function == "get_attr" and isinstance(left, list) and self._asks_value(left[:2]):
            return self._follow(left[0], left[2:])
        if function == "Ref":
            is_resource = isinstance(left, str) and left in self.scope.enabled
            return Waiting("get_resource", left) if is_resource else value
        return left if function == "Fn::Base64" else _renamed(function, left)

    def _read(self, argument: Node, value: Value, evaluator: Evaluator) -> Value:
        """What is left of a parameter, with the path into one that is not known at all."""
        path = argument.items[1:] if isinstance(argument, Sequence) else []
        if not path or not isinstance(value, Unknown):
            return value
        return Waiting("get_param", [value, *(self._left(step, evaluator) for step in path)])

    def _follow(self, name: str, path: list[Any]) -> Value:
        """What is left of what a path leads to in the `value` of a resource."""
        left = self._values[name]
        self.left -= _PART * sum(1 for _ in _parts(left))
        for at, key in enumerate(path):
            if isinstance(left, Waiting | Unknown) or isinstance(key, Waiting | Unknown):
                return Waiting("get_attr", [left, *path[at:]])
            left = selected(left, [key])
        return left

    def _asks_value(self, asked: list[Any]) -> bool:
        """Whether a resource is asked for nothing but its property `value`, of which is known what is left."""
        if not self._looked:
            self._looked = True
            for name in self._order:  # of creation: what one asks another for is known by then, and nothing recurs
                if isinstance(self.scope.nested.get(name), ComputedValues):
                    self._learn(self.scope.template.resources[name])
        name = asked[0] if asked and isinstance(asked[0], str) else ""
        return asked[1:] == ["value"] and name in self._values and self.left > 0

    def _learn(self, resource: Resource) -> None:
        properties = resource.field("properties")
        if resource.type == "OS::Heat::Value" and isinstance(properties, Mapping):
            self._values[resource.name] = self.of(properties.get("value"), IN_RESOURCE)

    def _if(self, items: list[Node], evaluator: Evaluator) -> Value:
        holds = self.conditions.test(items[0], Phase.CONDITIONS, Report())
        if not isinstance(holds, Unknown):
            taken = items[1:2] if holds else items[2:]
            return self._left(taken[0], evaluator) if taken else ELIDED
        named = items[0].value if isinstance(items[0], Scalar) else None
        known = isinstance(named, str) and named in self.scope.template.conditions
        asked = self.of_condition(named) if known and isinstance(named, str) else to_plain(items[0])
        return Waiting("if", [asked, *(self._left(item, evaluator) for item in items[1:])])


def _renamed(function: str, left: Any) -> Waiting:
    """A call in the words of later versions, so that it is equal to one that only has another name."""
    if function == "Fn::Replace" and isinstance(left, list) and len(left) == 2:
        return Waiting("str_replace", {"template": left[1], "params": left[0]})
    if function == "Fn::ResourceFacade":
        return Waiting("resource_facade", FACADE_PARTS.get(left, left) if isinstance(left, str) else left)
    return Waiting(newest_functions()[function].same_as or function, left)


def is_settled(value: Value) -> bool:
    """Whether nothing in a value waits."""
    return not any(isinstance(part, Waiting | Unknown) for part in _parts(value))


def resources_in(value: Value) -> Iterator[tuple[str, str]]:
    """The functions and resources of all references that are left in a value."""
    for part in _parts(value):
        if isinstance(part, Waiting) and part.function in _REFERENCES:
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
        elif isinstance(part, Waiting):
            pending.append(part.argument)
