"""yaql as configured in Heat: evaluates expressions under Heat's limits and words their errors.

Messages never contain any of the data, which may be secret: only names from the expression itself.

Source: HOT specification, section "yaql".
"""

import collections.abc  # noqa: F401 - yaql uses it without importing it
import datetime as dt
import functools
import sys

import yaql
from yaql.language import conventions, exceptions, utils

from hotcore.runtime import regex
from hotcore.sandbox.yaql_context import QuickContext
from hotcore.values import Unordered

OPTIONS = {"yaql.limitIterators": 200, "yaql.memoryQuota": 10_000}
"""Heat's defaults: items of one collection, bytes of one value."""

MAX_EXPRESSIONS = 2_000
"""The size of the cache of compiled expressions; compiling one takes as long as evaluating it."""

MAX_NUMBER = 10**4300
"""Python refuses to convert larger ones to text."""


class NotPlainError(Exception):
    """The value of an expression is a function or another object that no template can contain."""


MAX_QUOTE_LENGTH = 40
"""Characters of the expression that a message may quote."""

_FIRST_QUOTED = regex('"([^"]*)"')
_MISSING_KEY = "a map does not have the requested key"
_PROBLEMS: tuple[tuple[type[BaseException], str], ...] = (
    (exceptions.CollectionTooLargeException, "a collection has more than 200 items"),
    (exceptions.MemoryQuotaExceededException, "a value takes more than 10000 bytes"),
    (exceptions.AmbiguousFunctionException, "the call of a function is ambiguous"),
    (exceptions.AmbiguousMethodException, "the call of a method is ambiguous"),
    (RecursionError, "it is nested too deeply"),
    (MemoryError, "it takes too much memory"),
    (OverflowError, "a number is too large"),
    (ZeroDivisionError, "division by zero"),
    (KeyError, _MISSING_KEY),
    (IndexError, "an index is out of range"),
    (StopIteration, "an empty list has no first item"),
    (TypeError, "the types of the operands do not match"),
    (NotPlainError, "the result is not plain data"),
    (ValueError, "a value does not have the expected format"),
)


class Engine:
    """One parser and one set of functions for all expressions of a process."""

    def __init__(self) -> None:
        parse = yaql.YaqlFactory().create(OPTIONS)
        self._context = yaql.create_context(context=QuickContext(convention=conventions.CamelCaseConvention()))
        self._context.freeze()
        self._parse = functools.lru_cache(maxsize=MAX_EXPRESSIONS)(parse)

    def check(self, expression: str) -> list[object]:
        """The value None, or the syntax error of the expression."""
        try:
            self._parse(expression)
        except Exception as problem:  # noqa: BLE001 - any exception is a mistake in the untrusted expression
            return ["error", describe_problem(problem, expression)]
        return ["value", None]

    def evaluate(self, expression: str, data: object) -> list[object]:
        """The plain value of the expression with `data` at `$.data`, or its error."""
        try:
            statement = self._parse(expression)
            context = self._context.create_child_context()
            context["$"] = utils.FrozenDict(data=_frozen(data))
            return ["value", to_plain(statement.evaluate(context=context))]
        except Exception as problem:  # noqa: BLE001 - as above
            return ["error", describe_problem(problem, expression)]


def install_quota() -> None:
    """Replaces yaql's memory check in this process by a faster one with Heat's fixed quota."""
    utils.limit_memory_usage = _limit_memory_usage


def _limit_memory_usage(_engine: object, *shares: tuple[int, object]) -> None:
    """Rejects values above the quota; yaql calls it for every value that one function passes to another."""
    total = 0
    for count, value in shares:
        total += count * sys.getsizeof(value, 0)
        if total > OPTIONS["yaql.memoryQuota"]:
            raise exceptions.MemoryQuotaExceededException


def _frozen(value: object) -> object:
    """Plain data as yaql's immutable types; a shortcut for yaql's own conversion of the few types that occur here."""
    if isinstance(value, dict):
        return utils.FrozenDict((key, _frozen(item)) for key, item in value.items())
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, Unordered):
        return frozenset(map(_frozen, value.members))
    return value


def to_plain(value: object) -> object:
    """The value as JSON types: sets in a fixed order, dates and times as text."""
    if value is None or isinstance(value, bool | str | float):
        return value
    if isinstance(value, int):
        if abs(value) >= MAX_NUMBER:
            raise OverflowError
        return value
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, dict):
        return {to_plain(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        members = sorted((to_plain(item) for item in value), key=lambda item: (type(item).__name__, repr(item)))
        return Unordered(tuple(members))
    if isinstance(value, dt.datetime):
        return value.isoformat()
    if isinstance(value, dt.timedelta):
        return str(value)
    raise NotPlainError


def describe_problem(problem: Exception, expression: str) -> str:
    """A short description of an expression's error without any of the data."""
    if isinstance(problem, exceptions.YaqlParsingException):
        return _describe_syntax(problem)
    if isinstance(problem, exceptions.NoFunctionRegisteredException | exceptions.NoMethodRegisteredException):
        return _with_name("there is no function {}", "there is no such function", problem, expression)
    if isinstance(problem, exceptions.NoMatchingFunctionException | exceptions.NoMatchingMethodException):
        return _with_name(
            "{} does not accept these arguments", "a function does not accept its arguments", problem, expression
        )
    if isinstance(problem, KeyError) and problem.args and isinstance(problem.args[0], str):
        key = problem.args[0]
        return f"a map has no key `{key}`" if key and key in expression else _MISSING_KEY
    for kind, message in _PROBLEMS:
        if isinstance(problem, kind):
            return message
    return "it cannot be evaluated with this data"


def _describe_syntax(problem: exceptions.YaqlParsingException) -> str:
    if problem.position is None:
        return "unexpected end"
    return f"unexpected `{str(problem.value)[:MAX_QUOTE_LENGTH]}` at position {problem.position + 1}"


def _with_name(message: str, otherwise: str, problem: Exception, expression: str) -> str:
    """The message with the name of the function when it occurs in the expression."""
    found = _FIRST_QUOTED.search(str(problem))
    name = (
        found[1].removeprefix("#operator_").removeprefix("#unary_operator_").removeprefix("#property#") if found else ""
    )
    return message.format(f"`{name}`") if name and name in expression else otherwise
