"""Backward slicing of a template: what its resources and outputs depend on under the present values, and what not.

Everything is followed back from the results.  A disabled resource needs its condition only, an `if` its condition and
the branch it takes, an `and` that is false one of the members that make it so.
"""

from collections import deque
from collections.abc import Iterable
from typing import Literal

from hotcore.diagnostics import Phase, Unreported
from hotcore.evaluation import CONDITIONS, Function, functions_of, readers
from hotcore.resolver.resolution import Resolution
from hotcore.runtime import dataclass
from hotcore.symbolic import has_calls, reading
from hotcore.syntax import Mapping, Node, Scalar, Sequence
from hotcore.template import ConditionReads, condition_arguments
from hotcore.values import Unknown
from hotcore.versions import CONDITIONS_SINCE

Kind = Literal["resource", "output", "condition"]
Why = Literal["off", "branch", "decided", "unused"]
Element = tuple[Kind, str]


@dataclass(frozen=True, slots=True)
class Cut:
    """Nodes of an element that nothing needs now, why, and the condition that decides it."""

    element: Element
    why: Why
    nodes: tuple[Node, ...]
    decider: Node


@dataclass(frozen=True, slots=True)
class _Choice:
    """An `and` or `or` that each of several members decides alone; `sure` ones may be left out."""

    element: Element
    members: list[Node]
    sure: list[Node]
    deciding: list[Node]


