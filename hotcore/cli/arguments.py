"""The parser of the command line, and the arguments that several commands share.

What a command needs is imported when its name was read, so that each one starts fast.
"""

import argparse
import os
import sys
from collections.abc import Container, Mapping
from functools import partial
from importlib import import_module
from typing import Any, cast

from hotcore.cli.version import VERSION

COMMANDS: Mapping[str, str] = {
    "validate": "check templates and report all problems",
    "preview": "show what Heat would make of a template",
    "schema": "describe the form of a template as JSON",
    "functions": "list the intrinsic functions of a template version",
    "rules": "list the codes of problems, or explain one",
    "graph": "draw the resources of a template",
    "conditions": "list the combinations of a template's conditions",
    "versions": "show which version a template needs, and what later ones offer",
    "upgrade": "rewrite a template to another version",
    "diff": "show what a change of a template or of its values means",
    "catalogue": "make a catalogue of resource types",
}
"""The commands; each is a module of `hotcore.cli.commands` with `DESCRIPTION`, `EPILOG`, `add_arguments`, and `run`,
which returns the exit code."""

EXIT_CODES = """\
exit codes:
  0  no errors
  1  errors were found
  2  invalid usage, or a file that cannot be read
"""


_ANY_WIDTH = partial(argparse.HelpFormatter, width=80)
"""The formatter while arguments are added: each is tried with one, which must not ask the terminal for its width."""


def parser(words: Container[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of a command line of these words; by default, of any.

    A command that is not among them is listed with its summary, but has no arguments: these take time to make.
    """
    top = argparse.ArgumentParser(
        prog="hotcore",
        description="Check and preview OpenStack Heat templates (HOT) without Heat and without a cloud.",
        epilog="Run `hotcore COMMAND --help` for more about a command.",
        formatter_class=_ANY_WIDTH,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="show program's version number and exit")
    add_color(top, "auto")
    parser_class = cast(type[argparse.ArgumentParser], _command_parser)  # which is called as the class is
    commands = top.add_subparsers(
        prog=top.prog, required=True, metavar="COMMAND", dest="command", parser_class=parser_class
    )
    unused = argparse.ArgumentParser(prog=top.prog, add_help=False, formatter_class=_ANY_WIDTH)
    for name, summary in COMMANDS.items():
        if name in words:
            _complete(commands.add_parser(name, help=summary, formatter_class=_ANY_WIDTH), command_module(name))
        else:
            commands.add_parser(name, help=summary, instead=unused)
    top.formatter_class = argparse.HelpFormatter
    return top


def _command_parser(instead: argparse.ArgumentParser | None = None, **settings: Any) -> argparse.ArgumentParser:
    """A new parser of a command, or the one instead of it."""
    return argparse.ArgumentParser(**settings) if instead is None else instead


def _complete(parser: argparse.ArgumentParser, module: Any) -> None:
    """Gives a parser the help texts and the arguments of a command."""
    parser.description, parser.epilog = module.DESCRIPTION, module.EPILOG
    module.add_arguments(parser)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


class _Version(argparse.Action):
    """Prints the version of the installed package."""

    def __call__(self, parser: argparse.ArgumentParser, *_more: Any) -> None:
        sys.stdout.write(f"hotcore {VERSION}\n")
        parser.exit()


def command_module(name: str) -> Any:
    """The module of a command."""
    return import_module(f"hotcore.cli.commands.{name}")


def is_coloured(options: argparse.Namespace) -> bool:
    """Whether to print in colour: by the option, else by the environment, else on a terminal."""
    if options.color != "auto":
        return bool(options.color == "always")
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def add_template(command: argparse.ArgumentParser) -> None:
    """Adds the template that a command is about."""
    command.add_argument("template", metavar="TEMPLATE", help="the template file, or - for standard input")


def add_types(command: argparse.ArgumentParser) -> None:
    """Adds the options about resource types."""
    catalogue = "the resource types, written by `hotcore catalogue import` (default: those of Heat 27)"
    command.add_argument("--catalogue", metavar="FILE", help=catalogue)
    version = "the API version that a client plug-in of Heat is configured with, for relations that depend on it"
    command.add_argument(
        "--api-version", dest="api_versions", action="append", default=[], metavar="CLIENT=VERSION", help=version
    )


def add_environments(command: argparse.ArgumentParser) -> None:
    """Adds -e."""
    command.add_argument(
        "-e",
        dest="environments",
        action="append",
        default=[],
        metavar="ENV",
        help="an environment file, or - for standard input; can be repeated, later ones win",
    )


def add_color(command: argparse.ArgumentParser, default: str = argparse.SUPPRESS) -> None:
    """Adds --color: before the commands with its default, and again after those that print in colour."""
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default=default,
        help="when to print in colour; auto (the default): on a terminal, unless NO_COLOR or FORCE_COLOR is set",
    )
