"""`make fuzz MINUTES=10`: searches each target for inputs that end in an exception, never, or over the budget."""

import argparse
import json
import os
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from mmap import mmap
from pathlib import Path

from tests.fuzz import one
from tests.fuzz.cost import Cost
from tests.fuzz.inputs import FOUND, HERE, KEPT, inputs_of, keep, write_inputs

BUILD = HERE.parent.parent / "build" / "fuzz"
CORE = (
    "reading", "values", "bundles", "fixes", "differences", "merges", "upgrades", "matrices", "edits", "assistance",
    "commands",
)  # fmt: skip


def search(target: str, seconds: float, seed: int) -> tuple[int, list[Path]]:
    """The number of inputs that were run, and those that fail or exceed the budget."""
    from tests.fuzz.seeds import seeds, templates
    from tests.fuzz.targets import TARGETS

    inputs, faults = BUILD / target, BUILD / f"{target}-faults"
    for folder in (inputs, faults):
        folder.mkdir(parents=True, exist_ok=True)
    first = [*inputs_of(KEPT, target), *inputs_of(FOUND, target), *seeds(target)]
    for each in first:
        (inputs / sha256(each).hexdigest()).write_bytes(each)
    mutations = one.Mutations([*templates(), *first])
    counter, until = mmap(-1, 8), time.monotonic() + seconds
    run = one.Run(TARGETS[target], faults, counter)
    while (left := until - time.monotonic()) > 1:  # again, if an input ended the process
        options = [f"-max_total_time={int(left)}", f"-seed={seed}", f"-artifact_prefix={faults}/", str(inputs)]
        _forked(target, lambda options=options: one.search(run, mutations, options))
        seed += 1
    return struct.unpack("q", counter[:8])[0], _confirmed(target, faults)


def covering(target: str) -> list[bytes]:
    """The smallest inputs that cover what all of them cover."""
    from tests.fuzz.targets import TARGETS

    least = BUILD / f"{target}-least"
    shutil.rmtree(least, ignore_errors=True)
    least.mkdir()
    options = ["-merge=1", str(least), str(BUILD / target)]
    command = f"{sys.executable} -m tests.fuzz.one {target}"
    _forked(target, lambda: one.search(TARGETS[target], one.Mutations([]), options, command))
    return [path.read_bytes() for path in least.iterdir()]


def _forked(target: str, work: Callable[[], None]) -> None:
    """Does some work in a process of its own, with all modules loaded, and its output in a file."""
    child = os.fork()
    if not child:
        with (BUILD / f"{target}.log").open("ab") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        work()
    os.waitpid(child, 0)


def _confirmed(target: str, faults: Path) -> list[Path]:
    """The suspicious inputs that fail or exceed the budget without the fuzzer, which makes everything slower."""
    names = sorted(str(path) for path in faults.iterdir() if not path.name.startswith("slow-unit"))
    if not names:
        return []
    command = [sys.executable, "-m", "tests.fuzz.measure", target, *names]
    found = []
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        path, cost = Path((measured := json.loads(line)).pop("file")), Cost(**measured)
        if cost.is_over:
            print(f"  {path.relative_to(HERE.parent.parent)}: {cost}")
            found.append(path)
    return found


def main() -> int:
    """Fuzzes the targets one after the other; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("targets", nargs="*", help="all if none is named")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the inputs that cover the code")
    options = parser.parse_args()
    names = options.targets or [*CORE, *one.APP]
    one.set_up(app=bool({*names} & {*one.APP}))
    status = 0
    for target in names:
        count, failing = search(target, options.minutes * 60 / len(names), options.seed)
        print(f"{target}: {count} inputs, {len(failing)} fail or exceed the budget", flush=True)
        write_inputs(FOUND, target, (*inputs_of(FOUND, target), *(path.read_bytes() for path in failing)))
        if options.keep and (found := covering(target)):
            keep(target, found)
        status |= bool(failing)
    return status


if __name__ == "__main__":
    sys.exit(main())
