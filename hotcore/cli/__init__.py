"""The command line and its output."""

from hotcore.cli.commands import main

__all__ = ["main"]
