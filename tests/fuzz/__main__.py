"""`make fuzz MINUTES=10`: searches each target for inputs that end in an exception, never, or with too much memory."""

import argparse
import re
import shutil
import subprocess
import sys
from hashlib import sha256

from tests.fuzz.inputs import FOUND, HERE, KEPT, inputs_of, keep, write_inputs
from tests.fuzz.one import APP
from tests.fuzz.targets import TARGETS

BUILD = HERE.parent.parent / "build" / "fuzz"
SECONDS, MEGABYTES = 20, 900
"""For one input, with the instrumented code, which is several times slower."""
LONGEST = 8_000


def search(target: str, seconds: float, seed: int) -> tuple[int, list[bytes]]:
    """The number of inputs that were tried, and those that fail."""
    inputs, faults = BUILD / target, BUILD / f"{target}-faults"
    shutil.rmtree(faults, ignore_errors=True)
    for folder in (inputs, faults):
        folder.mkdir(parents=True, exist_ok=True)
    for each in (*inputs_of(KEPT, target), *inputs_of(FOUND, target)):
        (inputs / sha256(each).hexdigest()).write_bytes(each)
    tried, until = 0, seconds
    options = [
        f"-max_total_time={max(int(until), 1)}",
        f"-timeout={SECONDS}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={LONGEST}",
        f"-seed={seed}",
        f"-dict={HERE / 'words.dict'}",
        f"-artifact_prefix={faults}/",
    ]
    said = _run(target, *options, str(inputs))
    if found := re.findall(r"^(?:#|Done )(\d+)", said, re.MULTILINE):
        tried = max(map(int, found))
    failing = [path.read_bytes() for path in sorted(faults.iterdir()) if not path.name.startswith("slow-unit")]
    if failing:
        pass
    return tried, failing


def merged(target: str) -> list[bytes]:
    """The smallest inputs that cover what all of them cover."""
    least = BUILD / f"{target}-least"
    shutil.rmtree(least, ignore_errors=True)
    least.mkdir()
    _run(target, "-merge=1", str(least), str(BUILD / target))
    return [path.read_bytes() for path in least.iterdir()]


def _run(target: str, *options: str) -> str:
    command = [sys.executable, "-m", "tests.fuzz.one", target, *options]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False).stderr


def main() -> int:
    """Fuzzes the targets one after the other; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("targets", nargs="*", help="all if none is named")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    names = options.targets or [*TARGETS, *APP]
    status = 0
    for target in names:
        _tried, failing = search(target, options.minutes * 60 / len(names), options.seed)
        if covering := merged(target):
            keep(target, covering)
        write_inputs(FOUND, target, (*inputs_of(FOUND, target), *failing))
        status |= bool(failing)
    return status


if __name__ == "__main__":
    sys.exit(main())
