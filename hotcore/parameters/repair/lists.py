"""Repairs of lists: without spaces and empty items, with allowed items only, and of a valid length."""

import re
from collections.abc import Iterator

from hotcore.budget import Budget
from hotcore.constraints import Refused, to_list
from hotcore.parameters.repair.listed import Listed
from hotcore.template import Parameter
from hotcore.values import Value

_MAX_ITEMS = 100


def lists_near(parameter: Parameter, value: Value, budget: Budget) -> Iterator[list[list[str]]]:
    """Lists near a value, those with the smallest changes first."""
    yield from ([items] for items in _lists(parameter, value, budget))


def _lists(parameter: Parameter, value: Value, budget: Budget) -> Iterator[list[str]]:
    allowed = [
        Listed(each.options["values"], budget) for each in parameter.constraints if each.kind == "allowed_values"
    ]
    lows = [each.options.get("min") for each in parameter.constraints if each.kind == "length"]
    least = max((low for low in lows if low is not None), default=0)
    highs = [each.options.get("max") for each in parameter.constraints if each.kind == "length"]
    most = min((high for high in highs if high is not None), default=None)
    for items in _readings(value):
        yield items
        near = items
        for listed in allowed:
            near = listed.instead(near)
        once = list(dict.fromkeys(near))
        yield from (near, once)
        if most is not None and 0 < most < len(items):
            yield from (near[:most], once[:most])
        if len(once) < least <= _MAX_ITEMS:
            spare = [text for listed in allowed for text in listed.texts if text not in once]
            yield [*once, *dict.fromkeys(spare)][:least]


def _readings(value: Value) -> Iterator[list[str]]:
    """The lists that a value may mean."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    try:
        items = to_list(value)
    except Refused:
        return
    if len(items) > _MAX_ITEMS:
        return
    trimmed = [item.strip() for item in items]
    yield from (trimmed, [item for item in trimmed if item])
    if isinstance(value, str):
        bare = re.sub(r"\A\s*[\[(]|[\])]\s*\Z", "", value)
        for separator in (r"[,\n]", r"[,;|\n]", r"[,;|\s]+"):
            yield [item for item in (part.strip(" \t\r'\"") for part in re.split(separator, bare)) if item]
