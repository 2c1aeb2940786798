"""The command `hotcore functions`."""

import argparse
import sys

from hotcore.cli.outcome import GOOD, Unusable
from hotcore.cli.render import render_functions
from hotcore.evaluation import functions_of
from hotcore.versions import LATEST, find_version, version_names

DESCRIPTION = """\
List the intrinsic functions of a template version, one name per line; with --long, each with its
arguments and what it does.
"""
EPILOG = ""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    command.add_argument(
        "--version",
        type=str.lower,
        default=LATEST.date,
        metavar="V",
        help=f"a version or release (default: the latest, {LATEST.date})",
    )
    command.add_argument("--long", action="store_true", help="show the arguments of each function, and what it does")


def run(options: argparse.Namespace) -> int:
    """Prints the functions of a version."""
    version = find_version(options.version)
    if version is None:
        called = options.version or "''"
        raise Unusable(f"there is no template version {called}; known versions are {', '.join(version_names())}")
    sys.stdout.write(render_functions(functions_of(version), long=options.long))
    return GOOD
