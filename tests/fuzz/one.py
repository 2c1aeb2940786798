"""One target under the coverage-guided fuzzer, in a process of its own: `python -m tests.fuzz.one TARGET OPTIONS`."""

import logging
import os
import sys

import atheris

APP = ("addresses", "uploads")


def set_up(target: str) -> None:
    """Imports the targets, so that what they call reports what it covers; those of the application with a database."""
    with atheris.instrument_imports(include=["hotcore", "designer"]):
        import tests.fuzz.targets
    if target not in APP:
        return
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    with atheris.instrument_imports(include=["hotcore", "designer"]):
        django.setup()
        from django.test.utils import setup_databases, setup_test_environment

        import tests.fuzz.app_targets  # noqa: F401
    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)
    logging.disable(logging.CRITICAL)


def main() -> None:
    """Fuzzes one target; the options are libFuzzer's."""
    target = sys.argv.pop(1)
    set_up(target)
    from tests.fuzz.targets import TARGETS

    atheris.Setup(sys.argv, TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
