"""`yaql`: an expression over data, evaluated in a separate process under Heat's limits."""

from typing import Annotated

from hotcore.evaluation import CONDITIONS, GAP, VALUES, ArgumentSpec, Call, CallError, Step, function
from hotcore.sandbox import check_yaql, evaluate_yaql
from hotcore.syntax import Mapping, Scalar
from hotcore.values import Unknown, Value, is_shallow, kind_of


def _evaluated(call: Call, expression: Value, data: Value) -> Value:
    written = call.argument.get("expression") if isinstance(call.argument, Mapping) else None
    early = written is not None and not call.evaluator.is_call(written)
    step = Step.VALIDATION if early else Step.VALUE
    if not isinstance(expression, str | Unknown):
        raise CallError(f"`expression` must be a string, not {kind_of(expression)}.", "expression", step=step)
    if isinstance(expression, str) and isinstance(written, Scalar) and (problem := check_yaql(expression)):
        raise CallError(f"The expression cannot be parsed: {problem}.", "expression", step=step, code="bad-yaql")
    if not call.resolving:
        return Unknown()
    if unknown := call.waits([expression, data]):
        return unknown
    outcome = evaluate_yaql(str(expression), data)
    if outcome.kind == "timeout":
        return Unknown("yaql, not evaluated: it takes too long")
    if outcome.kind == "error":
        problem = outcome.message if early else "it comes from a function"  # a computed expression may be a secret
        raise CallError(f"The expression cannot be evaluated: {problem}.", "expression", code="bad-yaql")
    if not is_shallow(outcome.value):
        raise CallError("The result of the expression is nested too deeply.", "expression", code="bad-yaql")
    return outcome.value


_Expression = Annotated[Value, ArgumentSpec("string", is_long=True, begins="$.data", gap="${$.data}")]
_Data = Annotated[Value, ArgumentSpec("map", keeps="value", gap=GAP)]


@function("yaql", since="2016-10-14", literal=Step.SYNTAX, partial=True)
def yaql_value(call: Call, *, expression: _Expression, data: _Data = None) -> Value:
    """The value of a YAQL expression, with the data at `$.data` (HOT specification, "yaql").

    Heat's limits apply: 200 iterations, 10000 bytes of memory.
    """
    return _evaluated(call, expression, _data(call, data))


@function("yaql", since="2017-09-01", literal=Step.SYNTAX, partial=True, context=VALUES + CONDITIONS)
def yaql(call: Call, *, expression: _Expression, data: _Data = None) -> Value:
    """The value of a YAQL expression, with the data at `$.data`; also as a condition (HOT specification, "yaql").

    Heat's limits apply: 200 iterations, 10000 bytes of memory.
    """
    return _evaluated(call, expression, _data(call, data))


def _data(call: Call, data: Value) -> Value:
    given = isinstance(call.argument, Mapping) and "data" in call.argument.members
    return data if given else {}
