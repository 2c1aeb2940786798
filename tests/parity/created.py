"""Compares what hotcore knows of a stack before it is created with the stack that a real Heat service creates.

    python -m tests.parity.created [--cases N] [--seed N] [--typed] [--keep FILE]
    python -m tests.parity.created --record FILE

The first has N generated stacks created, and with `--typed` a value of every kind for every type, and prints the
differences; the exit status tells whether there were any, and `--keep` writes the cases to a file.  The second asks
Heat anew about the cases of a file.
"""

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import hotcore
from hotcore.diagnostics import Phase
from hotcore.values import Unknown, to_json
from tests.browser.heat_service import Heat, running_heat
from tests.parity.comparison import as_json, value_differences
from tests.parity.recorded import write_cases
from tests.parity.strategies.created import CHANCE, generated_stack, typed_stacks

CASES = Path(__file__).parents[1] / "recorded" / "created.json"
Case = Mapping[str, Any]

_IN_OUTPUTS = (Phase.OUTPUTS, Phase.OUTPUT_VALUES)
"""Heat creates a stack whatever is wrong with the values of its outputs."""

MISTAKE = {"$error": True}
"""The placeholder for an output that Heat cannot compute."""


def answer(heat: Heat, case: Case) -> dict[str, Any]:
    """The outcome of a stack: `refused`, `failed` or `created`, and the values of its outputs."""
    became, outputs = heat.creates(case["template"], case["files"])
    outputs = {name: MISTAKE if output.get("output_error") else output.get("output_value") for name, output in outputs}
    return {"became": became, "outputs": as_json(outputs)}


def differences(case: Case, expected: Mapping[str, Any]) -> Iterator[str]:
    """Where hotcore and Heat differ, each in one line."""
    found = hotcore.preview(hotcore.load(case["template"], case["files"]), mask=False)
    refusal = found.refusal if found.refusal and found.refusal.phase not in _IN_OUTPUTS else None
    if (refusal is not None) != (expected["became"] == "refused"):
        yield f"the stack is {expected['became']}; hotcore: {refusal.message if refusal else 'no refusal'}"
    if expected["became"] == "failed" and not found.diagnostics and CHANCE not in found.resources:
        yield "creating the stack fails; hotcore says nothing"
    if expected["became"] == "created":
        for name, value in expected["outputs"].items():
            yield from _output_differences(value, found.outputs[name].value, name, case)


def _output_differences(expected: Any, found: Any, path: str, case: Case) -> Iterator[str]:
    if isinstance(found, Unknown):
        if found.sources and all(_waits_for_chance(source, case) for source in found.sources):
            return
        if expected != MISTAKE or found.sources:
            yield f"{path}: Heat has {expected!r}, hotcore waits for: {found}"
    elif isinstance(expected, dict) and isinstance(found, dict) and expected.keys() == set(to_json(found)):
        for key, value in found.items():
            yield from _output_differences(expected[str(key)], value, f"{path}.{key}", case)
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _output_differences(one, other, f"{path}[{at}]", case)
    else:
        yield from value_differences(expected, to_json(found), path)


def _waits_for_chance(source: str, case: Case) -> bool:
    """Whether an unknown value depends on randomness; for nested stacks this is not known."""
    return CHANCE in source or (source.startswith("get_attr stack") and f'"{CHANCE}": {{' in case["template"])


def main(arguments: list[str]) -> int:
    """Compares, or records; 1 with differences."""
    parser = argparse.ArgumentParser(prog="python -m tests.parity.created", description=__doc__)
    parser.add_argument("--cases", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, metavar="N")
    parser.add_argument("--typed", action="store_true")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--record", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    start = random.randrange(2**31) if options.seed is None else options.seed
    with tempfile.TemporaryDirectory() as folder, running_heat(Path(folder)) as heat:
        if options.record:
            known = json.loads(options.record.read_text(encoding="utf-8"))
            write_cases(options.record, [{**case, "expect": answer(heat, case)} for case in known])
            return 0
        asked = [*(typed_stacks() if options.typed else ()), *generated_stacks(start, options.cases)]
        cases = list(created_stacks(heat, asked))
    if options.keep:
        write_cases(options.keep, cases)
    different = {case["id"]: found for case in cases if (found := list(differences(case, case["expect"])))}
    for name, found in different.items():
        sys.stdout.write(f"-- {name}: {found[0]}\n")
    tally = dict(Counter(case["expect"]["became"] for case in cases))
    sys.stdout.write(f"{options.cases} stacks from SEED={start}: {tally}, {len(different)} different\n")
    return int(bool(different))


def generated_stacks(start: int, count: int) -> Iterator[tuple[str, Case]]:
    """The stacks of so many seeds, with their names."""
    return ((f"seed/{seed}", generated_stack(seed)) for seed in range(start, start + count))


def created_stacks(heat: Heat, stacks: Iterable[tuple[str, Case]]) -> Iterator[dict[str, Any]]:
    """Stacks with their outcome in Heat."""
    return ({"id": name, **case, "expect": answer(heat, case)} for name, case in stacks)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
