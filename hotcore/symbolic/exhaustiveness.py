"""The test whether all possible values were tried, so that an outcome they do not give is impossible."""

from collections.abc import Iterable, Iterator
from typing import Any

from hotcore.evaluation import CONDITIONS
from hotcore.sandbox import is_steady
from hotcore.symbolic.cheapest_paths import Option
from hotcore.symbolic.variables import OTHER, Key, reading
from hotcore.syntax import Mapping, Node, Scalar, walk
from hotcore.template import Template, path_read


def read_by(nodes: Iterable[Node], template: Template) -> frozenset[Key] | None:
    """All inputs of conditions; None where they may depend on something else too."""
    found = set()
    for node in (one for condition in nodes for one in walk(condition)):
        if not isinstance(node, Mapping):
            continue
        key = reading(node, template)
        if key is None and path_read(node, template, CONDITIONS):
            return None
        if node.sole_key == "yaql" and not _is_constant(node.members["yaql"]):
            return None
        found |= {key} if key is not None else set()
    return frozenset(found)


def _is_constant(argument: Node) -> bool:
    written = argument.get("expression") if isinstance(argument, Mapping) else None
    return isinstance(written, Scalar) and isinstance(written.value, str) and is_steady(written.value)


def forms(option: Option, template: Template) -> list[Any] | None:
    """All values equal to that of an option: `3` and `3.0` are two; None where equivalent values exist as well."""
    one, value = option.input, option.value
    if one.values[option.index] is OTHER:
        return None
    if isinstance(value, str) or (isinstance(value, bool) and template.parameters[one.name].type == "boolean"):
        return [value]
    if isinstance(value, list) and template.parameters[one.name].type == "comma_delimited_list":
        return [value] if all(isinstance(item, str) for item in value) else None
    return list(_numbers(value)) if isinstance(value, int | float) else None


def _numbers(value: float) -> Iterator[Any]:
    for kind in (int, float, bool):
        try:
            same = kind(value)
        except (OverflowError, ValueError):
            continue
        if same == value:
            yield same
    if value == 0:
        yield -0.0
