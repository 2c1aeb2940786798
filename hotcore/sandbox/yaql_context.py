"""Finds the yaql function that fits its arguments as yaql does, and remembers what it found.

Nearly all the time of an expression goes there: for each call yaql collects the functions of a name, maps the arguments
to the parameters of each, twice, and asks each parameter's type. But the answer depends only on the place in the
expression and on the types of the values that come there, and an expression over a list asks the same hundreds of
times. The first time yaql itself answers. Calls with named or left out arguments always go through yaql's own code.
"""

import functools
import operator
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from yaql.language import contexts, exceptions, expressions, runner, utils, yaqltypes

MOST_PLACES = 2_000
MOST_TYPES = 50
"""How much is remembered before all is forgotten: places in expressions, and combinations of types at each."""

Functions = tuple[tuple[Any, ...], ...]
Mapping = tuple[tuple[Any, ...], dict[str, Any]]
"""yaql's own: the parameters that take the positional and the named arguments."""


class Overloads:
    """The functions of one name, those of the nearest context first; told apart by identity."""

    __slots__ = ("levels",)

    def __init__(self, levels: Functions) -> None:
        self.levels = levels


class QuickContext(contexts.Context):  # type: ignore[misc]  # yaql has no type hints
    """A yaql context that remembers which functions have a name, once `freeze` says that no more are registered."""

    _remembered: dict[tuple[str, bool, bool], Overloads] | None = None

    def freeze(self) -> None:
        """Promises that neither this context nor those above it get more functions."""
        self._remembered = {}

    def __call__(
        self,
        name: str,
        engine: Any,
        receiver: Any = utils.NO_VALUE,
        data_context: Any = None,
        use_convention: bool = False,
        function_filter: Any = None,
    ) -> Callable[..., Any]:
        """The function that calls the named yaql function or, with a receiver, its method."""
        overloads = self._overloads(name, receiver is not utils.NO_VALUE, use_convention)
        if overloads is None or function_filter is not None:
            yaqls_own: Callable[..., Any] = super().__call__(
                name, engine, receiver, data_context, use_convention, function_filter
            )
            return yaqls_own
        return _Call(name, self, engine, receiver, data_context or self, use_convention, overloads)

    def create_child_context(self) -> "QuickContext":
        """An empty context below this one; what yaql's own constructors do, in one step."""
        child = QuickContext.__new__(QuickContext)
        child._parent_context = self
        child._convention = self._convention
        child._functions = {}
        child._data = {}
        child._exclusive_funcs = set()
        return child

    def get_data(self, name: str, default: Any = None, ask_parent: bool = True) -> Any:
        """The value of a variable."""
        name = self._normalize_name(name)
        context = self
        while name not in context._data:
            parent = context._parent_context
            if not ask_parent or parent is None:
                return default
            if type(parent) is not QuickContext:
                return parent.get_data(name, default)
            context = parent
        return context._data[name]

    def _overloads(self, name: str, is_method: bool, use_convention: bool) -> Overloads | None:
        """The functions of this name, or None when there are none or the expression itself defines functions."""
        context = self
        while context._remembered is None:
            if context._functions or type(context._parent_context) is not QuickContext:
                return None
            context = context._parent_context
        found = context._remembered.get((name, is_method, use_convention))
        if found is None:
            is_wanted = operator.attrgetter("is_method" if is_method else "is_function")
            levels = context.collect_functions(name, lambda function, _: is_wanted(function), use_convention)
            if levels:  # strangers could fill the memory with names that do not exist
                found = context._remembered[name, is_method, use_convention] = Overloads(tuple(map(tuple, levels)))
        return found


@dataclass(slots=True)
class _Place:
    """A call in an expression: what may be called there, and what is called for which types of values."""

    levels: tuple[tuple[tuple[Any, Mapping], ...], ...]
    """The functions that may take the arguments as far as can be told before they are evaluated."""

    eager: tuple[int, ...]
    """Indexes of the arguments that are evaluated before the call."""

    winners: dict[tuple[type, ...], Any] = field(default_factory=dict)


_places: dict[tuple[Overloads, tuple[Any, ...]], _Place | None] = {}


