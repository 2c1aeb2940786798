"""The nearest values that fit, for one that is refused: what somebody most likely meant."""

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
_MOST_TRIED = 120
_LONGEST = 4000
"""Characters of a text, or items of a list, above which nothing is looked for."""

UNITS = 400_000
"""Listed values that are compared in one run, whatever a template lists: some tenths of a second."""

_LONGEST_TOLD = 60

Near = Callable[[Parameter, Value, Budget], Iterator[Iterable[Value]]]
"""Yields alternatives, the likeliest ones first; only if none of them fits, the next ones count."""

_NEAR: Mapping[str, Near] = {
    "string": texts_near,
    "number": numbers_near,
    "boolean": truths_near,
    "comma_delimited_list": lists_near,
    "json": data_near,
}


def nearest_values(parameter: Parameter, value: Value, budget: Budget | None = None) -> tuple[Value, ...]:
    """Up to two values near a refused one, each of which the parameter takes, the likeliest first.

    There are none for a hidden parameter: they would give away what was typed.
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
    """The nearest values that fit; raises `UsedUp` when too many would have to be tried."""
    tries, price = Budget(_MOST_TRIED), 1 + sum(len(each.options.get("values", ())) for each in parameter.constraints)
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
    """Whether a value is a text or a number of some length, or a list of such."""
    items = value if isinstance(value, list) else [value]
    return len(items) <= _LONGEST and sum(map(_length, items)) <= _LONGEST


def _length(item: Value) -> int:
    """About how many characters an item has as a text; more than any limit when it is a list or a map."""
    if isinstance(item, dict | list):
        return _LONGEST + 1
    if isinstance(item, int):
        return item.bit_length() // 3
    return len(item) if isinstance(item, str) else 1


def told(values: tuple[Value, ...], kind: str, *, as_json: bool = False) -> str | None:
    """A hint that offers values of a type, as they would be typed; None when none is short enough to be read.

    With `as_json` texts have quotes and lists brackets, for where they would be something else without.
    """
    texts = [_json(value) if as_json else _typed(value, kind) for value in values]
    short = [f"`{text}`" for text in texts if text and len(text) <= _LONGEST_TOLD and _is_readable(text)]
    return f"Use {' or '.join(short)}." if short else None


def _is_readable(text: str) -> bool:
    return "`" not in text and text.isprintable()


def _typed(value: Value, kind: str) -> str | None:
    """A value as somebody types it; None for a list that cannot be typed."""
    if kind == "comma_delimited_list" and isinstance(value, list):
        text = ",".join(map(str, value))
        return text if to_list(text) == value else None
    return value if isinstance(value, str) else _json(value)


def _json(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)
