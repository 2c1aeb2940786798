"""The kinds of constraints, in the order of their precedence in an item that has several."""

from collections.abc import Hashable, Set
from dataclasses import field
from typing import Any

from hotcore.constraints.custom import asks_cloud, check_custom, constraint_names, describe
from hotcore.constraints.declaration import constraint
from hotcore.constraints.options import BadOptions, Option
from hotcore.constraints.parameter_types import ParameterType, Refused, to_number
from hotcore.runtime import dataclass
from hotcore.sandbox import compile_pattern, match_pattern
from hotcore.values import Value, comparable, kind_of


def _limit(name: str, form_name: str, label: str, about: str) -> Option:
    return Option(name, form_name, "number", label, about, required=False)


def _between(low: Any, high: Any) -> str:
    if low is None:
        return f"at most {high}"
    if high is None:
        return f"at least {low}"
    return f"exactly {low}" if low == high else f"{low} to {high}"


@constraint(
    "modulo",
    Option("step", "Step", "number", "step", "the divisor"),
    Option("offset", "Offset", "number", "offset", "the remainder"),
    types={"number"},
    about="a number that leaves the remainder `offset` when divided by `step`",
    since="2017-02-24",
    is_certain=True,
)
@dataclass(frozen=True, slots=True)
class Modulo:
    """A number that leaves `offset` when divided by `step`, with the sign that Python's `%` gives."""

    step: Any
    offset: Any

    def __post_init__(self) -> None:
        step, offset = self.step, self.offset
        for key, number in (("step", step), ("offset", offset)):
            if number != number or abs(number) == float("inf") or int(number) != number:
                raise BadOptions(f"`{key}` of `modulo` must be an integer.", key)
        if step == 0:
            raise BadOptions("`step` of `modulo` cannot be 0.", "step")
        if abs(offset) >= abs(step):
            raise BadOptions("`offset` of `modulo` must be smaller than `step`.", "offset")
        if step * offset < 0:
            raise BadOptions("`step` and `offset` of `modulo` must have the same sign.", "offset")

    def rule(self, _kind: ParameterType, /) -> str:
        step, offset = int(self.step), int(self.offset)
        if (step, offset) in ((2, 0), (2, 1)):
            return "odd" if offset else "even"
        return f"{offset} more than a multiple of {step}" if offset else f"a multiple of {step}"

    def failure(self, value: Value, kind: ParameterType, /) -> str | None:
        try:
            if to_number(value) % self.step == self.offset:
                return None
        except OverflowError:
            raise Refused("The number is too large for a division.") from None
        return f"The number must be {self.rule(kind)}."


@constraint(
    "range",
    _limit("min", "MinValue", "at least", "the minimum"),
    _limit("max", "MaxValue", "at most", "the maximum"),
    types={"number"},
    about="the range of a number: `min` and `max`",
    is_certain=True,
)
@dataclass(frozen=True, slots=True)
class Range:
    """A number between two limits, both inclusive; one may be missing."""

    min: Any
    max: Any

    def rule(self, _kind: ParameterType, /) -> str:
        return _between(self.min, self.max)

    def failure(self, value: Value, _kind: ParameterType, /) -> str | None:
        number = to_number(value)
        if self.min is not None and number < self.min:
            return f"The minimum is {self.min}."
        if self.max is not None and number > self.max:
            return f"The maximum is {self.max}."
        return None


@constraint(
    "length",
    _limit("min", "MinLength", "at least", "the minimum"),
    _limit("max", "MaxLength", "at most", "the maximum"),
    types={"string", "comma_delimited_list", "json"},
    about="the length of a value: `min` and `max`",
    demand="must have {rule}",
    is_certain=True,
)
@dataclass(frozen=True, slots=True)
class Length:
    """A string, list or map of so many characters, items or keys."""

    min: Any
    max: Any

    def __post_init__(self) -> None:
        for key, limit in (("min", self.min), ("max", self.max)):
            if not isinstance(limit, int | None):
                raise BadOptions(f"`{key}` of `length` must be an integer.", key)

    def rule(self, kind: ParameterType, /) -> str:
        return self._counted(kind.unit)

    def _counted(self, unit: str) -> str:
        last = self.min if self.max is None else self.max
        return f"{_between(self.min, self.max)} {unit}{'' if last == 1 else 's'}"

    def failure(self, value: Value, _kind: ParameterType, /) -> str | None:
        if not isinstance(value, str | list | dict):
            raise Refused(f"`length` does not apply to {kind_of(value)}; quote it.")
        unit = "item" if isinstance(value, list) else "key" if isinstance(value, dict) else "character"
        if (self.min is not None and len(value) < self.min) or (self.max is not None and len(value) > self.max):
            return f"It must have {self._counted(unit)}, but has {len(value)}."
        return None