@dataclass(slots=True)
class _Call:
    """A call of a function whose arguments are still to come."""

    name: str
    functions: QuickContext
    engine: Any
    receiver: Any
    context: Any
    use_convention: bool
    overloads: Overloads

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The result of the function that fits the arguments best."""
        values = list(args) if self.receiver is utils.NO_VALUE else [self.receiver, *args]
        place = None if kwargs or utils.NO_VALUE in values else self._place(values)
        if place is None:
            return self._call_as_yaql(args, kwargs)
        for index in place.eager:
            values[index] = values[index](utils.NO_VALUE, self.context, self.engine)
        key = tuple([type(values[index]) for index in place.eager])
        function = place.winners.get(key)
        if function is None:
            function = self._choose(place, values)
            if len(place.winners) >= MOST_TYPES:
                place.winners.clear()
            place.winners[key] = function
        try:
            result = self._run(function, values)
            utils.limit_memory_usage(self.engine, (1, result))
        except StopIteration as stop:
            raise exceptions.WrappedException(stop).with_traceback(sys.exc_info()[2]) from None
        return result

    def _call_as_yaql(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return runner.call(
            self.name, self.functions, args, kwargs, self.engine, self.receiver, self.context, self.use_convention
        )

    def _place(self, values: list[Any]) -> _Place | None:
        """What is known about a call with these arguments; None when it has to go yaql's own way."""
        kinds = tuple([value if isinstance(value, expressions.Expression) else type(value) for value in values])
        key = self.overloads, kinds
        try:
            return _places[key]
        except KeyError:
            if len(_places) >= MOST_PLACES:
                _places.clear()
            place = _places[key] = self._explore(values)
            return place

    def _explore(self, values: list[Any]) -> _Place | None:
        takes_no_names = {function.no_kwargs for level in self.overloads.levels for function in level}
        has_names = any(isinstance(value, expressions.MappingRuleExpression) for value in values)
        if len(takes_no_names) > 1 or (has_names and takes_no_names == {False}):
            return None
        levels = [self._fitting(level, values) for level in self.overloads.levels]
        lazy = {frozenset(_lazy_indexes(mapping)) for level in levels for _, mapping in level}
        if len(lazy) != 1:
            return None  # nothing fits, or it cannot be decided: yaql finds the words
        (lazy_indexes,) = lazy
        eager = [i for i, value in enumerate(values) if i not in lazy_indexes and _is_to_evaluate(value)]
        return _Place(tuple(filter(None, levels)), tuple(eager))

    def _fitting(self, functions: tuple[Any, ...], values: list[Any]) -> tuple[tuple[Any, Mapping], ...]:
        mappings = [(function, function.map_args(values, {}, self.context, self.engine)) for function in functions]
        return tuple((function, mapping) for function, mapping in mappings if mapping is not None)

    def _choose(self, place: _Place, values: list[Any]) -> Any:
        """The function to call with these values, of which the eager ones are evaluated."""
        for level in place.levels:
            best: tuple[Any, Mapping] | None = None
            for function, mapping in level:
                try:
                    function.get_delegate(self.receiver, self.engine, self.context, tuple(values), {})
                except exceptions.ArgumentException:
                    continue
                if best is None or not runner._is_specialization_of(best[1], mapping):
                    if best is not None and not runner._is_specialization_of(mapping, best[1]):
                        raise self._error(exceptions.AmbiguousFunctionException, exceptions.AmbiguousMethodException)
                    best = function, mapping
            if best is not None:
                return best[0]
        raise self._error(exceptions.NoMatchingFunctionException, exceptions.NoMatchingMethodException)

    def _error(self, of_function: Callable[..., Exception], of_method: Callable[..., Exception]) -> Exception:
        return of_function(self.name) if self.receiver is utils.NO_VALUE else of_method(self.name, self.receiver)

    def _run(self, function: Any, values: list[Any]) -> Any:
        """The result of the function, each value converted by the type of its parameter."""
        inner = self.context.create_child_context()
        receiver, engine = self.receiver, self.engine

        def convert(parameter: Any, value: Any) -> Any:
            try:
                return parameter.value_type.convert(value, receiver, inner, function, engine)
            except exceptions.ArgumentValueException:
                raise exceptions.ArgumentException(parameter.name) from None

        by_position, by_name = _parameters(function, len(values))
        return function.payload(
            *[convert(parameter, default if at is None else values[at]) for parameter, at, default in by_position],
            **{name: convert(parameter, default) for name, parameter, default in by_name},
        )


def _lazy_indexes(mapping: Mapping) -> list[int]:
    return [
        i for i, parameter in enumerate(mapping[0]) if isinstance(parameter.value_type, yaqltypes.LazyParameterType)
    ]


def _is_to_evaluate(value: Any) -> bool:
    return isinstance(value, expressions.Expression) and not isinstance(value, expressions.Constant)


@functools.lru_cache(maxsize=MOST_PLACES)
def _parameters(function: Any, count: int) -> tuple[list[tuple[Any, int | None, Any]], list[tuple[str, Any, Any]]]:
    """The parameters of a function that is called with so many arguments.

    First those passed by position: each with the index of the argument that it takes, or None and its default. Then
    those passed by name: name, parameter and default. What yaql fills in itself has the default None.
    """
    parameters = [(key, it, it.position) for key, it in function.parameters.items() if key not in ("*", "**")]
    by_position: list[tuple[Any, int | None, Any]] = []
    taken = 0
    for _, parameter, _ in sorted((item for item in parameters if item[2] is not None), key=operator.itemgetter(2)):
        if _is_filled_in(parameter):
            by_position.append((parameter, None, None))
        else:
            by_position.append((parameter, taken if taken < count else None, parameter.default))
            taken += 1
    by_position += [(function.parameters["*"], index, None) for index in range(taken, count)]
    by_name = [
        (key, parameter, None if _is_filled_in(parameter) else parameter.default)
        for key, parameter, position in parameters
        if position is None
    ]
    return by_position, by_name


def _is_filled_in(parameter: Any) -> bool:
    return isinstance(parameter.value_type, yaqltypes.HiddenParameterType)
