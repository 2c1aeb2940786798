"""A yaql context that caches overload resolution.

It dominates the run time of an expression: for each call, yaql collects the functions of a name, maps the arguments to
the parameters of each, twice, and checks each parameter's type. But the result depends only on the call site and on the
types of the values, and an expression over a list repeats the same resolution hundreds of times. The first time, yaql
itself resolves it. Calls with named or omitted arguments always go through yaql's own code.
"""

import functools
import operator
import sys
from collections.abc import Callable
from dataclasses import field
from typing import Any

from yaql.language import contexts, exceptions, expressions, runner, utils, yaqltypes

from hotcore.runtime import dataclass

MAX_CALL_SITES = 2_000
MAX_TYPES = 50
"""The sizes of the caches, which are cleared when full: call sites, and combinations of types at each."""

Functions = tuple[tuple[Any, ...], ...]
Mapping = tuple[tuple[Any, ...], dict[str, Any]]
"""As in yaql: the parameters for the positional and the named arguments."""


class Overloads:
    """The functions of one name, those of the nearest context first; compared by identity."""

    __slots__ = ("levels",)

    def __init__(self, levels: Functions) -> None:
        self.levels = levels


class QuickContext(contexts.Context):  # type: ignore[misc]  # yaql has no type hints
    """A yaql context that caches the functions of a name once it is frozen."""

    _cached: dict[tuple[str, bool, bool], Overloads] | None = None

    def freeze(self) -> None:
        """Starts caching; neither this context nor its ancestors may get more functions."""
        self._cached = {}

    def __call__(
        self,
        name: str,
        engine: Any,
        receiver: Any = utils.NO_VALUE,
        data_context: Any = None,
        use_convention: bool = False,
        function_filter: Any = None,
    ) -> Callable[..., Any]:
        """A callable that calls the named yaql function or, with a receiver, its method."""
        overloads = self._overloads(name, receiver is not utils.NO_VALUE, use_convention)
        if overloads is None or function_filter is not None:
            original: Callable[..., Any] = super().__call__(
                name, engine, receiver, data_context, use_convention, function_filter
            )
            return original
        return _Call(name, self, engine, receiver, data_context or self, use_convention, overloads)

    def create_child_context(self) -> "QuickContext":
        """An empty child context; a shortcut for yaql's constructors."""
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
        while context._cached is None:
            if context._functions or type(context._parent_context) is not QuickContext:
                return None
            context = context._parent_context
        found = context._cached.get((name, is_method, use_convention))
        if found is None:
            is_wanted = operator.attrgetter("is_method" if is_method else "is_function")
            levels = context.collect_functions(name, lambda function, _: is_wanted(function), use_convention)
            if levels:  # expressions could fill the memory with names that do not exist
                found = context._cached[name, is_method, use_convention] = Overloads(tuple(map(tuple, levels)))
        return found


@dataclass(slots=True)
class _CallSite:
    """A call in an expression: its candidates, and the function that is called for each combination of types."""

    levels: tuple[tuple[tuple[Any, Mapping], ...], ...]
    """The functions that may accept the arguments, as far as is known before they are evaluated."""

    eager: tuple[int, ...]
    """Indexes of the arguments that are evaluated before the call."""

    winners: dict[tuple[type, ...], Any] = field(default_factory=dict)


_call_sites: dict[tuple[Overloads, tuple[Any, ...]], _CallSite | None] = {}


@dataclass(slots=True)
class _Call:
    """A call of a function, before it gets its arguments."""

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
        site = None if kwargs or utils.NO_VALUE in values else self._call_site(values)
        if site is None:
            return self._call_as_yaql(args, kwargs)
        for index in site.eager:
            values[index] = values[index](utils.NO_VALUE, self.context, self.engine)
        key = tuple([type(values[index]) for index in site.eager])
        function = site.winners.get(key)
        if function is None:
            function = self._choose(site, values)
            if len(site.winners) >= MAX_TYPES:
                site.winners.clear()
            site.winners[key] = function
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

    def _call_site(self, values: list[Any]) -> _CallSite | None:
        """The cached call site for these arguments; None when yaql has to resolve the call."""
        kinds = tuple([value if isinstance(value, expressions.Expression) else type(value) for value in values])
        key = self.overloads, kinds
        try:
            return _call_sites[key]
        except KeyError:
            if len(_call_sites) >= MAX_CALL_SITES:
                _call_sites.clear()
            site = _call_sites[key] = self._explore(values)
            return site

    def _explore(self, values: list[Any]) -> _CallSite | None:
        takes_no_names = {function.no_kwargs for level in self.overloads.levels for function in level}
        has_names = any(isinstance(value, expressions.MappingRuleExpression) for value in values)
        if len(takes_no_names) > 1 or (has_names and takes_no_names == {False}):
            return None
        levels = [self._fitting(level, values) for level in self.overloads.levels]
        lazy = {frozenset(_lazy_indexes(mapping)) for level in levels for _, mapping in level}
        if len(lazy) != 1:
            return None  # no match, or an ambiguous one: yaql words the error
        (lazy_indexes,) = lazy
        eager = [i for i, value in enumerate(values) if i not in lazy_indexes and _is_to_evaluate(value)]
        return _CallSite(tuple(filter(None, levels)), tuple(eager))

    def _fitting(self, functions: tuple[Any, ...], values: list[Any]) -> tuple[tuple[Any, Mapping], ...]:
        mappings = [(function, function.map_args(values, {}, self.context, self.engine)) for function in functions]
        return tuple((function, mapping) for function, mapping in mappings if mapping is not None)

    def _choose(self, site: _CallSite, values: list[Any]) -> Any:
        """The function to call with these values; the eager ones are evaluated already."""
        for level in site.levels:
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
        """The result of the function, with each value converted to the type of its parameter."""
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


@functools.lru_cache(maxsize=MAX_CALL_SITES)
def _parameters(function: Any, count: int) -> tuple[list[tuple[Any, int | None, Any]], list[tuple[str, Any, Any]]]:
    """The parameters of a function that is called with so many arguments.

    First the positional ones: each with the index of its argument, or None and its default. Then those passed by name:
    name, parameter and default. Parameters that yaql fills in itself have the default None.
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
