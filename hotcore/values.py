"""What evaluation yields: plain values, and what is known only after deployment."""

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

MOST_SOURCES = 30
"""So much that a value waits for is remembered; nobody reads more."""

DEEPEST = 100
"""Levels of lists and maps within each other; nothing deeper is worked with."""

Value = Any
"""A plain value as YAML or JSON has them, possibly with `Unknown` somewhere inside."""

MASK = "••••••"
"""What stands for the value of a hidden parameter wherever it would show."""


class Unknown:
    """A value that is not known yet, and what it waits for.

    `sources` name that: `get_attr server.first_address`, `get_resource server`, `get_param size`.  Without
    sources the value cannot be had because of a finding that was reported.
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
    """A set, as only yaql makes them: different plain values in an order that means nothing.

    No other function takes it for a list.
    """

    members: tuple[Value, ...]

    def __len__(self) -> int:
        return len(self.members)

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self.members))}}}" if self.members else "set()"


def is_known(value: Value) -> bool:
    """Whether nothing unknown is in the value, however deep."""
    return not any(True for _ in _unknowns(value))


def has_mask(value: Value) -> bool:
    """Whether something hidden has flowed into the value, which is shown as a mask."""
    if isinstance(value, str):
        return MASK in value
    if isinstance(value, list):
        return any(map(has_mask, value))
    if isinstance(value, dict):
        return any(map(has_mask, value)) or any(map(has_mask, value.values()))
    return False


def merged(values: Iterable[Value]) -> Unknown:
    """One `Unknown` that waits for all that the given values wait for."""
    found: dict[str, None] = {}
    for value in values:
        for unknown in _unknowns(value):
            found.update(dict.fromkeys(unknown.sources))
            if len(found) >= MOST_SOURCES:
                return Unknown(*found)
    return Unknown(*found)


def _unknowns(value: Value) -> Iterable[Unknown]:
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
    """Something to look a value up by: equal for equal values, and only for them."""
    if isinstance(value, list):
        return list, tuple(map(comparable, value))
    if isinstance(value, dict):
        return dict, frozenset((key, comparable(item)) for key, item in value.items())
    return value  # type: ignore[no-any-return]  # plain values that are neither can be looked up by themselves


def value_at(value: Value, path: Iterable[Value]) -> Value:
    """What a path of keys and positions leads to in a parameter's value; the empty text where it leads nowhere (HOT
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
    """Whether lists and maps are not nested within each other more than `DEEPEST` levels deep."""
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
    """What a value is, with its article, in the words of messages."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"the boolean {'true' if value else 'false'}"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text" if value else "an empty text"
    if isinstance(value, dict):
        return "a map"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, Unordered):
        return "a set"
    return "something else"


def to_json(value: Value) -> Value:
    """The value with everything that JSON lacks written out.

    `Unknown` becomes `{"unknown": "..."}`, NaN and the infinities `{"$float": "nan"}` and so on, keys of
    maps that are not text their JSON text.
    """
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
    """The value as Heat keeps it, in JSON: keys of maps are texts, and a set is a list in whatever order."""
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
