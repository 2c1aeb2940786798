"""Comparison of values that are partly unknown: whether they certainly differ."""

from collections.abc import Iterable

from hotcore.diff.partial_evaluation import PendingCall
from hotcore.evaluation import variants
from hotcore.values import Unknown, Value

_MOST_WORK = 2_000_000
"""The maximum number of template characters times keys that are searched."""


def surely_differ(one: Value, other: Value) -> bool:
    """Whether two values differ whatever their pending calls return.

    References to two different resources do, and so do strings that are composed of the same parts except for some
    that are known.
    """
    if isinstance(one, PendingCall) and isinstance(other, PendingCall):
        return one.function == other.function and _calls_differ(one.function, one.argument, other.argument)
    if any(isinstance(value, PendingCall | Unknown) for value in (one, other)):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        both = one | other
        apart = [both[key] for key in one.keys() ^ other.keys()]
        shared = one.keys() & other.keys()
        return not all(map(_may_vanish, apart)) or any(surely_differ(one[key], other[key]) for key in shared)
    if isinstance(one, list) and isinstance(other, list):
        if any(map(_may_vanish, [*one, *other])):
            return False
        return len(one) != len(other) or any(map(surely_differ, one, other))
    return bool(one != other)


def _may_vanish(value: Value) -> bool:
    """Whether a value may be left out: it is an `if` without an else."""
    is_choice = isinstance(value, PendingCall) and value.function == "if" and isinstance(value.argument, list)
    return is_choice and len(value.argument) == 2


def _calls_differ(function: str, one: Value, other: Value) -> bool:
    if function == "get_resource":
        return isinstance(one, str) and isinstance(other, str) and one != other
    if function == "list_join":
        return _joins_differ(one, other)
    if function in ("map_merge", "list_concat"):
        return isinstance(one, list) and isinstance(other, list) and _merged_differ(function, one, other)
    return function in variants("str_replace") and _replacements_differ(one, other)


def _joins_differ(one: Value, other: Value) -> bool:
    """Whether the arguments of two joins have the same items except for one that certainly differs."""
    if not isinstance(one, list) or not isinstance(other, list) or len(one) != 2 or len(other) != 2:
        return False
    (delimiter, items), (same, others) = one, other
    if delimiter != same or not isinstance(items, list) or not isinstance(others, list) or len(items) != len(others):
        return False
    unlike = [(item, instead) for item, instead in zip(items, others, strict=True) if item != instead]
    return len(unlike) == 1 and any(
        all(isinstance(each, kind) for each in unlike[0]) and surely_differ(*unlike[0]) for kind in (str, PendingCall)
    )


def _merged_differ(function: str, one: list[Value], other: list[Value]) -> bool:
    """Whether maps that are merged, or lists that are joined, differ in only one of them and that certainly counts:
    any of the lists, but only the last of the maps, and in it only values, because any key may be in another map."""
    unlike = [at for at, (each, instead) in enumerate(zip(one, other, strict=False)) if each != instead]
    if len(one) != len(other) or len(unlike) != 1:
        return False
    each, instead = one[unlike[0]], other[unlike[0]]
    if function == "list_concat":
        return isinstance(each, list) and isinstance(instead, list) and surely_differ(each, instead)
    if unlike[0] < len(one) - 1 or not isinstance(each, dict) or not isinstance(instead, dict):
        return False
    return any(surely_differ(each[key], instead[key]) for key in each.keys() & instead.keys())


def _replacements_differ(one: Value, other: Value) -> bool:
    """Whether two templates with the same replacements give different strings: they differ in one place only, or in
    the number of characters that remain."""
    if not isinstance(one, dict) or not isinstance(other, dict) or one.get("params") != other.get("params"):
        return False
    template, instead, params = one.get("template"), other.get("template"), one.get("params")
    if not isinstance(template, str) or not isinstance(instead, str) or not isinstance(params, dict):
        return False
    if not all(isinstance(key, str) and key for key in params) or len(template + instead) * len(params) > _MOST_WORK:
        return False
    (parts, keys), (others, found) = (_split(text, params) for text in (template, instead))
    unlike = sum(map(str.__ne__, parts, others)) if keys == found else 0
    return unlike == 1 or (sorted(keys) == sorted(found) and len("".join(parts)) != len("".join(others)))


def _split(template: str, params: Iterable[str]) -> tuple[list[str], list[str]]:
    """The constant parts of a template, and the keys between them, found as `str_replace` finds them."""
    pieces = [template]
    for key in sorted(sorted(params), key=len, reverse=True):
        found: list[str] = []
        for at, piece in enumerate(pieces):
            parts = piece.split(key) if at % 2 == 0 else [piece]
            found += [each for part in parts for each in (part, key)][:-1]
        pieces = found
    return pieces[::2], pieces[1::2]
