"""The merging of values of two environments, for each type of parameters.

Heat does not check whether values can be merged: it just fails, which is a rejection too.
"""

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from hotcore.constraints import TYPES
from hotcore.values import is_shallow


class Unmergeable(Exception):
    """Two values cannot be merged; the message says why."""


def merged_value(kind: str, values: Mapping[str, Any], name: str, new: Any, *, deep: bool) -> Any:
    """A parameter's value in `values` with a new one merged in.  Raises `Unmergeable`."""
    if kind == "json":
        return _merged_map(deepcopy(values.get(name, {})), _as_json(new), deep=deep)
    if not isinstance(new, str | list):
        raise Unmergeable("only strings and lists can be merged.")
    if kind == "comma_delimited_list":
        return _merged_list(values.get(name), new)
    if kind == "boolean":
        raise Unmergeable("booleans cannot be merged.")
    old = values.get(name, TYPES[kind].empty)
    if isinstance(old, str) and isinstance(new, str):
        return old + new
    if kind == "number" and isinstance(old, list) and isinstance(new, list):
        return old + new
    raise Unmergeable("a string can only be merged with a string.")


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
    raise Unmergeable("one is a list, the other a string.")


def _merged_map(old: Any, new: Any, *, deep: bool) -> Any:
    """A map with another one merged into it; keys with null are omitted."""
    if not old:
        return new
    if not isinstance(new, dict):
        raise Unmergeable("a map can only be merged with a map.")
    given = {key: value for key, value in new.items() if value is not None}
    if given and not isinstance(old, dict):
        raise Unmergeable("the earlier value is not a map, or is a map written as a string.")
    if not is_shallow(old) or not is_shallow(new):
        raise Unmergeable("they are nested too deeply.")
    for key, value in given.items():
        old[key] = _merged_member(old, key, value) if deep else value
    return old


def _merged_member(old: dict[str, Any], key: str, value: Any) -> Any:
    if isinstance(value, str):
        before = old.get(key, "")
        if not isinstance(before, str):
            raise Unmergeable("inside the maps, a string can only be merged with a string.")
        return before + value
    if isinstance(value, dict):
        return _merged_map(old.get(key), value, deep=True)
    return _merged_list(old.get(key), value) if isinstance(value, list) else value
