"""The kinds of constraint."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from hotcore.constraints.custom import asks_cloud, check_custom, describe
from hotcore.constraints.declaration import BadOptions, constraint
from hotcore.constraints.parameter_types import ParameterType, Refused, to_number
from hotcore.sandbox import compile_pattern, match_pattern
from hotcore.spelling import did_you_mean
from hotcore.values import Value, comparable, kind_of


def _limits(options: Any, keys: tuple[str, str], name: str) -> tuple[Any, Any]:
    """The two numbers of a map with just these keys; one that is left out or null is None."""
    if not isinstance(options, dict):
        hint = f"Write it as `{name}: {{{keys[0]}: ..., {keys[1]}: ...}}`."
        raise BadOptions(f"`{name}` takes a map with `{keys[0]}` and `{keys[1]}`, not {kind_of(options)}.", hint=hint)
    for key in options:
        if key not in keys:
            message = f"`{name}` has no option `{key}`; it takes `{keys[0]}` and `{keys[1]}`."
            raise BadOptions(message, key, hint=did_you_mean(key, keys), at_key=True)
    numbers = []
    for key in keys:
        try:
            number = options.get(key)
            numbers.append(None if number is None else to_number(number))
        except Refused:
            message = f"`{key}` of `{name}` is a number, not {kind_of(number)}."
            raise BadOptions(message, key) from None
    return numbers[0], numbers[1]


def _between(low: Any, high: Any) -> str:
    if low is None:
        return f"at most {high}"
    if high is None:
        return f"at least {low}"
    return f"exactly {low}" if low == high else f"{low} to {high}"


@constraint("range", types={"number"})
@dataclass(frozen=True, slots=True)
class Range:
    """A number between two limits, both included; one may be missing."""

    low: Any
    high: Any

    @classmethod
    def read(cls, options: Any) -> Self:
        low, high = _limits(options, ("min", "max"), "range")
        if low is None and high is None:
            raise BadOptions("`range` needs `min`, `max` or both.")
        return cls(low, high)

    @property
    def options(self) -> Mapping[str, Any]:
        return {key: limit for key, limit in (("min", self.low), ("max", self.high)) if limit is not None}

    def rule(self, _kind: ParameterType, /) -> str:
        return _between(self.low, self.high)

    def failure(self, value: Value, _kind: ParameterType, /) -> str | None:
        number = to_number(value)
        if self.low is not None and number < self.low:
            return f"The least is {self.low}."
        if self.high is not None and number > self.high:
            return f"The most is {self.high}."
        return None


@constraint("length", types={"string", "comma_delimited_list", "json"})
@dataclass(frozen=True, slots=True)
class Length:
    """A text, list or map of so many characters, items or keys."""

    low: Any
    high: Any

    @classmethod
    def read(cls, options: Any) -> Self:
        low, high = _limits(options, ("min", "max"), "length")
        if low is None and high is None:
            raise BadOptions("`length` needs `min`, `max` or both.")
        for key, limit in (("min", low), ("max", high)):
            if not isinstance(limit, int | None):
                raise BadOptions(f"`{key}` of `length` is a whole number.", key)
        return cls(low, high)

    @property
    def options(self) -> Mapping[str, Any]:
        return {key: limit for key, limit in (("min", self.low), ("max", self.high)) if limit is not None}

    def rule(self, kind: ParameterType, /) -> str:
        return self._counted({"string": "character", "comma_delimited_list": "item"}.get(kind.name, "key"))

    def _counted(self, unit: str) -> str:
        last = self.low if self.high is None else self.high
        return f"{_between(self.low, self.high)} {unit}{'' if last == 1 else 's'}"

    def failure(self, value: Value, _kind: ParameterType, /) -> str | None:
        if not isinstance(value, str | list | dict):
            raise Refused(f"A length cannot be told of {kind_of(value)}; put it in quotes.")
        unit = "item" if isinstance(value, list) else "key" if isinstance(value, dict) else "character"
        if (self.low is not None and len(value) < self.low) or (self.high is not None and len(value) > self.high):
            return f"{self._counted(unit).capitalize()}; this has {len(value)}."
        return None


@constraint("modulo", types={"number"}, since="2017-02-24")
@dataclass(frozen=True, slots=True)
class Modulo:
    """A number that leaves `offset` when divided by `step`, with the sign that Python's `%` gives."""

    step: Any
    offset: Any

    @classmethod
    def read(cls, options: Any) -> Self:
        step, offset = _limits(options, ("step", "offset"), "modulo")
        if step is None or offset is None:
            raise BadOptions("`modulo` needs both `step` and `offset`.")
        for key, number in (("step", step), ("offset", offset)):
            if number != number or abs(number) == float("inf") or int(number) != number:
                raise BadOptions(f"`{key}` of `modulo` is a whole number.", key)
        if step == 0:
            raise BadOptions("`step` of `modulo` cannot be 0.", "step")
        if abs(offset) >= abs(step):
            raise BadOptions("`offset` of `modulo` has to be smaller than `step`.", "offset")
        if step * offset < 0:
            raise BadOptions("`step` and `offset` of `modulo` need the same sign.", "offset")
        return cls(step, offset)

    @property
    def options(self) -> Mapping[str, Any]:
        return {"step": self.step, "offset": self.offset}

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
            raise Refused("The number is too large to be divided.") from None
        return f"The number has to be {self.rule(kind)}."


