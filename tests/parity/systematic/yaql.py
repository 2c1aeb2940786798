"""Expressions of yaql over data of all kinds."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.parity.systematic.frames import LATEST, PLAIN, Case, in_output, in_property, read_values, short

DATA: tuple[Any, ...] = (
    {"a": 1, "b": [3, 1, 2], "c": {"x": "y"}, "d": None, "e": "text", "f": 1.5, "g": True},
    [3, 1, 2],
    "some text",
    {"get_param": "obj"},
    {"get_attr": ["box", "info"]},
    None,
)
EXPRESSIONS = read_values("yaql_expressions")


def expressions() -> Iterator[Case]:
    """Every expression over some data, in an output and, for a few, in a property."""
    for index, expression in enumerate(EXPRESSIONS):
        for number, data in enumerate(DATA):
            value = {"yaql": {"expression": expression, "data": data}}
            yield f"{index}:{expression[:40]}/{number}", in_output(value)
        yield f"{index}:{expression[:40]}/no-data", in_output({"yaql": {"expression": expression}})
        yield f"{index}:{expression[:40]}/property", in_property({"yaql": {"expression": expression, "data": DATA[0]}})
        joined = {"list_concat": [{"yaql": {"expression": expression, "data": DATA[0]}}, [1]]}
        yield f"{index}:{expression[:40]}/in-list", in_output(joined)
        shown = {
            "str_replace": {"template": "<x>", "params": {"x": {"yaql": {"expression": expression, "data": DATA[0]}}}}
        }
        yield f"{index}:{expression[:40]}/in-text", in_output(shown)


def on_data() -> Iterator[Case]:
    """Simple expressions over every kind of data."""
    for data in (*PLAIN, [{"a": 1}, {"b": 2}], [None, 1], ["a", 1], [[1], [2]], [True, 1], [1.0, 1]):
        for expression in (
            "$.data",
            "$.data.len()",
            "str($.data)",
            "$.data.first()",
            "$.data.keys()",
            "$.data.a",
            "$.data + 1",
            "$.data = 1",
            "bool($.data)",
            "$.data.toList()",
            "$.data.select($)",
            "$.data.distinct()",
            "$.data.orderBy($)",
            "$.data.sum()",
            "$.data.toSet()",
            "isList($.data)",
            "$.data[0]",
            "$.data.items()",
            "not $.data",
        ):
            yield f"{short(data)}/{expression}", in_output({"yaql": {"expression": expression, "data": data}}, LATEST)


AREAS: dict[str, Callable[[], Iterator[Case]]] = {"yaql/expressions": expressions, "yaql/data": on_data}
