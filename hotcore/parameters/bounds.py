"""The static analysis of constraints: the values that they allow, without trying any."""

import warnings
from functools import lru_cache
from itertools import combinations
from math import gcd
from re import _constants as constants  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from re import error
from typing import Any

from hotcore.runtime import keep, kept
from hotcore.template import Parameter

_MAX_PATTERN_LENGTH = 2000
_UNBOUNDED = 100_000
_MAX_ALTERNATIVES = 200
_MAX_STEPS = 20
_BYTES_PARSED = 250
"""Bytes that a parsed pattern takes for each of its characters; most take 30 to 210."""

_remembered = lru_cache(maxsize=8192)
"""Remembers what was found out about a pattern, which is small, unlike the parsed pattern."""

BEGINNINGS = (constants.AT_BEGINNING, constants.AT_BEGINNING_STRING)
ENDS = (constants.AT_END, constants.AT_END_STRING)
"""The anchors of the start, and of the end, of a text."""

_OPPOSITE = (
    (constants.CATEGORY_SPACE, constants.CATEGORY_NOT_SPACE),
    (constants.CATEGORY_DIGIT, constants.CATEGORY_NOT_DIGIT),
    (constants.CATEGORY_WORD, constants.CATEGORY_NOT_WORD),
)


def limits(parameter: Parameter, kind: str) -> tuple[Any, Any]:
    """The narrowest limits of a parameter's constraints of a kind; None where there is none."""
    found = [each.options for each in parameter.constraints if each.kind == kind]
    if not found:
        return None, None
    lows = [options["min"] for options in found if options.get("min") is not None]
    highs = [options["max"] for options in found if options.get("max") is not None]
    return max(lows, default=None), min(highs, default=None)


def steps_missed(parameter: Parameter) -> str | None:
    """The rule of a `modulo` that no number in the parameter's range satisfies, or None."""
    low, high = limits(parameter, "range")
    if low is None or high is None:
        return None
    for each in parameter.constraints:
        if each.kind == "modulo":
            step, offset = each.options["step"], each.options["offset"]
            try:
                first = low + (offset - low) % abs(step)
            except (OverflowError, ValueError):
                continue
            if first > high:
                return each.rule
    return None


def steps_apart(parameter: Parameter) -> tuple[str, str] | None:
    """The rules of two `modulo` of a parameter that no number satisfies at once, or None."""
    found = [each for each in parameter.constraints if each.kind == "modulo"][:_MAX_STEPS]
    for one, other in combinations(found, 2):
        apart = one.options["offset"] - other.options["offset"]
        if apart % gcd(int(one.options["step"]), int(other.options["step"])):
            return one.rule, other.rule
    return None


def is_sole_step(parameter: Parameter) -> bool:
    """Whether exactly one number in the parameter's range satisfies a `modulo`."""
    low, high = limits(parameter, "range")
    if low is None or high is None:
        return False
    for each in parameter.constraints:
        if each.kind == "modulo":
            step = abs(each.options["step"])
            try:
                first = low + (each.options["offset"] - low) % step
            except (OverflowError, ValueError):
                continue
            if first <= high < first + step:
                return True
    return False


def widths(parameter: Parameter) -> tuple[int | None, int | None]:
    """The minimum and maximum length of a string that matches the parameter's pattern."""
    patterns = [each.options["pattern"] for each in parameter.constraints if each.kind == "allowed_pattern"]
    found = [pattern_widths(pattern) for pattern in patterns]
    return (found[0][0], found[0][1]) if len(found) == 1 else (None, None)


@_remembered
def pattern_widths(pattern: str) -> tuple[int | None, int | None]:
    """The minimum and maximum length of a pattern's matches; None where it is unknown or unbounded."""
    parsed = parsed_pattern(pattern)
    if parsed is None:
        return None, None
    low, high = parsed.getwidth()
    return low, high if high < _UNBOUNDED else None


@lru_cache(maxsize=64)
def parsed_pattern(pattern: str) -> Any:
    """A pattern as parsed by Python's `re`, which nobody may change; None for a long or invalid one."""
    if len(pattern) > _MAX_PATTERN_LENGTH:
        return None
    key = parsed_pattern, pattern
    parsed = kept(key)
    if parsed is None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                parsed = parser.parse(pattern)
        except (error, RecursionError, OverflowError, ValueError):
            return None
        keep(key, parsed, len(pattern) * _BYTES_PARSED)
    return parsed


