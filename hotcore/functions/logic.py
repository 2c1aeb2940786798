"""Conditions and what depends on them: `if`, `equals`, `not`, `and`, `or`."""

from dataclasses import replace
from typing import Annotated

from hotcore.evaluation import CONDITION, CONDITIONS, ELIDED, GAP, Call, Lazy, Mistake, Step, Wanted, function
from hotcore.syntax import Scalar, Sequence
from hotcore.values import Unknown, Value, merged

_Test = Annotated[Lazy, CONDITION]
_Then = Annotated[Lazy, Wanted(passes="whole", gap="${then}")]


@function("if", since="2016-10-14", literal=Step.SYNTAX, rank=7)
def choose(
    call: Call,
    condition: _Test,
    value_if_true: _Then,
    value_if_false: Annotated[Lazy, Wanted(passes="whole", gap="${else}")],
) -> Value:
    """One of two values: the first when the condition holds, else the second (HOT specification, "if").

    The branch that is not taken is not looked at.
    """
    return _chosen(call, condition, value_if_true, value_if_false)


@function(
    "if",
    since="2021-04-16",
    literal=Step.SYNTAX,
    rank=7,
    news="`if` without its third argument leaves out what it stands for.",
)
def choose_or_leave_out(
    call: Call,
    condition: _Test,
    value_if_true: _Then,
    value_if_false: Annotated[Lazy | None, Wanted(passes="whole", gap="${else}")] = None,
) -> Value:
    """One of two values: the first when the condition holds, else the second; without a second one, the list item,
    key or property that it stands for is left out (HOT specification, "if").

    The branch that is not taken is not looked at.
    """
    return _chosen(call, condition, value_if_true, value_if_false)


def _chosen(call: Call, condition: Lazy, value_if_true: Lazy, value_if_false: Lazy | None) -> Value:
    evaluator = call.evaluator
    holds = evaluator.conditions.test(condition, evaluator.place.syntax, evaluator.report)
    if isinstance(holds, Unknown):
        for branch in (value_if_true, value_if_false):
            if branch is not None:
                evaluator.value(branch)
        return holds
    branch = value_if_true if holds else value_if_false
    return ELIDED if branch is None else evaluator.value(branch)


@function("equals", since="2016-10-14", literal=Step.SYNTAX, place=CONDITIONS, gives="boolean")
def equals(value_1: Annotated[Value, Wanted(gap=GAP)], value_2: Annotated[Value, Wanted(gap="${value}")]) -> Value:
    """Whether two values are equal: 1 and 1.0 and true are, 1 and "1" are not (HOT specification, "Conditions
    section")."""
    return bool(value_1 == value_2)


_KEEPING = replace(CONDITION, keeps="value")
_Condition = Annotated[Value, _KEEPING]


@function("not", since="2016-10-14", place=CONDITIONS, gives="boolean")
def negate(call: Call, condition: Annotated[Lazy, _KEEPING], /) -> Value:
    """True when the condition is false (HOT specification, "Conditions section")."""
    if isinstance(condition, Scalar) and condition.value is None:
        raise Mistake("`not` needs a condition.", step=Step.SYNTAX)
    holds = _holds(call, call.evaluator.result(condition), [condition], 0)
    return holds if isinstance(holds, Unknown) else not holds


@function("and", since="2016-10-14", literal=Step.SYNTAX, place=CONDITIONS, partial=True, gives="boolean")
def all_hold(call: Call, condition_1: _Condition, condition_2: _Condition, *more: _Condition) -> Value:
    """True when all of two or more conditions are (HOT specification, "Conditions section")."""
    return _combined(call, (condition_1, condition_2, *more), decisive=False)


@function("or", since="2016-10-14", literal=Step.SYNTAX, place=CONDITIONS, partial=True, gives="boolean")
def any_holds(call: Call, condition_1: _Condition, condition_2: _Condition, *more: _Condition) -> Value:
    """True when any of two or more conditions is (HOT specification, "Conditions section")."""
    return _combined(call, (condition_1, condition_2, *more), decisive=True)


def _combined(call: Call, conditions: tuple[Value, ...], *, decisive: bool) -> Value:
    """What the first decisive condition says; those after it are not looked at."""
    unknown: list[Value] = []
    nodes = call.argument.items if isinstance(call.argument, Sequence) else []
    for position, condition in enumerate(conditions):
        holds = _holds(call, condition, nodes, position)
        if holds is decisive:
            return decisive
        if isinstance(holds, Unknown):
            unknown.append(holds)
    return merged(unknown) if unknown else not decisive


def _holds(call: Call, condition: Value, nodes: list[Lazy], position: int) -> bool | Unknown:
    """Whether a condition holds that is one of the nodes, the one at a position if nothing was left out."""
    evaluator = call.evaluator
    phase = evaluator.place.value
    if phase is None:
        return Unknown()
    written = isinstance(condition, str) and any(isinstance(n, Scalar) and n.value == condition for n in nodes)
    try:
        return evaluator.conditions.holds(condition, phase, evaluator.report, written=written)
    except Mistake as mistake:
        mistake.path = (position,)
        raise
