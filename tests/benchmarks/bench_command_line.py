"""The start of the command line and the check of many files, against importing PyYAML and composing the files.

    make bench ARGS=bench_command_line

Commands run in processes of their own and take turns; the fastest run of each counts, in processor time, so that a busy
machine has no influence. On two cores, that is the time of the first process, and half of the time of those that it
starts, which share the work.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import yaml

from tests.benchmarks.timing import fastest, report
from tests.hotcore.corpus import corpus_texts

RUNS, FILES = 7, 300
SMALL = """\
heat_template_version: 2021-04-16
description: A server
parameters:
  image: {type: string, description: The image}
resources:
  server: {type: OS::Nova::Server, properties: {flavor: small, image: {get_param: image}, networks: [{network: a}]}}
"""
UNIT = "import yaml"
COMMAND = "from hotcore.__main__ import main; main()"


class Times(NamedTuple):
    """Processor seconds of a process, and of those that it started."""

    own: float
    others: float


def main() -> None:
    """Measure the start, then many files."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "small.yaml").write_text(SMALL, encoding="utf-8")
        measure_start(folder / "small.yaml")
        many = folder / "many"
        many.mkdir()
        if texts := readable():
            for number, text in enumerate(islice(cycle(texts), FILES)):
                (many / f"t{number:03}.yaml").write_text(text, encoding="utf-8")
            measure_many(many, texts)


def measure_start(small: Path) -> None:
    """Print how long a command takes that has next to nothing to do."""
    commands = {
        UNIT: (UNIT,),
        "hotcore --version": (COMMAND, "--version"),
        "hotcore validate, one small file": (COMMAND, "validate", str(small)),
    }
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(RUNS):
        for name, command in commands.items():
            best[name] = min(best[name], times(*command).own)
    for name in list(commands)[1:]:
        report(name, best[name], best[UNIT], UNIT)


def measure_many(folder: Path, texts: Sequence[str]) -> None:
    """Print how long a folder takes in one process and in two."""
    (unit,) = fastest([lambda: sum(compose(text) for text in islice(cycle(texts), FILES))])
    for jobs in (1, 2):
        found = [times(COMMAND, "validate", str(folder), "--jobs", str(jobs)) for _ in range(3)]
        cores = "on two cores" if jobs > 1 else "on one core"
        report(
            f"{FILES} real files {cores}", min(each.own + each.others / jobs for each in found), unit, "yaml.compose"
        )


def compose(text: str) -> bool:
    """Compose a text, and forget it."""
    return yaml.compose(text, Loader=yaml.CSafeLoader) is not None


def readable() -> list[str]:
    """The real templates that are YAML, and use no yaql."""
    found = []
    for _, text in corpus_texts():
        try:
            yaml.compose(text, Loader=yaml.CSafeLoader)
        except yaml.YAMLError:
            continue
        if "yaql:" not in text:
            found.append(text)
    return found


_RUN = """
import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
code = compile(sys.argv[1], "code", "exec")
sys.argv[1:] = sys.argv[2:]
try:
    exec(code)
except SystemExit:
    pass
for who in (RUSAGE_SELF, RUSAGE_CHILDREN):
    usage = getrusage(who)
    print(usage.ru_utime + usage.ru_stime, file=sys.stderr)
"""


def times(code: str, *arguments: str) -> Times:
    """Run code in a process of its own."""
    command = [sys.executable, "-c", _RUN, code, *arguments]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    return Times(*map(float, done.stderr.split()[-2:]))
