"""Conditions as rows that people fill in: drawn from the data of a condition, and written back in its shortest form."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from hotcore.diagnostics import Report
from hotcore.edits.text.serialize import flow_text
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.style import Style
from hotcore.runtime import dataclass
from hotcore.source import Source
from hotcore.syntax import read, to_plain
from hotcore.template import PSEUDO_PARAMETERS

OPERATORS = ("is", "is-not", "one-of", "none-of", "contains", "lacks", "empty", "not-empty")
"""What a row can say of a parameter; every second one is the opposite of the one before."""

CONDITIONS = ("condition", "not-condition")
"""What a row can say of another condition."""

TEXT = "text"
"""The operator of a row whose expression cannot be drawn: it is shown as text."""

JOINS = ("all", "any", "not-all", "none")
"""How rows are joined."""

_EMPTY: dict[str, Any] = {"string": "", "comma_delimited_list": [], "json": {}}
_OPPOSITE = {
    one: other
    for pair in zip((*OPERATORS, *CONDITIONS)[::2], (*OPERATORS, *CONDITIONS)[1::2], strict=True)
    for one, other in (pair, pair[::-1])
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a condition: what is said of a parameter or a condition."""

    operator: str
    """What is said of it; a `TEXT` row has an expression instead."""
    subject: str = ""
    """The name of the parameter or condition."""
    values: tuple[str, ...] = ()
    """The values as they are typed; of a `TEXT` row its expression alone."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows that are joined; some may be rows themselves, but no deeper."""

    join: str = "all"
    """One of `JOINS`."""
    rows: tuple["Row | Rows", ...] = ()
    """The rows."""


Data = Any
Types = Mapping[str, str]


@dataclass(slots=True)
class Drawing:
    """The rows of a condition, and the data that each of them was drawn from."""

    rows: Rows
    sources: dict[Row | Rows, Data] = field(default_factory=dict)


def parameter_types(template: Data) -> dict[str, str]:
    """The types of the parameters of a template's data, by their names."""
    declared = template.get("parameters") if isinstance(template, Mapping) else None
    found = declared.items() if isinstance(declared, Mapping) else ()
    return {str(name): str(body.get("type", "")) for name, body in found if isinstance(body, Mapping)}


# -- drawing


def draw_condition(data: Data, types: Types) -> Drawing:
    """The rows of a condition, under the types of the parameters by their names."""
    drawing = Drawing(Rows())
    top = _group(data, types, drawing, nested=False) if _row(data, types) is None else None
    if top is None:
        top = Rows("all", (_drawn(data, types, drawing),))
    drawing.rows = top
    drawing.sources[top] = data
    return drawing


def _drawn(data: Data, types: Types, drawing: Drawing, *, nested: bool = True) -> Row | Rows:
    row = _row(data, types)
    found = row or (_group(data, types, drawing, nested=True) if not nested else None) or _as_text(data)
    drawing.sources.setdefault(found, data)
    return found


def _group(data: Data, types: Types, drawing: Drawing, *, nested: bool) -> Rows | None:
    name, parts = _call(data)
    if name == "not":
        inside = _group(parts, types, drawing, nested=nested)
        turned = {"all": "not-all", "any": "none"}
        return Rows(turned[inside.join], inside.rows) if inside and inside.join in turned else None
    if name not in ("and", "or") or not isinstance(parts, list) or len(parts) < 2:
        return None
    rows = tuple(_drawn(part, types, drawing, nested=nested) for part in parts)
    return Rows("all" if name == "and" else "any", rows)


def _as_text(data: Data) -> Row:
    return Row(TEXT, "", (flow_text(data, Style()),))


def _row(data: Data, types: Types) -> Row | None:
    """The row of an expression; None if it says more than one row does."""
    if isinstance(data, str) and data:
        return Row("condition", data)
    name, argument = _call(data)
    if name == "get_param" and types.get(str(argument)) == "boolean":
        return Row("is", argument, ("true",))
    if name == "not":
        return _turned(_row(argument, types), argument)
    draw = {"equals": _equals, "contains": _contains, "or": _one_of}.get(name)
    return draw(argument, types) if draw and isinstance(argument, list) else None


def _turned(row: Row | None, negated: Data) -> Row | None:
    """The opposite of a row; `not` before a boolean parameter says that it is false."""
    if row is None:
        return None
    if _call(negated)[0] == "get_param":
        return Row("is", row.subject, ("false",))
    opposite = _OPPOSITE[row.operator]
    return Row(opposite, row.subject, row.values)


def _equals(parts: list[Data], types: Types) -> Row | None:
    if len(parts) != 2:
        return None
    for read_at, value in ((parts[0], parts[1]), (parts[1], parts[0])):
        name = _parameter(read_at, types)
        if name is None:
            continue
        kind = types.get(name, "string")
        if kind in _EMPTY and value == _EMPTY[kind] and type(value) is type(_EMPTY[kind]):
            return Row("empty", name)
        if _is_of(value, kind):
            return Row("is", name, (_shown(value),))
    return None


def _contains(parts: list[Data], types: Types) -> Row | None:
    if len(parts) != 2:
        return None
    value, within = parts
    name = _parameter(within, types)
    if name is not None and types.get(name) != "json" and _is_of(value, "string") and value:
        return Row("contains", name, (value,))
    name = _parameter(value, types)
    if name is None or not isinstance(within, list) or not within:
        return None
    kind = types.get(name, "string")
    return Row("one-of", name, tuple(map(_shown, within))) if all(_is_of(one, kind) for one in within) else None