class Slice:
    """The slice: `live` is the set of the parameters, `cuts` the skipped nodes, `chosen` the member that counts of
    each `and` or `or` that several would decide, by the identity of the members."""

    def __init__(self, resolution: Resolution, reads: ConditionReads) -> None:
        self.reads = reads
        self.live = 0
        self.cuts: list[Cut] = []
        self.chosen: dict[int, Node] = {}
        self._template = resolution.template
        self._conditions = resolution.conditions
        self._in_values = functions_of(self._template.version)
        self._in_conditions = functions_of(self._template.version, CONDITIONS)
        self._asked: set[str] = set()
        self._sure: dict[str, bool] | None = None
        self._work: deque[tuple[Element, Node, bool]] = deque()
        self._choices: list[_Choice] = []
        self._start(resolution)
        self._run()

    def _start(self, resolution: Resolution) -> None:
        """Adds all results."""
        for name, resource in self._template.resources.items():
            node = resource.field("condition") if self._template.version.date >= CONDITIONS_SINCE else None
            body = tuple(child for key, child in resource.node.members.items() if key != "condition")
            self._ask_if(("resource", name), node, body, resolution.scope.enabled[name])
        for name, output in self._template.outputs.items():
            node = None if isinstance(output.condition, Scalar) and output.condition.value is None else output.condition
            self._ask_if(("output", name), node, (output.node,), resolution.outputs[name].enabled)

    def _ask_if(
        self, element: Element, condition: Node | None, body: tuple[Node, ...], enabled: bool | Unknown
    ) -> None:
        if condition is not None:
            self._work.append((element, condition, True))
        if condition is not None and enabled is False:
            self.cuts.append(Cut(element, "off", body, condition))
        else:
            self._work.extend((element, node, False) for node in body)

    def _run(self) -> None:
        """Follows everything; of equally decisive members, those are chosen that add the fewest dependencies."""
        self._follow()
        free = [(each, self._cheapest(each)) for each in self._choices]
        self._choices = [each for each, (cost, _) in free if cost]
        for each, (cost, member) in free:
            if not cost:
                self._choose(each, member)
        self._follow()
        for each in self._choices:  # the loop may append more
            self._choose(each, self._cheapest(each)[1])
            self._follow()

    def _cheapest(self, choice: _Choice) -> tuple[int, Node]:
        unread = self.reads.unread(self.live)
        costs = [((self.reads.tested(member) & unread).bit_count(), member) for member in choice.deciding]
        return min(costs, key=lambda cost: cost[0])

    def _choose(self, choice: _Choice, member: Node) -> None:
        self._leave_out(choice.element, choice.members, choice.sure, member)
        self._work.append((choice.element, member, True))

    def _leave_out(self, element: Element, members: list[Node], sure: list[Node], decider: Node) -> None:
        self.chosen[id(members)] = decider
        others = tuple(other for other in sure if other is not decider)
        self.cuts.append(Cut(element, "decided", others, decider))

    def _follow(self) -> None:
        while self._work:
            element, node, tested = self._work.popleft()
            if tested:
                self._test(element, node)
            else:
                self._value(element, node)

    # -- values ----------------------------------------------------------------

    def _value(self, element: Element, node: Node) -> None:
        """Adds all parts of a value."""
        pending = [node]
        while pending:
            item = pending.pop()
            if isinstance(item, Sequence):
                pending.extend(item.items)
            elif isinstance(item, Mapping):
                pending.extend(self._parts(element, item))

    def _parts(self, element: Element, node: Mapping) -> Iterable[Node]:
        name = node.sole_key
        if name in readers("parameter") and name in self._in_values:
            self.live |= self.reads.named_by(node)
        elif name == "if" and isinstance(self._in_values.get(name), Function):
            return self._branches(element, node.members[name])
        for _, part in condition_arguments(node):
            if isinstance(part, Scalar):
                self._test_named(part.value)
        return node.members.values()

    def _branches(self, element: Element, argument: Node) -> list[Node]:
        """The branches of an `if` that are needed: both while its condition is unknown, or when it is wrong."""
        items = argument.items if isinstance(argument, Sequence) else [argument]
        if not 2 <= len(items) <= 3:
            return items
        condition, *branches = items
        self._work.append((element, condition, True))
        holds = self._holds(condition)
        if isinstance(holds, Unknown):
            return branches
        taken, others = (branches[:1], branches[1:]) if holds else (branches[1:], branches[:1])
        if others:
            self.cuts.append(Cut(element, "branch", tuple(others), condition))
        return taken

    # -- conditions ------------------------------------------------------------

    def _holds(self, condition: Node) -> bool | Unknown:
        return self._conditions.test(condition, Phase.RESOURCES, Unreported())

    def _test(self, element: Element, node: Node) -> None:
        """Adds all that decides a condition, by name or inline."""
        if isinstance(node, Scalar):
            self._test_named(node.value)
            return
        name = node.sole_key if isinstance(node, Mapping) else None
        argument = node.members[name] if isinstance(node, Mapping) and name is not None else None
        if name == "not" and argument is not None:
            self._work.append((element, argument, True))
        elif name in ("and", "or") and isinstance(argument, Sequence):
            self._test_members(element, argument.items, decisive=name == "or")
        else:
            self._value(element, node)
            if name not in ("equals", "contains"):
                self._test_what_is_named(node)

    def _test_named(self, name: object) -> None:
        if isinstance(name, str) and name in self._template.conditions and name not in self._asked:
            self._asked.add(name)
            self._work.append((("condition", name), self._template.conditions[name].node, True))

    def _test_what_is_named(self, node: Node) -> None:
        """Adds the condition that a value may name."""
        key = reading(node, self._template)
        value = self._conditions.scope.parameters[key[0]] if key is not None else []
        for named in [value] if not isinstance(value, dict | list) else self._template.conditions:
            self._test_named(named)

    def _test_members(self, element: Element, members: list[Node], *, decisive: bool) -> None:
        """Adds one decisive member, and all that may fail."""
        judged = [(member, self._is_sure(member), self._holds(member) is decisive) for member in members]
        sure = [member for member, is_sure, _ in judged if is_sure]
        deciding = [member for member, is_sure, decides in judged if decides and is_sure]
        settled = [member for member, is_sure, decides in judged if decides and not is_sure]
        asked = [member for member, is_sure, _ in judged if not is_sure] if deciding or settled else members
        self._work.extend((element, member, True) for member in asked)
        if settled:
            self._leave_out(element, members, sure, settled[0])
        elif deciding:
            self._choices.append(_Choice(element, members, sure, deciding))

    def _is_sure(self, node: Node) -> bool:
        """Whether a condition cannot fail under any legal values of the parameters."""
        if isinstance(node, Scalar):
            return isinstance(node.value, bool) or (isinstance(node.value, str) and self._is_sure_name(node.value))
        name = node.sole_key if isinstance(node, Mapping) else None
        if not isinstance(node, Mapping) or name is None or not isinstance(self._in_conditions.get(name), Function):
            return False
        argument = node.members[name]
        items = argument.items if isinstance(argument, Sequence) else []
        if name == "not":
            return self._is_sure(argument)
        if name in ("and", "or"):
            return len(items) >= 2 and all(map(self._is_sure, items))
        key = reading(node, self._template)
        if key is not None:
            return len(key) == 1 and self._template.parameters[key[0]].type == "boolean"
        return name in ("equals", "contains") and len(items) == 2 and self._is_sure_comparison(name, items)

    def _is_sure_name(self, name: str) -> bool:
        if self._sure is None:
            self._sure = {}
            for each in self._template.condition_order:
                self._sure[each] = self._is_sure(self._template.conditions[each].node)
        return self._sure.get(name, False)

    def _is_sure_comparison(self, name: str, items: list[Node]) -> bool:
        keys = [reading(item, self._template) for item in items]
        plain = all(
            key is not None or not has_calls(item, self._template.version)
            for key, item in zip(keys, items, strict=True)
        )
        if name == "equals" or not plain:
            return plain
        key = keys[1]
        if key is None:
            return isinstance(items[1], Sequence)
        return len(key) == 1 and self._template.parameters[key[0]].type == "comma_delimited_list"