@constraint("allowed_values", types={"string", "number", "boolean", "comma_delimited_list"})
@dataclass(frozen=True, slots=True)
class AllowedValues:
    """One of the listed values; of a list, each item."""

    values: tuple[Any, ...]

    @classmethod
    def read(cls, options: Any) -> Self:
        if not isinstance(options, list):
            raise BadOptions(
                f"`allowed_values` takes a list, not {kind_of(options)}.", hint="Write it as `allowed_values: [a, b]`."
            )
        return cls(tuple(options))

    @property
    def options(self) -> Mapping[str, Any]:
        return {"values": self.values}

    def rule(self, _kind: ParameterType, /) -> str:
        shown = ", ".join(str(value) for value in self.values[:8])
        return f"one of {shown}{', …' if len(self.values) > 8 else ''}" if self.values else "nothing is allowed"

    def failure(self, value: Value, kind: ParameterType, /) -> str | None:
        if isinstance(value, list):
            allowed = set(map(comparable, self.values))
            good = all(comparable(item) in allowed for item in value)
        else:
            listed = [kind.convert_listed(listed) for listed in self.values]
            good = kind.convert_listed(value) in listed
        return None if good else f"Allowed: {self.rule(kind).removeprefix('one of ')}."


@constraint("allowed_pattern", types={"string"})
@dataclass(frozen=True, slots=True)
class AllowedPattern:
    """A text that a regular expression of Python's `re` matches from the start, its first match to the end."""

    pattern: str

    @classmethod
    def read(cls, options: Any) -> Self:
        if not isinstance(options, str):
            raise BadOptions(f"`allowed_pattern` takes a regular expression in quotes, not {kind_of(options)}.")
        if problem := compile_pattern(options):
            raise BadOptions(f"`allowed_pattern` is no regular expression: {problem}.")
        return cls(options)

    @property
    def options(self) -> Mapping[str, Any]:
        return {"pattern": self.pattern}

    def rule(self, _kind: ParameterType, /) -> str:
        return f"matches {self.pattern}"

    def failure(self, value: Value, _kind: ParameterType, /) -> str | None:
        if not isinstance(value, str):
            raise Refused(f"A pattern cannot be matched against {kind_of(value)}; put it in quotes.")
        outcome = match_pattern(self.pattern, value)
        if outcome.kind == "value":
            return None if outcome.value else f"It does not match the pattern `{self.pattern}`."
        return f"The pattern `{self.pattern}` takes too long to match; it was not evaluated."


@constraint("custom_constraint", types={"string", "number", "boolean", "comma_delimited_list"})
@dataclass(frozen=True, slots=True)
class CustomConstraint:
    """A constraint by name, which a plug-in of Heat checks; those that ask a cloud are taken to hold."""

    name: Any

    @classmethod
    def read(cls, options: Any) -> Self:
        return cls(options)

    @property
    def options(self) -> Mapping[str, Any]:
        return {"name": self.name}

    @property
    def asks_cloud(self) -> bool:
        """Whether only a cloud can tell."""
        return asks_cloud(str(self.name))

    def rule(self, _kind: ParameterType, /) -> str:
        return describe(str(self.name))

    def failure(self, value: Value, _kind: ParameterType, /) -> str | None:
        problem = check_custom(str(self.name), value)
        return f"{problem}." if problem else None