def _one_of(parts: list[Data], types: Types) -> Row | None:
    """Several values of one parameter, each in a comparison of its own."""
    rows = [_row(part, types) if _call(part)[0] == "equals" else None for part in parts]
    named = {row.subject if row and row.operator == "is" else None for row in rows}
    if len(rows) < 2 or len(named) != 1 or None in named:
        return None
    return Row("one-of", str(named.pop()), tuple(row.values[0] for row in rows if row))


def _call(data: Data) -> tuple[str, Data]:
    if isinstance(data, Mapping) and len(data) == 1:
        ((name, argument),) = data.items()
        return str(name), argument
    return "", None


def _parameter(data: Data, types: Types) -> str | None:
    name, argument = _call(data)
    known = isinstance(argument, str) and (argument in types or argument in PSEUDO_PARAMETERS)
    return argument if name == "get_param" and known else None


def _is_of(value: Data, kind: str) -> bool:
    """Whether a value can equal one of a parameter: Heat compares a number and a text as different."""
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, str) and kind == "string"


def _shown(value: Data) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# -- writing


def write_condition(rows: Rows, types: Types, before: Drawing | None = None, *, has_contains: bool = True) -> Data:
    """The data of a condition in its shortest form; rows that are as they were drawn keep theirs.

    Raises `CannotEdit` for a row that is not finished.
    """
    sources = before.sources if before else {}
    if not rows.rows:
        raise CannotEdit("A condition needs at least one row.")
    return _written(rows, types, sources, has_contains)


def _written(one: Row | Rows, types: Types, sources: Mapping[Row | Rows, Data], has_contains: bool) -> Data:
    if one in sources:
        return sources[one]
    if isinstance(one, Row):
        return _row_written(one, types, has_contains)
    parts = [_written(row, types, sources, has_contains) for row in one.rows]
    joined = parts[0] if len(parts) == 1 else {"and" if one.join in ("all", "not-all") else "or": parts}
    return {"not": joined} if one.join in ("not-all", "none") else joined


def _row_written(row: Row, types: Types, has_contains: bool) -> Data:
    if row.operator == TEXT:
        return _read(row.values[0] if row.values else "")
    if not row.subject:
        raise CannotEdit("A row names a parameter or a condition.")
    if row.operator in ("is-not", "none-of", "lacks", "not-empty", "not-condition"):
        return _negated(_row_written(Row(_OPPOSITE[row.operator], row.subject, row.values), types, has_contains))
    if row.operator == "condition":
        return row.subject
    return _comparison(row, types.get(row.subject, "string"), has_contains)


def _negated(data: Data) -> Data:
    return data["not"] if _call(data)[0] == "not" else {"not": data}


def _comparison(row: Row, kind: str, has_contains: bool) -> Data:
    named = {"get_param": row.subject}
    if row.operator == "empty":
        return {"equals": [named, _EMPTY.get(kind, "")]}
    if row.operator == "contains":
        _need_contains(has_contains)
        return {"contains": [_value(row, "string"), named]}
    if row.operator == "one-of" and len(row.values) > 1:
        values = [_typed(text, kind) for text in row.values]
        if has_contains:
            return {"contains": [named, values]}
        return {"or": [{"equals": [named, value]} for value in values]}
    value = _value(row, kind)
    if isinstance(value, bool):
        return named if value else {"not": named}
    return {"equals": [named, value]}


def _need_contains(has_contains: bool) -> None:
    if not has_contains:
        raise CannotEdit("`contains` needs the template version 2017-09-01 or later.")


def _value(row: Row, kind: str) -> Data:
    if not row.values:
        raise CannotEdit(f"The row of `{row.subject}` needs a value.")
    return _typed(row.values[0], kind)


def _typed(text: str, kind: str) -> Data:
    if kind == "boolean":
        if text not in ("true", "false"):
            raise CannotEdit("A boolean is `true` or `false`.")
        return text == "true"
    if kind == "number":
        for number in (int, float):
            try:
                return number(text)
            except ValueError:
                continue
        raise CannotEdit(f"`{text}` is not a number.")
    return text


def _read(text: str) -> Data:
    report = Report()
    node = read(Source(text), report) if text.strip() else None
    if node is None:
        raise CannotEdit(next((found.message for found in report), "A row needs an expression."))
    return to_plain(node)


# -- as JSON


def rows_from(data: Any, *, depth: int = 0) -> Rows:
    """Rows from JSON-ready data.  Raises `CannotEdit` if they are malformed."""
    rows = data.get("rows") if isinstance(data, Mapping) else None
    join = data.get("join") if isinstance(data, Mapping) else None
    if join not in JOINS or not isinstance(rows, Sequence) or isinstance(rows, str):
        raise CannotEdit("These are not the rows of a condition.")
    return Rows(join, tuple(_rows_read(rows, depth)))


def _rows_read(rows: Sequence[Any], depth: int) -> Iterator[Row | Rows]:
    for one in rows:
        if isinstance(one, Mapping) and "rows" in one and depth == 0:
            yield rows_from(one, depth=1)
            continue
        fields = one if isinstance(one, Mapping) else {}
        operator, subject, values = (fields.get(key) for key in ("operator", "subject", "values"))
        known = operator in (*OPERATORS, *CONDITIONS, TEXT) and isinstance(subject, str)
        if not known or not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise CannotEdit("These are not the rows of a condition.")
        yield Row(str(operator), str(subject), tuple(values))


def rows_as_data(rows: Rows) -> dict[str, Any]:
    """Rows as JSON-ready data."""
    return {"join": rows.join, "rows": [_as_data(one) for one in rows.rows]}


def _as_data(one: Row | Rows) -> dict[str, Any]:
    if isinstance(one, Rows):
        return rows_as_data(one)
    return {"operator": one.operator, "subject": one.subject, "values": list(one.values)}
