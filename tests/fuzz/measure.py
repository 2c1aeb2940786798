"""`python -m tests.fuzz.measure TARGET FILE...`: what inputs cost, without the fuzzer; a line of JSON for each."""

import json
import logging
import os
import sys
from dataclasses import asdict
from pathlib import Path

import django

from tests.fuzz.cost import Cost, measured


def main() -> None:
    """Measures the inputs of one target, each in a process of its own."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from tests.fuzz.app_targets import TARGETS, set_up_database

    set_up_database()
    logging.disable(logging.CRITICAL)
    target = TARGETS[sys.argv[1]]
    for path in sys.argv[2:]:
        data = Path(path).read_bytes()
        cost: Cost = measured(lambda data=data: target(data))
        print(json.dumps({"file": path, **asdict(cost)}), flush=True)


if __name__ == "__main__":
    main()
