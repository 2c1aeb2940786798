"""Rendering of condition matrices for terminals and programs."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from hotcore.cli.code_frames import printable
from hotcore.environment import EnvironmentValue
from hotcore.symbolic import FEW_ROWS, Block, Matrix, Part, Presence, Row
from hotcore.values import to_json

_WIDEST = 60


def matrix_as_data(matrix: Matrix) -> dict[str, Any]:
    """The matrix as plain data, with values of hidden parameters masked."""
    presence = Presence(matrix)
    return {
        "always_true": [name for name, value in matrix.constants.items() if value],
        "never_true": [name for name, value in matrix.constants.items() if not value],
        "not_evaluated": list(matrix.broken),
        "from_environments": {name: _given(found) for name, found in matrix.given.items()},
        "count": matrix.count if matrix.blocks else 0,
        "combinations": [_row(matrix, presence, row) for row in matrix.rows] if matrix.is_listed else None,
        "blocks": [_block(matrix, presence, block) for block in matrix.blocks],
    }


def _given(found: EnvironmentValue) -> dict[str, Any]:
    return {"value": to_json(found.value), "file": found.file, "section": found.section}


def _block(matrix: Matrix, presence: Presence, block: Block) -> dict[str, Any]:
    return {
        "conditions": list(block.conditions),
        "parameters": list(block.reads),
        "not_looked_into": list(block.opaque),
        "combinations": None if block.rows is None else [_row(matrix, presence, row) for row in block.rows],
    }


def _row(matrix: Matrix, presence: Presence, row: Row) -> dict[str, Any]:
    present = presence.of(row)
    return {
        "conditions": row.outcomes,
        "values": to_json(matrix.shown(row)),
        "examples": list(row.free),
        "on": _by_section(present.on),
        "off": _by_section(present.off),
    }


def _by_section(parts: Iterable[Part]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"resources": [], "outputs": []}
    for part in parts:
        found[part.section].append(part.name)
    return found


def render_matrix(matrix: Matrix) -> str:
    """The matrix as text."""
    if not matrix.template.conditions:
        return "The template has no conditions.\n"
    return "\n".join([*_header(matrix), *_tables(matrix)])


def _header(matrix: Matrix) -> Iterator[str]:
    """What is printed about all conditions, before the tables."""
    always = [name for name, value in matrix.constants.items() if value]
    never = [name for name, value in matrix.constants.items() if not value]
    constants = (("Always true", always), ("Never true", never), ("Not evaluated", list(matrix.broken)))
    lines = [_line(f"{words}: {', '.join(names)}") for words, names in constants if names]
    if lines:
        yield "".join(lines)
    given = [_line(f"From {found.file}: {_assignment(name, found.value)}") for name, found in matrix.given.items()]
    if given:
        yield "".join(given)
    if matrix.blocks and matrix.count is not None:
        count = f"{_counted(matrix.count, 'combination')} of {_counted(len(matrix.conditions), 'condition')}"
        yield _line(f"{count}{_found(matrix)}")


def _found(matrix: Matrix) -> str:
    """The number of combinations with values; if there are none, the conditions that are the reason."""
    if matrix.found:
        return f", values found for {matrix.found:,}" if matrix.found < (matrix.count or 0) else ""
    lost = (block.conditions for block in matrix.blocks if all(row.values is None for row in block.rows or ()))
    return f", no values found for {', '.join(name for names in lost for name in names)}"


def _tables(matrix: Matrix) -> Iterator[str]:
    presence = Presence(matrix)
    if matrix.rows and len(matrix.rows) <= FEW_ROWS:
        yield _table(matrix, presence, matrix.rows)
    else:
        for block in matrix.blocks:
            yield _block_table(matrix, presence, block)
    lost = (block for block in matrix.blocks if any(row.values is None for row in block.rows or ()))
    opaque = [name for block in lost for name in block.opaque]
    if opaque:
        names = ", ".join(opaque)
        yield _line(f"Not decided by comparisons alone: {names}. Combinations without values may be impossible.")


def _block_table(matrix: Matrix, presence: Presence, block: Block) -> str:
    if block.rows is None:
        names, parameters = ", ".join(block.conditions), _counted(len(block.reads), "parameter")
        return _line(f"Too many combinations to list, with {parameters}: {names}")
    return _table(matrix, presence, block.rows)


def _table(matrix: Matrix, presence: Presence, rows: Iterable[Row]) -> str:
    rows = list(rows)
    lines = [[*rows[0].outcomes, "values", "on"]]
    for row in rows:
        states = ["true" if value else "false" for value in row.outcomes.values()]
        lines.append([*states, _values(matrix, row), _names(presence.of(row).on)])
    if all(not line[-1] for line in lines[1:]):
        lines = [line[:-1] for line in lines]
    widths = [min(max(len(line[at]) for line in lines), _WIDEST) for at in range(len(lines[0]))]
    shown = ("  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)) for line in lines)
    return "".join(map(_line, shown))


def _values(matrix: Matrix, row: Row) -> str:
    values = matrix.shown(row)
    if values is None:
        return "no values found"
    given = " ".join(_assignment(name, value) for name, value in values.items())
    return given or ("environments" if matrix.given else "defaults")


def _assignment(name: str, value: Any) -> str:
    text = value if isinstance(value, str) and value else json.dumps(to_json(value), ensure_ascii=False)
    return f"{name}={text}"


def _names(parts: Iterable[Part]) -> str:
    return ", ".join(f"{part.name} (output)" if part.section == "outputs" else part.name for part in parts)


def _line(text: str) -> str:
    return f"{printable(text).rstrip()}\n"


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
