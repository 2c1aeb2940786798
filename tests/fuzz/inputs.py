"""Inputs of the targets in the repository: JSON lines, each a string with a character for every byte."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

HERE = Path(__file__).parent
FOUND, KEPT = HERE / "found", HERE / "kept"
MOST_KEPT, LONGEST_KEPT = 120, 3_000
"""Inputs of a target that are kept, the shortest first, and bytes of one."""


def inputs_of(folder: Path, target: str) -> Iterator[bytes]:
    """The inputs of a target in a folder; none without its file."""
    path = folder / f"{target}.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        yield json.loads(line).encode("latin-1")


def write_inputs(folder: Path, target: str, inputs: Iterable[bytes]) -> None:
    """Writes the inputs of a target, each once; without any there is no file."""
    path, lines = folder / f"{target}.jsonl", dict.fromkeys(json.dumps(each.decode("latin-1")) for each in inputs)
    if lines:
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    else:
        path.unlink(missing_ok=True)


def keep(target: str, inputs: Iterable[bytes]) -> None:
    """Keeps the shortest of some inputs."""
    short = sorted((each for each in inputs if len(each) <= LONGEST_KEPT), key=lambda each: (len(each), each))
    write_inputs(KEPT, target, short[:MOST_KEPT])
