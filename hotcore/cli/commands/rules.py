"""The command `hotcore rules`."""

import argparse
import sys

from hotcore.cli.outcome import GOOD, Unusable
from hotcore.linter import code_pages, listed_codes
from hotcore.spelling import did_you_mean

DESCRIPTION = """\
List the codes of all problems with their descriptions: first the lint rules with their severity,
then all others. With a code, explain why it matters, with an example and what to use instead.
"""
EPILOG = ""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    command.add_argument(
        "code", type=str.lower, nargs="?", metavar="CODE", help="the code to explain (default: list all codes)"
    )


def run(options: argparse.Namespace) -> int:
    """Prints the codes of problems, or the page about one."""
    if options.code is None:
        sys.stdout.write(listed_codes())
        return GOOD
    page = code_pages().get(options.code)
    if page is None:
        hint = did_you_mean(options.code, code_pages())
        raise Unusable(f"there is no code {options.code}. {hint or '`hotcore rules` lists them.'}")
    sys.stdout.write(page.text)
    return GOOD
