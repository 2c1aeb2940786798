"""The start of the command line and the check of many files, against importing PyYAML and composing the files.

    make bench ARGS=bench_command_line

Commands run in processes of their own and take turns; the fastest run of each counts, in processor time from the start
of the process to its end, with bytecode.  On two cores, that is the time of the first process, and half of the time of
those that it starts, which share the work.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import yaml

from tests.benchmarks.timing import of_command, report, spent
from tests.hotcore.corpus import corpus_texts

RUNS, FILES = 9, 300
SMALL = """\
heat_template_version: 2021-04-16
description: A server
parameters:
  image: {type: string, description: The image}
resources:
  server: {type: OS::Nova::Server, properties: {flavor: small, image: {get_param: image}, networks: [{network: a}]}}
"""
UNIT = "import yaml"
COMMAND = "import sys; from hotcore.__main__ import main; sys.exit(main())"


def main() -> None:
    """Measure the start, then many files."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for place in (folder, folder / "project"):
            place.mkdir(exist_ok=True)
            (place / "small.yaml").write_text(SMALL, encoding="utf-8")
        (folder / "project" / "hotcore.toml").touch()
        measure_start(folder)
        many = folder / "many"
        many.mkdir()
        if texts := readable():
            for number, text in enumerate(islice(cycle(texts), FILES)):
                (many / f"t{number:03}.yaml").write_text(text, encoding="utf-8")
            measure_many(many, texts)


def measure_start(folder: Path) -> None:
    """Print how long a command takes that has next to nothing to do, with the most that it may take."""
    small, project = str(folder / "small.yaml"), str(folder / "project" / "small.yaml")
    commands: dict[str, tuple[float | None, tuple[str, ...]]] = {
        "hotcore --version": (1.3, ("--version",)),
        "hotcore validate, one small file": (3.5, ("validate", small)),
        "hotcore validate, remembered": (2.2, ("validate", project)),
        "hotcore validate --no-lint": (None, ("validate", "--no-lint", small)),
        "hotcore preview": (None, ("preview", "-P", "image=i", small)),
    }
    runs = {name: partial(of_command, python(COMMAND, *command)) for name, (_, command) in commands.items()}
    runs[UNIT] = partial(of_command, python(UNIT))
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(1 + RUNS):
        for name, run in runs.items():
            times[name].append(run())
    best = {name: min(taken[1:]) for name, taken in times.items()}  # the first writes bytecode, and what is remembered
    for name, (most, _) in commands.items():
        report(name, best[name], best[UNIT], UNIT, most=most)


def python(code: str, *arguments: str) -> list[str]:
    """Return the command that runs code."""
    return [sys.executable, "-c", code, *arguments]


def measure_many(folder: Path, texts: Sequence[str]) -> None:
    """Print how long a folder takes in one process and in two."""

    def composed() -> float:
        return sum(spent(lambda: [compose(text) for text in islice(cycle(texts), FILES)]))

    runs = {jobs: partial(checked, folder, jobs) for jobs in (1, 2)}
    turns = [(composed(), *(run() for run in runs.values())) for _ in range(3)]
    unit, *best = map(min, zip(*turns, strict=True))
    for jobs, taken in zip(runs, best, strict=True):
        cores = "on two cores" if jobs > 1 else "on one core"
        report(f"{FILES} real files {cores}", taken, unit, "yaml.compose")


_OF_CHILDREN = """
import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from hotcore.__main__ import main
main()
for who in (RUSAGE_SELF, RUSAGE_CHILDREN):
    usage = getrusage(who)
    print(usage.ru_utime + usage.ru_stime, file=sys.stderr)
"""


def checked(folder: Path, jobs: int) -> float:
    """Return the processor seconds of a check of a folder, those of several processes divided by their number."""
    command = python(_OF_CHILDREN, "validate", str(folder), "--no-cache", "--jobs", str(jobs))
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    own, others = map(float, done.stderr.split()[-2:])
    return own + others / jobs


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
