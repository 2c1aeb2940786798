"""List functions: `repeat`, `list_concat`, `filter`, `contains`."""

from collections.abc import Hashable, Iterable, Sequence
from itertools import product
from typing import Annotated, Any

from hotcore.budget import Budget
from hotcore.evaluation import CONDITIONS, VALUES, ArgumentSpec, Call, CallError, Lazy, Step, function
from hotcore.syntax import Mapping, Scalar
from hotcore.values import Unknown, Value, comparable, kind_of, merged

_MOST_ITEMS = 100_000
"""More items than any stack has; a product of lists beyond that is not computed."""

_MOST_UNPAID = 256
"""The length of a string after one replacement up to which its cost is covered by that of its round."""


_Template = Annotated[Value, ArgumentSpec(passes="item")]
_Loops = Annotated[Value, ArgumentSpec("map", items="list", word="<%item%>", entry="${<%item%>}: ${list}")]


@function("repeat", since="2015-04-30", literal=Step.SYNTAX, others=None, textual=True, partial=True, gives="list")
def repeat_lists(call: Call, *, template: _Template, for_each: _Loops) -> Value:
    """The template once for every combination of the items of the lists in `for_each` (HOT specification, "repeat").

    The template is resolved once; placeholders are replaced in its value, including the keys of maps.
    """
    return _repeated(call, template, for_each, maps=False, nested=True)


@function(
    "repeat",
    since="2016-10-14",
    literal=Step.SYNTAX,
    others=None,
    textual=True,
    partial=True,
    gives="list",
    change="`repeat` iterates over the keys of maps.",
)
def repeat_maps(call: Call, *, template: _Template, for_each: _Loops) -> Value:
    """The template once for every combination of the items of the lists, or keys of the maps, in `for_each` (HOT
    specification, "repeat").

    The template is resolved once; placeholders are replaced in its value, including the keys of maps.
    """
    return _repeated(call, template, for_each, maps=True, nested=True)


@function(
    "repeat",
    since="2017-09-01",
    literal=Step.SYNTAX,
    others=None,
    textual=True,
    partial=True,
    gives="list",
    change="`permutations: false` of `repeat` iterates over several lists in parallel.",
)
def repeat(
    call: Call,
    *,
    template: _Template,
    for_each: _Loops,
    permutations: Annotated[Lazy | None, ArgumentSpec("boolean")] = None,
) -> Value:
    """The template once for every combination of the items of the lists, or keys of the maps, in `for_each`; with
    `permutations: false` once for the first items of all lists, once for the second ones, and so on (HOT
    specification, "repeat").

    The template is resolved once; placeholders are replaced in its value, including the keys of maps.
    """
    nested = permutations.value if isinstance(permutations, Scalar) else True if permutations is None else None
    if not isinstance(nested, bool):
        raise CallError("`permutations` must be a literal true or false.", "permutations", step=Step.SYNTAX)
    return _repeated(call, template, for_each, maps=nested, nested=nested)


def _repeated(call: Call, template: Value, for_each: Value, *, maps: bool, nested: bool) -> Value:
    node = call.argument.get("for_each") if isinstance(call.argument, Mapping) else None
    if not isinstance(for_each, dict) and node is not None and not call.evaluator.is_call(node):
        raise CallError(
            f"`for_each` must be a map of placeholders and lists, not {kind_of(for_each)}.",
            "for_each",
            step=Step.VALIDATION,
        )
    if not call.resolving:
        return None
    if unknown := call.waits([template, for_each]):
        return unknown
    if not isinstance(for_each, dict) or not for_each:
        raise CallError("`for_each` needs at least one placeholder with its list.", "for_each")
    lists = [_items(key, items, maps) for key, items in for_each.items()]
    lengths = [len(items) for items, given in zip(lists, for_each.values(), strict=True) if given is not None]
    if not nested and len(set(lengths)) > 1:
        raise CallError("With `permutations: false`, all lists must have the same length.", "for_each")
    count = 1
    for items in lists:
        count *= len(items)
    if nested and count > _MOST_ITEMS:
        raise CallError(f"The result would have more than {_MOST_ITEMS} items.", "for_each")
    rounds: Iterable[tuple[Value, ...]] = product(*lists) if nested else zip(*lists, strict=False)
    size, characters = _size(template)
    try:
        return [
            _round(call.scope.budget, template, list(zip(for_each, values, strict=True)), size, characters)
            for values in rounds
        ]
    except CallError as error:
        error.path += _first_odd(for_each, error.path)
        raise


def _first_odd(for_each: dict[Any, Value], path: tuple[Any, ...]) -> tuple[int, ...]:
    """The position of the first item in the list at the path that is not a string."""
    items = for_each.get(path[-1])
    return next(((at,) for at, item in enumerate(items or ()) if not isinstance(item, str)), ())


