"""Files that are written from the code, by `make format`: `python -m tests.house.generated`."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

from hotcore.diagram import metrics

ROOT = Path(__file__).resolve().parents[2]


def metrics_script() -> str:
    """The module of scripts with the sizes of the map, each with its comment."""
    lines = ["// The sizes that the layout of the map and the scripts share, written from hotcore/diagram/metrics.py."]
    for name, value, comment in constants(Path(metrics.__file__).read_text(encoding="utf-8")):
        lines += ["", f"/** {comment} */", f"export const {name} = {value};"]
    return "\n".join(lines) + "\n"


def constants(text: str) -> Iterator[tuple[str, int, str]]:
    """The name, value and comment of each constant of a module in Python."""
    body = ast.parse(text).body[1:]
    for constant, comment in zip(body[::2], body[1::2], strict=True):
        match constant, comment:
            case ast.Assign([ast.Name(name)], ast.Constant(int(value))), ast.Expr(ast.Constant(str(words))):
                yield name, value, words
            case _:
                raise ValueError(f"Line {constant.lineno} has to be a constant with its comment below it.")


GENERATED: dict[str, Callable[[], str]] = {"static/js/diagram/metrics.js": metrics_script}

if __name__ == "__main__":
    for path, text in GENERATED.items():
        (ROOT / path).write_text(text(), encoding="utf-8")
