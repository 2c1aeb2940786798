"""Repairs for invalid values: the nearest valid ones, which the user probably intended."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

from hotcore.budget import Budget, UsedUp
from hotcore.constraints import to_list
from hotcore.parameters.given_values import fits
from hotcore.parameters.repair.booleans import truths_near
from hotcore.parameters.repair.data import data_near
from hotcore.parameters.repair.lists import lists_near
from hotcore.parameters.repair.numbers import numbers_near
from hotcore.parameters.repair.strings import texts_near
from hotcore.template import Parameter
from hotcore.values import Value

MOST_OFFERED = 2
_MAX_TRIES = 120
_MAX_LENGTH = 4000
"""Characters of a text, or items of a list, above which no repair is searched."""

UNITS = 400_000
"""Allowed values that are compared in one run, however many a template lists: some tenths of a second."""

_MAX_HINT_VALUE_LENGTH = 60

Near = Callable[[Parameter, Value, Budget], Iterator[Iterable[Value]]]
"""Yields groups of alternatives, the likeliest first; a group is only used when no earlier one has a valid value."""

_NEAR: Mapping[str, Near] = {
    "string": texts_near,
    "number": numbers_near,
    "boolean": truths_near,
    "comma_delimited_list": lists_near,
    "json": data_near,
}


def nearest_values(parameter: Parameter, value: Value, budget: Budget | None = None) -> tuple[Value, ...]:
    """Up to two valid values near an invalid one, the likeliest first.

    There are none for a hidden parameter: they would reveal what was typed.
    """
    if parameter.hidden or not _is_simple(value):
        return ()
    found: list[Value] = []
    with suppress(UsedUp):
        for each in _fitting(parameter, value, budget or Budget(UNITS)):
            found.append(each)
            if len(found) == MOST_OFFERED:
                break
    return tuple(found)


def _fitting(parameter: Parameter, value: Value, budget: Budget) -> Iterator[Value]:
    """The nearest valid values; raises `UsedUp` when too many would have to be tried."""
    tries, price = Budget(_MAX_TRIES), 1 + sum(len(each.options.get("values", ())) for each in parameter.constraints)
    budget.spend(price)
    for alternatives in _NEAR.get(parameter.type, texts_near)(parameter, value, budget):
        found: list[Value] = []
        for candidate in alternatives:
            tries.spend(1)
            budget.spend(price)
            if candidate not in ("", [], [""]) and candidate not in found and fits(parameter, candidate):
                found.append(candidate)
                yield candidate
        if found:
            return


def _is_simple(value: Value) -> bool:
    """Whether a value is a scalar of limited length, or a list of such."""
    items = value if isinstance(value, list) else [value]
    return len(items) <= _MAX_LENGTH and sum(map(_length, items)) <= _MAX_LENGTH


def _length(item: Value) -> int:
    """The approximate length of an item as a string; above the limit for a list or a map."""
    if isinstance(item, dict | list):
        return _MAX_LENGTH + 1
    if isinstance(item, int):
        return item.bit_length() // 3
    return len(item) if isinstance(item, str) else 1


def repair_hint(values: tuple[Value, ...], kind: str, *, as_json: bool = False) -> str | None:
    """A hint that suggests values of a type, as the user would type them; None when none is short enough.

    With `as_json`, strings are quoted and lists bracketed, for contexts where they would be read differently without.
    """
    texts = [_json(value) if as_json else _typed(value, kind) for value in values]
    short = [f"`{text}`" for text in texts if text and len(text) <= _MAX_HINT_VALUE_LENGTH and _is_readable(text)]
    return f"Use {' or '.join(short)}." if short else None


def _is_readable(text: str) -> bool:
    return "`" not in text and text.isprintable()


def _typed(value: Value, kind: str) -> str | None:
    """A value as the user would type it; None for a list that cannot be typed."""
    if kind == "comma_delimited_list" and isinstance(value, list):
        text = ",".join(map(str, value))
        return text if to_list(text) == value else None
    return value if isinstance(value, str) else _json(value)


def _json(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)
