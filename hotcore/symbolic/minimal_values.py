"""Smallest sets of values that give combinations of outcomes, found in diagrams and verified by evaluation."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as AnyMapping
from dataclasses import replace
from itertools import islice, product
from typing import Any

from hotcore.diagnostics import Unreported
from hotcore.evaluation import STACK, Conditions, Scope, Surroundings
from hotcore.parameters import ParameterState, take_values
from hotcore.runtime import dataclass
from hotcore.symbolic.cheapest_paths import Assignment, Level, Option, Paths
from hotcore.symbolic.decision_diagrams import TooMuch
from hotcore.symbolic.exhaustiveness import forms, read_by
from hotcore.symbolic.reachability import Reachable, assigned
from hotcore.symbolic.variables import Input, converted, placed
from hotcore.syntax import walk
from hotcore.template import ConditionReads, with_needed
from hotcore.values import Unknown, is_known

_MOST_TRIED, _MOST_WALKED = 40, 400
"""Sets of values that are tried for one combination, and paths that are searched for them."""
_MOST_EVALUATED = 250_000
"""Nodes of conditions that are evaluated for one template: about a second."""
_CONDITION = 10
"""The cost of evaluating a condition, in addition to its nodes."""


Given = tuple[dict[str, Any] | None, tuple[str, ...]]
"""A set of values, and those of them that are examples."""


@dataclass(frozen=True, slots=True)
class Smallest:
    """Outcomes of some conditions with a smallest set of values that gives them, None when none was found; the values
    of `free` parameters are only examples of equivalent ones."""

    outcomes: tuple[bool, ...]
    values: dict[str, Any] | None
    free: tuple[str, ...]


class Trials:
    """Evaluates the conditions of a template under values, each once for the same inputs."""

    def __init__(self, reachable: Reachable) -> None:
        self.reachable = reachable
        self.template = reachable.template
        self.needed = reachable.needed
        self.reads = ConditionReads(self.template)
        self.left = _MOST_EVALUATED
        self.is_whole = True
        self._sizes: dict[str, int] = {}
        self._states: dict[tuple[str, str], ParameterState] = {}
        self._outcomes: dict[tuple[str, ...], bool | Unknown | None] = {}

    @property
    def broken(self) -> tuple[str, ...]:
        """The conditions that Heat cannot evaluate under any values."""
        nothing = {name: Unknown(f"get_param {name}") for name in self.template.parameters}
        found = Conditions(Scope(self.template, Surroundings(), {**STACK, **nothing}), Unreported()).outcomes
        return tuple(name for name in self.template.conditions if found[name].value is None)

    def outcomes(self, names: list[str], values: AnyMapping[str, Any]) -> list[bool | Unknown | None] | None:
        """The outcomes of conditions; None when a value is refused, or the budget is exhausted."""
        given = {**self.needed, **values}
        if any(self._state(name, given[name]).diagnostics for name in values):
            return None
        texts = {name: repr(given.get(name)) for name in {read for name in names for read in self.reads[name]}}
        keys = [self._key(name, texts) for name in names]
        missing = [name for name, key in zip(names, keys, strict=True) if key not in self._outcomes]
        if missing and not self._evaluate(missing, given, texts):
            return None
        return [self._outcomes[key] for key in keys]

    def _size(self, name: str) -> int:
        if name not in self._sizes:
            self._sizes[name] = _CONDITION + sum(1 for _ in walk(self.template.conditions[name].node))
        return self._sizes[name]

    def _key(self, name: str, texts: AnyMapping[str, str]) -> tuple[str, ...]:
        return (name, *(texts[read] for read in self.reads[name]))

    def _state(self, name: str, value: Any) -> ParameterState:
        """The state of a parameter with a value, or with None for its default."""
        key = name, repr(value)
        if key not in self._states:
            alone = replace(self.template, parameters={name: self.template.parameters[name]})
            self._states[key] = take_values(alone, {} if value is None else {name: value}, {}, Unreported())[name]
        return self._states[key]

    def _evaluate(self, names: list[str], given: AnyMapping[str, Any], texts: AnyMapping[str, str]) -> bool:
        needed = with_needed(self.template, names)
        self.left -= sum(self._size(name) for name in needed)
        if self.left < 0:
            return False
        read = [name for name in texts if name in self.template.parameters]
        typed = {**STACK, **{name: self._state(name, given.get(name)).value for name in read}}
        reduced = replace(self.template, conditions={name: self.template.conditions[name] for name in needed})
        found = Conditions(Scope(reduced, Surroundings(), typed), Unreported()).outcomes
        self._outcomes.update({self._key(name, texts): found[name].value for name in needed})
        if all(is_known(value) for value in typed.values()):
            self.is_whole &= not any(isinstance(found[name].value, Unknown) for name in needed)
        return True


def smallest_sets(trials: Trials, names: list[str], parameters: Sequence[str], most: int) -> list[Smallest]:
    """Each possible combination of outcomes of some conditions, with a smallest set of values that gives it, or None.

    The cheapest come first.  Raises `TooMuch` when the budget is exhausted.
    """
    reachable = trials.reachable
    needed = {name: value for name, value in reachable.needed.items() if name in parameters}
    levels = _levels(trials, names)
    roots = dict.fromkeys(reachable.named[name].diagram for name in names)
    paths = Paths(levels, roots, most, reachable.budget)
    known = _by_chance(trials, names, levels)
    sets = []
    for end in paths.ends:
        found = dict(zip(roots, end, strict=True))
        outcomes = tuple(found[reachable.named[name].diagram] for name in names)
        values, free = known.get(outcomes) or _given(trials, names, paths.to(end), outcomes)
        if values is None and _is_ruled_out(trials, names, paths.to(end), outcomes):
            continue
        sets.append(Smallest(outcomes, None if values is None else needed | values, free))
    return sets


def _by_chance(trials: Trials, names: list[str], levels: list[Level]) -> dict[tuple[Any, ...], Given]:
    """The outcomes of the cheapest sets of values, where conditions are opaque."""
    found: dict[tuple[Any, ...], Given] = {}
    if any(trials.reachable.is_opaque(name) for name in names):
        varied = [level for level in levels if not level.options[0].input.is_opaque]
        for given in _distinct(trials, Paths(varied, (), 1, trials.reachable.budget).to(())):
            found.setdefault(tuple(trials.outcomes(names, given[0]) or ()), given)
    return found


def _given(trials: Trials, names: list[str], paths: Iterable[Assignment], outcomes: tuple[bool, ...]) -> Given:
    """The first set of values on some paths that gives the outcomes."""
    tried = islice(_distinct(trials, paths), _MOST_TRIED)
    return next((given for given in tried if trials.outcomes(names, given[0]) == list(outcomes)), (None, ()))


def _is_ruled_out(trials: Trials, names: list[str], paths: Iterable[Assignment], outcomes: tuple[bool, ...]) -> bool:
    """Whether the outcomes are impossible: on all paths to them, opaque conditions read values that have no
    alternatives, and have another outcome."""
    template = trials.template
    opaque = with_needed(template, [name for name in names if trials.reachable.is_opaque(name)])
    read = read_by((template.conditions[name].node for name in opaque), template)
    ways = list(islice(paths, _MOST_WALKED + 1)) if read else []
    if not ways or len(ways) > _MOST_WALKED or trials.reachable.budget.left < 0 or read is None:
        return False  # there may be more paths than these
    tried: dict[str, bool] = {}
    for way in ways:
        options = [option for option in way if option.input.key in read]
        values = assigned(trials.reachable, way)
        found = [forms(option, template) for option in options]
        if values is None or len(options) < len(read) or None in found:
            return False
        for combination in product(*(each or [] for each in found)):
            given = values | _wholes(trials, values, options, combination)
            if len(tried) > _MOST_TRIED:
                return False
            if repr(given) not in tried:
                reached = trials.outcomes(names, given)
                tried[repr(given)] = reached is not None and all(isinstance(one, bool) for one in reached)
                if not tried[repr(given)] or reached == list(outcomes):
                    return False
    return True


def _wholes(trials: Trials, values: dict[str, Any], options: list[Option], wanted: Iterable[Any]) -> dict[str, Any]:
    """Values of whole parameters, with the options' values or parts replaced."""
    found: dict[str, Any] = {}
    for option, value in zip(options, wanted, strict=True):
        parameter = trials.template.parameters[option.input.name]
        whole = values.get(parameter.name, converted(parameter, parameter.default))
        found[parameter.name] = placed(found.get(parameter.name, whole), option.input.path, value)
    return found


def _levels(trials: Trials, names: Iterable[str]) -> list[Level]:
    """The levels of all inputs of some conditions.

    Inputs of opaque conditions have several examples of equivalent values: some of them may give the outcome.
    """
    reachable = trials.reachable
    inputs: dict[Any, Input] = {}
    for name in names:
        own = reachable.named[name].inputs
        if own is None:
            raise TooMuch
        inputs.update(own)
    opaque = [reachable.template.conditions[name].node for name in names if reachable.is_opaque(name)]
    return reachable.levels(inputs, reachable.varied(opaque))


def _distinct(trials: Trials, paths: Iterable[Assignment]) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    """The distinct sets of values on some paths, with the parameters for which an equivalent value would do as well;
    opaque inputs yield the same set repeatedly."""
    seen: set[str] = set()
    for path in islice(paths, _MOST_WALKED):
        values = assigned(trials.reachable, path)
        if values is not None and repr(values) not in seen:
            seen.add(repr(values))
            free = [option.input.name for option in path if option.is_free]
            yield values, tuple(name for name in free if name in values)
