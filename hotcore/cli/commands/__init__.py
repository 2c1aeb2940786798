"""The commands of the command line, such as `hotcore validate`, each in a module of its own."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from hotcore.cli.arguments import command_module, parser
from hotcore.cli.outcome import GOOD, WRONG_USE, Unusable, complain


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns 0 without errors, 1 if errors were found, 2 for invalid usage or an unreadable file."""
    words = sys.argv[1:] if arguments is None else arguments
    options = parser(words).parse_args(words)
    from hotcore.runtime import LARGE, in_one_stack_chunk, memo, paused_collector  # not for `--version` and help

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Lone surrogates, which JSON can contain, are written as JSON escapes them.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        with memo(), paused_collector(LARGE):  # the process ends soon, and nearly all garbage is free of cycles
            result: int = in_one_stack_chunk(command_module(options.command).run, options)
            sys.stdout.flush()
    except Unusable as error:
        complain(error)
        return WRONG_USE
    except BrokenPipeError:
        _discard_output()
        return GOOD
    except OSError as error:
        _discard_output()
        complain(Unusable(f"cannot write the output: {error.strerror or error}"))
        return WRONG_USE
    return result


def _discard_output() -> None:
    """Discards buffered output, which Python would otherwise try to flush again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
