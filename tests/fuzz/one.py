"""One target under the coverage-guided fuzzer, in a process that is forked after all modules were instrumented."""

import logging
import os
import struct
import sys
import traceback
from collections.abc import Callable, Sequence
from hashlib import sha256
from mmap import mmap
from pathlib import Path

import atheris

from tests.fuzz.cost import Watch
from tests.fuzz.inputs import HERE
from tests.fuzz.mutations import Mutations

APP = ("addresses", "uploads", "zips")
"""The targets that need the application and a database."""
LONGEST = 8_000
SECONDS, MEGABYTES = 30, 1_500
"""For one input and for the process, where the fuzzer itself ends the process."""
_SOURCES = ("hotcore", "designer")
_NOT_INSTRUMENTED = ("hotcore.assist.completion.complete",)
"""Modules with functions that crash Python 3.11 when they report what they cover."""


def set_up(*, app: bool) -> None:
    """Imports the targets, so that what they call reports what it covers; those of the application with a database."""
    instrumented = {"include": list(_SOURCES), "exclude": list(_NOT_INSTRUMENTED)}
    with atheris.instrument_imports(**instrumented):
        import tests.fuzz.seeds
        import tests.fuzz.targets
    if app:
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        import django

        with atheris.instrument_imports(**instrumented):
            django.setup()
            import tests.fuzz.app_targets
        tests.fuzz.app_targets.set_up_database()
    logging.disable(logging.CRITICAL)


class Run:
    """Runs a target with inputs, counts them, and keeps those that fail or take too much.

    An exception does not end the run: the first input for each place that raises is kept, and the search goes on.
    """

    def __init__(self, target: Callable[[bytes], None], faults: Path, counter: mmap) -> None:
        self.target, self.faults, self.counter = target, faults, counter

    def __call__(self, data: bytes) -> None:
        """Runs the target with one input."""
        watch = Watch()
        try:
            self.target(data)
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is kept
            self._keep(f"raised-{_place_of(error)}", data)
        else:
            if watch.cost().is_over:
                self._keep(f"costs-{sha256(data).hexdigest()[:16]}", data)
        count = struct.unpack("q", self.counter[:8])[0]
        self.counter[:8] = struct.pack("q", count + 1)

    def _keep(self, name: str, data: bytes) -> None:
        path = self.faults / name
        if not path.exists():
            path.write_bytes(data)


def _place_of(error: Exception) -> str:
    """What stands for an exception: its class, and the last lines of ours that it came from."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if any(s in frame.filename for s in _SOURCES)
    ]
    places = [f"{Path(frame.filename).stem}:{frame.lineno}" for frame in frames[-2:]]
    return sha256("|".join([type(error).__name__, *places]).encode()).hexdigest()[:16]


def search(
    target: Callable[[bytes], None], mutations: Mutations, options: Sequence[str], command: str = "fuzz"
) -> None:
    """Fuzzes one target with options of libFuzzer; does not return.

    `command` starts it again in another process, as libFuzzer does to merge inputs.
    """

    def mutator(data: bytes, most: int, number: int) -> bytes:
        return atheris.Mutate(data, most) if number % 4 == 0 else mutations.changed(data, most, number)

    limits = [
        f"-timeout={SECONDS}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={LONGEST}",
        f"-dict={HERE / 'words.dict'}",
    ]
    atheris.Setup([command, *limits, *options], target, custom_mutator=mutator)
    atheris.Fuzz()
    os._exit(0)


def main() -> None:
    """Runs one target with options of libFuzzer: `python -m tests.fuzz.one TARGET OPTION...`."""
    name, *options = sys.argv[1:]
    set_up(app=name in APP)
    from tests.fuzz.targets import TARGETS

    search(TARGETS[name], Mutations([]), options)


if __name__ == "__main__":
    main()
