"""Map functions: `map_merge`, `map_replace`."""

from typing import Annotated

from hotcore.evaluation import ArgumentSpec, CallError, function
from hotcore.spelling import did_you_mean
from hotcore.values import Unknown, Unordered, Value, kind_of, merged


@function("map_merge", since="2016-04-08", partial=True, textual=True, gives="map")
def map_merge(maps: Annotated[Value, ArgumentSpec("list", passes="whole", gap="[${map}, ${map}]")], /) -> Value:
    """One map with the keys of all; the last of equal keys wins (HOT specification, "map_merge")."""
    if isinstance(maps, Unknown):
        return maps
    if maps == "":
        return {}
    if not isinstance(maps, list):
        raise CallError(f"`map_merge` takes a list of maps, not {kind_of(maps)}.", 0)
    result: dict[str, Value] = {}
    unknown = [item for item in maps if isinstance(item, Unknown)]
    for position, item in enumerate(maps):
        if item is not None and not isinstance(item, dict | Unknown):
            raise CallError(f"`map_merge` takes maps, not {kind_of(item)}.", position)
        if isinstance(item, dict):
            result.update(item)
    return merged(unknown) if unknown else result


@function("map_replace", since="2016-10-14", gives="map")
def map_replace(
    map_: Annotated[Value, ArgumentSpec("map")],
    replacements: Annotated[Value, ArgumentSpec("map", entry="keys: {${old}: ${new}}")],
) -> Value:
    """The map with keys and values replaced, by a map of `keys` and a map of `values` (HOT specification,
    "map_replace")."""
    source, replaced = _map(map_, 0), _map(replacements, 1)
    for section in replaced:
        if section not in ("keys", "values"):
            message = "`map_replace` takes only the keys `keys` and `values`."
            hint = did_you_mean(section, ("keys", "values"))
            raise CallError(message, (1, section), hint=hint, at_key=True)
    keys, values = _map(replaced.get("keys"), 1, "keys"), _map(replaced.get("values"), 1, "values")
    result: dict[Value, Value] = {}
    for key, value in source.items():
        new_key = keys.get(key)
        if new_key is None:
            new_key = key
        elif _taken(new_key, key, source, result):
            hint = "To merge maps, use `map_merge`."
            raise CallError("Two keys would become the same key.", (1, "keys", key), hint=hint)
        result[new_key] = _replaced_value(value, values)
    return result


def _taken(new_key: Value, key: Value, source: dict[Value, Value], result: dict[Value, Value]) -> bool:
    if isinstance(new_key, dict | list | Unordered):
        raise CallError(f"A key must be replaced by a string, not {kind_of(new_key)}.", 1)
    return (new_key in source and new_key != key) or new_key in result


def _replaced_value(value: Value, values: dict[Value, Value]) -> Value:
    return value if isinstance(value, dict | list) else values.get(value, value)


def _map(value: Value, *path: int | str) -> dict[Value, Value]:
    if value is not None and not isinstance(value, dict):
        raise CallError(f"`map_replace` takes maps, not {kind_of(value)}.", path)
    return value or {}
