"""How a value of a later environment is put together with that of an earlier one, for each type of parameters.

What Heat cannot put together it does not check either: it stumbles, which is a refusal too.
"""

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from hotcore.constraints import TYPES
from hotcore.values import is_shallow


class Unmergeable(Exception):
    """Two values do not go together; the text says why."""


def merged_value(kind: str, values: Mapping[str, Any], name: str, new: Any, *, deep: bool) -> Any:
    """A parameter's value in `values` with a new one merged in.  Raises `Unmergeable`."""
    if kind == "json":
        return _merged_map(deepcopy(values.get(name, {})), _as_json(new), deep=deep)
    if not isinstance(new, str | list):
        raise Unmergeable("only texts and lists can be added to one another.")
    if kind == "comma_delimited_list":
        return _merged_list(values.get(name), new)
    if kind == "boolean":
        raise Unmergeable("a boolean is one thing or the other.")
    old = values.get(name, TYPES[kind].empty)
    if isinstance(old, str) and isinstance(new, str):
        return old + new
    if kind == "number" and isinstance(old, list) and isinstance(new, list):
        return old + new
    raise Unmergeable("a text can only be added to a text.")


def _as_json(value: Any) -> Any:
    if not isinstance(value, str):
        return deepcopy(value)
    try:
        return json.loads(value) if value else value
    except (ValueError, RecursionError):
        raise Unmergeable("it is not JSON.") from None


def _merged_list(old: Any, new: Any) -> Any:
    if not old:
        return new
    if isinstance(old, list) and isinstance(new, list):
        return old + new
    if isinstance(old, str) and isinstance(new, str):
        return f"{old},{new}"
    raise Unmergeable("one is a list, the other a text.")


def _merged_map(old: Any, new: Any, *, deep: bool) -> Any:
    """A map with another one merged in; keys with null are left out."""
    if not old:
        return new
    if not isinstance(new, dict):
        raise Unmergeable("only a map can be merged into a map.")
    given = {key: value for key, value in new.items() if value is not None}
    if given and not isinstance(old, dict):
        raise Unmergeable("the earlier one is not a map, or is a map written as text.")
    if not is_shallow(old) or not is_shallow(new):
        raise Unmergeable("they are nested too deeply.")
    for key, value in given.items():
        old[key] = _merged_member(old, key, value) if deep else value
    return old


def _merged_member(old: dict[str, Any], key: str, value: Any) -> Any:
    if isinstance(value, str):
        before = old.get(key, "")
        if not isinstance(before, str):
            raise Unmergeable("inside them, a text can only be added to a text.")
        return before + value
    if isinstance(value, dict):
        return _merged_map(old.get(key), value, deep=True)
    return _merged_list(old.get(key), value) if isinstance(value, list) else value
