"""Values of the evaluation: plain values, and those that are known only after deployment."""

import math
from collections.abc import Hashable, Iterable
from typing import Any

from hotcore.runtime import dataclass

MOST_SOURCES = 30
"""Sources that an unknown value remembers; nobody reads more."""

DEEPEST = 100
"""Nesting levels of lists and maps; deeper values are rejected."""

Value = Any
"""A plain value as in YAML or JSON, possibly with `Unknown` somewhere inside."""

MASK = "••••••"
"""Replaces the value of a hidden parameter wherever it would be shown."""


class Unknown:
    """A value that is not known yet, and what it waits for.

    `sources` name that: `get_attr server.networks`, `get_resource server`, `get_param size`.  Without sources, the
    value is unavailable because of a diagnostic that was reported.
    """

    __slots__ = ("sources",)

    def __init__(self, *sources: str) -> None:
        self.sources = tuple(dict.fromkeys(sources))[:MOST_SOURCES]

    def __str__(self) -> str:
        return ", ".join(self.sources) or "see the problems"

    def __repr__(self) -> str:
        return f"Unknown({', '.join(map(repr, self.sources))})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unknown) and other.sources == self.sources

    def __hash__(self) -> int:
        return hash(self.sources)


@dataclass(frozen=True, slots=True)
class Unordered:
    """A set, which only yaql creates: distinct plain values in no particular order.

    No other function accepts it as a list.
    """

    members: tuple[Value, ...]
    """The members, in no particular order."""

    def __len__(self) -> int:
        return len(self.members)

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self.members))}}}" if self.members else "set()"


def is_known(value: Value) -> bool:
    """Whether the value contains no `Unknown` at any depth."""
    return not any(True for _ in unknowns(value))


def has_mask(value: Value) -> bool:
    """Whether the value contains a masked hidden value at any depth."""
    if isinstance(value, str):
        return MASK in value
    if isinstance(value, list):
        return any(map(has_mask, value))
    if isinstance(value, dict):
        return any(map(has_mask, value)) or any(map(has_mask, value.values()))
    return False


def merged(values: Iterable[Value]) -> Unknown:
    """One `Unknown` with the sources of all unknowns in the values."""
    found: dict[str, None] = {}
    for value in values:
        for unknown in unknowns(value):
            found.update(dict.fromkeys(unknown.sources))
            if len(found) >= MOST_SOURCES:
                return Unknown(*found)
    return Unknown(*found)


def unknowns(value: Value) -> Iterable[Unknown]:
    """All unknowns in the value, at any depth."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, Unknown):
            yield item
        elif isinstance(item, dict):
            pending.extend(reversed(item.values()))
        elif isinstance(item, list):
            pending.extend(reversed(item))


def comparable(value: Value) -> Hashable:
    """A hashable key for a value: equal for equal values, and only for them."""
    if isinstance(value, list):
        return list, tuple(map(comparable, value))
    if isinstance(value, dict):
        return dict, frozenset((key, comparable(item)) for key, item in value.items())
    return value  # type: ignore[no-any-return]  # plain values that are neither are hashable


def value_at(value: Value, path: Iterable[Value]) -> Value:
    """The value at a path of keys and indexes in a parameter's value; the empty string where there is none (HOT
    specification, "get_param")."""
    for key in path:
        if not isinstance(value, dict | list | str) or not isinstance(key, str | int):
            return ""
        try:
            value = value[key] if isinstance(value, dict) else value[int(key)]
        except (KeyError, IndexError, ValueError):
            return ""
    return value


def is_shallow(value: Value) -> bool:
    """Whether lists and maps are nested at most `DEEPEST` levels deep."""
    if not isinstance(value, dict | list):
        return True
    level = [value]
    for _ in range(DEEPEST):
        below: list[Value] = []
        for item in level:
            if isinstance(item, dict):
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        level = below
        if not level:
            break
    return not any(isinstance(item, dict | list) for item in level)


def kind_of(value: Value) -> str:
    """The kind of a value with its article, for messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return f"the boolean {'true' if value else 'false'}"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string" if value else "an empty string"
    if isinstance(value, dict):
        return "a map"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, Unordered):
        return "a set"
    return "a value of another type"


def to_json(value: Value) -> Value:
    """The value with everything that JSON lacks encoded.

    `Unknown` becomes `{"unknown": "..."}`, NaN and the infinities `{"$float": "nan"}` and so on, keys of maps that are
    not strings their JSON text.
    """
    if type(value) is str or type(value) is int:
        return value
    if isinstance(value, Unknown):
        return {"unknown": str(value)}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
    if isinstance(value, dict):
        return {_json_key(key): to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | Unordered):
        return [to_json(item) for item in (value.members if isinstance(value, Unordered) else value)]
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return str(value)


def as_stored(value: Value) -> Value:
    """The value as Heat stores it, in JSON: keys of maps are strings, and a set is a list in any order."""
    if isinstance(value, dict):
        return {_json_key(key): as_stored(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_stored(item) for item in value]
    if isinstance(value, Unordered):
        return list(value.members) if len(value) < 2 else Unknown("the order of a set")
    return value


def _json_key(key: object) -> str:
    if isinstance(key, str):
        return key
    if key is None or isinstance(key, bool):
        return {None: "null", True: "true", False: "false"}[key]
    return str(key)
