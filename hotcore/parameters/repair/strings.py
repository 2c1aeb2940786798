"""Repairs of strings: similar allowed values, and other spellings, those with the smallest changes first."""

import re
from collections.abc import Iterator
from itertools import chain

from hotcore.budget import Budget
from hotcore.parameters.repair.custom import SPELLINGS
from hotcore.parameters.repair.listed import FIRST, Listed, plain
from hotcore.template import Parameter
from hotcore.values import Value

_MAX_LENGTH = 1000
_MAX_TRUNCATED_LENGTH = 64
"""The greatest maximum length to which texts are truncated."""

_JOINTS = ("-", "_", "")
_STRAYS = (r"[^\w.-]+", r"[^A-Za-z0-9.-]+", r"[^A-Za-z0-9-]+", r"[^A-Za-z0-9_]+", r"[^A-Za-z0-9]+", r"[^0-9]+")


def texts_near(parameter: Parameter, value: Value, budget: Budget) -> Iterator[list[str]]:
    """Strings near a value, the likeliest first."""
    if isinstance(value, dict | list) or value is None or len(str(value)) > _MAX_LENGTH:
        return
    text = str(value)
    yield from _named(parameter, text, budget)
    seen: set[str] = set()
    for spelling in chain(_spellings(text), _cut(parameter, text)):
        if spelling not in seen:
            seen.add(spelling)
            yield [spelling]


def _named(parameter: Parameter, text: str, budget: Budget) -> Iterator[list[str]]:
    """The suggestions of constraints: allowed values similar to the text, and spellings for custom constraints."""
    for each in parameter.constraints:
        if each.kind == "allowed_values":
            listed = Listed(each.options["values"], budget)
            yield listed.like(text) if text.strip() else [*_default(parameter), *listed.texts[:FIRST]]
        elif each.kind == "custom_constraint" and str(each.options["name"]) in SPELLINGS:
            yield from ([spelling] for spelling in SPELLINGS[str(each.options["name"])](text.strip()))


def _default(parameter: Parameter) -> list[str]:
    return [] if parameter.default is None else [str(parameter.default)]


def _spellings(text: str) -> Iterator[str]:
    """A text without stray characters, in other cases, and with other word separators."""
    visible = "".join(" " if part.isspace() else part for part in text if part.isprintable() or part.isspace())
    trimmed = visible.strip()
    bare = trimmed.strip("'\"`")
    for base in dict.fromkeys((trimmed, bare, plain(bare))):
        yield from _cases(base)
        for joint in _JOINTS:
            yield from _cases(re.sub(r"[\s_-]+", joint, base))
    for stray in _STRAYS:
        for joint in _JOINTS:
            yield from _cases(re.sub(stray, joint, plain(bare)).strip("-_."))
    yield from _cases(re.sub(r"\A[^A-Za-z]+", "", bare))


def _cases(text: str) -> Iterator[str]:
    yield from (text, text.lower(), text.upper(), text.capitalize())


def _cut(parameter: Parameter, text: str) -> Iterator[str]:
    """A text truncated to its maximum length, when little of it gets lost."""
    highs = [each.options.get("max") for each in parameter.constraints if each.kind == "length"]
    most = min((high for high in highs if high is not None), default=None)
    if most is None or not 4 <= most <= _MAX_TRUNCATED_LENGTH or len(text) > 2 * most:
        return
    for spelling in _spellings(text):
        yield spelling[:most].rstrip(" -_.,;:")
