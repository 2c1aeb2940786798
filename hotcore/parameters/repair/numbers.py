"""Repairs of numbers: at the limits of the range, on the steps, among the allowed values.

Everything is computed in fractions, so that the result is exact for numbers of any size and precision.
"""

import math
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from hotcore.budget import Budget
from hotcore.constraints import Refused, to_number
from hotcore.parameters.repair.listed import FIRST
from hotcore.runtime import LazyModule, regex
from hotcore.template import Parameter
from hotcore.values import Value

fractions: Any = LazyModule("fractions")

_LARGEST = 10**300
"""Larger numbers are not suggested, because nobody can read them."""

_BEYOND = 10**400
"""Represents infinity."""

_MAX_LENGTH = 100

_WRITTEN = regex(r"(?P<number>[+-]?\d[\d ,'_.]*) ?(?:[^\W\d_]{1,5}|%)?")
_DECIMAL_COMMA = regex(r"([+-]?\d+),(\d{1,2}|\d{4,})")
_MARKS = str.maketrans({"\u2212": "-", "\u2013": "-", "'": None, "_": None, " ": None})


def numbers_near(parameter: Parameter, value: Value, _budget: Budget) -> Iterator[list[Any]]:
    """Numbers near a value, the nearest first."""
    number, listed = read_number(value), _listed(parameter)
    if isinstance(value, str) and not value.strip() and listed:
        default = [] if parameter.default is None else [read_number(parameter.default)]
        yield [each for each in (*default, *listed[:FIRST]) if each is not None]
    if number is None or number != number:
        return
    near = _on_steps(parameter, number) if listed is None else _by_distance(listed, number)
    yield [each for each in near if abs(each) < _LARGEST]


def read_number(value: Value) -> Any:
    """The number in a value, even with a unit, a decimal comma or digit groups; None when there is none."""
    try:
        return to_number(value)
    except Refused:
        pass
    if not isinstance(value, str) or len(value) > _MAX_LENGTH:
        return None
    match = _WRITTEN.fullmatch(unicodedata.normalize("NFKC", value).strip(" \t\n'\"").replace("\u2212", "-"))
    if match is None:
        return None
    text = match["number"].translate(_MARKS)
    text = _DECIMAL_COMMA.sub(r"\1.\2", text) if _DECIMAL_COMMA.fullmatch(text) else text.replace(",", "")
    try:
        return to_number(text)
    except Refused:
        return None


def _listed(parameter: Parameter) -> list[Any] | None:
    """The numbers of the first list of allowed values; None when there is no list."""
    for each in parameter.constraints:
        if each.kind == "allowed_values":
            numbers = (read_number(value) for value in each.options["values"])
            return [number + 0 for number in numbers if number is not None]
    return None


def _by_distance(numbers: Sequence[Any], number: Any) -> list[Any]:
    wanted = _exact(number)
    return sorted((each for each in numbers if each == each), key=lambda each: abs(_exact(each) - wanted))


def _exact(number: Any) -> Any:
    if isinstance(number, float) and math.isinf(number):
        return _BEYOND if number > 0 else -_BEYOND
    return fractions.Fraction(number)


def _on_steps(parameter: Parameter, number: Any) -> list[Any]:
    """The number moved into the range, or the nearest numbers on the steps."""
    low, high = _limit(parameter, "min", max), _limit(parameter, "max", min)
    if low is not None and number < low:
        number = low
    if high is not None and number > high:
        number = high
    steps = _steps(parameter)
    if steps is None:
        return [number]
    step, offset = steps
    exact = _exact(number)
    if not step or abs(exact) >= _BEYOND:
        return []
    below = math.floor((exact - offset) / step) * step + offset
    return _by_distance([below] if below == exact else [below, below + step], number)


def _limit(parameter: Parameter, key: str, narrowest: Any) -> Any:
    """The narrowest finite limit of all ranges."""
    limits = (each.options.get(key) for each in parameter.constraints if each.kind == "range")
    return narrowest((limit for limit in limits if limit is not None and math.isfinite(limit)), default=None)


def _steps(parameter: Parameter) -> tuple[int, int] | None:
    """The step and offset of the numbers that satisfy all `modulo`; the step is 0 when there are none."""
    found: tuple[int, int] | None = None
    for each in parameter.constraints:
        if each.kind == "modulo":
            step, offset = abs(int(each.options["step"])), int(each.options["offset"])
            found = (step, offset % step) if found is None else _intersection(found, (step, offset % step))
    return found


def _intersection(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """The step and offset of the numbers on both of two steps."""
    (step, offset), (next_step, next_offset) = one, other
    shared = math.gcd(step, next_step) if step else 0
    if not shared or (next_offset - offset) % shared:
        return 0, 0
    turns = (next_offset - offset) // shared * pow(step // shared, -1, next_step // shared)
    both = step // shared * next_step
    return (both, (offset + step * turns) % both) if both < _LARGEST else (0, 0)
