"""Conditions and the function that depends on them: `if`, `equals`, `not`, `and`, `or`."""

from dataclasses import replace
from typing import Annotated

from hotcore.evaluation import CONDITION, CONDITIONS, ELIDED, GAP, ArgumentSpec, Call, CallError, Lazy, Step, function
from hotcore.syntax import Scalar, Sequence
from hotcore.values import Unknown, Value, merged

_Test = Annotated[Lazy, CONDITION]
_Then = Annotated[Lazy, ArgumentSpec(passes="whole", gap="${then}")]


@function("if", since="2016-10-14", literal=Step.SYNTAX, rank=7)
def choose(
    call: Call,
    condition: _Test,
    value_if_true: _Then,
    value_if_false: Annotated[Lazy, ArgumentSpec(passes="whole", gap="${else}")],
) -> Value:
    """The first of two values when the condition is true, else the second (HOT specification, "if").

    The other branch is not evaluated.
    """
    return _chosen(call, condition, value_if_true, value_if_false)


@function(
    "if",
    since="2021-04-16",
    literal=Step.SYNTAX,
    rank=7,
    change="`if` without its third argument omits the list item, key or property.",
)
def choose_or_leave_out(
    call: Call,
    condition: _Test,
    value_if_true: _Then,
    value_if_false: Annotated[Lazy | None, ArgumentSpec(passes="whole", gap="${else}")] = None,
) -> Value:
    """The first of two values when the condition is true, else the second; without a second one, the list item, key
    or property that contains the call is omitted (HOT specification, "if").

    The other branch is not evaluated.
    """
    return _chosen(call, condition, value_if_true, value_if_false)


def _chosen(call: Call, condition: Lazy, value_if_true: Lazy, value_if_false: Lazy | None) -> Value:
    evaluator = call.evaluator
    holds = evaluator.conditions.test(condition, evaluator.phases.syntax, evaluator.report)
    if isinstance(holds, Unknown):
        for branch in (value_if_true, value_if_false):
            if branch is not None:
                evaluator.value(branch)
        return holds
    branch = value_if_true if holds else value_if_false
    return ELIDED if branch is None else evaluator.value(branch)


@function("equals", since="2016-10-14", literal=Step.SYNTAX, context=CONDITIONS, gives="boolean")
def equals(
    value_1: Annotated[Value, ArgumentSpec(gap=GAP)], value_2: Annotated[Value, ArgumentSpec(gap="${value}")]
) -> Value:
    """Whether two values are equal: 1 and 1.0 and true are, 1 and "1" are not (HOT specification, "Conditions
    section")."""
    return bool(value_1 == value_2)


_KEEPING = replace(CONDITION, keeps="value")
_Condition = Annotated[Value, _KEEPING]


@function("not", since="2016-10-14", context=CONDITIONS, gives="boolean")
def negate(call: Call, condition: Annotated[Lazy, _KEEPING], /) -> Value:
    """True when the condition is false (HOT specification, "Conditions section")."""
    if isinstance(condition, Scalar) and condition.value is None:
        raise CallError("`not` needs a condition.", step=Step.SYNTAX)
    holds = _holds(call, call.evaluator.result(condition), [condition], 0)
    return holds if isinstance(holds, Unknown) else not holds


@function("and", since="2016-10-14", literal=Step.SYNTAX, context=CONDITIONS, partial=True, gives="boolean")
def all_hold(call: Call, condition_1: _Condition, condition_2: _Condition, *more: _Condition) -> Value:
    """True when all of two or more conditions are true (HOT specification, "Conditions section")."""
    return _combined(call, (condition_1, condition_2, *more), decisive=False)


@function("or", since="2016-10-14", literal=Step.SYNTAX, context=CONDITIONS, partial=True, gives="boolean")
def any_holds(call: Call, condition_1: _Condition, condition_2: _Condition, *more: _Condition) -> Value:
    """True when any of two or more conditions is true (HOT specification, "Conditions section")."""
    return _combined(call, (condition_1, condition_2, *more), decisive=True)


def _combined(call: Call, conditions: tuple[Value, ...], *, decisive: bool) -> Value:
    """The value of the first decisive condition; those after it are not evaluated."""
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
    """Whether a condition holds: one of the nodes, the one at the position if none was omitted."""
    evaluator = call.evaluator
    phase = evaluator.phases.value
    if phase is None:
        return Unknown()
    written = isinstance(condition, str) and any(isinstance(n, Scalar) and n.value == condition for n in nodes)
    try:
        return evaluator.conditions.holds(condition, phase, evaluator.report, written=written)
    except CallError as error:
        error.path = (position,)
        raise