def _items(key: Any, items: Value, maps: bool) -> Sequence[Value]:
    if items is None:
        return []
    if isinstance(items, list) or (maps and isinstance(items, dict)):
        return list(items)
    raise CallError(
        f"`for_each` iterates over {'lists or maps' if maps else 'lists'}, not {kind_of(items)}.", ("for_each", key)
    )


def _size(template: Value) -> tuple[int, int]:
    """The number of values in a template for `repeat`, keys included, and of the characters in its strings."""
    size, characters, pending = 0, 0, [template]
    while pending:
        value = pending.pop()
        size += 1
        if isinstance(value, str):
            characters += len(value) + 1
        elif isinstance(value, list):
            pending += value
        elif isinstance(value, dict):
            pending += value
            pending += value.values()
    return size, characters


def _round(budget: Budget, template: Value, pairs: list[tuple[Any, Value]], size: int, characters: int) -> Value:
    """The template with one value in place of each placeholder."""
    budget.spend(size * (4 + len(pairs)), characters * len(pairs))
    for key, value in pairs if characters else ():
        if not isinstance(key, str) or not isinstance(value, str):
            found = key if not isinstance(key, str) else value
            raise CallError(
                f"`repeat` replaces strings with strings, not {kind_of(found)}.",
                ("for_each", key),
                hint="Quote numbers." if isinstance(found, int | float) else None,
            )
    return _replaced(budget, template, pairs)


def _replaced(budget: Budget, template: Value, pairs: list[tuple[str, str]]) -> Value:
    kind = type(template)
    if kind is str:
        for key, value in pairs:
            if key in template:
                if len(template) * len(value) > _MOST_UNPAID:
                    growth = template.count(key) * (len(value) - len(key))
                    budget.spend(1, len(template) + max(growth, 0))
                template = template.replace(key, value)
        return template
    if kind is list:
        return [_replaced(budget, item, pairs) for item in template]
    if kind is dict:
        return {_replaced(budget, key, pairs): _replaced(budget, item, pairs) for key, item in template.items()}
    return template


_Lists = Annotated[Value, ArgumentSpec("list", passes="whole", gap="${list}")]


@function("list_concat", since="2017-09-01", partial=True, textual=True, gives="list")
def list_concat(*lists: _Lists) -> Value:
    """The items of all lists, in order (HOT specification, "list_concat")."""
    return _concatenated("list_concat", lists)


def _concatenated(name: str, lists: tuple[Value, ...]) -> Value:
    result: list[Value] = []
    for position, items in enumerate(lists):
        if items is not None and not isinstance(items, list | Unknown):
            raise CallError(f"`{name}` takes lists, not {kind_of(items)}.", position)
        result.extend(items if isinstance(items, list) else [])
    unknown = [items for items in lists if isinstance(items, Unknown)]
    return merged(unknown) if unknown else result


@function("list_concat_unique", since="2017-09-01", textual=True, gives="list")
def list_concat_unique(*lists: _Lists) -> Value:
    """The distinct items of all lists (HOT specification, "list_concat_unique")."""
    unique: dict[Hashable, Value] = {}
    for item in _concatenated("list_concat_unique", lists):
        unique.setdefault(comparable(item), item)
    return list(unique.values())


@function("filter", since="2017-02-24", literal=Step.SYNTAX)
def filter_values(
    call: Call,
    values: Annotated[Lazy, ArgumentSpec("list")],
    sequence: Annotated[Lazy, ArgumentSpec("list", keeps="item")],
) -> Value:
    """The list without the items that are among the values (HOT specification, "filter").

    The values are not resolved when the list is empty.
    """
    items = call.evaluator.result(sequence)
    if not call.resolving or not isinstance(items, list) or not items:
        call.look_at(values)
    if not call.resolving or not items or isinstance(items, Unknown):
        return items
    if not isinstance(items, list):
        raise CallError(f"`filter` filters a list, not {kind_of(items)}.", 1)
    unwanted = call.evaluator.result(values)
    if unknown := call.waits([items, unwanted]):
        return unknown
    if unwanted and not isinstance(unwanted, list):
        raise CallError(f"`filter` takes a list of values to remove, not {kind_of(unwanted)}.", 0)
    left_out = set(map(comparable, unwanted or []))
    return [item for item in items if comparable(item) not in left_out]


@function("contains", since="2017-09-01", literal=Step.SYNTAX, context=VALUES + CONDITIONS, gives="boolean")
def contains(value: Value, sequence: Annotated[Value, ArgumentSpec("list", keeps="item", gap="${list}")]) -> Value:
    """Whether the value is an item of the list, or a part of the string (HOT specification, "contains")."""
    if isinstance(sequence, str):
        if not isinstance(value, str):
            raise CallError(f"A string can contain only strings, not {kind_of(value)}.", 0)
        return value in sequence
    if not isinstance(sequence, list):
        raise CallError(f"`contains` searches a list or a string, not {kind_of(sequence)}.", 1)
    return value in sequence
