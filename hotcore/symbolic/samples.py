"""More values to try for the inputs of opaque conditions: some of them may give an outcome."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, combinations, islice, permutations
from typing import Any

from hotcore.evaluation import CONDITIONS
from hotcore.symbolic.variables import (
    LAST_ITEM,
    OTHER,
    Input,
    Key,
    all_unlike,
    allowed_values,
    distinct,
    fits,
    has_calls,
    is_accepted,
    partners_of,
    placed,
    read_whole,
    reading,
)
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Scalar, Sequence, to_plain, walk
from hotcore.template import Template, path_read

_FEW, _MANY = 3, 32
_TEXTS = ("example.org/one:1", "one/other:1")
"""Strings that expressions can split or parse."""
_MOST_MEMBERS = 5
"""Members that may each be present or not; each doubles the number of values."""


def varied_inputs(template: Template, inputs: Mapping[Key, Input]) -> dict[Key, Input]:
    """Inputs with more examples of equivalent values: what a comparison expects at a computed path, a few others, lists
    of the items that are searched for, maps with some empty members, and the values on the other side of a
    comparison."""
    partners = partners_of(walk(template.root), template)
    expected = _expected(template, inputs)
    alone = {
        key: _varied(template, one, chain(expected.get(key, ()), _of_its_own(template, one)))
        for key, one in inputs.items()
    }
    return {
        key: _varied(template, one, [value for other in partners.get(key, ()) for value in _some(alone.get(other))])
        for key, one in alone.items()
    }


def _expected(template: Template, inputs: Mapping[Key, Input]) -> dict[Key, list[Any]]:
    """Parameters of which a part at a computed path is compared, with values that have the expected parts: each alone,
    and all together."""
    found: dict[Key, list[Any]] = {}
    together: dict[Key, Any] = {}
    for node in walk(template.root):
        argument = node.members["equals"] if isinstance(node, MappingNode) and node.sole_key == "equals" else None
        items = argument.items if isinstance(argument, Sequence) else []
        for read, other in permutations(items) if len(items) == 2 else ():
            key = read_whole(read, template)
            one = inputs.get(key or ())
            if key is None or one is None or has_calls(other, template.version):
                continue
            path = [_step(step, template, inputs, key) for step in path_read(read, template, CONDITIONS)[1:]]
            if None not in path:
                value, start = to_plain(other), next(iter(one.examples(0)), None)
                together[key] = placed(together.get(key, start), tuple(path), value)
                found.setdefault(key, []).append(placed(start, tuple(path), value))
    return {key: [*found[key][:_FEW], together[key]] for key in found}


def _step(node: Node, template: Template, inputs: Mapping[Key, Input], whole: Key) -> str | int | None:
    """The default value of a step in a path; the value of a hidden parameter is never part of a shown one."""
    if isinstance(node, Scalar):
        step = node.value
    else:
        key = reading(node, template)
        one = inputs.get(key or ())
        if (
            key is None
            or one is None
            or (template.parameters[key[0]].hidden and not template.parameters[whole[0]].hidden)
        ):
            return None
        step = next(iter(one.examples(0)), None)
    return step if isinstance(step, str) or (type(step) is int and 0 <= step < LAST_ITEM) else None


def _varied(template: Template, one: Input, values: Iterable[Any]) -> Input:
    if one.is_closed:
        return one
    parameter = template.parameters[one.name]
    new = (value for value in values if not any(value == each for each in one.values))
    good = (value for value in new if one.path or (fits(parameter, value) and is_accepted(parameter, one.key, value)))
    return replace(one, others=tuple(islice(distinct([*one.others, *good]), _MANY)))


def _some(one: Input | None) -> list[Any]:
    """Values of an input that another may be equal to."""
    if one is None:
        return []
    return [*(value for value in one.values if value is not OTHER), *one.others[: _FEW + 1]]


def _of_its_own(template: Template, one: Input) -> Iterator[Any]:
    parameter = template.parameters[one.name]
    known = [*one.values, *one.others]
    listed = (allowed_values(parameter) if not one.path else None) or []
    yield from islice((value for value in listed if value not in known), _FEW)
    yield from islice(all_unlike(parameter, one.key, known), _FEW)
    if str in parameter.kind.classes and not one.path:
        yield from _TEXTS
    elif list in parameter.kind.classes and not one.path:
        yield from _lists(item for value in known if isinstance(value, list) for item in value)
    elif object in parameter.kind.classes:
        yield from _turned(known)


def _lists(items: Iterable[Any]) -> Iterator[list[Any]]:
    """Lists of some of the items, short ones first."""
    some = list(islice(distinct(items), _MOST_MEMBERS))
    for length in range(len(some) + 1):
        yield from map(list, combinations(some, length))


def _turned(values: Iterable[Any]) -> Iterator[Any]:
    """The first map among values, with some members made empty that are not, or the other way round."""
    whole = next((value for value in values if isinstance(value, dict) and value), {})
    some = list(whole)[:_MOST_MEMBERS]
    for length in range(1, len(some) + 1):
        for names in combinations(some, length):
            yield {**whole, **{name: _opposite(whole[name]) for name in names}}


def _opposite(value: Any) -> Any:
    """An empty value for one that is not, and the other way round."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, list):
        return [] if value else ["other"]
    if isinstance(value, dict):
        return {} if value else {"other": "other"}
    if isinstance(value, int | float):
        return 0 if value else 1
    return "" if value else "other"
