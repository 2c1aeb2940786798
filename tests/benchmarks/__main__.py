"""Runs every benchmark, or those that are named: `python -m tests.benchmarks fill library`."""

import importlib
import os
import pkgutil
import sys

import django

from tests import benchmarks

ONLY_IF_NAMED = ("hostile", "memory", "visitors")  # take many minutes, or need a quiet machine


def main(wanted: list[str]) -> int:
    """Run the benchmarks in the order of their names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    found = [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name != "__main__"]
    modules = [importlib.import_module(f"tests.benchmarks.{name}") for name in sorted(found)]
    runnable = {module.__name__.rpartition(".")[2]: module.main for module in modules if hasattr(module, "main")}
    unknown = set(wanted) - runnable.keys()
    if unknown:
        print(f"There is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(runnable)}.", file=sys.stderr)
        return 2
    for name, run in runnable.items():
        if name in wanted or not (wanted or name in ONLY_IF_NAMED):
            print(f"\n{name}: {(sys.modules[run.__module__].__doc__ or '').strip().splitlines()[0]}", flush=True)
            run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
