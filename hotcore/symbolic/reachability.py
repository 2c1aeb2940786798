"""Reachability: which combinations of outcomes conditions can have, over all values at once.

A condition is a diagram over its inputs; `and` joins two of them.  The values of an input are never too few, so that
what is false in all combinations is false under any values.  What is true in one of them may still be impossible (a
pattern may forbid it): `proved` verifies it by evaluation.  All combinations of outcomes are in `matrix`.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as AnyMapping
from dataclasses import replace
from itertools import islice
from typing import Any

from hotcore.diagnostics import Phase, Unreported
from hotcore.evaluation import (
    CONDITIONS,
    STACK,
    Conditions,
    Function,
    Scope,
    Surroundings,
    functions_of,
)
from hotcore.parameters import take_values
from hotcore.runtime import cached_property
from hotcore.symbolic.cheapest_paths import Assignment, Budget, Level, Paths, level_of
from hotcore.symbolic.components import blocks, in_order
from hotcore.symbolic.decision_diagrams import FALSE, TRUE, Diagrams, Term, TooMuch, constant
from hotcore.symbolic.samples import varied_inputs
from hotcore.symbolic.variables import OPAQUE, Input, Key, compared_in, converted, has_calls, inputs_of, placed, reading
from hotcore.syntax import Mapping, Node, Scalar, Sequence, maps, to_plain
from hotcore.template import Template, conditions_in, with_needed

Context = tuple[tuple[Node, bool], ...]
"""Conditions, each with its outcome."""

_MOST_PROOFS = 60
_MOST_TRIED, _MOST_WALKED = 16, 160
"""Sets of values that are tried for one context, and paths that are searched for them."""

_MOST_SPENT = 8_000_000
"""The budget for combinations of one template: a second or two."""

EMPTY: AnyMapping[Key, Input] = {}

_HIDDEN = 10_000
"""The extra cost of changing a hidden parameter."""


class Reachable:
    """The conditions of a template under all values that its parameters can have; `others` are conditions from other
    places that are queried too."""

    def __init__(self, template: Template, others: Iterable[Node] = ()) -> None:
        self.template = template
        self.inputs: dict[Key, Input] = inputs_of(template, others)
        self._known = functions_of(template.version, CONDITIONS)
        self.named: dict[str, Term] = {}
        self.diagrams = Diagrams(self.inputs[key] for key in in_order(template, self.inputs))
        self.budget = Budget(_MOST_SPENT)
        self._proofs = 0
        self._possible: dict[tuple[tuple[object, bool], ...], bool | None] = {}
        for name in template.condition_order:
            self.named[name] = self.term(template.conditions[name].node)

    # -- queries ---------------------------------------------------------------

    def possible(self, context: Context) -> bool | None:
        """Whether all conditions can have their outcomes at once; None when the budget is exhausted.

        False is certain.
        """
        key = tuple([(_name_or_node(node), wanted) for node, wanted in context])
        if key not in self._possible:
            term = self._joined(context)
            self._possible[key] = None if term.inputs is None else term.diagram is not FALSE
        return self._possible[key]

    def proved(self, context: Context) -> dict[str, Any] | None:
        """Parameter values under which all conditions have their outcomes, verified by evaluation; None when none were
        found."""
        for values in islice(self._assignments(context), _MOST_TRIED):
            if self._proofs >= _MOST_PROOFS:
                return None
            self._proofs += 1
            if self.outcomes(values, context) == [wanted for _, wanted in context]:
                return values
        return None

    def outcomes(self, values: dict[str, Any], context: Context) -> list[Any] | None:
        """The outcomes of conditions under parameter values; None when Heat would refuse the values."""
        states = take_values(self.template, self.needed | values, {}, Unreported())
        if any(states[name].diagnostics for name in values):
            return None
        parameters = {**STACK, **{name: state.value for name, state in states.items()}}
        needed = self._named_in(node for node, _ in context)
        reduced = replace(self.template, conditions={name: self.template.conditions[name] for name in needed})
        conditions = Conditions(Scope(reduced, Surroundings(), parameters), Unreported())
        return [conditions.test(node, Phase.RESOURCES, Unreported()) for node, _ in context]

    def varied(self, nodes: Iterable[Node]) -> dict[Key, Input]:
        """The inputs of some conditions, with more values to try than the distinguished ones."""
        nodes = list(nodes)
        named = (self.template.conditions[name].node for name in self._named_in(nodes))
        read = compared_in((one for node in (*nodes, *named) for one in maps(node)), self.template)
        return {key: self._varied[key] for key in read if key in self._varied}

    @cached_property
    def _varied(self) -> dict[Key, Input]:
        return varied_inputs(self.template, self.inputs)

    def _named_in(self, nodes: Iterable[Node]) -> dict[str, None]:
        """The conditions that some name, also through others."""
        conditions = self.template.conditions
        return with_needed(self.template, [name for node in nodes for name in conditions_in(node, conditions)])

    def is_opaque(self, name: str) -> bool:
        """Whether a condition depends on something that is not analysed."""
        inputs = self.named[name].inputs
        return inputs is not None and any(key[0] is OPAQUE for key in inputs)

    def pieces(self, names: list[str]) -> list[list[str]]:
        """Conditions in pieces that have no input in common, not even one within another."""
        inputs = {name: self.named[name].inputs for name in names}
        if any(found is None or self.is_opaque(name) for name, found in inputs.items()):
            return [names]
        keys = {key for found in inputs.values() for key in found or ()}
        outermost = {key: next(key[:end] for end in range(1, len(key) + 1) if key[:end] in keys) for key in keys}
        return blocks(names, {name: [repr(outermost[key]) for key in found or ()] for name, found in inputs.items()})

    # -- terms -----------------------------------------------------------------

    def term(self, node: Node) -> Term:
        """The term of a condition: an expression, or a name."""
        if isinstance(node, Scalar):
            if node.value is None or isinstance(node.value, bool):
                return constant(node.value is not False)
            known = self.named.get(node.value) if isinstance(node.value, str) else None
            return known or self._opaque(node)
        name = node.sole_key if isinstance(node, Mapping) else None
        if name is None or not isinstance(node, Mapping) or not isinstance(self._known.get(name), Function):
            return self._opaque(node)
        argument = node.members[name]
        items = argument.items if isinstance(argument, Sequence) else []
        if name == "not" and not items:
            return self.diagrams.inverse(self.term(argument))
        if name in ("and", "or") and len(items) >= 2:
            return (self.diagrams.all_of if name == "and" else self.diagrams.any_of)(
                [self.term(item) for item in items]
            )
        found = self._compared(name, items) if len(items) == 2 else None
        return found or self._flag(node) or self._opaque(node)

    def _flag(self, node: Node) -> Term | None:
        key = reading(node, self.template)
        if key is None or len(key) > 1 or self.template.parameters[key[0]].type != "boolean":
            return None
        return self._is(key, [True])

    def _compared(self, name: str, items: list[Node]) -> Term | None:
        keys = [reading(item, self.template) for item in items]
        plain = [None if has_calls(item, self.template.version) else [to_plain(item)] for item in items]
        if name == "equals":
            if plain[0] is not None and plain[1] is not None:
                return constant(bool(plain[0] == plain[1]))
            if keys[0] is not None and keys[0] == keys[1]:
                return self._itself(keys[0])
            for one, other in ((0, 1), (1, 0)):
                key, value = keys[one], plain[other]
                if key is not None and value is not None:
                    return self._is(key, value)
            return self._same(keys[0], keys[1])
        values = plain[1][0] if plain[1] else None
        if name == "contains" and keys[0] is not None and isinstance(values, list):
            return self._is(keys[0], values)
        return None

    def _is(self, key: Key, values: list[Any]) -> Term | None:
        known = self.inputs.get(key)
        if known is None:
            return None
        return self.diagrams.is_in(
            known, frozenset(at for at, one in enumerate(known.values) if any(one == each for each in values))
        )

    def _itself(self, key: Key) -> Term | None:
        """Whether an input equals itself; `nan` does not, and JSON may contain one."""
        return None if self.template.parameters[key[0]].type in ("number", "json") else constant(True)

    def _same(self, one: Key | None, other: Key | None) -> Term | None:
        """Whether two inputs are equal, where all of their values are known."""
        first, second = self.inputs.get(one or ()), self.inputs.get(other or ())
        if first is None or second is None or not (first.is_closed and second.is_closed):
            return None
        pairs = [
            self.diagrams.all_of(
                [self.diagrams.is_in(first, frozenset([at])), self.diagrams.is_in(second, frozenset([to]))]
            )
            for at, value in enumerate(first.values)
            for to, equal in enumerate(second.values)
            if value == equal
        ]
        return self.diagrams.any_of(pairs) if pairs else constant(False)

    def _opaque(self, node: Node) -> Term:
        """An opaque condition: true or false, but the same wherever it is written in the same way."""
        return self.diagrams.is_in(Input((OPAQUE, repr(to_plain(node))), (False, True)), frozenset([1]))

    # -- combinations ----------------------------------------------------------

    def _joined(self, context: Context) -> Term:
        terms = [self.term(node) if wanted else self.diagrams.inverse(self.term(node)) for node, wanted in context]
        return self.diagrams.all_of(terms)

    def _assignments(self, context: Context) -> Iterator[dict[str, Any]]:
        """The parameter values under which the context may hold, each set once, those nearest to the defaults first;
        with opaque conditions, it need not.
        """
        term = self._joined(context)
        is_opaque = any(key[0] is OPAQUE for key in term.inputs or ())
        varied = self.varied(node for node, _ in context) if is_opaque else {}
        try:
            paths = Paths(self.levels(term.inputs or {}, varied), [term.diagram], 2, self.budget)
        except TooMuch:
            return
        seen = set()
        for path in islice(paths.to((True,)), _MOST_WALKED) if term.inputs is not None else ():
            values = assigned(self, path)
            if values is not None and repr(values) not in seen:
                seen.add(repr(values))
                yield values

    def levels(self, inputs: AnyMapping[Key, Input], varied: AnyMapping[Key, Input] = EMPTY) -> list[Level]:
        """The levels of some inputs, and of the varied ones, which have several examples each."""
        inputs = {**inputs, **varied}
        found = [(self.diagrams.position(key), inputs[key]) for key in sorted(inputs, key=self.diagrams.position)]
        after = [*(one for _, one in found[1:]), None]
        return [
            level_of(one, position, following, _HIDDEN if self._is_hidden(one) else 0, is_varied=one.key in varied)
            for (position, one), following in zip(found, after, strict=False)  # without inputs there are no levels
        ]

    def _is_hidden(self, one: Input) -> bool:
        return not one.is_opaque and self.template.parameters[one.name].hidden

    @cached_property
    def needed(self) -> dict[str, Any]:
        """Values for the parameters that conditions read and that have no default."""
        needed = (one for key, one in self.inputs.items() if len(key) == 1 and not one.has_default)
        examples = (
            (one.key[0], example) for one in needed for at in range(len(one.values)) for example in one.examples(at)[:1]
        )
        return dict(examples)

    @cached_property
    def constants(self) -> dict[str, bool]:
        """The conditions that always have the same outcome, with this outcome."""
        known = {name: self.named[name] for name in self.template.conditions}
        return {
            name: term.diagram is TRUE
            for name, term in known.items()
            if term.inputs is not None and term.diagram in (TRUE, FALSE)
        }


def _name_or_node(node: Node) -> object:
    """The name that a condition is written as; else the node itself."""
    return node.value if isinstance(node, Scalar) and type(node.value) is str else node


def assigned(reachable: Reachable, assignment: Assignment) -> dict[str, Any] | None:
    """The parameter values of an assignment, without those at their defaults; None where an input has no example
    value."""
    values: dict[str, Any] = {}
    for option in assignment:
        one = option.input
        if one.is_opaque or (one.has_default and not option.is_changed):
            continue
        if option.value is None:
            return None
        parameter = reachable.template.parameters[one.name]
        whole = values.get(one.name, converted(parameter, parameter.default) if one.path else None)
        values[one.name] = placed(whole, one.path, option.value)
    return values
