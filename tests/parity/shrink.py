"""Shrinking of a case while a property of it holds."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from tests.parity.strategies.mutations import paths_of
from tests.parity.strategies.texts import data_of, yaml_of
from tests.parity.strategies.writer import copied

Case = dict[str, Any]
_MOST_TRIES = 2_000
_STAND_INS: tuple[Any, ...] = (None, "a", 1, [], {})


def shrunk(case: Case, interesting: Callable[[Case], bool]) -> Case:
    """The smallest case found that is interesting, starting from one that is."""
    left = _MOST_TRIES

    def settle(case: Case, smaller: Callable[[Case], Iterator[Case]]) -> Case:
        nonlocal left
        found = True
        while found:
            found = False
            for candidate in smaller(case):
                left -= 1
                if left < 0:
                    return case
                if interesting(candidate):
                    case, found = candidate, True
                    break
        return case

    case = settle(settle(case, _without_surroundings), _without_parameter)
    plain = _rewritten(case)
    if plain is not None and interesting(plain):
        case = settle(plain, _with_less_data)
    return settle(settle(case, _with_fewer_lines), _without_surroundings)


def _rewritten(case: Case) -> Case | None:
    try:
        return {**case, "template": yaml_of(data_of(case["template"]))}
    except ValueError:
        return None


def _without_surroundings(case: Case) -> Iterator[Case]:
    """The case without one of the things around its template."""
    around = {key: value for key, value in case.items() if key not in ("template", "id")}
    for path in paths_of(around):
        yield {**{key: case[key] for key in case if key in ("template", "id")}, **_without(around, path)}


def _without_parameter(case: Case) -> Iterator[Case]:
    """The case without one of its parameters and the values for it."""
    try:
        data = data_of(case["template"])
        names = list(data["parameters"])
    except (ValueError, TypeError, KeyError):
        return
    for name in names:
        around = copied({key: value for key, value in case.items() if key != "template"})
        for values in around.get("environment", {}).values():
            values.pop(str(name), None)
        with contextlib.suppress(ValueError):
            yield {**around, "template": yaml_of(_without(data, ("parameters", name)))}


def _with_less_data(case: Case) -> Iterator[Case]:
    """The case with one thing less in its template, or with something simpler in its place."""
    data = data_of(case["template"])
    for path in sorted(paths_of(data), key=len):
        candidates = [_without(data, path), *(_with(data, path, value) for value in _simpler(data, path))]
        for candidate in candidates:
            text = yaml_of(candidate)
            if len(text) < len(case["template"]):
                yield {**case, "template": text}


def _with_fewer_lines(case: Case) -> Iterator[Case]:
    lines = case["template"].splitlines(keepends=True)
    size = len(lines) // 2
    while size:
        for start in range(0, len(lines), size):
            yield {**case, "template": "".join(lines[:start] + lines[start + size :])}
        size //= 2


def _simpler(data: Any, path: tuple[Any, ...]) -> Iterator[Any]:
    """Simpler replacements for a value: its members, or a constant."""
    value = data
    for key in path:
        value = value[key]
    if isinstance(value, dict | list):
        yield from value.values() if isinstance(value, dict) else value
        yield from _STAND_INS
    elif isinstance(value, str):
        yield "a"


def _without(data: Any, path: tuple[Any, ...]) -> Any:
    changed = copied(data)
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    holder.pop(path[-1])
    return changed


def _with(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copied(data)
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = copied(value)
    return changed
