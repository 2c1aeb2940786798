"""yaql as Heat sets it up: evaluates expressions under Heat's limits and words what is wrong with them.

Messages never hold a part of the data, which may be secret: only names that the expression itself contains.

Source: HOT specification, section "yaql".
"""

import collections.abc  # noqa: F401 - yaql uses it without importing it
import datetime as dt
import functools
import re
import sys

import yaql
from yaql.language import conventions, exceptions, utils

from hotcore.sandbox.yaql_context import QuickContext
from hotcore.values import Unordered

OPTIONS = {"yaql.limitIterators": 200, "yaql.memoryQuota": 10_000}
"""Heat's defaults: items of one collection, bytes of one value."""

MOST_EXPRESSIONS = 2_000
"""Expressions that are kept compiled; compiling one takes as long as evaluating it."""

LONGEST_NUMBER = 10**4300
"""Python refuses to write longer ones."""


class NotPlainError(Exception):
    """The value of an expression is a function or something else that no template can hold."""


LONGEST_QUOTE = 40
"""Characters of the expression in a message."""

_FIRST_QUOTED = re.compile('"([^"]*)"')
_MISSING_KEY = "a map does not have the key that is asked for"
_PROBLEMS: tuple[tuple[type[BaseException], str], ...] = (
    (exceptions.CollectionTooLargeException, "a collection has more than 200 items"),
    (exceptions.MemoryQuotaExceededException, "a value takes more than 10000 bytes"),
    (exceptions.AmbiguousFunctionException, "a function fits its arguments in two ways"),
    (exceptions.AmbiguousMethodException, "a method fits its arguments in two ways"),
    (RecursionError, "it is nested too deeply"),
    (MemoryError, "it takes too much memory"),
    (OverflowError, "a number is too large"),
    (ZeroDivisionError, "a division by zero"),
    (KeyError, _MISSING_KEY),
    (IndexError, "a list does not have the index that is asked for"),
    (StopIteration, "there is no first item in an empty list"),
    (TypeError, "values of types that do not go together"),
    (NotPlainError, "the result is not plain data"),
    (ValueError, "a value has not the form that is needed"),
)


class Engine:
    """One parser and one set of functions for all expressions of a process."""

    def __init__(self) -> None:
        parse = yaql.YaqlFactory().create(OPTIONS)
        self._context = yaql.create_context(context=QuickContext(convention=conventions.CamelCaseConvention()))
        self._context.freeze()
        self._parse = functools.lru_cache(maxsize=MOST_EXPRESSIONS)(parse)

    def check(self, expression: str) -> list[object]:
        """The value None, or the error in the expression's syntax."""
        try:
            self._parse(expression)
        except Exception as problem:  # noqa: BLE001 - whatever a stranger's expression brings about is its own mistake
            return ["error", describe_problem(problem, expression)]
        return ["value", None]

    def evaluate(self, expression: str, data: object) -> list[object]:
        """The plain value of the expression with `data` at `$.data`, or what is wrong."""
        try:
            statement = self._parse(expression)
            context = self._context.create_child_context()
            context["$"] = utils.FrozenDict(data=_frozen(data))
            return ["value", to_plain(statement.evaluate(context=context))]
        except Exception as problem:  # noqa: BLE001 - as above
            return ["error", describe_problem(problem, expression)]


def know_the_quota() -> None:
    """Makes the yaql of this process count memory against Heat's quota without asking each time what it is."""
    utils.limit_memory_usage = _limit_memory_usage


def _limit_memory_usage(_engine: object, *shares: tuple[int, object]) -> None:
    """Refuses values above the quota; every value that one function passes on to another goes through here."""
    total = 0
    for count, value in shares:
        total += count * sys.getsizeof(value, 0)
        if total > OPTIONS["yaql.memoryQuota"]:
            raise exceptions.MemoryQuotaExceededException


def _frozen(value: object) -> object:
    """Plain data as yaql works with it; what yaql's own conversion does, for the few types that come here."""
    if isinstance(value, dict):
        return utils.FrozenDict((key, _frozen(item)) for key, item in value.items())
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, Unordered):
        return frozenset(map(_frozen, value.members))
    return value


def to_plain(value: object) -> object:
    """The value as JSON knows it: sets are in a fixed order, dates and times text."""
    if value is None or isinstance(value, bool | str | float):
        return value
    if isinstance(value, int):
        if abs(value) >= LONGEST_NUMBER:
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
    """What is wrong with an expression, in a few words without a trace of the data."""
    if isinstance(problem, exceptions.YaqlParsingException):
        return _describe_syntax(problem)
    if isinstance(problem, exceptions.NoFunctionRegisteredException | exceptions.NoMethodRegisteredException):
        return _with_name("there is no function {}", "there is no such function", problem, expression)
    if isinstance(problem, exceptions.NoMatchingFunctionException | exceptions.NoMatchingMethodException):
        return _with_name("{} does not fit its arguments", "a function does not fit its arguments", problem, expression)
    if isinstance(problem, KeyError) and problem.args and isinstance(problem.args[0], str):
        key = problem.args[0]
        return f"a map does not have the key `{key}`" if key and key in expression else _MISSING_KEY
    for kind, message in _PROBLEMS:
        if isinstance(problem, kind):
            return message
    return "it cannot be evaluated with this data"


def _describe_syntax(problem: exceptions.YaqlParsingException) -> str:
    if problem.position is None:
        return "it ends too early"
    return f"unexpected `{str(problem.value)[:LONGEST_QUOTE]}` at position {problem.position + 1}"


def _with_name(message: str, otherwise: str, problem: Exception, expression: str) -> str:
    """The message with the name of the function, when the expression holds it too."""
    found = _FIRST_QUOTED.search(str(problem))
    name = (
        found[1].removeprefix("#operator_").removeprefix("#unary_operator_").removeprefix("#property#") if found else ""
    )
    return message.format(f"`{name}`") if name and name in expression else otherwise
