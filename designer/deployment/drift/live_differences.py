"""Where a live value differs from what a template says, by path.

Services tell values in their own way: more keys than were given, lists in another order, texts for numbers and truths,
addresses shortened, and names of keys that are not Heat's. Only what both say is compared.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any

from hotcore import is_known
from hotcore.catalogue import PropertySchema
from hotcore.linter import is_secret
from hotcore.values import has_mask

Path = tuple[str | int, ...]

ANYWHERE = ("0.0.0.0/0", "::/0")
"""Ranges that a service may leave out, as they are all addresses."""
ADDED_TO = ("fixed_ips", "external_fixed_ips")
"""Lists to which services add items of their own."""
MOST_ITEMS = 100  # of a list of maps, whose items are looked for one by one
MOST_COMPARED = 300_000  # parts of the values of a resource; 100 maps of ten keys with 100 others are 210,000
DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Difference:
    """A place in a value that differs; `wanted` or `found` is None where one of them has nothing."""

    path: Path
    wanted: Any
    found: Any


class UsedUp(Exception):
    """The values are too large to be compared."""


@dataclass(slots=True)
class Budget:
    """How many parts of the values of one resource are still compared with each other."""

    left: int = MOST_COMPARED

    def spend(self, *values: Any) -> None:
        """Take away what it costs to look at values, without what is in them; raise `UsedUp` if nothing is left."""
        self.left -= 1 + sum(map(_cost, values))
        if self.left < 0:
            raise UsedUp


def _cost(value: Any) -> int:
    return len(value) // 20 if isinstance(value, str) else len(value) if isinstance(value, dict | list) else 0


def differences(
    wanted: Any, live: Any, schema: PropertySchema | None, path: Path, budget: Budget
) -> list[Difference] | None:
    """Return what differs; None where the two cannot be compared: as one is not known, hidden, or of another kind, or
    the `budget` does not suffice."""
    try:
        found = _differences(wanted, live, schema, path, budget)
        return None if found is None else list(found)
    except UsedUp:
        return None


def _differences(
    wanted: Any, live: Any, schema: PropertySchema | None, path: Path, budget: Budget
) -> Iterator[Difference] | None:
    if wanted is None or not is_known_here(wanted) or _is_reference(schema) or len(path) > DEEPEST:
        return None
    budget.spend(wanted, None if isinstance(live, dict) else live)  # of a map only what is wanted is looked at
    live = _parsed(live) if isinstance(wanted, dict | list) else live
    if isinstance(wanted, dict):
        return _of_maps(wanted, live, schema, path, budget) if isinstance(live, dict) else None
    if isinstance(wanted, list):
        return _of_lists(wanted, live, schema, path, budget) if isinstance(live, list) else None
    if isinstance(live, dict | list):
        return None
    return iter(() if _is_same(wanted, live) else [Difference(path, wanted, live)])


def is_known_here(value: Any) -> bool:
    """Whether a value itself, whatever is in it, is known and not hidden."""
    return isinstance(value, dict | list) or (is_known(value) and not has_mask(value))


def _is_reference(schema: PropertySchema | None) -> bool:
    """Whether a property names something: a template may say its name where the service says an ID."""
    return schema is not None and bool(schema.references or (schema.items is not None and schema.items.references))


def _of_maps(
    wanted: dict[Any, Any], live: dict[Any, Any], schema: PropertySchema | None, path: Path, budget: Budget
) -> Iterator[Difference]:
    keys = schema.keys if schema is not None else None
    defaults = {key: each.default for key, each in keys.items() if each.default is not None} if keys else {}
    for key, value in (defaults | wanted).items():
        if is_secret(str(key)) or (keys is not None and key not in live):
            continue  # of a map with keys of its own, a service may call one otherwise
        below = (*path, str(key))
        if key not in live:
            yield from () if value is None or not is_known_here(value) else [Difference(below, value, None)]
        else:
            yield from _differences(value, live[key], keys.get(key) if keys else None, below, budget) or ()


def _of_lists(
    wanted: list[Any], live: list[Any], schema: PropertySchema | None, path: Path, budget: Budget
) -> Iterator[Difference]:
    items = schema.items if schema is not None else None
    if any(isinstance(item, dict) for item in wanted):
        if len(wanted) <= MOST_ITEMS and len(live) <= MOST_ITEMS and all(isinstance(item, dict) for item in live):
            yield from _of_items(wanted, live, items, path, budget)
    elif all(map(is_known_here, wanted)) and not any(isinstance(item, dict | list) for item in [*wanted, *live]):
        is_same = sorted(map(_text, wanted)) == sorted(map(_text, live))
        yield from () if is_same else [Difference(path, wanted, live)]


def _of_items(
    wanted: list[Any], live: list[Any], schema: PropertySchema | None, path: Path, budget: Budget
) -> Iterator[Difference]:
    """Yield what differs of lists of maps in any order: each item belongs to the one that is most like it."""
    same = _same_items(wanted, live, budget)
    left, taken = {at for at, item in enumerate(wanted) if isinstance(item, dict) and at not in same}, {*same.values()}
    pairs = ((at, other) for at in sorted(left) for other in range(len(live)) if other not in taken)
    found = {
        (at, other): list(_differences(wanted[at], live[other], schema, (*path, at), budget) or ())
        for at, other in pairs
    }
    # Of those that fit equally well, the one that says most is first: it fits no other.
    for at, other in sorted(found, key=lambda pair: (len(found[pair]), -len(wanted[pair[0]]), pair)):
        is_like = 2 * len(found[at, other]) <= len(wanted[at])  # at least half of it is the same
        if at in left and other not in taken and is_like:
            left.remove(at)
            taken.add(other)
            yield from found[at, other]
    yield from (Difference((*path, at), wanted[at], None) for at in sorted(left))
    if path[-1] not in ADDED_TO and not any(not isinstance(item, dict) for item in wanted):
        more = [there for other, there in enumerate(live) if other not in taken and not _is_default_rule(there)]
        told = _told_keys(wanted) if more else set()
        for there in more:
            besides = {key: value for key, value in there.items() if key in told and value is not None}
            yield Difference(path, None, besides)


def _same_items(wanted: list[Any], live: list[Any], budget: Budget) -> dict[int, int]:
    """Return which item of a list of maps is the same as which live one, but for what a service adds to that.

    An item that says less than another one, which is not found, leaves all that are like it to that.
    """
    by_keys: dict[frozenset[Any], list[int]] = {}
    for at, item in enumerate(wanted):
        if isinstance(item, dict):
            by_keys.setdefault(frozenset(item), []).append(at)
    found: dict[int, int] = {}
    for keys in sorted(by_keys, key=len, reverse=True):
        if any(keys < more and not found.keys() >= {*by_keys[more]} for more in by_keys):
            continue
        others: dict[str, list[int]] = {}
        for other in sorted(set(range(len(live))) - {*found.values()}, reverse=True):
            part = {key: live[other][key] for key in keys if key in live[other]}
            others.setdefault(_as_json(part, budget), []).append(other)
        for at in by_keys[keys]:
            if (text := _as_json(wanted[at], budget)) and others.get(text):
                found[at] = others[text].pop()
    return found


def _as_json(item: Any, budget: Budget) -> str:
    """Return an item as JSON; empty where something in it is not known, and so is none."""
    try:
        text = json.dumps(item, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return ""
    budget.spend(text)
    return text


def _is_default_rule(item: Mapping[str, Any]) -> bool:
    """Whether an item is one of the two rules that Neutron gives to each security group: everything may go out."""
    limits = ("protocol", "port_range_min", "port_range_max", "remote_group_id", "remote_ip_prefix")
    return item.get("direction") == "egress" and all(item.get(key) in (None, *ANYWHERE) for key in limits)


def _told_keys(wanted: list[Any]) -> set[Any]:
    """Return what is told of an item that nobody wants: what the wanted ones say as well, not what a service adds.

    A key under which something is wanted that is not known here may hold a hidden value.
    """
    keys = {key for each in wanted for key in each}
    unknown = {key for each in wanted for key, value in each.items() if not _is_wholly_known(value)}
    return {key for key in keys - unknown if not is_secret(str(key))}


def _is_wholly_known(value: Any) -> bool:
    """Whether a value is known and not hidden, with all that is in it."""
    if isinstance(value, dict | list):
        return all(map(_is_wholly_known, value.values() if isinstance(value, dict) else value))
    return is_known_here(value)


def _parsed(live: Any) -> Any:
    """Return a map or a list that a service tells as JSON."""
    if not isinstance(live, str):
        return live
    try:
        return json.loads(live)
    except (ValueError, RecursionError):
        return live


def _is_same(wanted: Any, live: Any) -> bool:
    one, other = _text(wanted), _text(live)
    if one == other or (live is None and one in (*ANYWHERE, "")) or (one == "false" and other == ""):
        return True
    return one.casefold() == other.casefold() and ":" in one  # a MAC or an IPv6 address


def _text(value: Any) -> str:
    """Return a value as services tell it: texts for numbers and truths, an address in its shortest form."""
    text = "" if value is None else str(value).strip()
    if text.lower() in ("true", "false"):
        return text.lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    try:
        return str(ip_network(text, strict=False)) if "." in text or ":" in text else text
    except ValueError:
        return text
