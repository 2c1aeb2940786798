"""Values that a parameter no longer accepts, found by trying those where two declarations may differ."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from hotcore.constraints import Constraint, Refused
from hotcore.diff.pattern_inclusion import covers
from hotcore.parameters import matching
from hotcore.runtime import dataclass
from hotcore.sandbox import match_pattern
from hotcore.symbolic import converted, distinct
from hotcore.template import Parameter

_MOST_TRIED = 400
_LONGEST = 2_000
_TEXTS = (
    "",
    "a",
    "A",
    "1",
    "-",
    "a b",
    "a-b",
    "a_b",
    "a.b",
    "ab1",
    "Ab1",
    "é",
    "other",
    "10.0.0.1",
    "10.0.0.0/24",
    "x" * 300,
)
_FORMS = {
    "boolean": ("yes", "on", "true", "1"),
    "comma_delimited_list": ("a,b", "a", "1"),
    "json": ("[1]", '{"a": 1}', "1"),
}
"""Strings that a type accepts and others may not."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Values that are now refused: some `examples`, and the `broken` constraints that refuse them.

    If `sure` is false, only a cloud can tell whether they were accepted before.
    """

    examples: tuple[Any, ...]
    broken: tuple[Constraint, ...]
    all_listed: bool = False
    sure: bool = True


def loss(old: Parameter, new: Parameter) -> Loss | None:
    """What the new declaration refuses and the old one accepted; None if nothing was found."""
    tried = islice(distinct(_candidates(old, new)), _MOST_TRIED)
    found = [value for value in tried if takes(old, value) and _refuses(new, value)]
    if not found:
        return None
    if all(isinstance(value, int | float) for value in found):
        found.sort(key=lambda value: (isinstance(value, float), abs(value), value))
    broken = [each for each in new.constraints if any(_breaks(new, each, value) for value in found)]
    listed = any(each.kind == "allowed_values" for each in old.constraints)
    return Loss(tuple(found), tuple(broken), listed, not any(each.asks_cloud for each in old.constraints))


def may_lose(old: Parameter, new: Parameter) -> Constraint | None:
    """A new constraint that may refuse values that were accepted before; None if there is none."""
    before = [(each.kind, each.options) for each in old.constraints]
    patterns = [each.options["pattern"] for each in old.constraints if each.kind == "allowed_pattern"]
    for each in new.constraints:
        if each.definition.is_certain or (each.kind, each.options) in before:
            continue
        if each.kind == "allowed_pattern" and any(covers(each.options["pattern"], pattern) for pattern in patterns):
            continue
        return each
    return None


def takes(parameter: Parameter, value: Any) -> bool:
    """Whether a parameter accepts a value, as far as that is known without a cloud."""
    try:
        parameter.kind.convert(value)
        constrained = parameter.kind.constrained(value)
    except (Refused, ValueError, OverflowError):
        return False
    return not any(each.failure(constrained) for each in parameter.constraints)


def _refuses(parameter: Parameter, value: Any) -> bool:
    """Whether a parameter certainly refuses a value; a pattern that times out does not count as a refusal."""
    try:
        parameter.kind.convert(value)
        parameter.kind.constrained(value)
    except (Refused, ValueError, OverflowError):
        return True
    return any(_breaks(parameter, each, value) for each in parameter.constraints)


def _breaks(parameter: Parameter, constraint: Constraint, value: Any) -> bool:
    try:
        constrained = parameter.kind.constrained(value)
        if constraint.kind == "allowed_pattern" and isinstance(constrained, str):
            return match_pattern(constraint.options["pattern"], constrained).value is False
        return bool(constraint.failure(constrained))
    except (Refused, ValueError, OverflowError):
        return False


def _candidates(old: Parameter, new: Parameter) -> Iterator[Any]:
    """Values around all constraints and defaults of both declarations, those of the old one first."""
    for parameter in (old, new):
        yield from _listed(parameter)
    for parameter in (old, new):
        if parameter.default is not None:
            yield from (converted(parameter, parameter.default), parameter.default)
    if old.type != new.type:
        yield from _FORMS.get(old.type, ())
    yield from _BY_TYPE.get(old.type, _texts)(_limits(old, new), old, new)


def _listed(parameter: Parameter) -> Iterator[Any]:
    for each in parameter.constraints:
        if each.kind == "allowed_values":
            for value in each.options["values"][:_MOST_TRIED]:
                yield [str(value)] if parameter.type == "comma_delimited_list" else value


def _limits(*parameters: Parameter) -> list[Any]:
    """The limits of ranges and lengths, each also plus and minus one."""
    limits = [
        limit
        for parameter in parameters
        for each in parameter.constraints
        if each.kind in ("range", "length")
        for limit in each.options.values()
    ]
    near = [limit + step for limit in limits for step in (0, -1, 1)]
    return [limit for limit in distinct(near) if limit == limit and abs(limit) != float("inf")]


def _numbers(limits: list[Any], *parameters: Parameter) -> Iterator[Any]:
    yield from limits
    starts = [limit for limit in limits if isinstance(limit, int)] or [0]
    for start in (starts[0], 0):
        yield from (start + step for step in range(-3, 40))
    for parameter in parameters:
        for each in parameter.constraints:
            if each.kind == "modulo":
                step, offset = int(each.options["step"]), int(each.options["offset"])
                yield from (
                    offset + step * times + start // step * step for start in (starts[0], 0) for times in range(8)
                )
    yield from (limit + 0.5 for limit in starts[:4])
    yield from (-(10**6), 10**6, 10**6 + 1)


def _texts(limits: list[Any], *parameters: Parameter) -> Iterator[Any]:
    lengths = [limit for limit in limits if isinstance(limit, int) and 0 <= limit <= _LONGEST]
    yield from (letter * length for length in lengths for letter in ("a", "1", "A"))
    for parameter in parameters:
        for each in parameter.constraints:
            if each.kind == "allowed_pattern":
                yield from matching(each.options["pattern"])
    yield from _TEXTS
    yield from ("true", "7", '{"a": 1}')


def _lists(limits: list[Any], old: Parameter, *_: Parameter) -> Iterator[Any]:
    items = [
        str(value) for each in old.constraints if each.kind == "allowed_values" for value in each.options["values"]
    ]
    item = items[0] if items else "a"
    yield from ([], [item], [item, item])
    yield from ([item] * length for length in limits if isinstance(length, int) and 0 <= length <= _LONGEST)


def _data(limits: list[Any], *_: Parameter) -> Iterator[Any]:
    yield from ({}, {"a": 1}, [1])
    for length in limits:
        if isinstance(length, int) and 0 <= length <= _LONGEST:
            yield {str(number): number for number in range(length)}


_BY_TYPE: Any = {
    "number": _numbers,
    "string": _texts,
    "boolean": lambda *_: iter((True, False)),
    "comma_delimited_list": _lists,
    "json": _data,
}
