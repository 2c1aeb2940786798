"""The outcome of a command: its exit codes, and the exception about what cannot be used."""

import sys

GOOD, ERRORS, WRONG_USE = 0, 1, 2


class Unusable(Exception):
    """A file that cannot be read or an invalid argument; the message is for the user."""


def complain(error: Unusable) -> None:
    """Prints what cannot be used."""
    sys.stderr.write(f"hotcore: {error}\n")
