"""Parameter values to try a template with: valid ones that exercise as much of it as possible."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from hotcore.parameters import limits, widths
from hotcore.symbolic import allowed_values, condition_matrix, distinct, is_legal
from hotcore.template import Parameter, Template

Values = dict[str, Any]

_MOST_ROWS = 16
_LONGEST = 1000


def trials(template: Template) -> Iterator[Values]:
    """Parameter values, distinct ones: the defaults, then others, then some for each combination of the conditions."""
    return distinct(_trials(template))


def _trials(template: Template) -> Iterator[Values]:
    first, second = _chosen(template, 0), _chosen(template, 1)
    needed = {name: value for name, value in first.items() if template.parameters[name].required}
    yield needed
    yield first
    yield second
    rows = (row for block in condition_matrix(template).blocks for row in block.rows or () if row.values is not None)
    yield from (needed | (row.values or {}) for row in islice(rows, _MOST_ROWS))


def _chosen(template: Template, turn: int) -> Values:
    chosen = {name: _value(parameter, turn) for name, parameter in template.parameters.items()}
    return {name: value for name, value in chosen.items() if value is not None}


def _value(parameter: Parameter, turn: int) -> Any:
    """A value that is valid, another one each turn; None if none is found."""
    listed = allowed_values(parameter)
    candidates = list(listed[:2]) if listed else list(_made(parameter))
    legal = [value for value in candidates if is_legal(parameter, value)]
    return legal[turn % len(legal)] if legal else None


def _made(parameter: Parameter) -> Iterator[Any]:
    classes = parameter.kind.classes
    if bool in classes:
        yield from (True, False)
    elif int in classes:
        low, high = limits(parameter, "range")
        yield from (value for value in (low, high) if value is not None)
        yield from (1, 20)
    elif list in classes:
        yield from (["a", "b"], ["1", "2", "3"], [])
    elif object in classes:
        yield from ({"a": "b", "1": ["c", {"d": 1}]}, ["a", {"b": 2}], {})
    else:
        least = max(limits(parameter, "length")[0] or 0, widths(parameter)[0] or 0)
        yield from ("a" * min(max(least, 3), _LONGEST), "1" * min(max(least, 1), _LONGEST))