@_remembered
def is_hopeless(pattern: str) -> bool:
    """Whether a pattern can never match: text after the end or before the start, or an empty character set."""
    parsed = parsed_pattern(pattern)
    if parsed is not None and any(operation is constants.IN and _is_empty(found) for operation, found in parsed.data):
        return True
    if parsed is None or parsed.state.flags & constants.SRE_FLAG_MULTILINE:
        return False
    after_end, before = False, False
    for operation, argument in parsed.data:
        needs = _needs(parsed, operation, argument)
        if operation is constants.AT and argument in ENDS:
            after_end = True
        elif operation is constants.AT and argument in BEGINNINGS:
            if before:
                return True
        elif needs:
            if after_end:
                return True
            before = True
    return False


def _is_empty(members: Any) -> bool:
    """Whether a character set is empty, because it excludes a category and its complement."""
    kinds = {argument for operation, argument in members if operation is constants.CATEGORY}
    return members[0][0] is constants.NEGATE and any({one, other} <= kinds for one, other in _OPPOSITE)


def _needs(parsed: Any, operation: Any, argument: Any) -> bool:
    """Whether a part of a pattern consumes at least one character, and no line break."""
    part = parser.SubPattern(parsed.state, [(operation, argument)])
    return bool(part.getwidth()[0] >= 1 and operation is not constants.NOT_LITERAL and not _takes_break(argument))


def _takes_break(argument: Any) -> bool:
    """Whether a part may match a line break, before which `$` matches too; an over-approximation."""
    return not isinstance(argument, int) and "NEGATE" in repr(argument)


@_remembered
def is_lazy_at_end(pattern: str) -> bool:
    """Whether the last part of a pattern is a lazy quantifier that could match more."""
    data = _unwrapped(parsed_pattern(pattern))
    return bool(data) and data[-1][0] is constants.MIN_REPEAT and bool(data[-1][1][0] < data[-1][1][1])


@_remembered
def is_anchored(pattern: str) -> bool:
    """Whether a pattern ends with an anchor."""
    data = _unwrapped(parsed_pattern(pattern))
    return bool(data) and data[-1][0] is constants.AT and data[-1][1] in ENDS


@_remembered
def last_letters(pattern: str) -> tuple[str, bool] | None:
    """The literal suffix of a bounded pattern that starts with `^`, and whether it is the whole pattern; None when the
    pattern ends with something else."""
    parsed = parsed_pattern(pattern)
    data = list(parsed.data) if parsed is not None and pattern_widths(pattern)[1] else []
    if not data or data[0][0] is not constants.AT or data[0][1] not in BEGINNINGS:
        return None
    letters = ""
    while data[-1][0] is constants.LITERAL:
        letters = chr(data.pop()[1]) + letters
    return (letters, len(data) == 1) if letters else None


def _unwrapped(parsed: Any) -> Any:
    """The parts of a pattern, or of the group at its end."""
    data = parsed.data if parsed is not None else []
    while data and data[-1][0] is constants.SUBPATTERN and not any(data[-1][1][1:3]):
        data = data[-1][1][3].data
    return data


@_remembered
def shadowed(pattern: str) -> tuple[str, str] | None:
    """Two alternatives at the end of a pattern, of which the first is a prefix of the second."""
    data = _unwrapped(parsed_pattern(pattern))
    if not data or data[-1][0] is not constants.BRANCH:
        return None
    prefix = _common_prefix(data[:-1])
    if prefix is None:
        return None
    texts = [_literal(branch.data) for branch in data[-1][1][1][:_MAX_ALTERNATIVES]]
    for at, second in enumerate(texts):
        for first in texts[:at]:
            if first is not None and second is not None and second.startswith(first) and first != second:
                return prefix + first, prefix + second
    return None


def _common_prefix(data: list[Any]) -> str | None:
    """The literal before the alternatives, which `re` factors out of them; None when there is something else."""
    rest = data[1:] if data and data[0][0] is constants.AT else data
    return _literal(rest)


def _literal(data: list[Any]) -> str | None:
    """The text that a part of a pattern matches, when it is a literal."""
    if all(operation is constants.LITERAL for operation, _ in data):
        return "".join(chr(argument) for _, argument in data)
    return None
