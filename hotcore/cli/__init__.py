"""The command line, and all that is printed."""

from hotcore.cli.commands import main

__all__ = ["main"]
