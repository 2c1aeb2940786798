"""Compares hotcore with a real Heat.

    python -m tests.parity [--cases N] [--seed N] [--mutate FOLDER] [--keep FILE] [--coverage]
    python -m tests.parity --systematic [AREA ...] [--cases N] [--seed N] [--keep FILE] [--coverage]
    python -m tests.parity --record FILE

The first generates cases, or with `--mutate` changes those of a folder, asks both, and prints the differences, each
made small; the exit status tells whether there were any.  `--keep` adds them to a file of cases, `--coverage` tells
what the cases reached and what none of them did.  The second asks about the cases that are counted out, all of them or
N that are drawn, perhaps only of the areas whose names start so.  The third asks Heat anew about all cases of a file,
among them those that were written by hand and have no answer yet.
"""

import argparse
import random
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.parity.coverage import Coverage
from tests.parity.recorded import CASES, Case, answered, append, read_cases, write_cases
from tests.parity.search import Tally, asked, count_out, search
from tests.parity.strategies import generated_cases, mutated_cases
from tests.parity.systematic import systematic_cases

DEFAULT_COUNT = 10_000


def main(arguments: list[str]) -> int:
    """Does what the arguments ask for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.parity", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, metavar="N")
    parser.add_argument("--seed", type=int, metavar="N")
    parser.add_argument("--mutate", type=Path, metavar="FOLDER")
    parser.add_argument("--systematic", nargs="*", metavar="AREA")
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--record", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    if options.record:
        write_cases(options.record, [answered(case, asked(case)) for case in read_cases(options.record)])
        return 0
    if changed := [case["id"] for case in read_cases(CASES) if answered(case, asked(case)) != case]:
        print("Heat does not answer as recorded in tests/parity/cases:", *changed, sep="\n    ")
        return 1
    start = random.randrange(2**32) if options.seed is None else options.seed
    coverage = Coverage() if options.coverage else None
    if options.systematic is not None:
        cases = systematic_cases(tuple(options.systematic))
        chosen = sampled(cases, options.cases, start) if options.cases else cases
        print(f"{options.cases or 'all'} systematic cases, SEED={start}", flush=True)
        return report(count_out(chosen, coverage), options.keep)
    count = options.cases or DEFAULT_COUNT
    print(f"{count} cases, SEED={start}", flush=True)
    strategy = mutated_cases(read_cases(options.mutate)) if options.mutate else generated_cases()
    return report(search(strategy, count, start, coverage), options.keep)


def sampled(cases: Iterable[Case], count: int, start: int) -> list[Case]:
    """A sample of the cases, determined by the seed."""
    chance = random.Random(start)
    kept: list[Case] = []
    for number, case in enumerate(cases):
        if number < count:
            kept.append(case)
        elif (place := chance.randrange(number + 1)) < count:
            kept[place] = case
    return kept


def report(tally: Tally, keep: Path | None) -> int:
    """Prints the results and stores the differences found; returns 1 with differences."""
    if tally.coverage:
        print(*tally.coverage.report(), sep="\n")
    smallest = tally.smallest()
    for number, found in enumerate(smallest, start=1):
        print(f"\n-- difference {number} of {len(smallest)} ".ljust(80, "-"))
        print(found.report())
    if keep and smallest:
        append(keep, [answered(found.case, found.expected) for found in smallest])
    print(f"\n{tally.summary()}")
    return int(bool(smallest))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
