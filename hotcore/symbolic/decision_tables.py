"""Decision tables of conditions: their outcomes for each combination of the values that they distinguish.

This is the opposite of `matrix`, which has a row for each combination of outcomes: here a reader looks at one
condition and wants to see every legal value, also those with the same outcome.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice, product
from typing import Any

from hotcore.diagnostics import Unreported
from hotcore.evaluation import STACK, Conditions, Scope, Surroundings
from hotcore.parameters import take_values
from hotcore.runtime import dataclass
from hotcore.symbolic.variables import (
    OTHER,
    Input,
    Key,
    Other,
    all_unlike,
    allowed_values,
    compared_in,
    distinct,
    placed,
)
from hotcore.syntax import maps
from hotcore.template import Parameter, Template, with_needed
from hotcore.values import Unknown, Value, comparable, is_known, value_at

MOST_ROWS = 64
MOST_VALUES = 8
"""Distinguished values of one input; the others share a row."""
_MOST_EVALUATED = 20_000
"""Conditions that are evaluated for all rows: some tenths of a second; very many get fewer rows."""


@dataclass(frozen=True, slots=True)
class Row:
    """One combination: the inputs' values, and the outcome of each condition, None where Heat cannot evaluate it.

    A value is `OTHER` for all values that are not distinguished.  `is_current` marks the row of the present values.
    """

    values: tuple[Value | Other, ...]
    outcomes: tuple[bool | Unknown | None, ...]
    is_current: bool


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """The outcomes of conditions for each combination of the values of their inputs."""

    conditions: tuple[str, ...]
    """The names of the conditions."""
    inputs: tuple[Input, ...]
    """What the conditions compare, with the values that make a difference."""
    rows: tuple[Row, ...]
    """The outcomes for each combination of these values."""
    fixed: tuple[Input, ...] = ()
    """Inputs without room in the table, or compared with nothing: they keep their present value."""


def decision_table(template: Template, names: Iterable[str], given: Mapping[str, Any] | None = None) -> DecisionTable:
    """The table of some conditions; the `given` values decide which row is current, and the values of inputs that are
    not in the table."""
    wanted = tuple(name for name in names if name in template.conditions)
    needed = with_needed(template, wanted)
    reduced = replace(template, conditions={name: template.conditions[name] for name in needed})
    inputs = _inputs(template, needed)
    varied: list[Input] = []
    count, most = 1, min(MOST_ROWS, _MOST_EVALUATED // max(len(needed), 1))
    for one in inputs:
        if len(one.values) > 1 and count * len(one.values) <= most:
            count *= len(one.values)
            varied.append(one)
    fixed = tuple(one for one in inputs if one not in varied)
    states = take_values(template, dict(given or {}), {}, Unreported())
    now = {**STACK, **{name: state.value for name, state in states.items()}}
    current = _current(template, varied, now)
    rows = []
    for values in product(*(one.values for one in varied)):
        conditions = _conditions(reduced, varied, values, now)
        outcomes = tuple(conditions.outcomes[name].value for name in wanted)
        rows.append(Row(values, outcomes, current is not None and _same(values, current)))
    return DecisionTable(wanted, tuple(varied), tuple(rows), fixed)


def _same(one: Iterable[Value | Other], other: Iterable[Value | Other]) -> bool:
    return [_key(value) for value in one] == [_key(value) for value in other]


def _key(value: Value | Other) -> Any:
    return value if value is OTHER else (type(value), comparable(value))


def _conditions(
    template: Template, inputs: Iterable[Input], values: Iterable[Value | Other], now: Mapping[str, Value]
) -> Conditions:
    parameters = dict(now)
    for one, value in zip(inputs, values, strict=True):
        plain = next(iter(one.others), None) if value is OTHER else value
        parameters[one.name] = placed(parameters.get(one.name), one.path, plain) if one.path else plain
    return Conditions(Scope(template, Surroundings(), parameters), Unreported())


# -- inputs of the conditions --------------------------------------------------


def _inputs(template: Template, names: Iterable[str]) -> list[Input]:
    """The parameters that conditions read, in the order of the template, with the values that matter."""
    compared = compared_in((node for name in names for node in maps(template.conditions[name].node)), template)
    order = list(template.parameters)
    return [
        _input(template.parameters[key[0]], key, found)
        for key, found in sorted(compared.items(), key=lambda pair: order.index(pair[0][0]))
    ]


def _input(parameter: Parameter, key: Key, compared: list[Value]) -> Input:
    """An input with its distinguished values, and one for all others."""
    if parameter.type == "boolean" and len(key) == 1:
        return Input(key, (True, False))
    allowed = allowed_values(parameter) if len(key) == 1 else None
    if allowed and len(allowed) <= MOST_VALUES:
        return Input(key, tuple(allowed))
    known = (value for value in compared if is_known(value) and (not allowed or value in allowed))
    distinguished = list(islice(distinct(known), MOST_VALUES - 1))
    if not allowed:
        return Input(key, (*distinguished, OTHER), others=tuple(islice(all_unlike(parameter, key, distinguished), 1)))
    rest = [value for value in allowed if value not in distinguished]
    return Input(key, (*distinguished, OTHER) if rest else tuple(distinguished), others=tuple(rest[:1]))


def _current(template: Template, inputs: Iterable[Input], now: Mapping[str, Value]) -> tuple[Value | Other, ...] | None:
    """The present values of the inputs; None where one is unknown or hidden."""
    found: list[Value | Other] = []
    for one in inputs:
        value = now.get(one.name)
        if template.parameters[one.name].hidden or not is_known(value):
            return None
        value = value_at(value, one.path)
        distinguished = [each for each in one.values if each is not OTHER]
        other = None if one.is_closed else OTHER
        same = next((each for each in distinguished if _key(each) == _key(value) or each == value), None)
        if same is None and other is None and True not in distinguished:
            return None
        found.append(value if same is None and other is None else other if same is None else same)
    return tuple(found)