@constraint(
    "allowed_values",
    Option("values", "AllowedValues", "list", "values, one a line"),
    types={"string", "number", "boolean", "comma_delimited_list"},
    about="a list of allowed values",
    is_certain=True,
)
@dataclass(frozen=True, slots=True)
class AllowedValues:
    """One of the listed values; for a list, each item must be one."""

    values: tuple[Any, ...]
    _known: dict[ParameterType | None, Set[Hashable]] = field(default_factory=dict, init=False, compare=False)

    def rule(self, _kind: ParameterType, /) -> str:
        shown = ", ".join(str(value) for value in self.values[:8])
        return f"one of {shown}{', …' if len(self.values) > 8 else ''}" if self.values else "nothing is allowed"

    def failure(self, value: Value, kind: ParameterType, /) -> str | None:
        if isinstance(value, list):
            allowed = self._listed(None)
            good = all(comparable(item) in allowed for item in value)
        else:
            allowed = self._listed(kind)
            good = comparable(kind.convert_listed(value)) in allowed
        return None if good else f"Allowed: {self.rule(kind).removeprefix('one of ')}."

    def _listed(self, kind: ParameterType | None) -> Set[Hashable]:
        """The listed values, converted to a type, in a form that is compared at once."""
        if kind not in self._known:
            self._known[kind] = {comparable(kind.convert_listed(each) if kind else each) for each in self.values}
        return self._known[kind]


@constraint(
    "allowed_pattern",
    Option("pattern", "AllowedPattern", "text", "regular expression", wants="a quoted regular expression"),
    types={"string"},
    about="a regular expression that a value must match",
    demand="must match `{pattern}`",
)
@dataclass(frozen=True, slots=True)
class AllowedPattern:
    """A string that a regular expression of Python's `re` matches from the start, with its first match to the end."""

    pattern: str

    def __post_init__(self) -> None:
        if problem := compile_pattern(self.pattern):
            raise BadOptions(f"`allowed_pattern` is not a valid regular expression: {problem}.")

    def rule(self, _kind: ParameterType, /) -> str:
        return f"matches {self.pattern}"

    def failure(self, value: Value, _kind: ParameterType, /) -> str | None:
        if not isinstance(value, str):
            raise Refused(f"`allowed_pattern` does not apply to {kind_of(value)}; quote it.")
        outcome = match_pattern(self.pattern, value)
        if outcome.kind == "value":
            return None if outcome.value else f"It does not match the pattern `{self.pattern}`."
        return f"The pattern `{self.pattern}` takes too long to match; it was not evaluated."


@constraint(
    "custom_constraint",
    Option("name", "CustomConstraint", "text", "name", strict=False, choices=constraint_names),
    types={"string", "number", "boolean", "comma_delimited_list"},
    about="a named check, often for something that exists in a cloud",
    is_named=True,
)
@dataclass(frozen=True, slots=True)
class CustomConstraint:
    """A named constraint, which a plug-in of Heat checks; those that need a cloud are assumed to hold."""

    name: Any

    @property
    def asks_cloud(self) -> bool:
        """Whether only a cloud can check it."""
        return asks_cloud(str(self.name))

    def rule(self, _kind: ParameterType, /) -> str:
        return describe(str(self.name))

    def failure(self, value: Value, _kind: ParameterType, /) -> str | None:
        problem = check_custom(str(self.name), value)
        return f"{problem}." if problem else None
