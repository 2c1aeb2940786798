"""The condition matrix as a terminal or a program wants it."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from hotcore.cli.code_frames import printable
from hotcore.environment import EnvironmentValue
from hotcore.symbolic import FEW_ROWS, Block, Comings, Matrix, Part, Row
from hotcore.values import to_json

_WIDEST = 60


def matrix_as_data(matrix: Matrix) -> dict[str, Any]:
    """The matrix as plain data; values of hidden parameters are masked."""
    comings = Comings(matrix)
    return {
        "always_true": [name for name, value in matrix.constants.items() if value],
        "never_true": [name for name, value in matrix.constants.items() if not value],
        "not_evaluated": list(matrix.broken),
        "from_environments": {name: _given(found) for name, found in matrix.given.items()},
        "count": matrix.count if matrix.blocks else 0,
        "combinations": [_row(matrix, comings, row) for row in matrix.rows] if matrix.is_listed else None,
        "blocks": [_block(matrix, comings, block) for block in matrix.blocks],
    }


def _given(found: EnvironmentValue) -> dict[str, Any]:
    return {"value": to_json(found.value), "file": found.file, "section": found.section}


def _block(matrix: Matrix, comings: Comings, block: Block) -> dict[str, Any]:
    return {
        "conditions": list(block.conditions),
        "parameters": list(block.reads),
        "not_looked_into": list(block.opaque),
        "combinations": None if block.rows is None else [_row(matrix, comings, row) for row in block.rows],
    }


def _row(matrix: Matrix, comings: Comings, row: Row) -> dict[str, Any]:
    there = comings.of(row)
    return {
        "conditions": row.outcomes,
        "values": to_json(matrix.shown(row)),
        "examples": list(row.free),
        "on": _by_section(there.on),
        "off": _by_section(there.off),
    }


def _by_section(parts: Iterable[Part]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"resources": [], "outputs": []}
    for part in parts:
        found[part.section].append(part.name)
    return found


def render_matrix(matrix: Matrix) -> str:
    """The matrix for people to read."""
    if not matrix.template.conditions:
        return "The template has no conditions.\n"
    return "\n".join([*_about(matrix), *_tables(matrix)])


def _about(matrix: Matrix) -> Iterator[str]:
    """What is said of all conditions, before the tables."""
    always = [name for name, value in matrix.constants.items() if value]
    never = [name for name, value in matrix.constants.items() if not value]
    told = (("Always true", always), ("Never true", never), ("Not evaluated", list(matrix.broken)))
    lines = [_line(f"{words}: {', '.join(names)}") for words, names in told if names]
    if lines:
        yield "".join(lines)
    given = [_line(f"From {found.file}: {_told(name, found.value)}") for name, found in matrix.given.items()]
    if given:
        yield "".join(given)
    if matrix.blocks and matrix.count is not None:
        count = f"{_counted(matrix.count, 'combination')} of {_counted(len(matrix.conditions), 'condition')}"
        yield _line(f"{count}{_found(matrix)}")


def _found(matrix: Matrix) -> str:
    """For how many combinations values were found; where there are none at all, what that is due to."""
    if matrix.found:
        return f", values found for {matrix.found:,}" if matrix.found < (matrix.count or 0) else ""
    lost = (block.conditions for block in matrix.blocks if all(row.values is None for row in block.rows or ()))
    return f", no values found for {', '.join(name for names in lost for name in names)}"


def _tables(matrix: Matrix) -> Iterator[str]:
    comings = Comings(matrix)
    if matrix.rows and len(matrix.rows) <= FEW_ROWS:
        yield _table(matrix, comings, matrix.rows)
    else:
        for block in matrix.blocks:
            yield _block_table(matrix, comings, block)
    lost = (block for block in matrix.blocks if any(row.values is None for row in block.rows or ()))
    opaque = [name for block in lost for name in block.opaque]
    if opaque:
        names = ", ".join(opaque)
        yield _line(f"More than comparisons decide about {names}: where no values were found, there may be none.")


def _block_table(matrix: Matrix, comings: Comings, block: Block) -> str:
    if block.rows is None:
        names, parameters = ", ".join(block.conditions), _counted(len(block.reads), "parameter")
        return _line(f"Too many combinations to look at, of {parameters}: {names}")
    return _table(matrix, comings, block.rows)


def _table(matrix: Matrix, comings: Comings, rows: Iterable[Row]) -> str:
    rows = list(rows)
    lines = [[*rows[0].outcomes, "values", "on"]]
    for row in rows:
        states = ["true" if value else "false" for value in row.outcomes.values()]
        lines.append([*states, _values(matrix, row), _names(comings.of(row).on)])
    if all(not line[-1] for line in lines[1:]):
        lines = [line[:-1] for line in lines]
    widths = [min(max(len(line[at]) for line in lines), _WIDEST) for at in range(len(lines[0]))]
    shown = ("  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)) for line in lines)
    return "".join(map(_line, shown))


def _values(matrix: Matrix, row: Row) -> str:
    values = matrix.shown(row)
    if values is None:
        return "no values found"
    told = " ".join(_told(name, value) for name, value in values.items())
    return told or ("environments" if matrix.given else "defaults")


def _told(name: str, value: Any) -> str:
    text = value if isinstance(value, str) and value else json.dumps(to_json(value), ensure_ascii=False)
    return f"{name}={text}"


def _names(parts: Iterable[Part]) -> str:
    return ", ".join(f"{part.name} (output)" if part.section == "outputs" else part.name for part in parts)


def _line(text: str) -> str:
    return f"{printable(text).rstrip()}\n"


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
