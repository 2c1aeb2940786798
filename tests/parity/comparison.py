"""Comparison of two answers to a case of the conformance format."""

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

_VALUES = ("parameters", "conditions", "resources", "outputs", "parameter_groups", "schema")
_DEEPEST = 200
_LONGEST = 160


class NotJson(Exception):
    """A value has no JSON form, so that it cannot be compared."""


def as_json(value: Any, depth: int = 0) -> Any:
    """The JSON form of a value: keys become text, numbers that JSON lacks `{"$float": ...}`, tuples lists."""
    if depth > _DEEPEST:
        raise NotJson("nested too deeply")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str | int):
        return str(value) if isinstance(value, str) else int(value)
    if isinstance(value, float):
        if math.isfinite(value):
            return float(value)
        return {"$float": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
    if isinstance(value, Mapping):
        members = [(_key(key), as_json(item, depth + 1)) for key, item in value.items()]
        if len(members) != len({key for key, _ in members}):
            raise NotJson("two keys with the same text")
        return dict(members)
    if isinstance(value, list | tuple):
        return [as_json(item, depth + 1) for item in value]
    raise NotJson(f"a {type(value).__name__}")


def _key(key: Any) -> str:
    if isinstance(key, str):
        return str(key)
    if key is None or isinstance(key, bool | int | float):
        return json.dumps(key)
    raise NotJson(f"a key that is a {type(key).__name__}")


def difference(expected: Mapping[str, Any], answer: Mapping[str, Any]) -> str | None:
    """The first difference between Heat's answer and another in one line, both in their JSON form; None without one."""
    verdicts = [_verdict(expected), _verdict(answer)]
    if verdicts[0] != verdicts[1]:
        return f"Heat: {verdicts[0]}; hotcore: {verdicts[1]}"
    if not expected["ok"] and expected["error_stage"] != "parameters":
        return None
    for key in _VALUES if expected["ok"] else ("schema",):
        if key == "schema" and expected[key] is None and not expected["ok"]:
            continue
        for found in value_differences(expected[key], answer.get(key), key):
            return found
    return None


def _verdict(answer: Mapping[str, Any]) -> str:
    return "accepted" if answer["ok"] else f"refused at {answer['error_stage']}"


def value_differences(expected: Any, found: Any, path: str) -> Iterator[str]:
    """The places at which two JSON values differ; 1, 1.0 and true are three values."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in [*expected, *(key for key in found if key not in expected)]:
            if key in expected and key in found:
                yield from value_differences(expected[key], found[key], f"{path}.{key}")
            else:
                yield f"{path}: only {'Heat' if key in expected else 'hotcore'} has {json.dumps(key)}"
    elif isinstance(expected, list) and isinstance(found, list):
        for index, (one, other) in enumerate(zip(expected, found, strict=False)):
            yield from value_differences(one, other, f"{path}[{index}]")
        if len(expected) != len(found):
            yield f"{path}: Heat has {len(expected)} items, hotcore {len(found)}"
    elif type(expected) is not type(found) or expected != found or _is_negative(expected) != _is_negative(found):
        yield f"{path}: Heat has {_short(expected)}, hotcore {_short(found)}"


def _is_negative(value: Any) -> bool:
    """Tells -0.0 from 0.0."""
    return isinstance(value, float) and math.copysign(1, value) < 0


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
